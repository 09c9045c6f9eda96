// How much of the dealer's log is shown, by its button or by the settings; the browser remembers it.
import { byId } from "./dom.js";
import { changeSetting, settings } from "./settings.js";

/** @param {import("./dealer.js").DealerLog} log */
export function useDetail(log) {
  const show = () => {
    const short = settings().log !== "full";
    log.leaveOut(short);
    byId("log-detail").setAttribute("aria-pressed", String(!short));
  };
  byId("log-detail").addEventListener("click", () => changeSetting("log", settings().log === "full" ? "short" : "full"));
  document.addEventListener("settings", show);
  show();
}
