// Tests properties of every assembly, whatever was said before: budgets, order, safe text, and the ledger's arithmetic.

import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import type { TokenCounter } from '../../src/assembly/token-budget.ts';
import { openMemoryStores } from '../../src/assembly/waking.ts';
import type { Explanation } from '../../src/decay/score.ts';
import type { EventId } from '../../src/events/event.ts';
import type { EchoReason, PresenceReason } from '../../src/inspect/presence.ts';
import { packLedger, type WakeLedger } from '../../src/ledger/wake-ledger.ts';
import {
  type Budgets,
  computeConversationMaximum,
  computeEchoesMaximum,
  computeWorkingMemoryMaximum,
  resolveBudgets,
  sectionNames,
  type WakePackage,
} from '../../src/ledger/wake-package.ts';
import { renderForUser, renderParts, renderSection } from '../../src/render/render-wake.ts';
import { migrate } from '../../src/wake.ts';
import type { ItemId } from '../../src/working-memory/item.ts';
import { openTestMemory, type TestMemory } from '../support/open-test-memory.ts';
import { type Step, budgets as someBudgets, steps, take } from '../support/random-talk.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
const talks = isProof ? 340 : 24;
/**
 * The minimum number of wakes in each talk, so that there are at least 1,000 wakes in the proofs and 100 in daily
 * tests.
 */
const leastInTalk = isProof ? 3 : 5;

const o200k: TokenCounter = {
  id: 'o200k',
  count: (text) => encode(text, { disallowedSpecial: new Set() }).length,
};
const marker = 'xylographomania';
const ownTag = /<\s*\/?\s*(say|do|narrate|feeling|thought|pattern|desc|plan|pin|secret)\s*\/?>/i;

type Check = (wake: WakePackage, memory: TestMemory) => void;

/** Adds a wake at the end of the talk. If there are too few wakes, adds one after each of its last steps. */
function wakeOften(talk: readonly Step[]): readonly Step[] {
  const missing = Math.max(1, leastInTalk - talk.filter(({ kind }) => kind === 'woken').length);
  return talk.flatMap((step, at) => (at < talk.length - missing ? [step] : [step, { kind: 'woken' }]));
}

/** Runs every check on several wakes in each of many random talks. */
async function checkWakes(checks: readonly Check[]): Promise<void> {
  let wakes = 0;
  await fc.assert(
    fc.asyncProperty(steps, someBudgets, async (talk, budgets) => {
      const opened: TestMemory = openTestMemory({
        tokens: o200k,
        budgets,
      });
      try {
        const fragment = { recognition: 'An old mill. '.repeat(30), inventory: '', sources: [] };
        opened.stores.fragments.create({ key: 'mill', ambient: 'A mill.', ...fragment }, 0);
        opened.memory.speak(`<secret>${marker}</secret><say>so it begins</say>`);
        for (const step of wakeOften(talk)) {
          take(opened, step);
          if (step.kind !== 'woken') continue;
          const wake = await opened.memory.wake();
          for (const check of checks) check(wake, opened);
          wakes += 1;
        }
      } finally {
        opened.close();
      }
    }),
    { numRuns: talks },
  );
  expect(wakes).toBeGreaterThanOrEqual(talks * leastInTalk);
}

function findMaxima(budgets: Budgets, wake: WakePackage): Readonly<Record<string, number>> {
  const sumOf = (...names: readonly string[]) =>
    wake.sections.filter(({ name }) => names.includes(name)).reduce((sum, { tokens }) => sum + tokens, 0);
  const lingering = sumOf('lingering');
  return {
    lingering: computeWorkingMemoryMaximum(budgets),
    recent: computeConversationMaximum(budgets, lingering),
    recalled: budgets.recall,
    known: budgets.known,
    echoes: computeEchoesMaximum(budgets, sumOf('lingering', 'recent', 'recalled', 'known')),
  };
}

