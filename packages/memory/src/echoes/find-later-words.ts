// Finds, for each pin, a later sentence that says that it has changed, such as "the key hangs by the door now".
import type { Connection } from '@terrarium/kernel/open-database';
import { collectDistinctTerms } from '@terrarium/kernel/split-terms';
import { openEventStore } from '../events/event-store.ts';
import { showEvent } from '../events/show-event.ts';
import { isConfided } from '../facts/is-confided.ts';
import { isSure } from '../facts/is-sure.ts';
import { splitSentences } from '../facts/split-sentences.ts';
import type { ItemId, WorkingItem } from '../working-memory/item.ts';
import { findRetold, type Retelling } from './find-retold.ts';

export interface LaterWords {
  readonly atMs: number;
  /** The sentence, in its exact words. */
  readonly quote: string;
}

interface LaterSearch {
  /** The voices of persons. */
  readonly voices: readonly string[];
  /** What was said after this time does not count. */
  readonly untilMs: number;
}

/** How many pins and how many voices are looked at; each takes a search of its own. */
const mostPins = 12;
const mostVoices = 3;
const fewestShared = 2;
const longestRead = 4_000;
const longestQuote = 160;
/** Words that say that something is different from before. */
const change =
  /(?<!\p{L})(?:now|nowadays|these days|instead|no longer|any ?more|any longer|from now on|since then|moved|changed|switched|swapped|replaced)(?!\p{L})/iu;

/**
 * For each pin, words that say it changed. They are from the later message that is most likely about it or, of several
 * voices, from the newest such message. Pins without such words are left out.
 */
export function findLaterWords(
  connection: Connection,
  items: readonly WorkingItem[],
  { voices, untilMs }: LaterSearch,
): ReadonlyMap<ItemId, LaterWords> {
  const pins = items.filter(({ kind }) => kind === 'pin').slice(0, mostPins);
  const found = new Map<ItemId, LaterWords>();
  if (pins.length === 0) return found;
  for (const voice of voices.slice(0, mostVoices)) {
    const told = pins.map(({ id, content, refreshedAtMs }) => ({
      event: { id, voice, atMs: refreshedAtMs },
      shownText: content,
    }));
    const later = findRetold(connection, told, untilMs);
    for (const [id, words] of readWords(connection, pins, { later, isAmongSeveral: voices.length > 1 }))
      if (words.atMs > (found.get(id)?.atMs ?? 0)) found.set(id, words);
  }
  return found;
}

interface LaterMessages {
  readonly later: ReadonlyMap<ItemId, Retelling>;
  /** Whether several people speak with the companion: what one told in confidence is not quoted to the others. */
  readonly isAmongSeveral: boolean;
}

function readWords(
  connection: Connection,
  pins: readonly WorkingItem[],
  { later, isAmongSeveral }: LaterMessages,
): readonly (readonly [ItemId, LaterWords])[] {
  const store = openEventStore(connection);
  const events = store.readAll([...later.values()].map(({ eventId }) => eventId));
  const spans = store.readSpansOf([...events.values()]);
  return pins.flatMap(({ id, content }) => {
    const retelling = later.get(id);
    const event = retelling === undefined ? undefined : events.get(retelling.eventId);
    const text = event === undefined ? '' : showEvent(event, spans.get(event.id) ?? []);
    const quote = findSentence(text, content);
    if (event === undefined || quote === undefined || (isAmongSeveral && isConfided(quote, text))) return [];
    return [[id, { atMs: event.atMs, quote }] as const];
  });
}

function findSentence(text: string, pin: string): string | undefined {
  const terms = collectDistinctTerms(pin);
  const sentence = splitSentences(text.slice(0, longestRead)).find(
    (one) =>
      change.test(one.text) &&
      isSure(one) &&
      one.text.length <= longestQuote &&
      [...collectDistinctTerms(one.text)].filter((term) => terms.has(term)).length >= fewestShared,
  );
  return sentence?.text;
}
