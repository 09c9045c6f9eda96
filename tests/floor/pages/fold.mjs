// Folds the sittings that come in, each {decks, frames: [steps, …]}, and writes for each the layout after every frame: as it was
// folded from the beginning, or, at every second frame, as it goes on from what was written last.
import { readFileSync } from "node:fs";
import { Layout } from "../../../src/pitboss/floor/pages/static/layout.js";
import { stepOf } from "../../../src/pitboss/floor/pages/static/steps.js";

const folded = JSON.parse(readFileSync(0, "utf8")).map(({ decks, frames }) => {
  let layout = new Layout(decks);
  return frames.map((rows, at) => {
    const steps = rows.map((row) => row && stepOf(row));
    if (at % 2) layout = Layout.from(JSON.parse(JSON.stringify(layout)));
    const before = JSON.stringify(layout), other = layout.copy();
    other.seeAll(steps);
    if (JSON.stringify(layout) !== before) throw new Error("a copy changes what it is a copy of");
    return JSON.stringify(layout.seeAll(steps));
  });
});
process.stdout.write(JSON.stringify(folded));