function findLedger({ stores }: TestMemory, wake: WakePackage): WakeLedger {
  const ledger = stores.wakes.find(wake.wakeId ?? -1);
  if (ledger === undefined) throw new Error('The wake was not written down.');
  return ledger;
}

/** Computes the score again, only from its factors. */
function compute({ combine, factors }: Explanation): number {
  if (combine === 'never-fades') return 1;
  const values = factors.map(({ elapsed, halfLife, value }) =>
    halfLife === undefined ? value : 0.5 ** (elapsed / halfLife),
  );
  return combine === 'product' ? values.reduce((one, other) => one * other, 1) : Math.max(...values);
}

/** AS5: by a real tokenizer, no section takes more than its budget, and the wake's own number of tokens is right. */
const checkBudgets: Check = (wake, opened) => {
  const { budgets } = findLedger(opened, wake);
  const maxima = findMaxima(resolveBudgets(budgets), wake);
  for (const { name, lines, tokens } of wake.sections) {
    expect(o200k.count(renderSection(name, lines))).toBe(tokens);
    // The lines about ended and missed items are below the time, and take 300 tokens at most.
    expect(tokens).toBeLessThanOrEqual(maxima[name] ?? 100 + 300);
  }
  const { system, user } = renderParts(wake);
  expect(wake.tokens).toBe(o200k.count(system) + o200k.count(user));
};

/** AS6: the wake contains 300 tokens of talk if that much was said and conversation may take that much. */
const checkTalk: Check = (wake, opened) => {
  const { recent, messageId, ...ledger } = findLedger(opened, wake);
  const maximum = ledger.sections.find(({ name }) => name === 'recent')?.maximum ?? 0;
  const taken = wake.sections.find(({ name }) => name === 'recent')?.tokens ?? 0;
  if (maximum < 200 || taken >= Math.min(300, maximum) - 64) return;
  const inView = new Set(recent.filter(({ left }) => left === undefined).map(({ id }) => id));
  const said = opened.stores.events.readNewest({ limit: 400 });
  const missing = said.filter(({ id, isParroted }) => !inView.has(id) && id !== messageId && !isParroted);
  expect(missing).toEqual([]);
};

/** AS19: the companion sees its own replies with their tags, but without secrets. */
const wholeTag =
  /<(say|do|narrate|feeling|thought|pattern|desc|plan|pin)>([^<>]*(?:<(?!\/?\1>)[^<>]*|>[^<>]*)*)<\/\1>/g;

