// Refuses operations of a model that write what no event says: names and numbers from nowhere, lines without a quote.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { nameVoice } from '../assembly/waking.ts';
import type { EventId } from '../events/event.ts';
import { tiers } from '../fragments/fragment.ts';
import { listNamedEvents } from '../fragments/list-named-events.ts';
import type { Voices } from '../tags/voices.ts';
import { parseFactSubject } from '../working-memory/fact-subject.ts';
import { findFactValue } from '../working-memory/find-fact-value.ts';
import { checkLine, type LineFault, readWords, type Speaker, splitLines } from './check-lines.ts';
import type { CompiledEvent } from './compiled-event-store.ts';
import { findForeignWords } from './find-foreign-words.ts';
import { joinIds } from './fold-fragments.ts';
import { buildKnownWords, type Grounds } from './known-words.ts';
import { describeOperation, type Operation, type OperationOf, type RefusedOperation } from './operation.ts';
import { readNearby } from './read-nearby.ts';
import type { Shown } from './refuse-unseen.ts';
import type { People } from './render-batch.ts';

/** An operation that writes words into a fragment. */
type Writing = OperationOf<'create-fragment' | 'update-fragment' | 'append-inventory' | 'merge-fragments'>;

const shownLines = 3;
const shownWords = 8;
const shownCharacters = 160;

/** The same operations, but the sources of each also contain the events that its inventory lines name. */
export function withLineSources(operations: readonly Operation[]): readonly Operation[] {
  return operations.map((operation) => {
    if (!('inventory' in operation) || operation.inventory === undefined) return operation;
    const named = splitLines(operation.inventory).flatMap(listNamedEvents);
    return { ...operation, sources: [...new Set([...operation.sources, ...named])] };
  });
}

/** `before`: operations that were already accepted, from the same reply or an earlier one. */
export function refuseUngrounded(
  shown: Shown,
  operations: readonly Operation[],
  before: readonly Operation[],
): { readonly operations: readonly Operation[]; readonly refused: readonly RefusedOperation[] } {
  const refused: RefusedOperation[] = [];
  const taken: Operation[] = [];
  for (const operation of operations) {
    const say = isWriting(operation)
      ? findFault(shown, operation, { before: [...before, ...taken], reply: [...before, ...operations] })
      : undefined;
    if (say === undefined) taken.push(operation);
    else refused.push({ proposed: describeOperation(operation), say });
  }
  return { operations: taken, refused };
}

function isWriting(operation: Operation): operation is Writing {
  return ['create-fragment', 'update-fragment', 'append-inventory', 'merge-fragments'].includes(operation.do);
}

interface Beside {
  readonly before: readonly Operation[];
  /** All operations of the reply, and those that were accepted before it. */
  readonly reply: readonly Operation[];
}

function findFault(shown: Shown, operation: Writing, { before, reply }: Beside): string | undefined {
  const events = readEvents(shown, operation);
  const former = collectFormer(shown, operation, before);
  const { people } = shown.surroundings;
  const ground = { events, former, people, speakers: listNamedSpeakers(shown, reply) };
  return describeLines(operation, ground) ?? describeForeign(shown, operation, ground);
}

interface Ground {
  readonly events: ReadonlyMap<number, CompiledEvent>;
  readonly former: Former;
  readonly people: People;
  readonly speakers: readonly Speaker[];
}

/** What the fragment held before, or what both fragments held if they are merged. */
interface Former {
  readonly texts: readonly string[];
  readonly lines: ReadonlySet<string>;
  readonly sources: readonly EventId[];
}

function listKeys(operation: Writing): readonly string[] {
  return operation.do === 'merge-fragments' ? [operation.from, operation.to] : [operation.key];
}

/** Collects what the fragment holds in the draft and in the operations before this one, also under its former keys. */
function collectFormer({ batch }: Shown, operation: Writing, before: readonly Operation[]): Former {
  const keys = new Set(listKeys(operation));
  for (const one of before.toReversed())
    if ((one.do === 'rename-fragment' || one.do === 'merge-fragments') && keys.has(one.to))
      keys.add(one.from);
  const fragments = [...keys].flatMap((key) => batch.draft.fragments.get(key) ?? []);
  const written = before.filter(isWriting).filter((one) => listKeys(one).some((key) => keys.has(key)));
  const texts = [...fragments, ...written].flatMap((one) =>
    tiers.flatMap((tier) => readTier(one, tier) ?? []),
  );
  const sources = [...fragments.flatMap((one) => one.sources), ...written.flatMap(listSources)];
  return { texts, lines: new Set(texts.flatMap(splitLines)), sources };
}

function readTier(
  of: { readonly [Tier in (typeof tiers)[number]]?: string | undefined },
  tier: (typeof tiers)[number],
): string | undefined {
  return of[tier];
}

function listSources(operation: Writing): readonly EventId[] {
  return 'sources' in operation ? joinIds([], operation.sources) : [];
}

function readEvents({ batch }: Shown, operation: Writing): ReadonlyMap<number, CompiledEvent> {
  return new Map(batch.readEvents(listSources(operation)).map((event) => [event.id, event]));
}

