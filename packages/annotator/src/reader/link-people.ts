// Finds which names belong to one person, by English usage; a missed link is better than a wrong one.

import { Circle, type Group, type Links, readGender } from './circle.ts';
import { extractGiven, extractLast, isCompatibleName, isFull } from './compare-names.ts';
import { isListed } from './lexicon.ts';
import {
  detectGenderOfGiven,
  extractSurname,
  type Gender,
  listShortForms,
  type NameParts,
} from './name-parts.ts';
import type { Person } from './person.ts';

/**
 * Joins the names that belong to one person. Names of entries, and names that are the same according to the text, come
 * first.
 */
export function linkPeople(
  people: readonly Person[],
  identities: readonly (readonly [string, string])[],
): Links {
  const circle = new Circle(people);
  joinKnown(circle, people);
  for (const [one, other] of identities) circle.join(one, other);
  joinFullNames(circle, people);
  const single = people.filter(({ names }) => !names.some(isFull));
  const titled = single.filter(({ names }) => names.some(({ title }) => title !== ''));
  joinSameTitles(circle, titled);
  for (const person of single) joinFirstName(circle, person);
  for (const person of titled) joinByTitle(circle, person);
  for (const person of titled) joinCivilTitle(circle, person);
  for (const person of titled) joinKinTitle(circle, person);
  for (const person of single) joinSurname(circle, person);
  for (const person of titled) joinTitleToBare(circle, person);
  for (const person of single) joinShort(circle, person);
  return circle.read();
}

/** Joins each name of the scene with the entry that has this name. */
function joinKnown(circle: Circle, people: readonly Person[]): void {
  const entries = people.filter(({ isEntry }) => isEntry).reverse();
  const owners = new Map(entries.flatMap(({ id, keys }) => keys.map((key) => [key, id] as const)));
  for (const { id, isEntry } of people) if (!isEntry) circle.join(id, owners.get(id) ?? id);
}

/** `Adam J. Patch` is Adam Patch if nobody else has this name. */
function joinFullNames(circle: Circle, people: readonly Person[]): void {
  for (const person of people) {
    const full = person.names.find(isFull);
    if (full === undefined) continue;
    const parts = [extractGiven(full), extractSurname(full), full.patronymic];
    const words = [...new Set(parts)].filter((word) => word !== '');
    const same = words
      .flatMap((word) => circle.listBearers(word, person))
      .filter(({ names }) => names.some((name) => isFull(name) && isCompatibleName(name, full)));
    const [only, ...more] = circle.listGroups(same);
    if (only !== undefined && more.length === 0) circle.join(person.id, only.id);
  }
}

/** Joins people with the same name and title: `M. Levin` is Monsieur Levin. */
function joinSameTitles(circle: Circle, titled: readonly Person[]): void {
  const byName = new Map<string, Person>();
  for (const person of titled) {
    for (const { title, words } of person.names.filter((name) => name.title !== '')) {
      const name = [title, ...words].join(' ');
      const same = byName.get(name);
      if (same === undefined) byName.set(name, person);
      else circle.join(same.id, person.id);
    }
  }
}

/**
 * `Sir Walter` is Walter Elliot, and `Mrs. Gildea` is Joan Gildea, if only one person fits and nothing contradicts it.
 */
function joinByTitle(circle: Circle, person: Person): void {
  const titled = person.names.find(({ title }) => title !== '');
  if (titled === undefined || isListed('sovereignTitles', titled.title)) return;
  const holders = circle
    .listBearers(extractGiven(titled), person)
    .filter(({ names }) => names.some((name) => isFull(name) && isPartOf(titled, name)));
  const isFirstName = titled.single === 'given';
  if (holders.some((other) => isRival(circle, person, other))) return;
  const free = circle.listGroups(
    holders.filter(
      (other) =>
        circle.canJoin(person, other) &&
        !isOnlyKin(circle.readGroup(other)) &&
        !isChildNamedAsMan(circle.readGroup(other), titled) &&
        !isCalledByFirstName(circle, other, person) &&
        !hasPlainNamesake(circle, other, titled) &&
        (isFirstName || !circle.hasSharedSentence(person, other)),
    ),
  );
  const sure = free.filter((other) => detectGender(circle.readGroup(other)) === person.gender);
  const ranked = free.filter((other) => isOfRank(other, titled));
  const likely = sure.length > 0 ? sure : free;
  const [only, ...more] = ranked.length === 1 ? ranked : likely;
  const isSure = person.gender === 'unknown' || sure.length > 0 || holders.length === 1;
  if (only !== undefined && more.length === 0 && isSure) circle.join(person.id, only.id);
}

