// Merge target: finds an entry that is about the same thing as another, with a reason that convinces a reader.

import { isPersonWord } from './class-words.ts';
import { collectCandidates } from './collect-candidates.ts';
import { isFull } from './compare-names.ts';
import { findOfFamily } from './find-of-family.ts';
import { isRankWord } from './is-rank-word.ts';
import { buildTermKey, isListed } from './lexicon.ts';
import { listIdentities } from './list-identities.ts';
import {
  buildPersonKey,
  detectGenderOfGiven,
  extractSurname,
  listShortForms,
  type NameParts,
} from './name-parts.ts';
import type { ShownDossier, ShownEntry } from './parse-dossiers.ts';
import { isNamedBeside, isOtherGender, listParts, type Merged, parseShownName } from './shown-names.ts';

export interface Merge {
  readonly targetId: number;
  readonly reason: string;
}

/**
 * Finds the entry that is certainly the same as this one, which should be merged into it: a missed merge is better than
 * a wrong one. Of two such entries, the one that is named less often is merged, and the result for the other one is
 * undefined. So questions about both lead to a single merge.
 */
export function findMergeTarget(dossier: ShownDossier): Merge | undefined {
  const found =
    findStated(dossier) ??
    findSpelling(dossier) ??
    findCalling(dossier) ??
    findFullName(dossier) ??
    findTitled(dossier) ??
    findTitledInFull(dossier) ??
    findOffice(dossier) ??
    findShortForm(dossier) ??
    findOfFamily(dossier);
  return found !== undefined && isLesser(dossier, found.target)
    ? { targetId: found.target.id, reason: found.reason }
    : undefined;
}

function isLesser(one: ShownEntry, other: ShownEntry): boolean {
  return one.mentions < other.mentions || (one.mentions === other.mentions && one.id > other.id);
}

function listKeys({ term, aliases }: ShownEntry): ReadonlySet<string> {
  return new Set([term, ...aliases].map(buildTermKey));
}

/** Finds the entry that is the same as this one according to a passage: `Quill was none other than Orrin Tay`. */
function findStated(dossier: ShownDossier): Merged | undefined {
  const own = listKeys(dossier);
  for (const { pair, quote } of dossier.passages.flatMap(({ text }) => readIdentities(dossier, text))) {
    const others = pair.filter((name) => !own.has(name));
    const target = dossier.similar.find((entry) => listKeys(entry).has(others[0] ?? ''));
    if (target !== undefined && others.length === 1)
      return { target, reason: `The story says that it is ${target.term}: “${quote}”` };
  }
  return undefined;
}

interface Stated {
  readonly pair: readonly [string, string];
  readonly quote: string;
}

function readIdentities(dossier: ShownDossier, text: string): readonly Stated[] {
  const shown = text.split(/\n|(?<=[.!?]["”’')]?)\s+(?=["“‘'(]?\p{Lu})/u).map((sentence, index) => ({
    postId: 0,
    label: String(index + 1),
    text: sentence,
    isParagraphStart: index === 0,
  }));
  const known = [dossier, ...dossier.similar].flatMap(({ term, aliases }) => [term, ...aliases]);
  return listIdentities(collectCandidates(shown, known)).map(({ names, sentence }) => ({
    pair: names,
    quote: shown[sentence]?.text.trim() ?? '',
  }));
}

/** Finds an entry whose name differs only in its spelling, such as in hyphens or an abbreviated title. */
function findSpelling(dossier: ShownDossier): Merged | undefined {
  const read = (term: string) => buildPersonKey(term).replaceAll(' ', '');
  const target = dossier.similar.find(({ term }) => read(term) === read(dossier.term));
  return target === undefined ? undefined : { target, reason: `It is “${target.term}” in another spelling.` };
}

/**
 * Finds a person by surname and occupation. `Wickwright Marr` is Ysolde Marr if only she is called Marr and her
 * definition has the word `wickwright`. If several are called Marr, `Keeper Marr` is the one whose definition has `the
 * keeper`.
 */
