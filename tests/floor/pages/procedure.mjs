// Says of each line [cite, sentence] that comes in whether it is procedure.
import { readFileSync } from "node:fs";
import { isProcedure } from "../../../src/pitboss/floor/pages/static/words.js";

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map((line) => isProcedure(line))));
