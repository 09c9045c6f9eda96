// Opens a table with what a submission says.
import { get, post, sentenceOf } from "./api.js";
import { byId, element } from "./dom.js";
import { openInRoom } from "./submission.js";

/** @param {{ text: string, holder: string }} draft as it is when its table opens */
export function offerOpening(draft) {
  let asked = ""; // the name that is being opened, or was opened last: a second click opens nothing
  document.getElementById("desk-open")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = byId("desk-name", HTMLInputElement).value;
    const said = byId("desk-opened");
    if (name === asked) return;
    asked = name;
    try {
      const { chapter, house } = await post("/api/submissions", { text: draft.text, holder: draft.holder });
      const room = (await get("/api/rooms")).find((board) => board.chapter === chapter)?.room;
      if (room) await openInRoom(room, name, house);
      else await post("/api/tables", { name, chapter, house, meter: "" });
      said.replaceChildren(
        "The table is open. ",
        element("a", { href: `/tables/${room ? `${room}/` : ""}${name}` }, `Go to ${name}`),
      );
    } catch (error) {
      asked = "";
      said.textContent = sentenceOf(error);
    }
  });
}
