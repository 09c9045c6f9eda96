// The address of a record: all that its file says, in the part of an address that browsers keep to themselves.

const WORD = "#record=";

/** @param {string} text */
export async function hashOf(text) {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return WORD + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * The text in an address; null where there is none. An address that is not whole, or unfolds to more than there may be, is an error.
 *
 * @param {string} hash
 * @param {number} most letters
 */
export async function textIn(hash, most) {
  if (!hash.startsWith(WORD)) return null;
  try {
    const letters = atob(hash.slice(WORD.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const reader = unpacked.pipeThrough(new TextDecoderStream("utf-8", { fatal: true })).getReader();
    let text = "";
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      text += value;
      if (text.length > most) throw new RangeError("too long");
    }
    return text;
  } catch {
    throw new Error("The address does not hold a whole record; ask for it again.");
  }
}
