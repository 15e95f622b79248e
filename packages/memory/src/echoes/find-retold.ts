// For an older statement, finds a later one about the same thing, by the same voice and with the same rare words.
import type { Connection } from '@terrarium/kernel/open-database';
import { splitTerms } from '@terrarium/kernel/split-terms';
import type { TermMatch } from '@terrarium/kernel/text-index';
import type { EventId } from '../events/event.ts';
import { type EchoPlace, openEchoStore } from './echo-store.ts';
import { openIndexUntil } from './index-until.ts';

/** A later statement about something that an older statement told. */
export interface Retelling {
  readonly eventId: EventId;
  readonly atMs: number;
  /** The words that both statements share, as stems, the rarest first. */
  readonly terms: readonly string[];
  readonly score: number;
}

/** At most this many words of a statement are looked up, and at most this many of their occurrences. */
const mostTerms = 14;
const mostPostings = 1_200;
const fewestLetters = 3;
/**
 * Two statements are about the same thing if they share words that are rare enough. The sum of the rarities
 * must be at least this share of the rarity of a word that occurs in no other text.
 */
const leastShared = 0.72;
const fewestTexts = 50;

/**
 * For each moment that a later statement of the same voice updates, finds the most likely such statement; among
 * equal ones, the latest.
 */
export function findRetold<Id extends number>(
  connection: Connection,
  moments: readonly Statement<Id>[],
  untilMs: number,
): ReadonlyMap<Id, Retelling> {
  const terms = moments.map(({ shownText }) => listTerms(shownText));
  const index = openIndexUntil(connection, untilMs);
  const matches = new Map(index.search(terms.flat(), mostPostings).map((match) => [match.term, match]));
  const texts = Math.max(fewestTexts, index.countDocuments());
  const scored = moments.map((_, at) => scorePlaces(terms[at] ?? [], { matches, texts }));
  const least = leastShared * Math.log(texts);
  const wanted = scored.flatMap((places) =>
    [...places].flatMap(([place, { score }]) => (score >= least ? [place] : [])),
  );
  const found = new Map(
    openEchoStore(connection)
      .readPlaces([...new Set(wanted)])
      .map((one) => [one.place, one]),
  );
  const retold = new Map<Id, Retelling>();
  for (const [at, { event }] of moments.entries()) {
    const best = chooseLater(event, { scored: scored[at] ?? new Map(), found });
    if (best !== undefined) retold.set(event.id, best);
  }
  return retold;
}

function listTerms(text: string): readonly string[] {
  return [...splitTerms(text).counts.keys()]
    .filter((term) => term.length >= fewestLetters)
    .slice(0, mostTerms);
}

/** A statement for which a later one is looked for: a moment, or something held in mind. */
interface Statement<Id> {
  readonly event: { readonly id: Id; readonly voice: string; readonly atMs: number };
  readonly shownText: string;
}

interface Shared {
  readonly score: number;
  readonly terms: readonly string[];
}

function scorePlaces(
  terms: readonly string[],
  { matches, texts }: { readonly matches: ReadonlyMap<string, TermMatch>; readonly texts: number },
): ReadonlyMap<number, Shared> {
  const shared = new Map<number, Shared>();
  const known = terms.flatMap((term) => matches.get(term) ?? []);
  for (const { term, documents, places } of known.sort((one, other) => one.documents - other.documents)) {
    const worth = Math.log(texts / documents);
    for (const place of places) {
      const before = shared.get(place) ?? { score: 0, terms: [] };
      shared.set(place, { score: before.score + worth, terms: [...before.terms, term] });
    }
  }
  return shared;
}

function chooseLater(
  older: Statement<number>['event'],
  {
    scored,
    found,
  }: { readonly scored: ReadonlyMap<number, Shared>; readonly found: ReadonlyMap<number, EchoPlace> },
): Retelling | undefined {
  let best: Retelling | undefined;
  for (const [place, { score, terms }] of scored) {
    const one = found.get(place);
    if (one === undefined || one.voice !== older.voice || one.atMs <= older.atMs) continue;
    if (best !== undefined && (score < best.score || (score === best.score && one.atMs <= best.atMs)))
      continue;
    best = { eventId: one.eventId, atMs: one.atMs, terms, score };
  }
  return best;
}
