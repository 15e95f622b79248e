// Chooses facts about people: those that a message asks about or mentions, and those that are always worth knowing.
import { collectDistinctTerms } from '@terrarium/kernel/split-terms';
import { type FactSubject, parseFactSubject } from '../working-memory/fact-subject.ts';
import type { WorkingItem } from '../working-memory/item.ts';
import { nameFact } from './choose-tellings.ts';
import patterns from './fact-patterns.json' with { type: 'json' };
import { isPartnersName, listKinWords } from './find-people.ts';
import { isAskingForAll } from './is-asking-for-all.ts';
import { listNames } from './list-known-people.ts';
import { listAsked } from './read-tellings.ts';

export interface ChosenFact {
  readonly item: WorkingItem;
  /** Why the fact is related to the message; undefined for a fact that is always worth knowing. */
  readonly because: string | undefined;
  /** Whether the message asks about the fact, and does not only share a word with it. */
  readonly isAsked: boolean;
}

const askedAs: Readonly<Record<string, string>> = patterns.askedAs;
/** What anybody knows about the person they talk with, the most important first. */
const always: readonly string[] = ['name', 'home', 'job', 'workplace', 'love', 'allergy'];
const mostBearing = 10;
/** The maximum number of facts that count as related to a message that asks for everything that is known. */
const mostOfAll = 40;
const mostAlways = 6;
const relationWorth = 2;
const personWorth = 1;
/**
 * A word that occurs in more than this share of the facts hardly tells which fact is meant, unless there are few facts.
 */
const commonShare = 0.25;
const fewFacts = 8;

interface Weighed extends ChosenFact {
  readonly worth: number;
}

/**
 * Facts that are related to the message come first, the best of them first. Then come the facts that are always worth
 * knowing, the most important kind first.
 */
export function chooseFacts(facts: readonly WorkingItem[], query: string): readonly ChosenFact[] {
  const asked = new Set(query === '' ? [] : [...listAsked(query), ...listLikings(query)]);
  const terms = collectDistinctTerms(query);
  const told = new Map(facts.map((item) => [item, collectDistinctTerms(listWords(item))]));
  const isTelling = (term: string) => {
    const bearing = [...told.values()].filter((words) => words.has(term)).length;
    return bearing > 0 && (facts.length <= fewFacts || bearing <= commonShare * facts.length);
  };
  const isAll = isAskingForAll(query);
  const people = listNamedPeople(facts, query);
  const telling = [...terms].filter(isTelling);
  const bearing = facts
    .map((item): Weighed => {
      const shared = telling.filter((term) => told.get(item)?.has(term) === true);
      const person = people.get(parseFactSubject(item.subject ?? '').owner);
      const name = nameAsked(item, asked, person !== undefined);
      const reasons = listReasons({ isAll, name, person, shared: shared.length });
      const worth =
        shared.length +
        (name === undefined ? 0 : relationWorth) +
        (person === undefined ? 0 : personWorth) +
        Number(isAll);
      return {
        item,
        worth,
        isAsked: name !== undefined,
        because: reasons.length === 0 ? undefined : reasons.join('; '),
      };
    })
    .filter(({ worth }) => worth > 0)
    .sort((one, other) => other.worth - one.worth || compareAge(one.item, other.item))
    .slice(0, isAll ? mostOfAll : mostBearing);
  const chosen = new Set(bearing.map(({ item }) => item.id));
  const others = facts
    .filter((item) => !chosen.has(item.id) && rankAlways(item) >= 0)
    .sort((one, other) => rankAlways(one) - rankAlways(other) || compareAge(one, other))
    .slice(0, mostAlways);
  return [...bearing, ...others.map((item): ChosenFact => ({ item, because: undefined, isAsked: false }))];
}

const askedLikes =
  /(?<!\p{L})(?:do|did|what|which)\s(?:[^.!?]{0,60}\s)?(?:i|we)\s(?:\p{L}+ly\s|still\s)?(?:like|love|enjoy)(?:ed|d)?(?!\p{L})[^.!]{0,200}\?/iu;
