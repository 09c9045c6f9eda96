// html-validate, loaded once: each line of the input is a page as JSON, each line of the output what is wrong with it.
import { createInterface } from "node:readline";

const [, , library, config] = process.argv;
const { FileSystemConfigLoader, HtmlValidate, formatterFactory } = await import(library);
const { readFileSync } = await import("node:fs");
const validator = new HtmlValidate(new FileSystemConfigLoader(JSON.parse(readFileSync(config, "utf8"))));
const told = formatterFactory("text");

for await (const line of createInterface({ input: process.stdin })) {
  const report = await validator.validateString(JSON.parse(line));
  process.stdout.write(`${JSON.stringify(report.valid ? "" : told(report.results).trim() || "not valid")}\n`);
}
