// Tests forgetting what was said and held in mind: afterwards its words are nowhere, and everything else is unchanged.

import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { buildFakeEmbedder } from '@terrarium/kernel/testing/fake-embedder';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMemoryDatabase } from '../../src/database/open-memory-database.ts';
import type { EventId } from '../../src/events/event.ts';
import { openEventStore } from '../../src/events/event-store.ts';
import type { Target } from '../../src/inspect/presence.ts';
import { verifyMemory } from '../../src/inspect/verify-memory-store.ts';
import type { MaintenanceWriter } from '../../src/maintenance/maintenance-writer.ts';
import type { Operation } from '../../src/maintenance/operation.ts';
import { openMemory } from '../../src/open-memory.ts';
import { render } from '../../src/render/render-wake.ts';
import { checkMemory } from '../support/check-memory.ts';
import { findWords } from '../support/find-words.ts';
import { liveMemory } from '../support/lived-memory.ts';
import { dayMs, hourMs } from '../support/open-test-memory.ts';

const lives = readProcessEnvironment()['TERRARIUM_PROVE'] === '1' ? 1_000 : 24;

/**
 * Writes the text that it is shown into every tier, a flag, the reasons and the page: into everything that
 * can contain words.
 */
function buildQuotingWriter(): MaintenanceWriter {
  return {
    id: 'quoting',
    measureRoom: async () => 60,
    async propose(batch) {
      const operations = batch.events.flatMap((event, at): Operation[] => {
        const text = event.shown === '' ? `Something of moment ${event.id}.` : event.shown;
        const sources = batch.events.slice(at, at + 2).map(({ id }) => id);
        const both = batch.events.slice(at, at + 2).map(({ shown }) => `- ${shown}`);
        const key = `topic-${event.id % 5}`;
        const texts = { ambient: text.slice(0, 300), recognition: text, inventory: both.join('\n') };
        const exists = batch.draft.fragments.has(key);
        return [
          exists
            ? { do: 'update-fragment', key, ...texts, sources, because: `It was said: ${text}`.slice(0, 400) }
            : { do: 'create-fragment', key, ...texts, sources },
          { do: 'flag', text: `Look at this: ${text}`.slice(0, 400), events: [event.id] },
          {
            do: 'rewrite-ambient',
            text: `${batch.draft.ambient ?? ''}\nIn mind: ${text}`,
            because: text.slice(0, 400),
          },
        ];
      });
      const { accepted, refused } = batch.fold(operations);
      return { operations: accepted, refused, reply: JSON.stringify(operations) };
    },
  };
}

const forms = [
  (word: string) => `I saw the ${word} by the shed.`,
  (word: string) => `<plan>Ask about ${word} tomorrow at 5pm</plan>`,
  (word: string) => `<plan>${word}: bring it in two weeks</plan><say>So be it.</say>`,
  (word: string) => `<pin>The ${word} is under the stairs</pin>`,
  (word: string) => `<secret>I fear the ${word}</secret><say>Nothing, really.</say>`,
  (word: string) => `<desc>harbour: full of ${word}</desc>`,
  (word: string) => `<feeling>${word}</feeling><do>looks away</do>`,
  (word: string) => `${word}`,
  (word: string) => `<thought>Why ${word}? And why [topic-1]?</thought><say>Tell me of ${word}'s end.</say>`,
  (word: string) => `<say>I keep it. <pin>keep ${word} dry</pin> That is all.</say>`,
];

/** Messages of which only the sentence with the word is forgotten: the text before it, the sentence, the rest. */
const sentences: readonly ((word: string) => readonly [string, string, string])[] = [
  (word) => ['The shed leaks. ', `I saw the ${word} there. `, 'So it is.'],
  (word) => ['', `Please remember that the ${word} is blue. `, 'The lamp is out.'],
  (word) => ['<say>Hm. ', `I kept the <pin>${word} dry</pin> all day. `, 'Good night.</say>'],
  (word) => ['Good day.\n', `My sister ${word} works at the kiln. `, 'Tea is better.'],
];

type Deed =
  | { readonly do: 'tell'; readonly form: number }
  | { readonly do: 'say'; readonly form: number; readonly isHeard: boolean }
  | { readonly do: 'repeat' | 'done'; readonly of: number }
  | { readonly do: 'wake' | 'maintain' | 'embed' | 'show' };

const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('say' as const),
      form: fc.nat({ max: forms.length - 1 }),
      isHeard: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('tell' as const), form: fc.nat({ max: sentences.length - 1 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('repeat' as const), of: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('done' as const), of: fc.nat() }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('wake' as const, 'maintain', 'embed', 'show') }),
  },
);

/** No other word in the memory has such a sequence of letters; digits would be read as times. */
function nameWord(index: number): string {
  const letters = 'bdfgklmnprstvz';
  return `quux${letters[index % 14]}o${letters[Math.floor(index / 14) % 14]}azz`;
}