/**
 * Whether the person's full name has the title: `Captain Vance` is Captain Hew Vance rather than another Vance of the
 * scene.
 */
function isOfRank({ names }: Person, { title }: NameParts): boolean {
  return !isListed('genderedTitles', title) && names.some((name) => isFull(name) && name.title === title);
}

/**
 * Whether both are entries that may be the same person. Two entries are never joined while the story is read, so it
 * stays open whom the name with the title means.
 */
function isRival(circle: Circle, one: Person, other: Person): boolean {
  const genders = [one, other].map((person) => detectGender(circle.readGroup(person)));
  return one.isEntry && other.isEntry && !(genders.includes('male') && genders.includes('female'));
}

/**
 * If a person is called by the first name alone more often than this, `Mr.` with the surname means them only if the
 * text shows that they are a man, and `Mrs.` with the surname never means them.
 */
const maxFirstNameMentions = 2;

function isCalledByFirstName(circle: Circle, named: Person, titled: Person): boolean {
  const isMarried = titled.names.some(({ title }) => isListed('marriedTitles', title));
  const group = circle.readGroup(named);
  if (titled.gender === 'unknown' || (!isMarried && detectGender(group) === titled.gender)) return false;
  return group.members.some(
    (member) => findBareWord(member) !== undefined && member.mentions > maxFirstNameMentions,
  );
}

/**
 * Whether the surname alone already means somebody else. The family is then large, and `Mr. Vance` may be a third
 * person.
 */
function hasPlainNamesake(circle: Circle, named: Person, { single, words }: NameParts): boolean {
  if (single !== 'surname') return false;
  return circle
    .listBearers(words[0] ?? '', named)
    .some(({ isEntry, names }) => isEntry && names.every(isPlainSingle));
}

/**
 * Whether the word after the title is a first name or surname in the full name. `Lady Vance` is not Joan Vance, but the
 * wife of Sir John Vance: a lady's own full name is hardly ever given.
 */
function isPartOf({ title, single, words }: NameParts, named: NameParts): boolean {
  const word = words[0] ?? '';
  return (
    (single !== 'surname' && extractGiven(named) === word) ||
    (single !== 'given' && (title !== 'lady' || named.title === 'lady') && extractSurname(named) === word)
  );
}

function detectGender({ members }: Group): Gender {
  return members.map(({ gender }) => gender).find((gender) => gender !== 'unknown') ?? 'unknown';
}

/**
 * The person's name that is a single word without a title; undefined if there is none, or if the scene hardly uses it
 * as a name.
 */
function findBareWord(person: Person): string | undefined {
  return person.isBare
    ? person.names.find(({ words, title }) => words.length === 1 && title === '')?.words[0]
    : undefined;
}

/**
 * A single name that is nobody's surname is taken for the first name of the only person with this first name or, of
 * several, of the one who is named far more often than the others.
 */
function joinFirstName(circle: Circle, person: Person): void {
  const word = findBareWord(person);
  if (word === undefined) return;
  const others = circle.listBearers(word, person);
  if (others.some(({ names }) => names.some((name) => isSurname(name, word)))) return;
  const bearers = others.filter(({ names }) => names.some((name) => isGivenName(name, word)));
  const chosen = choosePerson(circle, bearers);
  if (chosen !== undefined && !isRankBefore(circle, person, chosen)) circle.join(person.id, chosen.id);
}

/**
 * Whether the first word of the full name is a rank: if somebody is called Xodar, `Dator Xodar` is not a first name
 * and a surname, because Dator is his rank. `Harry` is no rank, even if somebody is called by the surname alone.
 */
