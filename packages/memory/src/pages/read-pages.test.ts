// Tests what pages show: every message once, the mind with the same scores as the graph, fragments with their sources.

import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hourMs, openTestMemory, type TestMemory } from '../../test/support/open-test-memory.ts';
import { defaultProfile } from '../decay/profile.ts';
import { computeDecayProjection } from '../inspect/compute-decay-projection.ts';
import { openPageStore } from './page-store.ts';
import { listFragments, readFragmentPage } from './read-fragment-page.ts';
import { readMind } from './read-mind.ts';
import { readTalkPage, type TalkPage } from './read-talk-page.ts';

function open() {
  const room = openTestMemory();
  onTestFinished(() => room.close());
  return { ...room, connection: room.stores.connection };
}

const look = { profile: defaultProfile, timeZone: 'UTC', hours: 48, steps: 5, limit: 20 };

interface Turn {
  readonly isAnswered: boolean;
  readonly gap: number;
  readonly isUndone: boolean;
}

/** Plays a turn, and returns what is shown of it afterwards. */
function talk({ memory, clock }: TestMemory, { isAnswered, gap, isUndone }: Turn, index: number) {
  clock.advance(gap * hourMs);
  memory.hear(`word ${index}`);
  if (isAnswered) memory.speak(`<say>answer ${index}</say><secret>hidden ${index}</secret>`);
  if (isUndone) memory.undo();
  if (isUndone) return [];
  return isAnswered ? [`word ${index}`, `answer ${index}`] : [`word ${index}`];
}

function readAllPages({ stores, clock }: TestMemory, limit: number): readonly string[] {
  const found: string[] = [];
  let page: TalkPage | undefined;
  do {
    const before = page?.messages[0]?.id;
    page = readTalkPage(stores.connection, { nowMs: clock.now(), limit, before });
    found.unshift(...page.messages.map(({ shown }) => shown));
    expect(JSON.stringify(page)).not.toContain('hidden');
  } while (page.hasEarlier);
  return found;
}

