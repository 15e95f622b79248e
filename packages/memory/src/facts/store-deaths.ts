// Ends what was known of a person or an animal that has died, and stores the death of a person as a fact of its own.
import type { Effect } from '../working-memory/applied.ts';
import { nameFactSubject, parseFactSubject } from '../working-memory/fact-subject.ts';
import { findFactValue } from '../working-memory/find-fact-value.ts';
import type { WorkingItem } from '../working-memory/item.ts';
import { normalise } from '../working-memory/normal-form.ts';
import type { WorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import lists from './death-words.json' with { type: 'json' };
import { findKind, isMany, partners } from './find-people.ts';
import { listNames } from './list-known-people.ts';
import people from './people.json' with { type: 'json' };
import type { ReadDeath } from './read-deaths.ts';
import { type FactTelling, finishFact, storeFacts } from './store-facts.ts';
import { toWordSet } from './to-word-set.ts';

const lasting = toWordSet(lists.lasting);
/** Somebody may have many people of these kinds, so the one who died is probably not the known one. */
const many = toWordSet(lists.many);

/**
 * Must be called within the message's transaction. Does nothing unless exactly one known person or animal can be
 * meant, or a relative of whom nothing was known.
 */
export function storeDeaths(
  store: WorkingMemoryStore,
  deaths: readonly ReadDeath[],
  telling: FactTelling,
): readonly Effect[] {
  return deaths.flatMap((death) => storeDeath(store, death, telling));
}

function storeDeath(store: WorkingMemoryStore, death: ReadDeath, telling: FactTelling): readonly Effect[] {
  const own = store
    .readActiveOf('fact')
    .filter(({ subject }) => parseFactSubject(subject ?? '').voice === telling.voice);
  const owners = listOwners(own).filter((owner) => isMeantPerson(own, owner, death));
  const pets = isOfLongAgo(death) ? [] : own.filter((item) => isMeantPet(item, death));
  if (death.isOfAnimal && pets.length === 0) return [];
  const [owner] = owners;
  if (owners.length + pets.length === 0) return storeRelative(store, own, death, telling);
  if (owners.length + pets.length !== 1 && !isOnePet(owners, pets)) return [];
  const cause = { eventId: telling.eventId, turn: telling.turn, ...telling.cause };
  const finish = (items: readonly WorkingItem[]) =>
    items.flatMap((item) => finishFact(store, item, { telling, cause }));
  if (owner === undefined || pets.length > 0)
    return finish([...pets, ...own.filter((item) => readOwner(item) === owner && owner !== undefined)]);
  const over = own.filter((item) => readOwner(item) === owner && !lasting.has(readRelation(item)));
  const love = partners.has(owner)
    ? store.readActiveAbout('fact', nameFactSubject({ voice: telling.voice, owner: '', relation: 'love' }))
    : [];
  const { value, quote } = death;
  return [
    ...finish([...over, ...love]),
    ...storeFacts(store, [{ owner, relation: 'death', value, quote }], telling),
  ];
}

const relatives = new Set(
  [...Object.keys(people.one), ...Object.keys(people.several)].filter((kind) => !isMany(kind)),
);

/** Stores the death of a relative of whom nothing was known. A friend of whom nothing is known might be anybody. */
function storeRelative(
  store: WorkingMemoryStore,
  own: readonly WorkingItem[],
  { kind: word, name, value, quote }: ReadDeath,
  telling: FactTelling,
): readonly Effect[] {
  const kind = findKind(word ?? '');
  if (kind === undefined || !relatives.has(kind) || (name === undefined && many.has(kind))) return [];
  const called = name === undefined ? undefined : `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  const isTaken = listOwners(own).some((owner) => owner.split(' ')[0] === kind);
  if (isTaken && called === undefined) return [];
  const owner = isTaken ? `${kind} ${called}` : kind;
  const named = called === undefined ? [] : [{ owner, relation: 'name', value: called, quote }];
  return storeFacts(store, [...named, { owner, relation: 'death', value, quote }], telling);
}

/**
 * Whether one owner of facts and one pet are the same animal. If more is known about an animal with a name,
 * there is an owner such as `dog Max` besides the fact that tells of the pet.
 */
function isOnePet(owners: readonly string[], pets: readonly WorkingItem[]): boolean {
  const [owner, pet] = [owners[0], pets[0]];
  if (owners.length !== 1 || pets.length !== 1 || owner === undefined || pet === undefined) return false;
  return normalise(findFactValue(pet))
    .split(' ')
    .includes(owner.split(' ').at(-1)?.toLowerCase() ?? '');
}

const readOwner = ({ subject = '' }: WorkingItem) => parseFactSubject(subject).owner;
const readRelation = ({ subject = '' }: WorkingItem) => parseFactSubject(subject).relation;

function listOwners(own: readonly WorkingItem[]): readonly string[] {
  return [...new Set(own.map(readOwner))].filter((owner) => owner !== '');
}

function isMeantPerson(own: readonly WorkingItem[], owner: string, { kind, name }: ReadDeath): boolean {
  const isKind = kind === undefined || findKind(kind) === owner.split(' ')[0];
  if (!isKind) return false;
  if (name === undefined) return kind !== undefined && !many.has(findKind(kind) ?? kind);
  const names = own
    .filter((item) => readOwner(item) === owner)
    .flatMap(({ subject = '', normalForm }) => listNames({ subject, normalForm }));
  return names.length === 0 ? kind !== undefined : names.includes(name);
}

const longAgo = /(?<!\p{L})(?:years\sago|when\s(?:i|we)\s(?:was|were))(?!\p{L})/iu;

/** Somebody who tells of an animal's death long ago and gives only its kind hardly means an animal of today. */
function isOfLongAgo({ name, value }: ReadDeath): boolean {
  return name === undefined && longAgo.test(value);
}

function isMeantPet(item: WorkingItem, { kind, name }: ReadDeath): boolean {
  const relation = readRelation(item);
  if (readOwner(item) !== '' || !/^pet(?: |$)/u.test(relation)) return false;
  const words = normalise(findFactValue(item)).split(' ');
  const kinds = [relation.slice('pet '.length), ...words].map((word) => findKind(word) ?? word);
  const isKind = kind === undefined || kinds.includes(findKind(kind) ?? kind);
  // A fact such as "two cats called Pip and Pop" is about two animals.
  const isSeveral = words.includes('and') || words[0] === 'two' || words[0] === 'three';
  if (!isKind || isSeveral) return false;
  const isNamed = relation !== 'pet' || words.length > 2;
  return name === undefined ? kind !== undefined : words.includes(name) || (kind !== undefined && !isNamed);
}
