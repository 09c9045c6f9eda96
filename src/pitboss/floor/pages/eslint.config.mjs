// What eslint looks for in the pages' scripts. Names that do not exist and types that do not fit are for `tsc`; how a line is broken
// is for prettier.
import js from "../../../../.venv/node/node_modules/@eslint/js/src/index.js";

export default [
  {
    files: ["**/*.js"],
    languageOptions: { ecmaVersion: 2024, sourceType: "module" },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      ...js.configs.recommended.rules,
      "no-undef": "off", // tsc knows every name
      "no-redeclare": "off",
      "array-callback-return": "error",
      complexity: ["error", 20],
      "consistent-return": "error",
      eqeqeq: "error",
      "no-else-return": "error",
      "max-lines": ["error", 500],
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-loop-func": "error",
      "no-param-reassign": "error",
      "no-promise-executor-return": "error",
      "no-return-assign": "error",
      "no-self-compare": "error",
      "no-sequences": "error",
      "no-shadow": "error",
      "no-template-curly-in-string": "error",
      "no-throw-literal": "error",
      "no-unmodified-loop-condition": "error",
      "no-unreachable-loop": "error",
      "no-unused-expressions": "error",
      "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
      "no-useless-rename": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
      radix: "error",
    },
  },
];
