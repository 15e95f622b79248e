// Measures how many words, from a given word on, are the value of a fact: none if they do not fit the kind of value.
import patterns from './fact-patterns.json' with { type: 'json' };
import { isOwner } from './is-owner.ts';
import { measureCompany } from './measure-company.ts';
import { measureTrade } from './measure-trade.ts';
import type { Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

export const valueKinds = [
  'place',
  'newplace',
  'post',
  'workplace',
  'institution',
  'name',
  'team',
  'date',
  'number',
  'address',
  'thing',
  'any',
  'list',
  'field',
  'self',
  'trade',
  'years',
  'state',
  'company',
] as const;
export type ValueKind = (typeof valueKinds)[number];

const stops = toWordSet(patterns.stops);
const pronouns = toWordSet(patterns.pronouns);
const idioms = toWordSet(patterns.idioms);
const notNames = toWordSet(patterns.notNames);
const places = toWordSet(patterns.lists.place);
const dwellings = toWordSet(patterns.dwellings);
const months = toWordSet(patterns.lists.month);
const fields = toWordSet(patterns.fields);
const workplaces = toWordSet(patterns.workplaces);
const idle = toWordSet(patterns.idleWords);
const determiners = toWordSet('a,an,the,my,our,own,one,two,three');
const indefinite = toWordSet('a,an,my,our,own');
const near = toWordSet('near,by,at,on,above,behind,outside,between,opposite,next,number,right');
const named: ReadonlySet<ValueKind> = new Set(['name', 'team', 'self']);
/** Words that are removed from the end of a value, since a value that was cut off may end with them. */
const dangling = toWordSet('a,an,the,in,on,at,of,up,by,near,down,over,my,our,very,more,upon,under,am');
/**
 * A value of these kinds counts only if it is complete: the clause ends after it, or goes on with a word such as
 * "and".
 */
const closed: ReadonlySet<ValueKind> = new Set(['thing', 'list', 'team', 'self', 'years', 'state']);
const closers = toWordSet(
  'and,but,not,instead,because,so,too,although,though,since,again,now,these,anymore,nowadays,lately,as',
);
/** Words that occur within names of places: "Stratford upon Avon". */
const within = toWordSet('of,upon,under,le,la,de,del,der,den,am,sur');
const titles = toWordSet('dr,mr,mrs,ms,miss,prof,professor,de,van,von,di,la,le,der,den,the');
const addressed = toWordSet('you,your,yours,it,this,that,him,her,them,these,those,i,me');
const notSelf = toWordSet(patterns.notSelf);
const states = toWordSet(patterns.lists.state);
const mostListed = 8;
const tens = toWordSet('eighteen,nineteen,twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety');
const ages = /^(?:1[01]\d|[1-9]\d?)$/u;
const idleFields = toWordSet('for,at,hard,in,with,on,to,all,every,really,now,abroad,here,there,online');
const longest: Readonly<Record<ValueKind, number>> = {
  place: 8,
  newplace: 8,
  post: 7,
  workplace: 8,
  institution: 8,
  name: 4,
  team: 4,
  date: 4,
  number: 6,
  address: 1,
  thing: 5,
  any: 7,
  list: 5,
  field: 4,
  self: 3,
  trade: 6,
  years: 1,
  state: 1,
  company: 10,
};

const checks: Readonly<Record<ValueKind, (tokens: readonly Token[]) => boolean>> = {
  place: (tokens) => isPlace(tokens, places),
  newplace: (tokens) => isPlace(tokens, dwellings),
  post: ([first, ...rest]) =>
    first !== undefined &&
    (indefinite.has(first.word) || first.word === 'the' || first.word === 'head') &&
    rest.some(({ word }) => word.length > 2) &&
    !rest.some(({ word }) => addressed.has(word)) &&
    !idle.has(rest.at(-1)?.word ?? ''),
  workplace: isWorkplace,
  // The ending of "I bake at Anna's" is read as "is". Such words tell where somebody works, but not for whom.
  institution: (tokens) => isWorkplace(tokens) && tokens.at(-1)?.word !== 'is',
  name: isName,
  team: isName,
  date: (tokens) => tokens.some(isOfDate) && !isOtherName(tokens),
  number: (tokens) => tokens.some(({ word }) => /\d/u.test(word)),
  address: (tokens) => tokens.some(({ word }) => word.includes('@')),
  thing: isThing,
  any: ([first, ...rest]) =>
    first !== undefined &&
    (!pronouns.has(first.word) || determiners.has(first.word)) &&
    ![first, ...rest].some(({ word }) => addressed.has(word)) &&
    [first, ...rest].some(({ word }) => word.length > 2),
  list: isThing,
  field: (tokens) => isThing(tokens) && !idleFields.has(tokens[0]?.word ?? ''),
  self: (tokens) => isName(tokens) && tokens.every(({ word }) => word.length > 1 && !notSelf.has(word)),
  trade: () => true,
  company: () => true,
  years: ([first]) => first !== undefined && isAge(first.word),
  state: ([first]) => first !== undefined && states.has(first.word),
};

function isOfDate({ word }: Token): boolean {
  return /\d/u.test(word) || months.has(word);
}

const feasts = toWordSet('christmas,easter,eve,halloween,midsummer,hogmanay,passover,epiphany');

/**
 * Whether a date would begin with a name that is not the name of a day: "Leeds 1987", unlike "Christmas Day
 * 1990".
 */
function isOtherName(tokens: readonly Token[]): boolean {
  const [first, ...rest] = tokens[0]?.word === 'in' ? tokens.slice(1) : tokens;
  if (first?.isCapital !== true || isOfDate(first)) return false;
  return ![first, ...rest].some(({ word }) => word.endsWith('day') || feasts.has(word));
}

/** How to measure values of these kinds, which do not end where other values do. */
const ownMeasures: Partial<Record<ValueKind, (tokens: readonly Token[], start: number) => number>> = {
  trade: measureTrade,
  company: measureCompany,
};

/** How many of the words from `start` on are the value; 0 if there is no value. */
export function measureValue(kind: ValueKind, tokens: readonly Token[], start: number): number {
  const own = ownMeasures[kind];
  if (own !== undefined) return own(tokens, start);
  const value: Token[] = [];
  for (const token of tokens.slice(start, start + longest[kind])) {
    if (isOver(kind, value, token)) break;
    value.push(token);
    if (token.isEnd) break;
  }
  while (dangling.has(value.at(-1)?.word ?? '')) value.pop();
  const kept = kind === 'list' ? withOthers(value, tokens, start) : value;
  const isWhole = !closed.has(kind) || isClosed(tokens, start + kept.length);
  return isWhole && checks[kind](kept) && !isOwner(tokens, start + kept.length) ? kept.length : 0;
}

/** Whether the value has ended before this word. */
function isOver(kind: ValueKind, value: readonly Token[], token: Token): boolean {
  if (named.has(kind)) return !token.isCapital && !(titles.has(token.word) && value.length < 3);
  if (isPlaceName(kind, value))
    return !token.isCapital && !(within.has(token.word) && value.length < longest[kind] - 1);
  const isDateOver = kind === 'date' ? detectDateEnd(value, token) : undefined;
  if (isDateOver !== undefined) return isDateOver;
  // A value such as "next to the station", or the title of a book, may begin with a word that ends a value
  // elsewhere.
  const isStop = stops.has(token.word) || isPlaceOfWork(kind, token);
  return isStop && !(value.length === 0 && (near.has(token.word) || token.isCapital));
}

/**
 * Whether the date has ended, as in "in May 1987 in Leeds" before the place. Returns undefined if the rules
 * for all kinds of values decide.
 */
function detectDateEnd(value: readonly Token[], { word }: Token): boolean | undefined {
  if (/\d/u.test(word)) return false;
  return value.length > 0 && (word === 'in' || word === 'at') ? true : undefined;
}

/** Whether the place of work begins here, which is a separate fact: "a nurse at York Hospital". */
function isPlaceOfWork(kind: ValueKind, { word }: Token): boolean {
  return kind === 'post' && word === 'at';
}

/** Whether a value is complete. In "I love stories that …" it is not: the words after it say which stories. */
function isClosed(tokens: readonly Token[], end: number): boolean {
  const next = tokens[end];
  if (tokens[end - 1]?.isEnd === true || next === undefined || closers.has(next.word)) return true;
  const behind = tokens[end + 1]?.word;
  if (next.word === 'any') return behind === 'more' || behind === 'longer';
  return next.word === 'after' && behind === 'all';
}

/** Whether the value is the name of a place, which then is the whole value: in "Leeds by the canal" it is "Leeds". */
function isPlaceName(kind: ValueKind, [first]: readonly Token[]): boolean {
  const isOfPlace = kind === 'place' || kind === 'newplace';
  return isOfPlace && first?.isCapital === true && !determiners.has(first.word);
}

/**
 * Adds the rest of a list such as "walnuts, eggs and milk": words separated by commas, up to the word after
 * "and" or "or", if nothing follows it.
 */
function withOthers(value: readonly Token[], tokens: readonly Token[], start: number): readonly Token[] {
  if (value.at(-1)?.isEnd !== true) return withSecond(value, tokens, start);
  const rest = tokens.slice(start + value.length, start + mostListed);
  const at = rest.findIndex(({ word }) => word === 'and' || word === 'or');
  const last = rest[at + 1];
  if (at < 1 || last === undefined || !isPlainWord(last)) return value;
  const isList = rest.slice(0, at).every((one, place) => isPlainWord(one) && (one.isEnd || place === at - 1));
  const isOver = last.isEnd || rest[at + 2] === undefined;
  return isList && isOver ? [...value, ...rest.slice(0, at + 2)] : value;
}

function isPlainWord({ word, isCapital }: Token): boolean {
  return /^\p{L}{3,}$/u.test(word) && !isCapital && !pronouns.has(word) && !stops.has(word);
}

function isAge(word: string): boolean {
  return ages.test(word) || tens.has(word.split('-')[0] ?? '');
}

/** Adds one more word, as in "nuts and shellfish", if nothing follows it. */
function withSecond(value: readonly Token[], tokens: readonly Token[], start: number): readonly Token[] {
  const end = start + value.length;
  const [joint, second, behind] = tokens.slice(end, end + 3);
  const isJoined = value.at(-1)?.isEnd === false && (joint?.word === 'and' || joint?.word === 'or');
  if (!isJoined || second === undefined || pronouns.has(second.word)) return value;
  return second.isEnd || behind === undefined ? [...value, joint, second] : value;
}

function isPlace(tokens: readonly Token[], nouns: ReadonlySet<string>): boolean {
  const [first] = tokens;
  if (first === undefined || tokens.some(({ word }) => addressed.has(word))) return false;
  if (first.isCapital && !determiners.has(first.word)) return !notNames.has(first.word);
  const isNamed = tokens.some(({ isCapital, word }) => isCapital && !notNames.has(word));
  const hasNumber = tokens.some(({ word }) => /\d/u.test(word));
  if (near.has(first.word) && tokens[2]?.word === 'own') return false;
  if (near.has(first.word)) return isNamed || hasNumber || tokens.some(({ word }) => places.has(word));
  if (!determiners.has(first.word)) return hasNumber || isPlainName(tokens);
  const wanted = indefinite.has(first.word) ? places : nouns;
  return tokens.some(({ word }) => wanted.has(word)) && !tokens.some(({ word }) => idioms.has(word));
}

/** Whether the words may name a place although they have no capitals: such a name has one or two words. */
function isPlainName(tokens: readonly Token[]): boolean {
  return (
    tokens.length <= 2 &&
    tokens.every(
      ({ word }) =>
        /^\p{L}{4,}$/u.test(word) && !idioms.has(word) && !pronouns.has(word) && !places.has(word),
    )
  );
}

function isWorkplace([first, second, ...rest]: readonly Token[]): boolean {
  if (first === undefined) return false;
  const all = [first, ...(second === undefined ? [] : [second]), ...rest];
  // Words such as "a garden centre" and "a day nursery" are places of work, unlike "the garden" and "a day".
  const isIdle = (word: string, at: number) => idle.has(word) && !workplaces.has(all[at + 1]?.word ?? '');
  if (all.some(({ word }, at) => addressed.has(word) || isIdle(word, at))) return false;
  if (first.isCapital) return !notNames.has(first.word);
  if (fields.has(first.word)) return true;
  if (!determiners.has(first.word) || second === undefined) return false;
  if (first.word !== 'the') return true;
  return second.isCapital || all.some(({ word, isCapital }) => workplaces.has(word) || isCapital);
}

function isName(tokens: readonly Token[]): boolean {
  const names = tokens.filter(({ word }) => !titles.has(word));
  return (
    names.length > 0 &&
    names[0]?.isCapital === true &&
    !names.some(({ word }) => notNames.has(word) || word === 'i')
  );
}

function isThing(tokens: readonly Token[]): boolean {
  const [first] = tokens;
  return (
    first !== undefined &&
    !pronouns.has(first.word) &&
    !tokens.some(({ word }) => addressed.has(word)) &&
    tokens.some(({ word }) => word.length > 2)
  );
}
