// Base form: the form under which a word is looked up, so that “takes”, “took” and “taking” count as one word.

import irregularVerbs from './words/irregular-verbs.json' with { type: 'json' };

const irregular: ReadonlyMap<string, string> = new Map(
  Object.entries(irregularVerbs).flatMap(([base, forms]) => forms.map((form) => [form, base] as const)),
);

/** The result need not be an English word: it is only compared with other base forms. */
export function toBase(word: string): string {
  const known = irregular.get(word);
  return cutEnd(known ?? cutEnding(word));
}

const hasVowel = /[aeiouy]/;

function cutEnding(word: string): string {
  if (word.length < 4 || /(?:ss|us|is|eed)$/.test(word)) return word;
  const bare = word.replace(/(?:ing|ed|s)$/, '');
  if (bare === word || !hasVowel.test(bare)) return word;
  return bare.replace(/ie?$/, 'y');
}

/** Makes “stopp” equal to “stop”, and “take” to “tak”. */
function cutEnd(word: string): string {
  return word.length < 3 ? word : word.replace(/e$/, '').replace(/([^aeiou])\1$/, '$1');
}

export function listBases(words: string): ReadonlySet<string> {
  return new Set(words.split(' ').map(toBase));
}
