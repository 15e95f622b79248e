// Tests setting messages aside and bringing them back: the memory is as if the messages set aside had never been said.

import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventId } from '../../src/events/event.ts';
import { verifyMemory } from '../../src/inspect/verify-memory-store.ts';
import { readTalkPage } from '../../src/pages/read-talk-page.ts';
import { render } from '../../src/render/render-wake.ts';
import { parseUserMessage } from '../../src/tags/parse-message.ts';
import { ingest } from '../../src/wake.ts';
import type { ItemId } from '../../src/working-memory/item.ts';
import { checkMemory } from '../support/check-memory.ts';
import { dayMs, openTestMemory, type TestMemory } from '../support/open-test-memory.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';

let room: TestMemory;
beforeEach(() => {
  room = openTestMemory();
});
afterEach(() => room.close());

function hear(text: string): void {
  room.clock.advance(60_000);
  room.memory.hear(text);
}

function speak(text: string): void {
  room.clock.advance(20_000);
  room.memory.speak(text);
}

function listActive({ stores }: TestMemory): readonly unknown[] {
  const ids = stores.items.readActive().map(({ id }) => id);
  return [...stores.items.readContents(ids).values()]
    .map(({ id: _id, eventId: _event, ...item }) => item)
    .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

async function wake({ memory }: TestMemory): Promise<string> {
  return render(await memory.wake({ isPreview: true }));
}

describe('a message that is set aside', () => {
  it('CR9: words that replace it have its time and count as told now', async () => {
    hear('I live in Vienna. Remind me to call Tom tomorrow.');
    const toldMs = room.clock.now();
    speak('<say>Good.</say>');
    const [due] = room.memory.plans();
    room.clock.advance(26 * 3_600_000);
    const [former] = room.memory.undo().messages;
    const text = 'I live in Graz. I feel really tired. Remind me to call Tom and Ana tomorrow.';
    const { eventId, turn } = room.memory.hear(text, { insteadOf: former?.id });
    expect(room.stores.events.find(eventId)?.atMs).toBe(toldMs);
    expect(turn).toBe(1);
    expect(room.memory.plans()).toMatchObject([{ content: 'call Tom and Ana', dueAtMs: due?.dueAtMs }]);
    expect(room.memory.facts().map(({ value }) => value)).toEqual(['Graz']);
    expect(listActive(room)).toContainEqual(expect.objectContaining({ kind: 'feeling' }));
    expect(await wake(room)).toContain('call Tom and Ana');
    expect(verifyMemory(room.stores.connection).problems).toEqual([]);
  });

  it('CR5: is out of wakes, searches, facts and turns with its answers, and comes back whole', async () => {
    hear('I live in Vienna. <plan>buy oil</plan>');
    speak('<say>Good.</say><feeling>calm</feeling>');
    const before = listActive(room);
    hear('I live in Graz now. <plan>done buy oil</plan>');
    speak('<say>Graz is quiet.</say><feeling>surprised</feeling><pin>The move to Graz</pin>');
    const after = listActive(room);
    const later = await wake(room);
    const undone = room.memory.undo();
    expect(undone.messages.map(({ side }) => side)).toEqual(['user', 'companion']);
    expect(undone.turn).toBe(1);
    expect(listActive(room)).toEqual(before);
    expect(await wake(room)).not.toContain('Graz');
    expect(await room.memory.search('Graz')).toEqual([]);
    expect(room.memory.searchItems('Graz')).toEqual([]);
    expect(Object.values(room.memory.recap({ sinceMs: 0 }).ended).flat()).toEqual([]);
    room.memory.redo();
    expect(listActive(room)).toEqual(after);
    expect(await wake(room)).toBe(later);
    expect(await room.memory.search('Graz')).not.toEqual([]);
    checkMemory(room.stores.connection);
    expect(verifyMemory(room.stores.connection).problems).toEqual([]);
  });
});

it('CR5: a fact of an earlier time that a message told goes with it, though something newer was known', () => {
  hear('I live in Vienna.');
  room.memory.hear('I live in Graz.', { atMs: room.clock.now() - dayMs });
  const list = () => room.memory.facts({ isAll: true }).map(({ value, before }) => [value, before]);
  expect(list()).toEqual([
    ['Vienna', 'Graz'],
    ['Graz', undefined],
  ]);
  room.memory.undo();
  expect(list()).toEqual([['Vienna', undefined]]);
  room.memory.redo();
  expect(list()).toHaveLength(2);
});

describe('what is not set aside', () => {
  it('CR7: what was imported, what a fragment rests on, and what nobody said', () => {
    expect(() => room.memory.undo()).toThrow('You have said nothing here');
    expect(() => room.memory.redo()).toThrow('no message that followed the present last one was taken back');
    hear('I live in Vienna.');
    expect(() => room.memory.undo({ isReplyOnly: true })).toThrow('no answer yet');
    speak('<say>Good.</say><pin>Vienna</pin>');
    const text = { key: 'vienna', ambient: 'a', recognition: 'b', inventory: 'c', sources: [2 as EventId] };
    room.stores.fragments.create(text, room.clock.now());
    expect(() => room.memory.undo()).toThrow('[vienna] was made from');
    expect(listActive(room)).toHaveLength(1);
    room.stores.fragments.remove('vienna');
    room.memory.undo();
    const said = parseUserMessage('From elsewhere.');
    ingest(room.stores.connection, said, { origin: { name: 'chat', key: '1' }, clock: room.clock });
    expect(() => room.memory.undo()).toThrow('The newest message was imported');
    expect(() => room.memory.redo()).toThrow('no message that followed the present last one was taken back');
    expect(room.memory.revive(1 as ItemId)).toBeUndefined();
    expect(() => room.memory.edit({ do: 'drop', what: '1' })).toThrow('It comes back with message');
  });

  it('CR7: a talk of an earlier time that is brought in leaves the newest words where they were', () => {
    const { connection } = room.stores;
    const bring = (key: string, daysAgo: number) =>
      ingest(connection, parseUserMessage(`Older ${key}.`), {
        origin: { name: 'chat', key },
        atMs: room.clock.now() - daysAgo * dayMs,
        clock: room.clock,
      });
    const readPage = () => readTalkPage(connection, { nowMs: room.clock.now(), limit: 20 });
    hear('I live in Vienna.');
    bring('1', 9);
    hear('The stove is new.');
    bring('2', 8);
    bring('3', 7);
    expect(readPage()).toMatchObject({ isUnanswered: true, newest: 5, asides: 0 });
    speak('<say>Good.</say>');
    bring('4', 6);
    expect(readPage().tellings).toMatchObject([{ isStanding: true }]);
    expect(room.memory.undo().messages.map(({ id }) => Number(id))).toEqual([3, 6]);
    expect(readPage()).toMatchObject({ isUnanswered: true, asides: 1 });
    bring('5', 5);
    expect(room.memory.redo().messages.map(({ shown }) => shown)).toEqual(['The stove is new.', 'Good.']);
    bring('6', -1);
    expect(readPage()).toMatchObject({ isUnanswered: false, tellings: [] });
    expect(() => room.memory.undo()).toThrow('The newest message was imported');
  });
});

type Deed =
  | { readonly kind: 'hear' | 'speak'; readonly text: string }
  | { readonly kind: 'undo' | 'undoReply' }
  | { readonly kind: 'redo' | 'restore'; readonly number: number };

interface Message {
  readonly side: 'user' | 'companion';
  readonly text: string;
  readonly atMs: number;
}

const anyThing = fc.constantFrom(
  'oil',
  'the coat',
  'coat: torn',
  'coat: mended',
  'Anna at 5pm',
  'I live in Graz',
  'my job is baking',
);
const anyWords = fc.oneof(
  anyThing,
  fc.tuple(fc.constantFrom('done ', 'drop ', 'cancel ', 'keep '), anyThing).map((parts) => parts.join('')),
);
const anyPart = fc
  .tuple(fc.constantFrom('say', 'do', 'feeling', 'plan', 'pin', 'desc', 'thought', 'secret'), anyWords)
  .map(([tag, words]) => `<${tag}>${words}</${tag}>`);
const anyText = fc.array(anyPart, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '));
const number = fc.integer({ min: 1, max: 3 });
const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('hear' as const), text: anyText }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('speak' as const), text: anyText }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('undo' as const, 'undoReply' as const) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('redo' as const, 'restore' as const), number }) },
);