interface Said {
  readonly word: string;
  readonly text: string;
  /** What stays of the text if only a sentence of it is forgotten. */
  readonly rest?: string;
  readonly events: EventId[];
}

const daysBefore = 2;
let template = '';
beforeAll(async () => {
  template = createFolder();
  await liveMemory(template, daysBefore);
});
afterAll(() => rmSync(template, { recursive: true }));

async function live(folder: string, deeds: readonly Deed[]) {
  cpSync(template, folder, { recursive: true });
  const { clock } = buildFakeEnvironment();
  clock.advance((daysBefore + 1) * dayMs);
  const path = join(folder, 'memory.sqlite');
  // Only the best few fragments are shown, and which these are may change, so they are turned off; all other
  // sections have enough room.
  const budgets = { workingMemory: 50_000, conversation: 50_000, known: 0, echoes: 50_000 };
  const memory = openMemory({
    database: path,
    ambientPath: join(folder, 'ambient.md'),
    wakeContextPath: join(folder, 'wake-context.md'),
    wakeContextImagePath: join(folder, 'wake-context-image.md'),
    timeZone: 'UTC',
    clock: { ...clock, sleep: () => new Promise<void>(() => undefined) },
    embedder: buildFakeEmbedder(),
    budgets,
  });
  const said: Said[] = [];
  const say = (text: string, isHeard: boolean) => (isHeard ? memory.hear(text) : memory.speak(text));
  const image = join(folder, '..', `${folder.split('/').at(-1)}.png`);
  const showImage = (word: string) => {
    writeFileSync(image, Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(word)]));
    return memory.hear(`Look at the ${word}.`, { image }).eventId;
  };
  const sayAgain = ({ of, ...deed }: Extract<Deed, { of: number }>) => {
    const one = said[of % Math.max(1, said.length)];
    if (one === undefined) return;
    const text = deed.do === 'repeat' ? one.text : `<plan>done: ${one.word}</plan>`;
    one.events.push(say(text, true).eventId);
  };
  const act = async (deed: Deed) => {
    const word = nameWord(said.length);
    switch (deed.do) {
      case 'wake':
        return await memory.wake();
      case 'maintain':
        return await memory.maintain({ kind: 'light' }, buildQuotingWriter());
      case 'embed':
        return await memory.embed();
      case 'show':
        return said.push({ word, text: '', events: [showImage(word)] });
      case 'say': {
        const text = forms[deed.form]?.(word) ?? word;
        return said.push({ word, text, events: [say(text, deed.isHeard).eventId] });
      }
      case 'tell': {
        const [before, sentence, after] = sentences[deed.form]?.(word) ?? ['', word, ''];
        const text = before + sentence + after;
        return said.push({ word, text, rest: before + after, events: [say(text, true).eventId] });
      }
      default:
        return sayAgain(deed);
    }
  };
  for (const deed of deeds) {
    clock.advance(hourMs);
    await act(deed);
  }
  rmSync(image, { force: true });
  return { memory, said, path, clock };
}

function createFolder(): string {
  return mkdtempSync(join(tmpdir(), 'terrarium-forgetting-'));
}

/**
 * Reads a wake, and its lines without those that give the present time or the time between two messages, and
 * without the list of fragments, which is generated again.
 */