function isRankBefore(circle: Circle, first: Person, full: Person): boolean {
  const name = full.names.find(isFull);
  if (name === undefined) return false;
  const surname = extractSurname(name);
  if (detectGenderOfGiven(extractGiven(name)) !== 'unknown') return false;
  const isSo = (one: NameParts) => isPlainSingle(one) && extractGiven(one) === surname;
  return circle.listBearers(surname, first).some((other) => other.isEntry && other.names.some(isSo));
}

/**
 * A single name that is nobody's first name is taken for the surname of the only man with this surname or, of several,
 * of the one who is named far more often than the others. The scene must use the surname for him, with a title or a
 * first name, or he must be an entry whose names all have a title or several words. Otherwise a member of the family
 * who is not mentioned here may be meant.
 */
function joinSurname(circle: Circle, person: Person): void {
  const word = findBareWord(person);
  if (word === undefined || detectGender(circle.readGroup(person)) === 'female') return;
  const others = circle.listBearers(word, person);
  if (others.some((other) => isKnownByFirstName(circle.readGroup(other), word))) return;
  const men = others.filter(
    (other) =>
      other.names.some((name) => isSurname(name, word)) &&
      detectGender(circle.readGroup(other)) !== 'female' &&
      isCalledBySurname(circle.readGroup(other), word) &&
      !isOnlyKin(circle.readGroup(other)) &&
      !circle.hasSharedSentence(person, other),
  );
  const chosen = choosePerson(circle, men);
  if (chosen !== undefined) circle.join(person.id, chosen.id);
}

/**
 * `a son of Count Kirill Vronsky` is about the son. If a person is mentioned only in this way, the surname alone does
 * not mean them.
 */
function isOnlyKin({ members }: Group): boolean {
  return members.every(({ isEntry, isOnlyKin }) => !isEntry && isOnlyKin);
}

function isCalledBySurname({ members }: Group, word: string): boolean {
  return members.some(({ isEntry, names }) =>
    isEntry ? !names.some(isPlainSingle) : names.some((name) => isSurname(name, word)),
  );
}

function isGivenName(name: NameParts, word: string): boolean {
  return extractGiven(name) === word && (isFull(name) || (name.title !== '' && name.single === 'given'));
}

/**
 * Whether the word is somebody's first name. In a name such as `Uncle Vance`, it is not if the same person is also
 * called Mr. Vance.
 */
function isKnownByFirstName({ members }: Group, word: string): boolean {
  const names = members.flatMap((member) => member.names);
  const isCivil = names.some(
    ({ title, single }) => isListed('genderedTitles', title) && single === 'surname',
  );
  return names.some((name) => isGivenName(name, word) && !(isCivil && !isFull(name)));
}

function isSurname(name: NameParts, word: string): boolean {
  const isOnly = name.title !== '' && name.single === 'surname';
  return isOnly ? extractLast(name) === word : extractSurname(name) === word;
}

/**
 * If several persons share a name, it means the one who is named at least this many times as often as each other one.
 */
const dominance = 3;

function choosePerson(circle: Circle, holders: readonly Person[]): Person | undefined {
  const [first, second] = circle
    .listGroups(holders)
    .map((person) => ({ person, mentions: countMentions(circle.readGroup(person)) }))
    .toSorted((one, other) => other.mentions - one.mentions);
  const isClear = second === undefined || (first?.mentions ?? 0) >= dominance * second.mentions;
  return isClear ? first?.person : undefined;
}

function countMentions({ members }: Group): number {
  return members.reduce((sum, { mentions }) => sum + mentions, 0);
}

/** `Sergeant Bibot` is the only man called Bibot, and `Miss Clarissa` is the only person called Clarissa. */
function joinTitleToBare(circle: Circle, person: Person): void {
  const titled = person.names.find(({ title }) => title !== '');
  if (titled === undefined) return;
  const word = extractLast(titled);
  const isGivenName = detectGenderOfGiven(word) === 'female';
  if (person.gender === 'female' && !isGivenName) return;
  const bearers = circle.listGroups(
    circle.listBearers(word, person).filter((other) => isGivenName || readGender(other) !== 'female'),
  );
  const bare = bearers.filter((other) =>
    circle.readGroup(other).members.some((one) => findBareWord(one) === word),
  );
  if (bearers.length === 1 && bare[0] !== undefined) circle.join(person.id, bare[0].id);
}