function describeLines(operation: Writing, { events, former, people, speakers }: Ground): string | undefined {
  if (!('inventory' in operation) || operation.inventory === undefined) return undefined;
  const grounds = { find: (id: number) => events.get(id), speakers };
  const faults = splitLines(operation.inventory)
    .filter((line) => !former.lines.has(line))
    .flatMap((line) => checkLine(line, grounds) ?? []);
  if (faults.length === 0) return undefined;
  const told = faults.slice(0, shownLines).map((fault) => describeFault(fault, { events, people }));
  const more = faults.length > shownLines ? ` ${faults.length - shownLines} more lines are like that.` : '';
  return `${told.join(' ')}${more}`;
}

function describeFault(
  { line, kind, eventId }: LineFault,
  { events, people }: Pick<Ground, 'events' | 'people'>,
): string {
  const shown = `The line "${escapeLine(line, shownCharacters)}"`;
  switch (kind) {
    case 'no-event':
      return `${shown} names no event: end it with one, such as (#12).`;
    case 'no-such-event':
      return `${shown} names event ${eventId}, and there is no such event that may be a source.`;
    case 'wrong-speaker': {
      const voice = events.get(eventId ?? 0)?.voice ?? '';
      return `${shown} gives the words of event ${eventId} to somebody else: ${nameVoice(people.voices, voice)} said them.`;
    }
    case 'unknown-speaker':
      return `${shown} begins with a name that nobody here has: begin it with the day and with one of ${listNames(people.voices)}.`;
    case 'no-quote':
    case 'wrong-quote': {
      const event = events.get(eventId ?? 0);
      const said = event === undefined ? '' : escapeLine(readWords(event), shownCharacters);
      return `${shown} has none of the words of event ${eventId}, which says: "${said}".`;
    }
  }
}

function listNames({ user, companion }: Voices): string {
  return [...user, ...companion].map(({ name }) => escapeLine(name)).join(', ');
}

/** There are many former sources, so they are read only if the named events are not enough. */
function describeForeign(shown: Shown, operation: Writing, ground: Ground): string | undefined {
  const text = tiers.flatMap((tier) => readTier(operation, tier) ?? []).join('\n');
  const { readEvents: read } = shown.batch;
  const events = readNearby(read, [...ground.events.values()]);
  const first = findForeignWords(text, buildKnownWords(collectGrounds(shown, events, ground)));
  if (first.length === 0) return undefined;
  const all = [...events, ...readNearby(read, read(ground.former.sources))];
  const foreign = findForeignWords(text, buildKnownWords(collectGrounds(shown, all, ground)));
  if (foreign.length === 0) return undefined;
  const words = foreign.slice(0, shownWords).map((word) => `"${escapeLine(word)}"`);
  const verb = foreign.length === 1 ? 'stands' : 'stand';
  return `${words.join(', ')} ${verb} neither in its sources nor in its former text: name the event that says this in \`sources\`, or leave it out.`;
}

function collectGrounds(
  { batch }: Shown,
  events: readonly CompiledEvent[],
  { former, people, speakers }: Pick<Ground, 'former' | 'people' | 'speakers'>,
): Grounds {
  const ids = new Set<number>(events.map(({ id }) => id));
  const dues = [...batch.draft.items.values()].flatMap(({ eventId, dueAtMs }) =>
    dueAtMs !== undefined && ids.has(eventId) ? [dueAtMs] : [],
  );
  return {
    texts: [...events.map(readWords), ...former.texts],
    names: speakers.flatMap(({ names }) => names),
    moments: [...events.flatMap(({ atMs, isUndated }) => (isUndated ? [] : [atMs])), ...dues],
    timeZone: people.timeZone,
  };
}

/**
 * All who speak, each also with the name by which they call themselves, even if only this reply notes it: a model is
 * right to use this name.
 */
function listNamedSpeakers(
  { batch, surroundings }: Shown,
  operations: readonly Operation[],
): readonly Speaker[] {
  const told = [...batch.draft.items.values()]
    .filter(({ kind }) => kind === 'fact')
    .map((item) => ({ ...parseFactSubject(item.subject ?? ''), name: findFactValue(item) }))
    .filter(({ owner, relation }) => owner === '' && relation === 'name')
    .concat(listNotedNames(batch, operations));
  return listSpeakers(surroundings.people.voices).map(({ id, names }) => ({
    id,
    names: [...names, ...told.filter(({ voice }) => voice === id).map(({ name }) => name)],
  }));
}

function listNotedNames({ readEvents: read }: Shown['batch'], operations: readonly Operation[]) {
  return operations.flatMap((operation) => {
    if (operation.do !== 'note-fact' || operation.relation !== 'name' || operation.of !== '') return [];
    const [event] = read([operation.event as EventId]);
    if (event?.side !== 'user' || !event.shown.includes(operation.value)) return [];
    return [{ voice: event.voice, owner: '', relation: 'name', name: operation.value }];
  });
}

export function listSpeakers({ user, companion }: Voices): readonly Speaker[] {
  return [...user, ...companion].map(({ id, name }) => ({ id, names: [name, id] }));
}
