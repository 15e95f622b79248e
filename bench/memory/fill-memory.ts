// Fills a memory with talk of many years, through the real stores, many messages in each transaction.

import { addToIndex } from '@terrarium/memory/echo';

import { openMemoryStores } from '@terrarium/memory/memory-stores';
import { migrate } from '@terrarium/memory/wake';

type EventId = ReturnType<ReturnType<typeof openMemoryStores>['events']['readNewest']>[number]['id'];
type Database = ReturnType<typeof migrate>;

export interface MemorySize {
  readonly events: number;
  /** Items of working memory that are in mind. */
  readonly items: number;
}

const minuteMs = 60_000;
const eventsAtOnce = 20_000;
/** The maximum number of fragments that are compiled, and how many events each is based on. */
const mostFragments = 300;
const sourcesEach = 40;
/** When the last message was said; the wake comes a minute later. */
export const newestMs = Date.UTC(2026, 0, 1);
const kinds = ['thought', 'pattern', 'desc', 'plan', 'pin', 'secret'] as const;

const subjects = [
  'the harbour',
  'my sister',
  'the old boat',
  'a letter',
  'the garden wall',
  'our neighbour',
  'the cat',
];
const deeds = [
  'was painted',
  'came up again',
  'needs mending',
  'made me laugh',
  'is gone since spring',
  'was sold',
  'looks better',
];
const places = [
  'by the mill',
  'at the market',
  'on the hill',
  'in town',
  'near the bridge',
  'behind the school',
];

/** The same number always gives the same sentence; there are more than a million different sentences. */
export function buildSentence(number: number): string {
  const pick = (words: readonly string[], factor: number) =>
    words[Math.floor(number / factor) % words.length];
  return `You know, ${pick(subjects, 1)} ${pick(deeds, 7)} ${pick(places, 49)}, on day ${number % 4001} I think.`;
}

/**
 * Fills a memory with messages a minute apart, from the person and the companion in turn. For an even number
 * of events, the companion has the last word. The caller closes the database.
 */
export function fillMemory(path: string, { events, items }: MemorySize): Database {
  const database = migrate(path);
  const stores = openMemoryStores(database);
  const beganMs = newestMs - (events - 1) * minuteMs;
  const create = (index: number) => {
    const text = buildSentence(index);
    const isUser = index % 2 === 0;
    const event = stores.events.create({
      side: isUser ? 'user' : 'companion',
      voice: isUser ? 'user' : 'companion',
      text,
      atMs: beganMs + index * minuteMs,
      storyAtMs: undefined,
      turn: Math.floor(index / 2) + 1,
      isShown: true,
      isParroted: false,
      imagePath: undefined,
      origin: undefined,
      spans: [{ tag: 'say', content: text, start: 0 }],
    });
    addToIndex(database, event, text);
  };
  for (let from = 0; from < events; from += eventsAtOnce) {
    database.transaction(() => {
      for (let index = from; index < Math.min(events, from + eventsAtOnce); index++) create(index);
    })();
  }
  database.transaction(() => {
    for (let index = 0; index < items; index++) holdItem(index);
    for (let index = 0; index < Math.min(mostFragments, events / 10); index++) compile(index);
  })();
  return database;

  function compile(index: number): void {
    const numbers = Array.from({ length: sourcesEach }, (_, at) => 1 + ((index * 97 + at * 31) % events));
    const lines = numbers.map((source) => `${buildSentence(source - 1)} (#${source})`);
    const sources = numbers.map((number) => number as EventId);
    const text = {
      ambient: lines[0] ?? '',
      recognition: lines.slice(0, 6).join('\n'),
      inventory: lines.join('\n'),
    };
    stores.fragments.create({ key: `thing-${index}`, ...text, sources }, newestMs);
  }

  function holdItem(index: number): void {
    const at = {
      atMs: newestMs - (items - index) * minuteMs,
      turn: Math.ceil(events / 2) - Math.floor(index / 400),
    };
    const newest = stores.events.findNeighbours(newestMs).earlier;
    if (newest === undefined) return;
    stores.items.create(
      {
        kind: kinds[index % kinds.length] ?? 'thought',
        content: `${buildSentence(index * 13)} Number ${index}.`,
        normalForm: `number ${index}`,
        subject: undefined,
        eventId: newest.id,
        status: 'active',
        createdAtMs: at.atMs,
        createdTurn: at.turn,
        refreshedAtMs: at.atMs,
        refreshedTurn: at.turn,
        dueAtMs: index % 2 === 0 ? undefined : newestMs + index * 3_600_000,
        dueWords: undefined,
        isKept: false,
      },
      { because: 'it was told', ...at },
    );
  }
}
