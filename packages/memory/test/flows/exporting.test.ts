// Tests exporting as lines, a page and a chat: without secrets unless asked for, and with the same bytes each time.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openMemoryDatabase } from '../../src/database/open-memory-database.ts';
import { exportMemory } from '../../src/export/export-memory.ts';
import { memoryExportFormats } from '../../src/export/memory-export-formats.ts';
import { memoryLineSchema } from '../../src/export/renderings/memory-line.ts';
import { ingest } from '../../src/intake/ingest.ts';
import { parseResponse, parseUserMessage } from '../../src/tags/parse-message.ts';
import { displayTags, workingTags } from '../../src/tags/tag.ts';
import { type ChatRoom, openChatRoom } from '../support/chat-room.ts';
import { liveMemory } from '../support/lived-memory.ts';

let room: ChatRoom;
beforeEach(() => {
  room = openChatRoom();
});
afterEach(() => room.close());

const start = Date.parse('2026-03-01T10:00:00Z');

interface Said {
  readonly side: 'user' | 'companion';
  readonly text: string;
  readonly afterMs?: number;
}

function live({ connection }: ChatRoom, messages: readonly Said[]): void {
  let atMs = start;
  for (const { side, text, afterMs = 60_000 } of messages) {
    const parsed = side === 'user' ? parseUserMessage(text) : parseResponse(text);
    ingest(connection, parsed, { side, clock: { now: () => atMs }, timeZone: 'UTC' });
    atMs += afterMs;
  }
}

const talk: readonly Said[] = [
  { side: 'user', text: 'Do you like *rain* & <b>wind</b>?' },
  {
    side: 'companion',
    text: 'Hm. <feeling>calm</feeling><do>smiles</do><say>I do.\n# Not a heading</say><secret>Hates wind.</secret>',
  },
  { side: 'companion', text: '<plan>walk to the pier tomorrow</plan><say>Tomorrow, the pier?</say>' },
];

const anyMessage = fc.record({
  side: fc.constantFrom('user' as const, 'companion' as const),
  text: fc
    .array(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 20 }),
        fc
          .tuple(
            fc.constantFrom(...displayTags, ...workingTags),
            fc.string({ unit: 'grapheme', maxLength: 20 }),
          )
          .map(([tag, content]) => `<${tag}>${content}</${tag}>`),
        fc.constantFrom('<secret>', '</secret>', '<say>', '</say>', '<user>'),
      ),
      { minLength: 1, maxLength: 5 },
    )
    .map((parts) => parts.join('')),
  afterMs: fc.integer({ min: 0, max: 100_000_000 }),
});

describe('JSON lines', () => {
  it('IO9: imported into another memory they are the same events, and exported again the same bytes', () => {
    fc.assert(
      fc.property(fc.array(anyMessage, { maxLength: 8 }), (messages) => {
        const [one, other] = [openChatRoom(), openChatRoom()];
        try {
          live(one, messages);
          const poured = one.pour('jsonl', true);
          for (const line of poured.trimEnd().split('\n')) memoryLineSchema.parse(JSON.parse(line));
          const path = other.write('memory.jsonl', poured);
          const filled = messages.filter(({ text }) => text.trim() !== '');
          expect(other.take(path)).toMatchObject({ added: one.readEvents().length });
          expect(filled.length).toBeLessThanOrEqual(one.readEvents().length);
          // Leaves out where an event came from, and the seal, which covers this origin.
          const own = new Set(['origin', 'origin_key', 'seal']);
          const strip = (event: Record<string, unknown>) =>
            Object.fromEntries(Object.entries(event).filter(([name]) => !own.has(name)));
          expect(other.readEvents().map(strip)).toEqual(one.readEvents().map(strip));
          const events = (text: string) =>
            text
              .split('\n')
              .filter((line) => line.includes('"kind":"event"'))
              .map((line) => strip(JSON.parse(line)));
          expect(events(other.pour('jsonl', true))).toEqual(events(poured));
          expect(other.take(path)).toMatchObject({ added: 0, changed: 0 });
          expect(one.take(path)).toMatchObject({ added: 0, changed: 0 });
          expect(one.pour('jsonl', true)).toBe(poured);
        } finally {
          one.close();
          other.close();
        }
      }),
      { numRuns: 25 },
    );
  });

  it('IO9: a memory knows its own events again in an export without secrets, and in another with them', () => {
    live(room, talk);
    const cut = room.write('cut.jsonl', room.pour('jsonl'));
    expect(room.take(cut)).toMatchObject({ added: 0, known: 3 });
    const other = openChatRoom();
    try {
      other.take(other.write('cut.jsonl', room.pour('jsonl')));
      expect(other.pour('jsonl', true)).not.toContain('Hates wind');
      expect(other.readEvents()).toHaveLength(3);
    } finally {
      other.close();
    }
  });
});