async function readWake(
  memory: Awaited<ReturnType<typeof live>>['memory'],
): Promise<{ readonly text: string; readonly lines: readonly string[] }> {
  const text = render(await memory.wake({ message: 'What of the kiln, Selma?', isPreview: true }));
  const lines = text
    .split('\n')
    // Forgetting changes which replies are the newest, and so which replies are shown with their tags.
    .filter(
      (line) =>
        !/^\(|^It is |^- (?:\[|also: )|<(feeling|thought|plan|pin|desc|pattern)>.*<\/\1>$/u.test(line),
    )
    .map((line) => line.replace(/^(?:Companion: | {2})/u, '').replace(/^<(say|do)>(.*)<\/\1>$/u, '$2'));
  return { text, lines };
}

/** All rows with something said or derived from it, except rows that contain one of the words. */
function readOthers(path: string, words: readonly string[]): Record<string, readonly string[]> {
  const connection = openMemoryDatabase({ path });
  const queries = {
    event:
      'SELECT id, side, voice, text, at_ms, turn, is_shown, is_parroted, image_path FROM event ORDER BY id',
    item: 'SELECT id, kind, content, subject, status, due_at_ms, due_words FROM working_memory ORDER BY id',
    place: 'SELECT * FROM echo_place ORDER BY place',
    fragment: 'SELECT key, version FROM fragment ORDER BY key',
    run: "SELECT id, kind, status FROM maintenance_run WHERE status <> 'open' ORDER BY id",
  };
  const read = (sql: string) =>
    connection
      .prepare(sql)
      .all()
      .map((row) => JSON.stringify(row))
      .filter((row) => !words.some((word) => row.includes(word)));
  const rows = Object.fromEntries(Object.entries(queries).map(([name, sql]) => [name, read(sql)]));
  connection.close();
  return rows;
}

/**
 * The words that the companion wrote in answers to these messages: what it held in mind of them may be forgotten too
 * (FG2).
 */
function listAnswered(path: string, said: readonly Said[], going: readonly Said[]): readonly string[] {
  const connection = openMemoryDatabase({ path });
  const events = connection
    .prepare<[], { readonly id: number; readonly side: string }>('SELECT id, side FROM event ORDER BY id')
    .all();
  connection.close();
  const asked = new Set<unknown>(going.flatMap((one) => one.events));
  const answers = new Set<unknown>();
  let isAnswer = false;
  for (const { id, side } of events) {
    if (side === 'user') isAnswer = asked.has(id);
    else if (isAnswer) answers.add(id);
  }
  return said.filter((one) => one.events.some((id) => answers.has(id))).map(({ word }) => word);
}

describe('forgetting', () => {
  it('FG1: leaves none of the words in any file, packed or not, and changes nothing else', async () => {
    const anyLife = fc.record({
      deeds: fc.array(anyDeed, { minLength: 4, maxLength: 30 }),
      chosen: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(anyLife, async ({ deeds, chosen }) => {
        const folder = createFolder();
        try {
          const { memory, said, path } = await live(folder, deeds);
          fc.pre(said.length > 0);
          const going = [...new Set(chosen.map((at) => said[at % said.length]))].flatMap((one) => one ?? []);
          const words = going.map(({ word }) => word);
          const answered = listAnswered(path, said, going);
          expect(findWords(folder, words)).not.toEqual([]);
          const before = await readWake(memory);
          const rowsBefore = readOthers(path, [...words, ...answered]);
          const tellings = going.flatMap(({ events, ...one }) => events.map((event) => ({ event, ...one })));
          const targets = tellings.map(({ event, word }): Target => {
            const { sentences: all } = memory.forget([{ event }], { isPreview: true });
            const sentence = all.find(({ shown: words }) => words.includes(word))?.number;
            return { event, sentence };
          });
          const shown = memory.forget(targets, { isPreview: true });
          expect(readOthers(path, [])).not.toEqual(rowsBefore);
          const done = memory.forget(targets);
          expect({ ...done, isSwept: false }).toEqual({ ...shown, lines: [], sentences: [] });
          expect(done.isSwept).toBe(true);
          expect(findWords(folder, words)).toEqual([]);
          const connection = openMemoryDatabase({ path });
          for (const { event, rest } of tellings) {
            const left = openEventStore(connection).find(event)?.text;
            if (rest !== undefined) expect(['', rest]).toContain(left);
          }
          expect(verifyMemory(connection).problems).toEqual([]);
          checkMemory(connection);
          connection.close();
          const rows = readOthers(path, []);
          for (const [table, kept] of Object.entries(rowsBefore))
            expect(rows[table]).toEqual(expect.arrayContaining([...kept.filter(isKeptFragment(rows))]));
          const after = await readWake(memory);
          // A tag that is shown with its reply is not listed as well (AS20), so a line may come or go while its
          // word stays.
          const others = said.filter((one) => !going.includes(one)).map(({ word }) => word);
          const isIn = (line: string, words: readonly string[]) => words.some((word) => line.includes(word));
          const shownBefore = others.filter((word) => before.text.includes(word));
          const gone = others.filter((word) => !after.text.includes(word) && !answered.includes(word));
          // A line may lose a sentence; what is left of it stood there before.
          const isNew = (line: string) => !before.lines.some((one) => one.includes(line));
          const rests = tellings.flatMap(({ rest }) => rest?.replace(/<\/?say>/gu, '').split('\n') ?? []);
          const isNews = (line: string) => isNew(line) && !isIn(line, shownBefore) && !isIn(line, rests);
          expect(after.lines.filter(isNews)).toEqual([]);
          const lost = before.lines.filter((line) => !after.lines.includes(line));
          expect(lost.filter((line) => isIn(line, gone) && !isIn(line, words))).toEqual([]);
          memory.hear('And on it goes.');
          memory.speak('<say>As ever.</say><plan>Go on tomorrow</plan>');
          await memory.wake();
          await memory.maintain({ kind: 'deep' }, buildQuotingWriter());
          await memory.embed();
          expect(findWords(folder, words)).toEqual([]);
          memory.close();
        } finally {
          rmSync(folder, { recursive: true });
        }
      }),
      { numRuns: lives },
    );
  }, 3_600_000);
});

/** Whether the row is not that of a removed fragment: a fragment of which nothing is left goes with its sources. */
function isKeptFragment(rows: Record<string, readonly string[]>): (row: string) => boolean {
  return (row) => !row.startsWith('{"key":') || (rows['fragment'] ?? []).includes(row);
}