const askedDislikes =
  /(?<!\p{L})(?:i|we)\s(?:\p{L}+ly\s|still\s)?(?:hate|dislike|detest|loathe)d?(?!\p{L})[^.!]{0,200}\?/iu;

/**
 * Lists the keys for likes or dislikes, if a question such as "Do I like rye?" or "What did I hate?" asks for them. A
 * fact has such a key whatever verb told it.
 */
function listLikings(query: string): readonly string[] {
  return [...(askedLikes.test(query) ? [':likes'] : []), ...(askedDislikes.test(query) ? [':dislikes'] : [])];
}

interface Bearing {
  readonly isAll: boolean;
  readonly name: string | undefined;
  /** The person whom the fact is about, as the message names them. */
  readonly person: string | undefined;
  /** How many words of the message occur in the fact. */
  readonly shared: number;
}

function listReasons({ isAll, name, person, shared }: Bearing): readonly string[] {
  return [
    ...(isAll ? ['the message asks for all that is known'] : []),
    ...(name === undefined ? [] : [`tells of “${name}”`]),
    ...(person === undefined ? [] : [`is about "${person}"`]),
    ...(shared === 0 ? [] : [`contains ${shared === 1 ? 'a word' : 'words'} of the message`]),
  ];
}

/**
 * The words for the fact's owner, its relation and its value. The rest of its sentence may be about something
 * else.
 */
function listWords({ normalForm, subject = '' }: WorkingItem): string {
  const { owner, relation } = parseFactSubject(subject);
  return `${owner} ${relation} ${normalForm}`;
}

/**
 * The people with known facts whom the message names. Maps the word under which a person's facts are kept to
 * the name in the message.
 */
function listNamedPeople(facts: readonly WorkingItem[], query: string): ReadonlyMap<string, string> {
  const words = new Set(query.toLowerCase().match(/[\p{L}\p{M}\p{N}-]+/gu) ?? []);
  const found = new Map<string, string>();
  for (const { subject = '', normalForm } of facts) {
    const name = listNames({ subject, normalForm }).find((one) => words.has(one));
    if (name !== undefined) found.set(parseFactSubject(subject).owner, name);
  }
  if (!words.has('my') && !words.has('our')) return found;
  const kinds = new Set([...found.keys()].map(findKind));
  for (const { subject = '' } of facts) {
    const { owner } = parseFactSubject(subject);
    const word =
      owner === '' || kinds.has(findKind(owner))
        ? undefined
        : listKinWords(owner).find((one) => words.has(one));
    if (word !== undefined) found.set(owner, word);
  }
  return found;
}

function findKind(owner: string): string {
  return owner.split(' ')[0] ?? owner;
}

/** The name of the fact, if the message asks about it. */
function nameAsked(
  { subject = '' }: WorkingItem,
  asked: ReadonlySet<string>,
  isOfNamed: boolean,
): string | undefined {
  const { owner, relation } = parseFactSubject(subject);
  const isAsked =
    isAskedFor({ owner, relation }, asked) || (isOfNamed && isAskedFor({ owner: '', relation }, asked));
  return isAsked ? nameFact(`${owner}:${relation}`) : undefined;
}

/** `asked`: keys of the facts that a text asks about or mentions. */
export function isAskedFor(
  { owner, relation }: Pick<FactSubject, 'owner' | 'relation'>,
  asked: ReadonlySet<string>,
): boolean {
  const [kind = ''] = relation.split(' ');
  if (isPartnersName({ owner, relation }) && isAskedFor({ owner: '', relation: 'love' }, asked)) return true;
  return (askedAs[kind] ?? kind).split(',').some((name) => asked.has(`${owner}:${name}`));
}

/** The place of the fact's kind among those that are always worth knowing; below 0 for any other fact. */
function rankAlways({ subject = '' }: WorkingItem): number {
  const { owner, relation } = parseFactSubject(subject);
  if (isPartnersName({ owner, relation })) return always.indexOf('love');
  return owner === '' ? always.indexOf(relation) : -1;
}

function compareAge(one: WorkingItem, other: WorkingItem): number {
  return other.refreshedAtMs - one.refreshedAtMs || other.id - one.id;
}
