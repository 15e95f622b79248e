// Shown names: the names of the entries in a dossier, taken apart, and what they show of a person.

import { buildTermKey } from './lexicon.ts';
import {
  detectGenderOfGiven,
  detectGenderOfTitle,
  type Gender,
  type NameParts,
  parseName,
} from './name-parts.ts';
import type { ShownDossier, ShownEntry } from './parse-dossiers.ts';

export interface Merged {
  readonly target: ShownEntry;
  readonly reason: string;
}

/** Whether titles and first names show a woman in one entry and a man in the other. */
export function isOtherGender(one: ShownEntry, other: ShownEntry): boolean {
  const [gender, another] = [one, other].map(detectGender);
  return gender !== another && gender !== 'unknown' && another !== 'unknown';
}

export function detectGender(entry: ShownEntry): Gender {
  const genders = listParts(entry).map(({ title, single, words }) => {
    const shown = detectGenderOfTitle(title);
    return shown === 'unknown' && single !== 'surname' ? detectGenderOfGiven(words[0] ?? '') : shown;
  });
  return genders.find((gender) => gender !== 'unknown') ?? 'unknown';
}

export function listParts({ term, aliases }: ShownEntry): readonly NameParts[] {
  return [term, ...aliases].map(parseShownName);
}

/** Whether a sentence of the dossier names both: a sentence hardly ever calls one person by two names. */
export function isNamedBeside({ term, aliases, passages }: ShownDossier, other: ShownEntry): boolean {
  const own = [term, ...aliases].toSorted((one, another) => another.length - one.length);
  const others = [other.term, ...other.aliases];
  const sentences = passages.flatMap(({ text }) => text.split(/(?<=[.!?]["”’')]?)\s+/u));
  return sentences.some((text) => {
    const rest = own.reduce((words, name) => words.replaceAll(name, ''), text);
    return rest !== text && others.some((name) => rest.includes(name));
  });
}

export function parseShownName(name: string): NameParts {
  return parseName(buildTermKey(name), new Set());
}
