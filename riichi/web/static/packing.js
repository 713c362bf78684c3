// Text packed into an address: browsers never send the part after `#`.

export async function packed(text) {
  const bytes = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const found = new Uint8Array(await new Response(bytes).arrayBuffer());
  const letters = btoa(Array.from(found, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text; null if it is too long. Its author is unknown, so it is never unpacked beyond the limit. */
export async function unpackedAtMost(most, letters) {
  const bytes = Uint8Array.from(
    atob(letters.replaceAll("-", "+").replaceAll("_", "/")),
    (letter) => letter.charCodeAt(0),
  );
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).text();
    size += value.length;
    parts.push(value);
    if (size > most) {
      await reader.cancel();
      return null;
    }
  }
}
