// Measures a text in any script: returns the length that an English text with about as many tokens would have.

/** A Chinese character has three bytes and is one token, which is about 3.5 characters of English. */
export const charactersPerByteBeyond = 1.3;
/** Even English text has quotes and dashes of several bytes, so up to this many bytes per character do not count. */
export const freeShare = 1.1;

/** The number of English characters that make about as many tokens as the text. */
export function measureText(text: string): number {
  const beyond = Math.max(0, Buffer.byteLength(text) - freeShare * text.length);
  return text.length + Math.trunc(charactersPerByteBeyond * beyond);
}
