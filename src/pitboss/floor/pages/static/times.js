// Times as the reader's own clock has them.
for (const time of document.querySelectorAll("time")) {
  if (!time.dateTime) continue;
  time.textContent = new Date(time.dateTime).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });
}
