// A wager of one's own: its text is priced, and is kept in the address.
import { post } from "./api.js";
import { byId, element } from "./dom.js";
import { ask, WINDOW } from "./lab-asking.js";
import { percent, showNumbers, showOutcomes, showSession, signedNumber } from "./lab-figures.js";

/** @import { DraftLine } from "../types/wire.d.ts" */

const text = byId("lab-text", HTMLTextAreaElement);
const numbers = byId("lab-numbers");
const spread = byId("lab-spread");
const session = byId("lab-session");
const law = byId("lab-law");
const copy = byId("lab-copy");
const said = byId("lab-said");

/** @param {DraftLine[]} lines */
function table(lines) {
  const titles = ["Hand", "Pays", "Chance", "Adds to the return"];
  const head = element("tr", {}, ...titles.map((words) => element("th", { scope: "col" }, words)));
  const rows = lines.map(({ bet, hand, pays, chance, adds }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, lines.some((each) => each.bet !== bet) ? `${bet}: ${hand}` : hand),
      element("td", {}, pays),
      element("td", {}, percent(chance, 4)),
      element("td", {}, signedNumber(100 * adds), "%"),
    ),
  );
  const whole = element("table", { class: "list num" }, element("thead", {}, head), element("tbody", {}, ...rows));
  return element(
    "section",
    { class: "lab-matters" },
    element("h2", {}, "Row by row"),
    element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Row by row" }, whole),
  );
}

async function price() {
  history.replaceState(null, "", `#${encodeURIComponent(text.value)}`);
  await ask(
    (has) => post("/api/lab/draft", { text: text.value, window: WINDOW, has }),
    (_, findings) => {
      const words =
        findings.law?.lawful === null ? "" : findings.law?.lawful ? "Lawful in Pennsylvania: " : "Not lawful in Pennsylvania: ";
      law.textContent = findings.law ? `${words}${findings.law.why}` : "";
      showNumbers(numbers, findings.numbers, null);
      spread.replaceChildren(
        ...showOutcomes(findings.numbers, numbers.clientWidth),
        ...(findings.lines?.length ? [table(findings.lines)] : []),
      );
      showSession(session, findings.sessions, findings.numbers?.of ?? "");
    },
  );
}

byId("lab-price").addEventListener("click", price);
text.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) price();
});
copy.addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    said.textContent = "The link is copied.";
    copy.textContent = "Copied";
  } catch {
    copy.textContent = "See the address bar";
  }
});
if (location.hash.length > 1) {
  try {
    text.value = decodeURIComponent(location.hash.slice(1));
    price();
  } catch {
    /* an address that somebody cut short */
  }
}
