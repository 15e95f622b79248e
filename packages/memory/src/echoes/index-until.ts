// The word index as it was at an earlier time: later texts are left out, and do not count in its statistics.
import type { Connection } from '@terrarium/kernel/open-database';
import type { ScoredCorpus } from '@terrarium/kernel/score-places';
import { splitTerms } from '@terrarium/kernel/split-terms';
import { openTextIndex, type TermMatch, type TextIndex } from '@terrarium/kernel/text-index';
import { openEventStore } from '../events/event-store.ts';
import { showEvent } from '../events/show-event.ts';
import { openEchoStore } from './echo-store.ts';

export interface IndexUntil extends Pick<TextIndex, 'search' | 'measure'> {
  /** The places of later texts. */
  readonly hidden: ReadonlySet<number>;
  /** Takes much less time than `measure`, which reads later texts to know their length. */
  countDocuments(): number;
}

/**
 * Up to this many later texts are measured. If there are more, none is measured, and all are taken to be of
 * average length.
 */
const mostMeasured = 400;

/** If `untilMs` is undefined, opens the index with everything that was ever said. */
export function openIndexUntil(connection: Connection, untilMs: number | undefined): IndexUntil {
  const index = openTextIndex(connection);
  const hidden =
    untilMs === undefined ? new Set<number>() : openEchoStore(connection).readPlacesAfter(untilMs);
  const countDocuments = () => Math.max(0, index.measure().documents - hidden.size);
  if (hidden.size === 0) return { ...index, hidden, countDocuments };
  return {
    hidden,
    countDocuments,
    search: (terms, limit, within) =>
      index
        .search(terms, limit, within)
        .map((match) => removeHidden(match, hidden))
        .filter(({ places }) => places.length > 0)
        .sort((one, other) => one.documents - other.documents || (one.term < other.term ? -1 : 1)),
    measure: () => measureOthers(connection, index.measure(), hidden),
  };
}

function removeHidden(match: TermMatch, hidden: ReadonlySet<number>): TermMatch {
  const isShown = match.places.map((place) => !hidden.has(place));
  const places = match.places.filter((_, at) => isShown[at]);
  return {
    ...match,
    documents: match.documents - (match.places.length - places.length),
    places,
    weights: match.weights.filter((_, at) => isShown[at]),
  };
}

function measureOthers(
  connection: Connection,
  whole: ScoredCorpus,
  hidden: ReadonlySet<number>,
): ScoredCorpus {
  const documents = whole.documents - hidden.size;
  if (documents <= 0) return { documents: 0, meanLength: 1 };
  if (hidden.size > mostMeasured) return { ...whole, documents };
  const length = Math.round(whole.meanLength * whole.documents) - measureHidden(connection, hidden);
  return { documents, meanLength: Math.max(1, length / documents) };
}

function measureHidden(connection: Connection, hidden: ReadonlySet<number>): number {
  const store = openEventStore(connection);
  const places = openEchoStore(connection).readPlaces([...hidden]);
  const events = store.readAll(places.map(({ eventId }) => eventId));
  const spans = store.readSpansOf([...events.values()]);
  return [...events.values()]
    .map((event) => splitTerms(showEvent(event, spans.get(event.id) ?? [])).length)
    .reduce((sum, length) => sum + length, 0);
}