it('IO9: every kind of line is as the published schema says', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-export-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { path } = await liveMemory(folder, 6);
  const connection = openMemoryDatabase({ path });
  const request = { format: 'jsonl', withSecrets: true, voices: room.voices, timeZone: 'UTC' } as const;
  const lines = [...exportMemory(connection, request)].join('').trimEnd().split('\n');
  connection.close();
  const kinds = lines.map((line) => memoryLineSchema.parse(JSON.parse(line)).kind);
  expect(new Set(kinds)).toEqual(
    new Set(['terrarium-memory', 'event', 'item', 'change', 'fragment', 'edge', 'run']),
  );
});

describe('every export', () => {
  it.each(memoryExportFormats)('IO10: as %s it is the same bytes each time', (format) => {
    live(room, talk);
    expect(room.pour(format)).toBe(room.pour(format));
    expect(room.pour(format)).not.toBe('');
  });

  it('IO11: holds no secret unless it was asked for, whatever surrounds it', () => {
    const word = 'xyzzy-plugh';
    const around = fc.constantFrom(
      '',
      'a ',
      '<say>b</say>',
      '<say>',
      '</say>',
      '<plan>c</plan>',
      '<secret>',
      '</do>',
    );
    const opening = fc.constantFrom('<secret>', '<SECRET>', '');
    const inside = fc.constantFrom('', ' and <do>nods</do>', ' a <plan>d</plan> e', ' </do>', '</secret> f');
    const side = fc.constantFrom(...(['user', 'companion'] as const));
    fc.assert(
      fc.property(fc.record({ before: around, opening, within: inside, after: around, side }), (said) => {
        const { before, opening: open, within, after, side: who } = said;
        const one = openChatRoom();
        try {
          live(one, [{ side: who, text: `${before}${open}${word}${within}</secret>${after}` }]);
          for (const format of memoryExportFormats) expect(one.pour(format)).not.toContain(word);
          expect(one.pour('jsonl', true)).toContain(word);
        } finally {
          one.close();
        }
      }),
      { numRuns: 60 },
    );
  });

  it('IO12: a page shows the conversation by days with every mark escaped', () => {
    live(room, talk);
    expect(room.pour('markdown')).toMatchInlineSnapshot(`
      "# Memory

      ## In mind

      - **feeling** calm
      - **plan** walk to the pier (due 2026-03-02)

      ## 2026-03-01

      **User** 10:00

      Do you like \\*rain\\* \\& \\<b\\>wind\\</b\\>?

      **Companion** 10:01

      *smiles*  
      I do.  
      \\# Not a heading

      **Companion** 10:02

      Tomorrow, the pier?
      "
    `);
  });

  it('IO12, PL22: a page names facts, and gives a plan that was moved its present day alone', () => {
    const plans = '<plan>dentist on Friday</plan><plan>move dentist to Monday at 9</plan>';
    live(room, [{ side: 'user', text: `My sister works as a nurse.${plans}` }]);
    const page = room.pour('markdown');
    expect(page).toContain("- **fact** sister's job: a nurse\n");
    expect(page).toContain('- **plan** dentist (moved to 2026-03-02 09:00)\n');
  });
});

describe('a chat for SillyTavern', () => {
  it('IO13: imported again it is known, and what was added there is new', () => {
    live(room, talk);
    const poured = room.pour('sillytavern');
    const lines = poured.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { user_name: 'User', chat_metadata: { integrity: expect.stringMatching(/^[0-9a-f-]{36}$/) } },
      { is_user: true, mes: 'Do you like *rain* & <b>wind</b>?', send_date: '2026-03-01T10:00:00.000Z' },
      { is_user: false, name: 'Companion', mes: '*smiles*\nI do.\n# Not a heading' },
      { mes: 'Tomorrow, the pier?' },
    ]);
    const more = { name: 'User', is_user: true, send_date: '2026-03-02T10:00:00.000Z', mes: 'Good morning.' };
    const path = room.write('chat.jsonl', `${poured}${JSON.stringify(more)}\n`);
    expect(room.take(path)).toMatchObject({ format: 'sillytavern', added: 1, known: 3 });
  });
});