describe('pages', () => {
  it('AS16, VP2: a look at an earlier time has nothing that was said, woken to or ended later', async () => {
    const { memory, clock, connection } = open();
    memory.hear('I live in Graz. <plan>buy oil</plan><pin>the key is here</pin>');
    await memory.wake();
    const nowMs = clock.now();
    const readAll = () => ({
      mind: readMind(connection, { ...look, nowMs }),
      talk: readTalkPage(connection, { nowMs, limit: 9 }).messages,
      counts: openPageStore(connection).countAll(nowMs),
    });
    const before = readAll();
    clock.advance(24 * hourMs);
    memory.hear('I live in Linz. <plan>done buy oil</plan><pin>drop the key</pin><feeling>odd</feeling>');
    await memory.wake();
    expect(readAll().mind).toEqual(before.mind);
    expect(readAll().talk.map(({ shown }) => shown)).toEqual(before.talk.map(({ shown }) => shown));
    expect(readAll().counts).toEqual(before.counts);
    expect(readMind(connection, { ...look, nowMs: clock.now() }).facts.map(({ value }) => value)).toEqual([
      'Linz',
    ]);
  });

  it('VP2: a look at the past has what was held then, as it weighed then, and nothing that came to mind since', async () => {
    const { memory, clock, connection } = open();
    memory.hear('I live in Graz. <plan>buy oil</plan>');
    memory.speak('<feeling>calm</feeling><secret>envy</secret><say>Yes.</say>');
    const look = { profile: defaultProfile, timeZone: 'UTC', hours: 48, steps: 5, limit: 20 };
    const then = readMind(connection, { ...look, nowMs: clock.now() });
    const atMs = clock.now();
    clock.advance(48 * hourMs);
    memory.hear('I live in Linz. <plan>done buy oil</plan>');
    memory.speak('<feeling>odd</feeling><secret>fear</secret><say>No.</say>');
    memory.writeFragment({ key: 'graz', ambient: 'Kit left Graz.', lines: ['- left (#3)'] });
    await memory.wake({ message: 'Graz?' });
    const past = readMind(connection, { ...look, nowMs: atMs, isPast: true });
    expect(past).toEqual({ ...then, wake: undefined });
    expect(past.facts.map(({ value }) => value)).toEqual(['Graz']);
    expect(past.secrets).toBe(1);
    expect(JSON.stringify(past)).not.toMatch(/Linz|odd|fear|envy|left/u);
  });

  it('VP1: the page around a message has as many after it as there is room for, and goes on from there', () => {
    const { memory, clock, connection } = open();
    for (let index = 0; index < 30; index += 1) {
      clock.advance(hourMs);
      memory.hear(`word ${index}`);
    }
    const nowMs = clock.now();
    const read = (around: number, limit = 6) => {
      const page = readTalkPage(connection, { nowMs, limit, around });
      return { ...page, words: page.messages.map(({ shown }) => Number(shown.slice('word '.length))) };
    };
    const ids = readTalkPage(connection, { nowMs, limit: 50 }).messages.map(({ id }) => id);
    const middle = read(ids[10] ?? 0);
    expect(middle).toMatchObject({ words: [8, 9, 10, 11, 12, 13], hasEarlier: true, hasLater: true });
    expect(read(middle.messages.at(-1)?.id ?? 0).words).toEqual([11, 12, 13, 14, 15, 16]);
    expect(read(ids[0] ?? 0)).toMatchObject({ words: [0, 1, 2, 3], hasEarlier: false, hasLater: true });
    const end = { words: [24, 25, 26, 27, 28, 29], hasEarlier: true, hasLater: false };
    expect(read(ids[27] ?? 0)).toMatchObject(end);
    memory.undo();
    expect(read(ids[29] ?? 0).words.at(-1)).toBe(28);
    expect(read(9_999).words.at(-1)).toBe(28);
    const earlier = readTalkPage(connection, { nowMs: nowMs - 12 * hourMs, limit: 6, around: ids[16] ?? 0 });
    expect(earlier).toMatchObject({ hasLater: false });
    expect(earlier.messages.at(-1)?.shown).toBe('word 17');
  });

  it('VP1: the page around a message has it even if many follow that only put something into mind', () => {
    const { memory, clock, connection } = open();
    const ids = [
      'first',
      ...Array.from({ length: 12 }, (_, at) => `<plan>buy lamp ${at}</plan>`),
      'last',
    ].map((text) => {
      clock.advance(hourMs);
      return memory.hear(text).eventId;
    });
    const read = (around: number | undefined) =>
      readTalkPage(connection, { nowMs: clock.now(), limit: 6, around }).messages.map(({ id }) => id);
    for (const id of ids) expect(read(id)).toContain(id);
    expect(read(ids[0])).toEqual(ids.slice(0, 4));
  });

  it('VP1: page after page shows each message once, in order, without what was set aside or is to come', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ isAnswered: fc.boolean(), gap: fc.nat(3), isUndone: fc.boolean() }), {
          maxLength: 14,
        }),
        fc.integer({ min: 1, max: 5 }),
        (turns, limit) => {
          const room = openTestMemory();
          const said = turns.flatMap((turn, index) => talk(room, turn, index));
          room.memory.hear('what is to come', { atMs: room.clock.now() + hourMs });
          expect(readAllPages(room, limit)).toEqual(said);
          room.close();
        },
      ),
      { numRuns: 8 },
    );
  });

  it('VP1: a message comes with what it had the companion hold in mind, and whether anything answers it', () => {
    const { memory, clock, connection } = open();
    memory.hear('Hello.');
    expect(readTalkPage(connection, { nowMs: clock.now(), limit: 9 }).isUnanswered).toBe(true);
    memory.speak('<say>Hi.</say><pin>He likes rye</pin><secret>missed him</secret>');
    const { messages, isUnanswered, newest } = readTalkPage(connection, { nowMs: clock.now(), limit: 9 });
    expect(isUnanswered).toBe(false);
    expect(messages.at(-1)).toMatchObject({ id: newest, told: [{ kind: 'pin', content: 'He likes rye' }] });
    expect(messages.at(-1)?.told).toHaveLength(1);
    // If an item was reworded, the message shows its present words.
    const read = () =>
      readTalkPage(connection, { nowMs: clock.now(), limit: 9 })
        .messages.at(-1)
        ?.told.map(({ content }) => content);
    memory.edit({ do: 'edit', what: 'rye', text: 'He likes spelt' });
    expect(read()).toEqual(['He likes spelt']);
    memory.revive(1 as never);
    expect(read()).toEqual(['He likes rye']);
    // A reworded fact that a later one has replaced is still shown with the message that told it.
    memory.hear('I live in Leds.');
    memory.edit({ do: 'edit', what: 'Leds', text: 'I live in Leeds' });
    expect(read()).toEqual(['I live in Leeds']);
    const { messages: two } = readTalkPage(connection, { nowMs: clock.now(), limit: 9 });
    memory.hear('I live in York.');
    const later = readTalkPage(connection, { nowMs: clock.now(), limit: 9 }).messages;
    expect(later.find(({ id }) => id === two.at(-1)?.id)?.told.map(({ content }) => content)).toEqual([
      'I live in Leeds',
    ]);
  });

  it('VP1: a fact comes with what it is about and with its value, once for each', () => {
    const { memory, clock, connection } = open();
    memory.hear('My sister Anna is a nurse.');
    const { messages } = readTalkPage(connection, { nowMs: clock.now(), limit: 9 });
    expect(messages[0]?.told.map(({ fact }) => fact)).toEqual([
      { name: "sister's job", value: 'a nurse' },
      { name: "sister's name", value: 'Anna' },
    ]);
  });

  it('VP1: a message that is only a plan is shown where it was written, and one that is only a secret nowhere', () => {
    const { memory, clock, connection } = open();
    for (const text of ['Hello.', '<plan>Water the beans</plan>', '<secret>I forgot them</secret>', 'Bye.']) {
      memory.hear(text);
      clock.advance(hourMs);
    }
    const read = (limit: number, before?: number) =>
      readTalkPage(connection, { nowMs: clock.now(), limit, before });
    const { messages } = read(9);
    expect(messages.map(({ shown, told }) => [shown, ...told.map(({ content }) => content)])).toEqual([
      ['Hello.'],
      ['', 'Water the beans'],
      ['Bye.'],
    ]);
    const last = read(1);
    const middle = read(1, last.messages[0]?.id);
    const first = read(1, middle.messages[0]?.id);
    const pages = [first, middle, last];
    expect(pages.flatMap((page) => page.messages)).toEqual(messages);
    expect(pages.map(({ hasEarlier }) => hasEarlier)).toEqual([false, true, true]);
  });

  it('VP2: items that linger weigh what the graph says, and the newest wake is shown without secrets', async () => {
    const { memory, clock, connection } = open();
    memory.hear('Mira lends me her van.');
    memory.speak('<say>Good.</say><feeling>glad</feeling><secret>I envy her</secret>');
    memory.writeFragment({ key: 'mira', ambient: 'Mira has a van.' });
    clock.advance(30 * hourMs);
    memory.hear('How is Mira?');
    await memory.wake();
    const request = { ...look, nowMs: clock.now() };
    const mind = readMind(connection, request);
    const graph = computeDecayProjection(connection, { ...request, withSecrets: false });
    expect(mind.lines.map(({ itemId, scores }) => [itemId, scores])).toEqual(
      graph.lines.map(({ itemId, scores }) => [itemId, scores]),
    );
    expect(mind.wake?.known.map(({ key }) => key)).toEqual(['mira']);
    expect(mind.secrets).toBe(1);
    expect(JSON.stringify(mind)).not.toContain('envy');
    expect(openPageStore(connection).listSecrets()).toMatchObject([
      { content: 'I envy her', voice: 'companion' },
    ]);
  });

  it('VP3: a fragment is shown with its sources and its neighbours, also under a former key', () => {
    const { memory, connection } = open();
    memory.hear('Mira lends me her van.');
    memory.speak('<say>Good.</say><pin>ask [mira] for the keys</pin>');
    memory.writeFragment({ key: 'mira', ambient: 'Mira has a van.', lines: ['- lends it (#1)'] });
    const page = readFragmentPage(connection, 'mira');
    expect(page).toMatchObject({ isApproved: true, writing: { writer: 'person' } });
    expect(page?.sources.map(({ shown }) => shown)).toEqual(['Mira lends me her van.']);
    expect(page?.items.map(({ content }) => content)).toEqual(['ask [mira] for the keys']);
    expect(listFragments(connection)).toMatchObject([{ key: 'mira', sources: 1 }]);
    expect(readFragmentPage(connection, 'nobody')).toBeUndefined();
  });

  it('VP4: the mark changes with everything that is written, and not when something is only looked at', async () => {
    const { memory, clock, connection } = open();
    const { readMark } = openPageStore(connection);
    const deeds: readonly (() => unknown)[] = [
      () => memory.hear('Buy oil tomorrow.'),
      () => memory.speak('<say>Yes.</say><plan>buy oil</plan>'),
      () => memory.wake(),
      () => memory.undo(),
      () => memory.redo(),
      () => memory.edit({ do: 'done', what: 'oil' }),
      () => memory.writeFragment({ key: 'oil', ambient: 'There is oil.' }),
      () => {
        clock.advance(hourMs);
        memory.markApproved('oil', false);
      },
      () => memory.forget([memory.find('moment 1')]),
    ];
    for (const [index, deed] of deeds.entries()) {
      const before = readMark();
      await deed();
      expect(readMark(), `deed ${index}`).not.toBe(before);
    }
    const still = readMark();
    await memory.wake({ isPreview: true });
    readMind(connection, { ...look, nowMs: clock.now() });
    readTalkPage(connection, { nowMs: clock.now(), limit: 9 });
    expect(readMark()).toBe(still);
  });
});
