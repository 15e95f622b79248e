// Normalises letters that are written in more than one way, so that a name is found however it is typed.

const nonAscii = /[^\0-\x7f]/;
const runs = /[\p{L}\p{N}\p{M}\p{Join_Control}\u00ad\u2060]+/gu;
/** Signs that people leave out when they type: vowel points and cantillation, the Arabic tatweel, invisible joiners. */
const unwritten =
  /[\u00ad\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\p{Join_Control}\u2060]+/gu;
const variants: ReadonlyMap<string, string> = new Map([
  ['ё', 'е'],
  ['Ё', 'Е'],
  ['أ', 'ا'],
  ['إ', 'ا'],
  ['آ', 'ا'],
  ['ٱ', 'ا'],
  ['ى', 'ي'],
  ['ی', 'ي'],
  ['ک', 'ك'],
]);
const varying = new RegExp(`[${[...variants.keys()].join('')}]`, 'gu');

/**
 * Unifies compatibility forms (full and half width, ligatures), composed and decomposed letters, and spelling variants;
 * drops vowel points and invisible signs in words. Keeps upper and lower case, punctuation and everything else.
 */
export function normaliseLetters(text: string): string {
  return nonAscii.test(text) ? text.replace(runs, normaliseRun) : text;
}

function normaliseRun(run: string): string {
  if (!nonAscii.test(run)) return run;
  return run
    .normalize('NFKC')
    .replace(unwritten, '')
    .replace(varying, (letter) => variants.get(letter) ?? letter);
}
