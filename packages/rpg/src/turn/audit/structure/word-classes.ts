// Word classes: verbs and nouns of the language by what they tell, which rules about clauses are made of.

import { toBase } from '../base-form.ts';
import classes from '../words/classes.json' with { type: 'json' };

export type WordClass = keyof typeof classes;

const words: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(classes).map(([name, list]) => [name, new Set(list)]),
);
const bases: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(classes).map(([name, list]) => [name, new Set(list.map(toBase))]),
);

/** Whether the word itself is of the class. */
export function isOfClass(name: WordClass, text: string): boolean {
  return words.get(name)?.has(text) === true;
}

/** Whether it is a form of a word of the class. */
export function isFormOf(name: WordClass, base: string): boolean {
  return bases.get(name)?.has(base) === true;
}
