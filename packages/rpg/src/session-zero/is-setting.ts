// Tells whether a story is set at a place: somewhere outside dialogue, a word for being or going precedes the place's name.

import lists from './story-words.json' with { type: 'json' };

const articles: ReadonlySet<string> = new Set(lists.articles.split(', '));
/** Words that precede a place where somebody is or arrives. */
const being: ReadonlySet<string> = new Set(lists.being.split(', '));
/**
 * Words that show that somebody is at a place if "of" and the place follow: "out of Vell", but not "the Duke of Vell".
 */
const leaving: ReadonlySet<string> = new Set(lists.leaving.split(', '));

/** How many characters before a name are searched for a word for being or going. */
const before = 60;

export function isSetting(text: string, names: readonly string[]): boolean {
  const told = removeSpeech(text);
  return names.some((name) => isNamedAsPlace(told, name.trim()));
}

/** Removes what people say. A paragraph of a speech that goes on in the next paragraph has no closing mark. */
function removeSpeech(text: string): string {
  return text
    .replaceAll(/“[^”\n]*”?/gu, ' ')
    .replaceAll(/"[^"\n]*"?/gu, ' ')
    .replaceAll(/(?<=^|\s)‘[^‘’\n]*[.,!?—]’/gu, ' ');
}

function isNamedAsPlace(text: string, name: string): boolean {
  if (name === '') return false;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const behind = text.slice(at + name.length, at + name.length + 3);
    if (isWhole(text[at - 1] ?? ' ', behind) && isBeing(text.slice(Math.max(0, at - before), at)))
      return true;
  }
  return false;
}

/** Whether the name stands by itself: not within a word or a longer name, and not as a possessive. */
function isWhole(first: string, behind: string): boolean {
  return !/[\p{L}\p{N}-]/u.test(first) && !/^(?:[\p{L}\p{N}-]|['’]s?\b| \p{Lu})/u.test(behind);
}

function isBeing(text: string): boolean {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}'’]+/u);
  if (words.at(-1) === '') words.pop();
  while (articles.has(words.at(-1) ?? '')) words.pop();
  const [former = '', last = ''] = words.slice(-2);
  return last === 'of' ? leaving.has(former) : being.has(last);
}
