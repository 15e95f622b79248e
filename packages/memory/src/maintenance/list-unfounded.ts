// Lists the figures of a proposal (numbers, dates and times) that are in none of the moments that it rests on.
import type { Connection } from '@terrarium/kernel/open-database';
import type { EventId } from '../events/event.ts';
import { tiers } from '../fragments/fragment.ts';
import { listNamedEvents } from '../fragments/list-named-events.ts';
import { exampleVoices, type Voices } from '../tags/voices.ts';
import { readWords, splitLines } from './check-lines.ts';
import type { ComparedThing } from './compare-drafts.ts';
import { openCompiledEventStore } from './compiled-event-store.ts';
import type { Draft } from './draft.ts';
import { findForeignFigures } from './find-foreign-words.ts';
import { buildKnownWords } from './known-words.ts';
import type { Operation } from './operation.ts';
import { readNearby } from './read-nearby.ts';
import { listSpeakers } from './refuse-ungrounded.ts';

export interface ProposalPeople {
  readonly voices?: Voices | undefined;
  readonly timeZone?: string | undefined;
}

interface Proposed extends ProposalPeople {
  readonly operation: Operation;
  readonly changes: readonly ComparedThing[];
  /** The draft before the operation. */
  readonly draft: Draft;
  /** The events that were read by the run that made the proposal. */
  readonly read: { readonly afterEventId: number; readonly upToEventId: number } | undefined;
}

/**
 * Lists each figure once, as it is written. Leaves out numbers up to twelve that are spelled out, since such a number
 * may be a count of things that were told.
 */
export function listUnfounded(connection: Connection, proposed: Proposed): readonly string[] {
  const { operation, changes, draft, timeZone, voices = exampleVoices } = proposed;
  const written = changes.filter(({ thing }) => thing !== 'item');
  const text = written.flatMap(({ added }) => added).join('\n');
  if (text === '') return [];
  const store = openCompiledEventStore(connection);
  const keys = listKeys(operation);
  const isOfAll = operation.do === 'rewrite-ambient';
  const fragments = [...draft.fragments].flatMap(([key, one]) => (isOfAll || keys.has(key) ? [one] : []));
  const sources = isOfAll ? [] : fragments.flatMap((one) => one.sources);
  const named = [...listSources(operation), ...splitLines(text).flatMap(listNamedEvents), ...sources];
  const { afterEventId = 0, upToEventId = 0 } = proposed.read ?? {};
  const whole = named.length > 0 ? [] : store.listIds(afterEventId, upToEventId).slice(-mostRead);
  const events = readNearby(store.read, store.read([...new Set([...(named as EventId[]), ...whole])]));
  const known = buildKnownWords({
    texts: [
      ...events.map(readWords),
      ...fragments.flatMap((one) => tiers.map((tier) => one[tier] ?? '')),
      ...written.flatMap(({ removed }) => removed),
      ...(isOfAll ? [draft.ambient ?? ''] : []),
    ],
    names: listSpeakers(voices).flatMap(({ names }) => names),
    moments: events.flatMap(({ atMs, isUndated }) => (isUndated ? [] : [atMs])),
    timeZone,
  });
  return findForeignFigures(text, known);
}

/** If the operation names no events, at most this many of the newest events that the run read are looked at. */
const mostRead = 2_000;

function listKeys(operation: Operation): ReadonlySet<string> {
  const keys = ['key', 'from', 'to'].flatMap((name) => Reflect.get(operation, name) ?? []);
  return new Set(keys.filter((key) => typeof key === 'string'));
}

function listSources(operation: Operation): readonly number[] {
  return [
    ...('sources' in operation ? operation.sources : []),
    ...('events' in operation ? operation.events : []),
  ];
}
