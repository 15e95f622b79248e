// Holds facts in mind: a new fact replaces the former one, and the same fact told again refreshes it.
import { collectDistinctTerms } from '@terrarium/kernel/split-terms';
import type { EventId } from '../events/event.ts';
import type { Effect } from '../working-memory/applied.ts';
import { isSingleFact, nameFactSubject, parseFactSubject } from '../working-memory/fact-subject.ts';
import { findFactValue } from '../working-memory/find-fact-value.ts';
import { type ChangeCause, overBecause, type WorkingItem } from '../working-memory/item.ts';
import { normalise } from '../working-memory/normal-form.ts';
import type { WorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import { isPartnersName, partners } from './find-people.ts';
import { findSamePet } from './find-same-pet.ts';
import { isWithin } from './is-within.ts';
import type { ReadFact } from './read-facts.ts';
import { toWordSet } from './to-word-set.ts';

export interface FactTelling {
  readonly voice: string;
  readonly eventId: EventId;
  /** The time of the message on the clock that makes memories fade: real time, or the time of a story. */
  readonly atMs: number;
  /** Whether the message is told now, so that no known fact is newer. */
  readonly isPresent?: boolean | undefined;
  readonly turn: number;
  readonly cause: Pick<ChangeCause, 'atMs' | 'runId'>;
}

export type HeldFact = Pick<ReadFact, 'owner' | 'relation' | 'value' | 'quote'> &
  Partial<Pick<ReadFact, 'ends' | 'isOver'>>;

/** Must be called within the transaction of the message or of a run. */
export function storeFacts(
  store: WorkingMemoryStore,
  facts: readonly HeldFact[],
  telling: FactTelling,
): readonly Effect[] {
  const named = new Set(facts.filter(isPartnersName).map(({ value }) => normalise(value)));
  return facts.flatMap((fact) => {
    if (isOtherCar(store, fact, telling)) return [];
    if (isParting(fact)) return [...finishPartner(store, fact, telling), ...storeFact(store, fact, telling)];
    const isDoubled = isLove(fact) && (named.has(normalise(fact.value)) || hasPartner(store, fact, telling));
    return isDoubled ? finishLove(store, telling) : storeFact(store, fact, telling);
  });
}

function isLove({ owner, relation, isOver }: HeldFact): boolean {
  return owner === '' && relation === 'love' && isOver !== true;
}

/** Whether somebody of this name is known as the person's partner. */
function hasPartner(store: WorkingMemoryStore, { value }: HeldFact, { voice }: FactTelling): boolean {
  return [...partners]
    .flatMap((owner) => store.readActiveAbout('fact', nameFactSubject({ voice, owner, relation: 'name' })))
    .some(({ normalForm }) => normalForm === normalise(value));
}

/** Whether the fact tells that a couple parted, as in "Lee and I broke up". */
function isParting({ owner, relation, value }: HeldFact): boolean {
  return owner === '' && relation === 'love' && /\b(?:broke|broken|split)\s+up\b/iu.test(value);
}

const notCars = toWordSet('van,truck,motorbike,motorcycle,scooter,moped,camper');

/**
 * Whether a vehicle was sold that is not the known car: somebody with a Volvo who sold a scooter still has the Volvo.
 */
function isOtherCar(
  store: WorkingMemoryStore,
  { owner, relation, value }: HeldFact,
  { voice }: FactTelling,
): boolean {
  const words = normalise(value).split(' ');
  const sold = words.at(-1);
  if (relation !== 'car' || words[0] !== 'sold' || sold === undefined) return false;
  const known = store.readActiveAbout('fact', nameFactSubject({ voice, owner, relation }));
  return known.length > 0 && !known.some(({ normalForm }) => isSameVehicle(normalForm.split(' '), sold));
}

/**
 * Whether the sold vehicle may be the known one: "the car" may mean any car, and a known "car" may be of any
 * make.
 */
function isSameVehicle(known: readonly string[], sold: string): boolean {
  if (known.includes(sold) || known[0] === 'sold') return true;
  if (sold === 'car') return !known.some((word) => notCars.has(word));
  return known.includes('car') && !notCars.has(sold);
}

/** Ends what was known of the person with whom somebody parted, since that person is no longer a partner. */
function finishPartner(
  store: WorkingMemoryStore,
  { value }: HeldFact,
  telling: FactTelling,
): readonly Effect[] {
  const { voice, eventId, turn } = telling;
  const cause = { eventId, turn, ...telling.cause };
  const words = new Set(normalise(value).split(' '));
  const isNamed = ({ normalForm }: WorkingItem) => normalForm.split(' ').every((word) => words.has(word));
  return [...partners].flatMap((owner) => {
    const name = store.readActiveAbout('fact', nameFactSubject({ voice, owner, relation: 'name' }));
    if (!name.some(isNamed)) return [];
    return listOwn(store, voice)
      .filter(({ subject }) => parseFactSubject(subject ?? '').owner === owner)
      .filter((one) => isOlder(one, telling))
      .map((one) => replaceFact(store, one, cause));
  });
}

/** Ends what was told earlier of whom the person loves: the name of a partner says it. */
function finishLove(store: WorkingMemoryStore, telling: FactTelling): readonly Effect[] {
  const { voice, eventId, turn } = telling;
  const cause = { eventId, turn, ...telling.cause };
  return store
    .readActiveAbout('fact', nameFactSubject({ voice, owner: '', relation: 'love' }))
    .filter((one) => isOlder(one, telling))
    .map((one) => replaceFact(store, one, cause));
}

function storeFact(store: WorkingMemoryStore, fact: HeldFact, telling: FactTelling): readonly Effect[] {
  const { voice, atMs, turn, isPresent = false } = telling;
  const subject = nameFactSubject({ voice, owner: fact.owner, relation: fact.relation });
  const normalForm = normalise(fact.value);
  const cause = { eventId: telling.eventId, turn, ...telling.cause };
  const active = store.readActiveAbout('fact', subject);
  const pet = findSamePet(fact, () => listOwn(store, voice));
  const same = active.find((item) => item.normalForm === normalForm) ?? pet.same;
  if (fact.isOver === true) {
    const over = same === undefined ? [...listParts(fact, active), ...listNamedPlaces(fact, active)] : [same];
    return over
      .filter((one) => !isOfEarlierYear(fact, one))
      .flatMap((one) => finishFact(store, one, { telling, cause }));
  }
  const opposed = listOpposed(store, fact, telling);
  if (same !== undefined) {
    const older = opposed.filter((one) => isOlder(one, telling)).map((one) => replaceFact(store, one, cause));
    return [...older, ...updateFact(store, same, { telling, cause })];
  }
  const rivals = isSingleFact(subject) ? active : [...opposed, ...pet.lesser];
  const isOutdated = !isPresent && rivals.some((rival) => rival.refreshedAtMs > atMs);
  const ended = listEnded(store, fact, telling);
  const replaced = [...(isOutdated ? [] : rivals), ...ended].map((former) =>
    replaceFact(store, former, cause),
  );
  const because = isOutdated ? 'it was told, but something newer was known already' : 'it was told';
  const made = store.create(
    {
      kind: 'fact',
      content: fact.quote,
      subject,
      normalForm,
      eventId: telling.eventId,
      status: isOutdated ? 'superseded' : 'active',
      createdAtMs: atMs,
      createdTurn: turn,
      refreshedAtMs: atMs,
      refreshedTurn: turn,
      dueAtMs: undefined,
      dueWords: undefined,
      isKept: false,
    },
    { ...cause, because },
  );
  return [...replaced, { effect: 'created', item: made }];
}

/** Lists the single facts that words such as "not allergic to nuts or eggs" end. */
function listParts({ value }: HeldFact, active: readonly WorkingItem[]): readonly WorkingItem[] {
  const parts = value.split(/,|\s(?:or|and|nor)\s/iu).map(normalise);
  return active.filter(({ normalForm }) => parts.includes(normalForm));
}

const places: ReadonlySet<string> = new Set(['home', 'workplace']);
const yearBehind = /^\s(?:\p{L}+\s){1,3}(?<year>(?:19|20)\d\d)(?!\d)/u;

/**
 * Whether somebody left a place in a year that the quote names, and told in a later year that they live or work there:
 * they have come back since.
 */
function isOfEarlierYear({ relation, value, quote }: HeldFact, { createdAtMs }: WorkingItem): boolean {
  if (!places.has(relation)) return false;
  const behind = quote.slice(quote.indexOf(value) + value.length);
  const year = Number(yearBehind.exec(behind)?.groups?.['year']);
  return year < new Date(createdAtMs).getUTCFullYear();
}

/**
 * Lists the places that the ended fact names in part: somebody who moved out of Mill Row has left "12 Mill Row", and
 * somebody who left Hartley's has left "Hartley's bakery".
 */
function listNamedPlaces(
  { relation, value }: HeldFact,
  active: readonly WorkingItem[],
): readonly WorkingItem[] {
  if (!places.has(relation)) return [];
  return active.filter((item) => isWithin(value, findFactValue(item)));
}

function listOwn(store: WorkingMemoryStore, voice: string): readonly WorkingItem[] {
  return store.readActiveOf('fact').filter(({ subject }) => parseFactSubject(subject ?? '').voice === voice);
}

function replaceFact(
  store: WorkingMemoryStore,
  former: WorkingItem,
  cause: Omit<ChangeCause, 'because'>,
): Effect {
  const because = 'something newer took its place';
  const change = { change: 'status', to: { status: 'superseded' }, cause: { ...cause, because } } as const;
  return { effect: 'superseded', item: store.updateState(former, change) };
}

const opposites: Readonly<Record<string, string>> = { likes: 'dislikes', dislikes: 'likes' };

/**
 * The facts that contradict this one: somebody who likes a thing does not dislike it, in whatever form the
 * thing is named.
 */
function listOpposed(
  store: WorkingMemoryStore,
  { owner, relation, value }: HeldFact,
  { voice }: FactTelling,
): readonly WorkingItem[] {
  const opposite = opposites[relation];
  if (opposite === undefined) return [];
  const terms = collectDistinctTerms(value);
  return store
    .readActiveAbout('fact', nameFactSubject({ voice, owner, relation: opposite }))
    .filter((item) => hasSame(collectDistinctTerms(findFactValue(item)), terms));
}

function isOlder({ refreshedAtMs }: WorkingItem, { atMs, isPresent = false }: FactTelling): boolean {
  return isPresent || refreshedAtMs <= atMs;
}

function hasSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size > 0 && one.size === other.size && [...one].every((term) => other.has(term));
}

