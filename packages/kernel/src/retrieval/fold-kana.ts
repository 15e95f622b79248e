// Writes hiragana as katakana and katakana as hiragana, so that a word is found in whichever it is typed.

const katakana = /[\u30a1-\u30f6\u30fd\u30fe]/gu;
const hiragana = /[\u3041-\u3096\u309d\u309e]/gu;
/** How far a katakana letter is behind the hiragana letter of the same sound, in Unicode. */
const distance = 0x60;

/** Katakana as hiragana; half-width katakana must have been made full-width before (NFKC). */
export function toHiragana(text: string): string {
  return text.replace(katakana, (letter) => String.fromCharCode(letter.charCodeAt(0) - distance));
}

export function toKatakana(text: string): string {
  return text.replace(hiragana, (letter) => String.fromCharCode(letter.charCodeAt(0) + distance));
}
