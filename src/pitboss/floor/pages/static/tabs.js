// Tabs: one panel at a time, arrow keys between them.
export function useTabs(list) {
  const tabs = [...list.querySelectorAll("[role=tab]")];
  const pick = (tab) => {
    for (const each of tabs) {
      const picked = each === tab;
      each.setAttribute("aria-selected", String(picked));
      each.tabIndex = picked ? 0 : -1;
      document.getElementById(each.getAttribute("aria-controls")).hidden = !picked;
    }
  };
  for (const tab of tabs) tab.addEventListener("click", () => pick(tab));
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
    next.focus();
    pick(next);
  });
}