/** Carries out a deed unless there is nothing to move, and returns the talk after it. */
function live(target: TestMemory, deed: Deed, standing: readonly Message[]): readonly Message[] {
  target.clock.advance(30_000);
  const { memory, stores } = target;
  switch (deed.kind) {
    case 'hear':
    case 'speak': {
      memory[deed.kind](deed.text);
      const side = deed.kind === 'hear' ? 'user' : 'companion';
      return [...standing, { side, text: deed.text, atMs: target.clock.now() }];
    }
    case 'restore':
      if (memory.listTellings().length < deed.number) return standing;
      memory.restoreTelling(deed.number);
      break;
    default:
      try {
        if (deed.kind === 'redo') memory.redo(deed.number);
        else memory.undo({ isReplyOnly: deed.kind === 'undoReply' });
      } catch (error) {
        expect(error).toMatchObject({ exitCode: 2 });
        return standing;
      }
  }
  return stores.events
    .readBetween({ fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER })
    .map(({ side, text, atMs }) => ({ side, text, atMs }));
}

async function look(target: TestMemory): Promise<unknown> {
  const { memory, stores } = target;
  const facts = stores.connection
    .prepare('SELECT voice, fact, at_ms, strength FROM told_fact ORDER BY voice, fact, at_ms')
    .all();
  const found = await memory.search('oil coat Graz baking Anna');
  return {
    active: listActive(target),
    turns: stores.events.countTurns(),
    wake: await wake(target),
    facts,
    found: found.map(({ excerpt, atMs, score }) => [excerpt, atMs, score]),
    plans: memory.plans().map(({ content, phase }) => [content, phase]),
    recap: Object.values(memory.recap({ sinceMs: 0 }).ended).map((items) => items.length),
  };
}

describe('random talks', () => {
  it('CR5, CR6: are as if what is aside had never been said', { timeout: 300_000 }, async () => {
    const property = fc.asyncProperty(fc.array(anyDeed, { minLength: 8, maxLength: 30 }), async (deeds) => {
      const [lived, plain] = [openTestMemory(), openTestMemory()];
      try {
        let standing: readonly Message[] = [];
        for (const deed of deeds) standing = live(lived, deed, standing);
        for (const { side, text, atMs } of standing) {
          plain.clock.advance(atMs - plain.clock.now());
          plain.memory[side === 'user' ? 'hear' : 'speak'](text);
        }
        plain.clock.advance(lived.clock.now() - plain.clock.now());
        expect(await look(lived)).toEqual(await look(plain));
        checkMemory(lived.stores.connection);
        expect(verifyMemory(lived.stores.connection).problems).toEqual([]);
        const texts = lived.stores.events.readArrived({ afterId: 0, limit: 100 }).map(({ text }) => text);
        expect(texts).toEqual(deeds.flatMap((deed) => ('text' in deed ? [deed.text] : [])));
      } finally {
        lived.close();
        plain.close();
      }
    });
    await fc.assert(property, { numRuns: isProof ? 400 : 12 });
  });
});
