export const openRule = () => {};
