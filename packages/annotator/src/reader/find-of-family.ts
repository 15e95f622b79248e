// Finds, among the entries that share a surname, the one that means the same person as a given entry.

import { isOfNarrator, parseDefinition } from './choose-definition.ts';
import { extractLast, isFull } from './compare-names.ts';
import { isListed } from './lexicon.ts';
import { extractSurname, type NameParts } from './name-parts.ts';
import type { ShownDossier, ShownEntry } from './parse-dossiers.ts';
import { detectGender, isNamedBeside, isOtherGender, listParts, type Merged } from './shown-names.ts';

/**
 * Finds the entry that means the same person as this one, because both tell the story, or because a single man has the
 * surname. Undefined if this is uncertain, or if a sentence of the dossier names both.
 */
export function findOfFamily(dossier: ShownDossier): Merged | undefined {
  if (!dossier.tags.includes('character')) return undefined;
  const target = findTeller(dossier) ?? findNamesake(dossier);
  if (target === undefined || isNamedBeside(dossier, target)) return undefined;
  return {
    target,
    reason: `Of those that were compared, only “${target.term}” can be called “${dossier.term}”.`,
  };
}

/**
 * Finds another entry of the only man with the surname of this one. It never finds a woman: `Miss Vance` is the eldest
 * sister, whose first name may not be known yet. Undefined if an alias says where somebody is from, or if the family is
 * named as a whole: many people then have the surname.
 */
function findNamesake(dossier: ShownDossier): ShownEntry | undefined {
  const surname = findSurname(dossier);
  const isFrom = dossier.aliases.some((alias) => / of /.test(alias));
  if (surname === '' || isFrom || isFamilyNamed([dossier, ...dossier.similar])) return undefined;
  return findOnlyMan(dossier, surname);
}

/** Whether one name is the plural of a surname that another one has after a title: `the Vances`, `Mr. Vance`. */
function isFamilyNamed(entries: readonly ShownEntry[]): boolean {
  const names = entries.flatMap(({ term, aliases }) => [term, ...aliases]).map((name) => name.toLowerCase());
  const surnames = new Set(names.filter(isTitled).map(readLast));
  return names
    .map(readLast)
    .some((word) => !surnames.has(word) && surnames.has(word.replace(/s$/, '')) && word.endsWith('s'));
}

function isTitled(name: string): boolean {
  const [first = '', ...others] = name.split(' ');
  return others.length > 0 && isListed('genderedTitles', first.replace('.', ''));
}

function readLast(name: string): string {
  return name.split(' ').at(-1) ?? '';
}

/**
 * If the entry is said to tell the story, finds the only other entry that is said to tell it and has a word of its
 * names. Otherwise undefined.
 */
function findTeller(dossier: ShownDossier): ShownEntry | undefined {
  if (!isTeller(dossier)) return undefined;
  const words = new Set(listParts(dossier).flatMap((name) => name.words));
  const [only, ...more] = dossier.similar.filter(
    (entry) =>
      isTeller(entry) &&
      !isOtherGender(dossier, entry) &&
      listParts(entry).some((name) => name.words.some((word) => words.has(word))),
  );
  return more.length === 0 ? only : undefined;
}

function isTeller({ definition, term, aliases }: ShownEntry): boolean {
  return parseDefinition(definition, [term, ...aliases]).some(isOfNarrator);
}

/**
 * Takes `Vance`, `Mr. Vance` and the only full name with this surname for one man, and returns his other entry, or of
 * several the one that is named most often. A man who is called by his first name is left out: `Fred` Vance has a
 * father. If nobody is just called `Vance`, `Mr. Vance` may be somebody who is named nowhere else.
 */
function findOnlyMan(dossier: ShownDossier, surname: string): ShownEntry | undefined {
  const men = [dossier, ...dossier.similar].filter(
    (entry) =>
      isOfSurname(entry, surname) && detectGender(entry) !== 'female' && !isCalledByGiven(entry, surname),
  );
  const full = men.filter((entry) => !isPlain(entry, surname));
  const isMan = men.some((entry) => detectGender(entry) === 'male');
  // If `Mr. Vance` is already known as Vance, the full name may belong to another Vance.
  const bare = men.some((entry) => hasBare(entry, surname) && (full.length === 0 || !hasTitle(entry)));
  if (!isMan || !bare || full.length > 1 || !full.every(hasFullName) || !men.includes(dossier))
    return undefined;
  const others = men.filter((entry) => entry !== dossier);
  return others.toSorted((one, other) => other.mentions - one.mentions || one.id - other.id)[0];
}

/**
 * The surname in the entry's first full name. Without a full name, the last word of the name that is listed first,
 * unless this is a given name. Otherwise empty.
 */
function findSurname(entry: ShownEntry): string {
  const names = listParts(entry);
  const full = names.find(isFull);
  const [first] = names;
  if (full !== undefined) return extractSurname(full);
  return first === undefined || first.single === 'given' ? '' : extractLast(first);
}

function isOfSurname(entry: ShownEntry, surname: string): boolean {
  return listParts(entry).some(
    (name) => (isFull(name) ? extractSurname(name) : extractLast(name)) === surname,
  );
}

function hasFullName(entry: ShownEntry): boolean {
  return listParts(entry).some(isFull);
}

function hasBare(entry: ShownEntry, surname: string): boolean {
  return listParts(entry).some((name) => isOnly(name, surname) && name.title === '');
}

function hasTitle(entry: ShownEntry): boolean {
  return !hasFullName(entry) && listParts(entry).some(({ title }) => title !== '');
}

/** Whether every name of the entry is just the surname, or `Mr.` with it. */
function isPlain(entry: ShownEntry, surname: string): boolean {
  return listParts(entry).every((name) => isOnly(name, surname) && /^(?:mr)?$/.test(name.title));
}

function isOnly({ words, patronymic }: NameParts, surname: string): boolean {
  return words.length === 1 && words[0] === surname && patronymic === '';
}

function isCalledByGiven(entry: ShownEntry, surname: string): boolean {
  return listParts(entry).some(
    ({ words, patronymic }) => words.length === 1 && words[0] !== surname && patronymic === '',
  );
}
