// Measures a text: how long English of as many tokens would be.

/** Chinese takes three bytes for a character, which is a token: about 3.5 characters of English. */
export const charactersPerByteBeyond = 1.3;
/** Typographic quotes and dashes in English take more than one byte, too: so much is free. */
export const freeShare = 1.1;

/** Characters of English that take about as many tokens. */
export function measureText(text: string): number {
  const beyond = Math.max(0, Buffer.byteLength(text) - freeShare * text.length);
  return text.length + Math.trunc(charactersPerByteBeyond * beyond);
}