interface Refreshing {
  readonly telling: FactTelling;
  readonly cause: Omit<ChangeCause, 'because'>;
}

/** A message with an earlier time never makes the fact look older. */
function updateFact(
  store: WorkingMemoryStore,
  same: WorkingItem,
  { telling, cause }: Refreshing,
): readonly Effect[] {
  const to = {
    refreshedAtMs: Math.max(same.refreshedAtMs, telling.atMs),
    refreshedTurn: Math.max(same.refreshedTurn, telling.turn),
  };
  const because = 'it was said again';
  return [
    {
      effect: 'refreshed',
      item: store.updateState(same, { change: 'refreshed', to, cause: { ...cause, because } }),
    },
  ];
}

/** Ends a fact that nothing else replaces, unless it was told again after the message. */
export function finishFact(
  store: WorkingMemoryStore,
  same: WorkingItem,
  { telling, cause }: Refreshing,
): readonly Effect[] {
  if (telling.isPresent !== true && same.refreshedAtMs > telling.atMs) return [];
  const ended = { ...cause, because: overBecause };
  const change = { change: 'status', to: { status: 'superseded' }, cause: ended } as const;
  return [{ effect: 'superseded', item: store.updateState(same, change) }];
}

/**
 * The facts of another relation that end because this fact begins, unless they were told in the same message or
 * later.
 */
function listEnded(
  store: WorkingMemoryStore,
  { owner, ends }: HeldFact,
  telling: FactTelling,
): readonly WorkingItem[] {
  if (ends === undefined) return [];
  const { voice, eventId } = telling;
  const former = store.readActiveAbout('fact', nameFactSubject({ voice, owner, relation: ends }));
  const isToldNow = ({ id }: WorkingItem) => store.readChanges(id).some((one) => one.eventId === eventId);
  return former.filter((one) => isOlder(one, telling) && !isToldNow(one));
}
