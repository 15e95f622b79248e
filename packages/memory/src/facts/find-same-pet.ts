// Finds what is already known about an animal that is mentioned again, in whatever words it was told before.
import { parseFactSubject } from '../working-memory/fact-subject.ts';
import { findFactValue } from '../working-memory/find-fact-value.ts';
import type { WorkingItem } from '../working-memory/item.ts';
import { normalise } from '../working-memory/normal-form.ts';
import patterns from './fact-patterns.json' with { type: 'json' };
import { findKind } from './find-people.ts';
import type { ReadFact } from './read-facts.ts';
import { toWordSet } from './to-word-set.ts';

interface KnownPets {
  /** The fact that already has the animal with its name, under another word for its kind or in a list. */
  readonly same: WorkingItem | undefined;
  /** Facts that say less about the same animal, such as "a cat" for a cat that now has a name. */
  readonly lesser: readonly WorkingItem[];
}

type Told = Pick<ReadFact, 'owner' | 'relation' | 'value' | 'quote'>;

const none: KnownPets = { same: undefined, lesser: [] };
const pets = toWordSet(patterns.lists.pet);
const unnamed = /^(?:a|an)\s/u;
const lasting = /\b(?:have|has|own|owns|got)\b/iu;

/** `readFacts` reads the facts of the same voice. */
export function findSamePet(
  { owner, relation, value, quote }: Told,
  readFacts: () => readonly WorkingItem[],
): KnownPets {
  if (!isPet(relation)) return none;
  const known = readFacts().flatMap((item) => {
    const of = parseFactSubject(item.subject ?? '');
    const isOwn = of.owner === owner && isPet(of.relation);
    return isOwn ? [{ item, ...describeWords(of.relation, normalise(findFactValue(item))) }] : [];
  });
  const told = describeWords(relation, normalise(value));
  const alike = known.filter(({ kind }) => kind === told.kind);
  if (told.names.length === 0) {
    const isKnown = unnamed.test(told.words) && lasting.test(quote);
    return {
      same: isKnown ? alike.findLast(({ names }) => names.length === 1)?.item : undefined,
      lesser: [],
    };
  }
  const bearers = alike.filter(({ names }) => told.names.every((name) => names.includes(name)));
  const isFirst = !alike.some(({ names }) => names.length > 0);
  const bare = isFirst ? alike.filter(({ words }) => unnamed.test(words)) : [];
  return {
    same: bearers.find(({ isNamed }) => isNamed)?.item,
    lesser: [...bearers.filter(({ isNamed }) => !isNamed), ...bare].map(({ item }) => item),
  };
}

/**
 * Whether one of the facts says of the same animal all that the former fact said: "cat Pepper" says all that "a cat"
 * says.
 */
export function hasFullerPet(former: WorkingItem, facts: readonly WorkingItem[]): boolean {
  const { voice, owner, relation } = parseFactSubject(former.subject ?? '');
  if (!isPet(relation)) return false;
  const said = describeWords(relation, normalise(findFactValue(former)));
  return facts.some((fact) => {
    const of = parseFactSubject(fact.subject ?? '');
    if (of.voice !== voice || of.owner !== owner || !isPet(of.relation)) return false;
    const { kind, names } = describeWords(of.relation, normalise(findFactValue(fact)));
    return kind === said.kind && said.names.every((name) => names.includes(name));
  });
}

function isPet(relation: string): boolean {
  return relation === 'pet' || relation.startsWith('pet ');
}

/**
 * The kind of an animal and its names: the words after the word for its kind, or all words if the relation gives the
 * kind, as `pet cat` does.
 */
function describeWords(relation: string, words: string) {
  const list = words.split(' ');
  const ofRelation = relation.slice('pet '.length);
  const isNamed = ofRelation !== '';
  const at = isNamed ? -1 : list.findIndex((word) => pets.has(word));
  const kind = toKind(isNamed ? ofRelation : (list[at] ?? ''));
  const rest = isNamed || at >= 0 ? list.slice(at + 1) : [];
  return { words, kind, isNamed, names: rest.filter((word) => !fillers.has(word)) };
}

const fillers: ReadonlySet<string> = new Set(['and', 'called', 'named', 'whose', 'name', 'is']);

/** The word under which animals of a kind are known: "cat" for "kittens". */
function toKind(word: string): string {
  return findKind(word) ?? findKind(toSingular(word)) ?? toSingular(word);
}

function toSingular(word: string): string {
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/s$/u, '');
}
