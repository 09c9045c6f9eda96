export const showAdvice = () => {}, showSession = () => {};