/** AS1, AS9: sections keep their order, and nobody's words can forge a heading or a tag. */
const checkSafety: Check = (wake) => {
  expect(wake.sections.map(({ name }) => name)).toEqual(sectionNames);
  const texts = wake.sections.flatMap(({ name, lines }) =>
    lines.map(({ text }) => (name === 'recent' ? text.replace(wholeTag, '$2') : text)),
  );
  for (const text of texts) {
    expect(text).not.toMatch(ownTag);
    expect(text).not.toMatch(/(^|\n)\s{0,1}#/);
    expect(text.replace(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b\u2028\u2029]/u);
    expect(text.split('\n').slice(1)).toEqual(
      text
        .split('\n')
        .slice(1)
        .filter((line) => line.startsWith('  ')),
    );
  }
  const { message } = wake;
  if (message !== undefined) expect(renderParts(wake).user.endsWith(`\n${message.text}`)).toBe(true);
};

/**
 * WY2: the ledger lists what is in the wake, each item with a score that is at least the threshold. What it
 * lists as left out is not in the wake.
 */
const checkLedger: Check = (wake, opened) => {
  const ledger = findLedger(opened, wake);
  const [lingering] = wake.sections;
  const isAnnounced = lingering?.lines.at(-1)?.text.startsWith('- pins about to fade') === true;
  const inside = ledger.items.filter(({ left }) => left === undefined);
  expect(lingering?.lines).toHaveLength(inside.length + Number(isAnnounced));
  expect(inside.every(({ score, tokens }) => score >= ledger.profile.threshold && tokens > 0)).toBe(true);
  for (const { left, score } of ledger.items) {
    if (left === 'faded') expect(score).toBeLessThan(ledger.profile.threshold);
  }
  expect(ledger.items.length + ledger.itemsNotListed).toBe(opened.stores.items.readActive().length);
  expect(ledger.sections.map(({ tokens }) => tokens)).toEqual(wake.sections.map(({ tokens }) => tokens));
  const inView = ledger.recent.filter(({ left }) => left === undefined).map(({ id }) => id);
  const echoed = ledger.echoes.filter(({ left }) => left === undefined).map(({ id }) => id);
  expect(new Set([...inView, ...echoed]).size).toBe(inView.length + echoed.length);
};

/** What became of an event as a possible echo, according to the ledger. */
function findEcho(ledger: WakeLedger, id: number, reason: PresenceReason): EchoReason | undefined {
  if (['always', 'chosen'].includes(reason)) return id === ledger.messageId ? undefined : 'in-view';
  if (['later', 'unshown', 'parroted'].includes(reason)) return undefined;
  const entry = ledger.echoes.find((one) => one.id === id);
  if (entry !== undefined) return entry.left === undefined ? 'echoed' : 'no-room';
  return ledger.budgets.echoes === 0 ? 'off' : 'not-found';
}

/**
 * WY3: `why` says of every item and event whether it is in the wake, with factors from which its score can be
 * computed again.
 */
const checkReasons: Check = (wake, opened) => {
  const { memory, stores } = opened;
  const ledger = findLedger(opened, wake);
  const { lastEventId } = stores.wakes.readWatermarks();
  const shown = new Set(ledger.recent.filter(({ left }) => left === undefined).map(({ id }) => id));
  for (let id = 1; id <= lastEventId; id++) {
    const presence = memory.why({ event: id as EventId });
    if (presence.score !== undefined) expect(presence.score.score).toBe(compute(presence.score));
    expect(presence.section === 'recent').toBe(shown.has(id as EventId));
    expect(presence.isPresent).toBe(presence.section !== undefined);
    expect(presence.echo).toBe(findEcho(ledger, id, presence.reason));
    expect(presence.say).not.toContain(marker);
  }
  for (const { id, left, score } of ledger.items) {
    const presence = memory.why({ item: id });
    expect(presence.isPresent).toBe(left === undefined);
    expect(presence.score?.score).toBe(score);
    expect(presence.score && compute(presence.score)).toBe(score);
  }
  const listed = new Set(ledger.items.map(({ id }) => id));
  for (const { id } of stores.items.readActive().filter((item) => !listed.has(item.id)))
    expect(memory.why({ item: id }).reason).toMatch(/^(faded|no-room)$/);
};

/**
 * Steps without recalls, since a recall at a later time replaces the fragments that linger from an earlier
 * recall (CR5).
 */
const later = steps.map((talk) =>
  talk.filter((step) => !('text' in step) || !step.text.toLowerCase().includes('recall')),
);

test('AS16: a wake is the same whether or not anything was said, held, ended or woken to at a later time', async () => {
  await fc.assert(
    fc.asyncProperty(steps, later, fc.integer({ min: 1, max: 9e11 }), async (talk, ahead, laterMs) => {
      const opened = openTestMemory();
      const { memory, clock, folder } = opened;
      const database = join(folder, 'memory.sqlite');
      try {
        for (const step of talk) take(opened, step);
        const startMs = clock.now();
        const look = async (isPreview: boolean) => {
          const then = openTestMemory({ database, clock: buildFakeEnvironment({ startMs }).clock });
          const wakes = [await then.memory.wake({ isPreview })];
          wakes.push(
            await then.memory.wake({ isPreview, message: 'lorem ipsum, where does my sister live?' }),
          );
          const held = { plans: then.memory.plans(), facts: then.memory.facts({ isAll: true }) };
          then.close();
          return { wakes, held };
        };
        const before = await look(true);
        clock.advance(laterMs);
        memory.hear('I live in Graz. My sister Lorem moved to Linz.');
        for (const step of ahead) take(opened, step);
        const told = memory.speak('<feeling>odd</feeling><say>the moon is ours</say>');
        expect(await look(true)).toEqual(before);
        await look(false);
        expect(memory.why({ event: told.eventId }).reason).toBe('to-come');
        for (const { item } of told.effects.filter(({ effect }) => effect === 'created'))
          expect(memory.why({ item: item.id }).reason).toBe('to-come');
      } finally {
        opened.close();
      }
    }),
    { numRuns: isProof ? 300 : 18 },
  );
}, 3_600_000);

test('WY9: a copy of the store wakes with the same words, and writes the same row', async () => {
  await fc.assert(
    fc.asyncProperty(steps, someBudgets, fc.option(fc.lorem()), async (talk, budgets, message) => {
      const opened = openTestMemory({ budgets });
      const copy = `${opened.folder}-copy`;
      try {
        for (const step of talk) {
          if (step.kind === 'woken') await opened.memory.wake();
          take(opened, step);
        }
        cpSync(opened.folder, copy, { recursive: true });
        const other = openTestMemory({ budgets, clock: opened.clock, database: join(copy, 'memory.sqlite') });
        const asked = { message: message ?? undefined };
        const [one, same] = [await opened.memory.wake(asked), await other.memory.wake(asked)];
        const stores = openMemoryStores(migrate(join(copy, 'memory.sqlite')));
        expect(renderParts(same)).toEqual(renderParts(one));
        expect(same).toEqual(one);
        const row = packLedger(findLedger(opened, one));
        expect(packLedger(findLedger({ ...other, stores }, same)).equals(row)).toBe(true);
        stores.connection.close();
        other.close();
      } finally {
        opened.close();
        rmSync(copy, { recursive: true, force: true });
      }
    }),
    { numRuns: isProof ? 300 : 18 },
  );
}, 3_600_000);

/** AS13: no text that people see contains a secret, whatever else was said. */
const checkSecrets: Check = (wake, opened) => {
  expect(JSON.stringify(renderForUser(wake))).not.toContain(marker);
  expect(JSON.stringify(opened.memory.why({ item: 1 as ItemId }))).not.toContain(marker);
  const isIn = wake.sections[0]?.lines.some(({ text }) => text.includes(marker)) === true;
  expect(renderParts(wake).user.includes(marker)).toBe(isIn);
};

test('AS1, AS5, AS6, AS9, AS13, WY2, WY3: every wake keeps to order and budgets, forges and tells nothing, and its ledger says why', async () => {
  await checkWakes([checkBudgets, checkTalk, checkSafety, checkLedger, checkReasons, checkSecrets]);
}, 3_600_000);

test('WY4: why answers about an earlier wake as it did then, whatever was said since', async () => {
  await fc.assert(
    fc.asyncProperty(steps, steps, async (before, after) => {
      const opened = openTestMemory({ budgets: { workingMemory: 120, reserve: 60 } });
      try {
        const { memory, stores } = opened;
        for (const step of before) take(opened, step);
        memory.hear('<say>now</say>');
        const { wakeId = 0 } = await memory.wake();
        const { lastEventId } = stores.wakes.readWatermarks();
        const ids = stores.items.readActive().map(({ id }) => id);
        const ask = () => [
          ...ids.map((item) => memory.why({ item }, { wakeId })),
          ...Array.from({ length: lastEventId }, (_, index) =>
            memory.why({ event: (index + 1) as EventId }, { wakeId }),
          ),
        ];
        const then = ask();
        for (const step of after) take(opened, step);
        expect(ask()).toEqual(then);
      } finally {
        opened.close();
      }
    }),
    { numRuns: isProof ? 200 : 12 },
  );
}, 3_600_000);

test('WY4: what an earlier wake did not list is worked out from what was noted of it since', async () => {
  const opened = openTestMemory({ budgets: { workingMemory: 60, reserve: 0 } });
  const { memory, clock, stores } = opened;
  for (let index = 0; index < 70; index++) {
    memory.hear(`<plan>mend the roof of house number ${index}</plan>`);
    clock.advance(60_000);
  }
  const { wakeId } = await memory.wake();
  const ids = stores.items.readActive().map(({ id }) => id);
  const ask = () => ids.map((item) => memory.why({ item }, wakeId === undefined ? {} : { wakeId }));
  const then = ask();
  expect(stores.wakes.find(wakeId ?? -1)?.itemsNotListed).toBeGreaterThan(20);
  for (const index of [0, 1, 2, 3]) memory.hear(`<plan>done mend the roof of house number ${index}</plan>`);
  memory.hear('<plan>mend the roof of house number 4</plan>');
  await memory.wake();
  expect(ask()).toEqual(then);
  expect(memory.why({ item: ids[0] ?? (-1 as ItemId) }).reason).toBe('closed');
  expect(
    memory.why({ item: (stores.items.readActive().at(-1)?.id ?? -1) as ItemId }, { wakeId: 1 }).isPresent,
  ).toBe(true);
  memory.hear('<plan>something new</plan>');
  expect(memory.why({ item: 71 as ItemId })).toMatchObject({ reason: 'later', isPresent: false });
  opened.close();
});

test('AS5: if working memory is far over its budget, it fills nearly all of it and no more', async () => {
  for (const workingMemory of [30, 200, 999]) {
    const opened = openTestMemory({ tokens: o200k, budgets: { workingMemory, reserve: 0 } });
    const { memory, clock } = opened;
    for (let index = 0; index < 120; index++) {
      memory.hear(`<pin>house number ${index} stands at the ${'long '.repeat(index % 9)}road</pin>`);
      clock.advance(60_000);
    }
    const [lingering] = (await memory.wake()).sections;
    expect(lingering?.tokens).toBeLessThanOrEqual(workingMemory);
    if (workingMemory > 100) expect(lingering?.tokens).toBeGreaterThan(workingMemory * 0.85);
    opened.close();
  }
});

test('WY2: the row of a full mind, long talk and echoes takes less than 3 KB', async () => {
  const opened = openTestMemory();
  const { memory, clock } = opened;
  for (let index = 0; index < 200; index++) {
    memory.hear(`the heron of house ${index} is back <pin>house ${index} stands at the old road</pin>`);
    memory.speak(
      `<say>then heron number ${index} it is</say><plan>feed heron ${index} in ${index} days</plan>`,
    );
    clock.advance(977_777);
  }
  memory.hear('is the heron back?');
  const ledger = findLedger(opened, await memory.wake());
  expect([ledger.items.length > 80, ledger.recent.length > 60, ledger.echoes.length > 30]).toEqual(
    Array(3).fill(true),
  );
  expect(packLedger(ledger).length).toBeLessThan(3072);
  opened.close();
});

test('AS5: a message and a pin of a megabyte each leave every section within its budget', async () => {
  for (const tokens of [undefined, o200k]) {
    const opened = openTestMemory({ tokens });
    const { memory, clock } = opened;
    const long = 'the long road to the sea and back again, '.repeat(25_000);
    memory.hear(`<say>${long}</say><pin>a ${long}</pin><pin>the name of the boat is Selma</pin>`);
    memory.speak(`${long.toUpperCase()}`);
    clock.advance(60_000);
    memory.hear('short');
    const wake = await memory.wake();
    const maxima = findMaxima(resolveBudgets(), wake);
    for (const { name, tokens: taken } of wake.sections)
      expect(taken).toBeLessThanOrEqual(maxima[name] ?? 100);
    const [lingering] = wake.sections;
    expect(lingering?.lines.map(({ text }) => text.length > 1000)).toEqual([true, false]);
    opened.close();
  }
});