/**
 * Somebody with one of these titles may also be called just `Mr.` With any other title, such as captain, the two may
 * be brothers.
 */
const civilTitle = /^(?:squire|parson|doctor|dr|professor|judge|vicar|reverend|rev)$/;

/** `Squire Trelawney` is Mr. Trelawney if no other man has the surname. */
function joinCivilTitle(circle: Circle, person: Person): void {
  const titled = person.names.find(({ title, single }) => civilTitle.test(title) && single === 'surname');
  if (titled === undefined) return;
  const word = extractLast(titled);
  const [only, ...more] = circle.listGroups(
    circle
      .listBearers(word, person)
      .filter((other) => readGender(other) !== 'female' && !other.names.every(isPlainSingle)),
  );
  const isPlain = ({ names }: Person) =>
    names.some(({ title, words }) => title === 'mr' && words[0] === word);
  if (only === undefined || more.length > 0 || circle.hasSharedSentence(person, only)) return;
  if (circle.readGroup(only).members.some(isPlain)) circle.join(person.id, only.id);
}

/** `Uncle Vance` is Mr. Vance, and `Aunt Vance` is Mrs. Vance, if nobody else with the name can be meant. */
function joinKinTitle(circle: Circle, person: Person): void {
  const titled = person.names.find(({ title }) => /^(?:uncle|aunt|auntie)$/.test(title));
  if (titled === undefined) return;
  const word = extractLast(titled);
  const isCivil = ({ title, words, single }: NameParts) =>
    isListed('genderedTitles', title) &&
    !isListed('unmarriedTitles', title) &&
    single === 'surname' &&
    words[0] === word;
  const bearers = circle
    .listGroups(circle.listBearers(word, person))
    .filter(
      (other) =>
        circle.canJoin(person, other) &&
        !isOnlyPlain(circle.readGroup(other)) &&
        !isChildNamedAsMan(circle.readGroup(other), titled),
    );
  const [only, ...more] = bearers;
  if (only === undefined || more.length > 0) return;
  if (circle.readGroup(only).members.some(({ names }) => names.some(isCivil)))
    circle.join(person.id, only.id);
}

/**
 * Whether the title is for a man and the person is known to be a boy: `Mr. Vance` is then his father or uncle, who has
 * the same surname.
 */
function isChildNamedAsMan({ members }: Group, { title }: NameParts): boolean {
  return /^(?:mr|uncle)$/.test(title) && members.some(({ isChild }) => isChild);
}

function isOnlyPlain({ members }: Group): boolean {
  return members.every(({ names }) => names.every(isPlainSingle));
}

/**
 * `Sid` is Sidney, unless it may be short for the names of several people who have a surname or title. Two bare first
 * names must begin alike up to their endings; with a surname or title, the same first letter is enough. By this rule,
 * `Polly` is not Mary.
 */
function joinShort(circle: Circle, person: Person): void {
  const word = findBareWord(person);
  if (word === undefined || circle.readGroup(person).members.length > 1) return;
  const holders = [...listShortForms(word)].flatMap((form) =>
    circle.listBearers(form, person).filter(({ names }) => names.some((name) => isLonger(name, form, word))),
  );
  const groups = circle.listGroups(holders);
  const named = groups.filter((other) =>
    circle.readGroup(other).members.some(({ names }) => !names.every(isPlainSingle)),
  );
  if (named.length < 2) for (const other of groups) circle.join(person.id, other.id);
}

/** Strips the ending of a pet name: `Siddy` is a form of Sid. */
function stripEnding(form: string): string {
  return form.replace(/(?:ie|y)$/, '').replace(/(.)\1$/, '$1');
}

function isLonger(name: NameParts, form: string, word: string): boolean {
  if (extractGiven(name) !== form || name.single === 'surname') return false;
  if (!isPlainSingle(name)) return form.charAt(0) === word.charAt(0);
  return form.startsWith(stripEnding(word)) || word.startsWith(stripEnding(form));
}

function isPlainSingle(name: NameParts): boolean {
  return !isFull(name) && name.title === '';
}