function findCalling(dossier: ShownDossier): Merged | undefined {
  const words = buildTermKey(dossier.term).split(' ');
  const [calling = '', surname = ''] = words;
  if (words.length !== 2 || !/^[\p{L}\p{N}'’-]+$/u.test(calling)) return undefined;
  const namesakes = dossier.similar.filter((entry) =>
    [...listKeys(entry)].some((key) => key.split(' ').at(-1) === surname),
  );
  if (namesakes.length > 1 && !isPersonWord(calling)) return undefined;
  const before = namesakes.length > 1 ? '(?<!\\p{L})the ' : '(?<!\\p{L})';
  const isCalled = new RegExp(`${before}${calling}(?!\\p{L}|['’]s)`, 'u');
  const [target, ...more] = namesakes.filter(({ definition }) => isCalled.test(definition));
  if (target === undefined || more.length > 0 || isOtherGender(dossier, target)) return undefined;
  return {
    target,
    reason: `“${dossier.term.split(' ')[0]}” is what ${target.term} is: “${target.definition}”`,
  };
}

/**
 * `Sludin` is Mihail Vassilievitch Sludin if nobody else listed can be meant. `Dator` is not Dator Orrin if the
 * passages show that it is a rank.
 */
function findFullName(dossier: ShownDossier): Merged | undefined {
  const own = [dossier.term, ...dossier.aliases].map(parseShownName);
  const [name] = own;
  const word = name?.words[0] ?? '';
  const isSomebody =
    dossier.tags.includes('character') && !dossier.aliases.some((alias) => / of /.test(alias));
  if (!isSomebody || own.some((each) => isFull(each) || each.title !== '' || each.words[0] !== word))
    return undefined;
  if (dossier.passages.some(({ text }) => isRankWord(dossier.term, text))) return undefined;
  const namesakes = dossier.similar.filter(({ term, aliases }) =>
    [term, ...aliases].some((other) => parseShownName(other).words.includes(word)),
  );
  const [target, ...more] = namesakes.filter((other) => !isOtherOfFamily(other, word));
  if (target === undefined || more.length > 0) return undefined;
  const full = [target.term, ...target.aliases].find((other) => isNameIn(word, parseShownName(other)));
  return full === undefined
    ? undefined
    : {
        target,
        reason: `“${dossier.term}” is part of the name “${full}”, and no other entry that was compared has that name.`,
      };
}

/**
 * Whether every name of the entry is a woman's title with this surname, such as `Mrs. Vance`: the surname alone hardly
 * ever means her.
 */
function isOtherOfFamily({ term, aliases }: ShownEntry, surname: string): boolean {
  const names = [term, ...aliases].map(parseShownName);
  return names.every(
    ({ title, words }) => isListed('femaleTitles', title) && words.at(-1) === surname && words.length === 1,
  );
}

/**
 * `Vance` is Mr. Vance or Dr. Vance if both are known only by this surname, alone or after a title, and nobody else
 * listed has it.
 */
function findTitled(dossier: ShownDossier): Merged | undefined {
  const word = parseShownName(dossier.term).words[0] ?? '';
  const namesakes = dossier.similar.filter(({ term, aliases }) =>
    [term, ...aliases].some((other) => parseShownName(other).words.includes(word)),
  );
  const [target, ...more] = namesakes;
  if (target === undefined || more.length > 0) return undefined;
  const pair = [dossier, target];
  const [bare, titled] = isBareName(target.term) ? [target, dossier] : [dossier, target];
  const isSure =
    isBareName(bare.term) &&
    isManOfSurname(titled.term) &&
    dossier.tags.includes('character') &&
    pair.every(({ term, aliases }) => [term, ...aliases].every((name) => isOnlyOf(name, word)));
  return isSure
    ? {
        target,
        reason: `“${bare.term}” is ${titled.term}: no other entry that was compared has that surname.`,
      }
    : undefined;
}

/**
 * Titles that may come before a first name (`Miss Clara`) or a surname. `civilOfKin`: the titles that others give to
 * relatives (`Aunt Vance` is Mrs. Vance).
 */
const familiarTitle = /^(?:mr|miss|master|mademoiselle|uncle|aunt|auntie|cousin)$/;
const civilOfKin: Readonly<Record<string, string>> = { uncle: 'mr', aunt: 'mrs', auntie: 'mrs' };

/**
 * Finds the only listed entry that a title with one word can mean: `Mr. Vance` is Mr. John Vance, `Aunt Vance` is Mrs.
 * Vance, and `Master Frederick` is Frederick.
 */
function findTitledInFull(dossier: ShownDossier): Merged | undefined {
  const own = listParts(dossier);
  const { title = '', words: [word = ''] = [] } = own[0] ?? {};
  const isOnly = own.every(
    (name) => name.title === title && name.words.length === 1 && name.words[0] === word,
  );
  if (!isOnly || !familiarTitle.test(title)) return undefined;
  const namesakes = dossier.similar.filter(
    (entry) => listParts(entry).some(({ words }) => words.includes(word)) && !isOtherGender(dossier, entry),
  );
  const [target, ...more] = namesakes;
  if (target === undefined || more.length > 0 || isNamedBeside(dossier, target)) return undefined;
  const isGiven = detectGenderOfGiven(word) !== 'unknown' || isGivenOf(target, word);
  const full = [target.term, ...target.aliases].find((name) => {
    const parts = parseShownName(name);
    if (isGiven) return parts.words[0] === word && (isFull(parts) || parts.title === '');
    const isSame = parts.title === title && isFull(parts) && extractSurname(parts) === word;
    return isSame || (parts.title === civilOfKin[title] && parts.words.length === 1);
  });
  return full === undefined
    ? undefined
    : { target, reason: `No other entry that was compared has the name: “${dossier.term}” is “${full}”.` };
}

/** Whether this word alone names somebody whose surname is another word, as `Rosy` names Rosamond Vance. */
function isGivenOf(entry: ShownEntry, word: string): boolean {
  const names = listParts(entry);
  return (
    names.some(({ words, title }) => title === '' && words.length === 1 && words[0] === word) &&
    names.some((name) => isFull(name) && extractSurname(name) !== word)
  );
}

/**
 * Finds the person who is called by an office alone: `the squire` is Squire Vance if nobody else listed is called
 * squire.
 */
function findOffice(dossier: ShownDossier): Merged | undefined {
  const office = buildTermKey(dossier.term);
  if (!/^the \p{Ll}/u.test(dossier.term) || !isListed('singleOffices', office)) return undefined;
  const [target, ...more] = dossier.similar.filter((entry) =>
    listParts(entry).some(({ title }) => title === office),
  );
  if (target === undefined || more.length > 0) return undefined;
  const full =
    [target.term, ...target.aliases].find((name) => parseShownName(name).title === office) ?? target.term;
  return { target, reason: `No other entry that was compared is called ${office}: it is “${full}”.` };
}

/** Finds the person whose first name is a short or long form of the entry's only name: `Lizzy` is Elizabeth Vance. */
function findShortForm(dossier: ShownDossier): Merged | undefined {
  const [name, ...more] = listParts(dossier);
  const word = name?.words[0] ?? '';
  if (name === undefined || more.length > 0 || isFull(name) || name.title !== '') return undefined;
  const forms = listShortForms(word);
  const bearers = dossier.similar.filter((entry) =>
    listParts(entry).some(
      ({ words, single }) => single !== 'surname' && (words[0] === word || forms.has(words[0] ?? '')),
    ),
  );
  const [target, ...others] = bearers;
  const isSomebody = dossier.tags.includes('character');
  if (target === undefined || others.length > 0 || !isSomebody || isNamedBeside(dossier, target))
    return undefined;
  const full = [target.term, ...target.aliases].find((each) =>
    forms.has(parseShownName(each).words[0] ?? ''),
  );
  return full === undefined
    ? undefined
    : {
        target,
        reason: `“${dossier.term}” is short for “${full}”, and no other entry that was compared has that name.`,
      };
}

/**
 * Whether the name is one word without a title, and not a woman’s first name: `Mr. Camilla` may be Camilla’s husband.
 */
function isBareName(name: string): boolean {
  const { words, title, patronymic } = parseShownName(name);
  const isWoman = detectGenderOfGiven(words[0] ?? '') === 'female';
  return words.length === 1 && title === '' && patronymic === '' && !isWoman;
}

function isManOfSurname(name: string): boolean {
  const { title, single } = parseShownName(name);
  return single === 'surname' && title !== '' && !isListed('femaleTitles', title);
}

function isOnlyOf(name: string, word: string): boolean {
  const parts = parseShownName(name);
  return parts.words.length === 1 && parts.words[0] === word && !isListed('femaleTitles', parts.title);
}

/** Whether the word is the surname of a full name or, if there is no patronymic, its first name. */
function isNameIn(word: string, full: NameParts): boolean {
  const isGiven = full.patronymic === '' && full.words.length > 1 && full.words[0] === word;
  return isGiven || extractSurname(full) === word;
}
