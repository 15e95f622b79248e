// Tests known fragments: they come to mind by the words of a message, without being asked for by key.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifyMemory } from '../../src/inspect/verify-memory-store.ts';
import type { WakePackage } from '../../src/ledger/wake-package.ts';
import { buildGivenWriter } from '../../src/maintenance/given-writer.ts';
import { render } from '../../src/render/render-wake.ts';
import { dayMs, openTestMemory, type TestMemory } from '../support/open-test-memory.ts';

let opened: TestMemory;
beforeEach(() => {
  opened = openTestMemory();
});
afterEach(() => opened.close());

const linesOf = (wake: WakePackage, name: string) =>
  wake.sections.find((section) => section.name === name)?.lines.map(({ text }) => text) ?? [];

/** A talk of long ago about a sister and a boat, and the fragments compiled from it. */
function tellOfMira(): { readonly letter: number; readonly boat: number } {
  const { memory, clock, stores } = opened;
  const letter = memory.hear('Mira wrote that she sold the house in Porto.').eventId;
  clock.advance(dayMs);
  const boat = memory.hear('The old boat needs a new mast before spring.').eventId;
  clock.advance(40 * dayMs);
  for (let round = 0; round < 60; round++) memory.hear(`It was a quiet evening, number ${round}.`);
  clock.advance(40 * dayMs);
  stores.fragments.create(
    {
      key: 'mira',
      ambient: 'Mira, my older sister, lives in Porto.',
      recognition: `Mira is the older sister. She keeps bees.\n2024-01-01, User: Mira wrote that she sold the house in Porto. (#${letter})`,
      inventory: 'She sold the house.',
      sources: [letter],
    },
    clock.now(),
  );
  stores.fragments.create(
    {
      key: 'boat',
      ambient: 'The boat is old.',
      recognition: 'A boat of wood, twelve feet long.',
      inventory: 'It needs a mast.',
      sources: [boat],
    },
    clock.now(),
  );
  return { letter, boat };
}

describe('what was compiled comes to mind', () => {
  test('FR1, FR3: a fragment is found by its name, by another name, and by the words of its sources', async () => {
    tellOfMira();
    const { memory } = opened;
    const ask = async (message: string) => linesOf(await memory.wake({ message }), 'known');
    expect(await ask('Have you heard of Mira?')).toEqual([
      expect.stringMatching(/^- mira \(written Fri 22 March 2024\): Mira is the older sister/),
    ]);
    expect(await ask('How is my sister?')).toEqual([expect.stringMatching(/^- mira \(written [^)]*\): /)]);
    expect(await ask('Will the mast be ready?')).toEqual([
      expect.stringMatching(/^- boat \(written [^)]*\): A boat of wood/),
    ]);
    expect(await ask('Good morning!')).toEqual([]);
    expect(await ask('What did the dentist say on the phone?')).toEqual([]);
  });

  test('FR2: a name that the message has in full brings its fragment, however long the message is', async () => {
    const { memory, stores, clock } = opened;
    tellOfMira();
    const lore = { key: 'mercy', ambient: 'Mercy, the wreck', inventory: '', sources: [] };
    stores.fragments.create({ ...lore, recognition: 'A brig that sank off the bar.' }, clock.now());
    const bosun = { ...lore, key: 'bosun', ambient: 'Bosun, cat', recognition: 'He bites.' };
    stores.fragments.create(bosun, clock.now());
    const ask = async (message: string) =>
      linesOf(await memory.wake({ message }), 'known').map((line) => line.split(/[ :]/u)[1]);
    const more = "Harker said her name and then wouldn't go on, and the whole table looked at its plates.";
    expect(await ask(`Orla, what happened to the Mercy? ${more}`)).toEqual(['mercy']);
    expect(await ask(`Here, from Fortune's, still warm; keep them away from Bosun. ${more}`)).toEqual([
      'bosun',
    ]);
    expect((await ask(`Keep them away from Bosun. What of that wreck? ${more}`)).toSorted()).toEqual([
      'bosun',
      'mercy',
    ]);
    expect((await ask(`${more} I wrote to Mira before I came, by the way, and posted it.`))[0]).toBe('mira');
    expect(await ask(more)).toEqual([]);
    // Many fragments with another word of the message do not hide the one that is named.
    for (let chair = 0; chair < 70; chair += 1) {
      const seat = { ambient: `Chair ${chair}`, recognition: 'It stands at the table.' };
      stores.fragments.create({ ...lore, ...seat, key: `chair-${chair}` }, clock.now());
    }
    expect(await ask(`${more} What happened to the Mercy?`)).toEqual(['mercy']);
    // Lore that was recalled earlier is carried on with what it says, as its shortest text is only its names.
    memory.hear('Tell me of her.');
    memory.speak('<say>Wait.</say> recall("mercy")');
    for (const words of ['Well?', 'And?']) {
      memory.hear(words);
      await memory.wake();
    }
    memory.hear(`What happened to the Mercy? ${more}`);
    const later = await memory.wake();
    expect(linesOf(later, 'recalled')).toEqual([
      '- mercy (recalled 2 turns ago): A brig that sank off the bar.',
    ]);
    expect(linesOf(later, 'known')).toEqual([]);
  });

  test('FR2: in a script without spaces a name counts where the message has it as it stands', async () => {
    const { memory, stores, clock } = opened;
    for (const [key, recognition] of [
      ['しおり', '十二歳の三毛猫。右耳が欠けている。'],
      ['モチ', '白い子猫。'],
      ['そら', '隣の家の犬。'],
      ['朔', '七年前に帰らなかった兄。'],
    ] as const)
      stores.fragments.create({ key, ambient: key, recognition, inventory: '', sources: [] }, clock.now());
    const ask = async (message: string) =>
      linesOf(await memory.wake({ message }), 'known').map((line) => /^- (\S+?):? /u.exec(line)?.[1]);
    expect(await ask('しおりは元気？ 前に海苔を盗まれたよね。')).toEqual(['しおり']);
    expect(await ask('今日は部長に怒られて散々だったけど、モチの写真を見たら元気が出た。')).toEqual(['モチ']);
    expect(await ask('昨日の夜は朔のことをずっと考えていた。')).toEqual(['朔']);
    expect(await ask('昨日そらちゃんが庭に来て、海苔を全部食べちゃったよ。')).toEqual(['そら']);
    expect(await ask('この絵のモチーフは朔日の月らしいよ。')).toEqual([]);
    expect(await ask('目をそらすのはよくないと部長に言われて、少し落ち込んだ。')).toEqual([]);
  });

  test('FR2: a fragment that maintenance made is no lore, though its shortest text begins with its key', async () => {
    const { memory, stores, clock } = opened;
    const { eventId } = memory.hear('Mira moved to Kiel.');
    for (let round = 0; round < 60; round++) memory.hear(`It was a quiet evening, number ${round}.`);
    const operation = {
      do: 'create-fragment',
      key: 'mira',
      ambient: 'Mira, older sister, Kiel',
      recognition: 'Mira is the older sister, who moved to Kiel.',
      inventory: `Mira moved to Kiel. (#${eventId})`,
      sources: [eventId],
    };
    const writer = buildGivenWriter(JSON.stringify([operation]));
    expect(await memory.maintain({ kind: 'manual' }, writer)).toMatchObject({ refused: [] });
    const texts = { ambient: 'Hamburg, port', recognition: 'A port on the Elbe.', inventory: '' };
    stores.fragments.create({ key: 'hamburg', ...texts, sources: [] }, clock.now());
    const more =
      'The quartermaster drafted seventeen bills of lading before anybody thought to weigh the anchor.';
    const ask = async (message: string) =>
      linesOf(await memory.wake({ message }), 'known').map((line) => /^- (\S+?):? /u.exec(line)?.[1]);
    expect(await ask(`${more} The ferry is at Kiel.`)).toEqual([]);
    expect(await ask(`${more} The ferry is for Mira.`)).toEqual(['mira']);
    expect(await ask(`${more} The ferry is in port.`)).toEqual(['hamburg']);
  });

  test('FR1: numbers of sources and dates are not words of a fragment, but a number that is said is one', async () => {
    const { memory, clock, stores } = opened;
    const told = memory.hear('Nora paints the fence green.').eventId;
    clock.advance(90 * dayMs);
    for (let round = 0; round < 40; round++) memory.hear(`It was a quiet evening, as on evening ${round}.`);
    const line = `2026-11-09, User: Nora paints the fence green in 12 hours. (#8, #10) (#${told})`;
    for (const key of ['session-2026-11-09', 'nora']) {
      const texts = { ambient: 'Nora paints.', recognition: line, inventory: line };
      stores.fragments.create({ key, ...texts, sources: [told] }, clock.now());
    }
    const ask = async (message: string) =>
      linesOf(await memory.wake({ message }), 'known').map((text) => /^- (\S+?):? /u.exec(text)?.[1]);
    for (const message of ['at 8', '10', 'the 11', '2026', 'at 09', 'at 9'])
      expect(await ask(message)).toEqual([]);
    expect(await ask('12 hours')).toEqual(['nora', 'session-2026-11-09']);
    expect(await ask('On 9 November')).toEqual(['session-2026-11-09']);
  });

  test('EC6: words that only ask for something, or for a reminder, bring nothing to mind', async () => {
    const { memory, clock } = opened;
    memory.hear('Remind me to water the ferns tomorrow.');
    memory.hear('Hello Marlo, the lamp is lit.');
    memory.hear('Please say that you will remember the ferns.');
    clock.advance(90 * dayMs);
    for (let round = 0; round < 40; round++) memory.hear(`It was a quiet evening, number ${round}.`);
    const ask = async (message: string) => linesOf(await memory.wake({ message }), 'echoes').join('\n');
    expect(await ask('Remind me to return the keys on Sunday.')).toBe('');
    expect(await ask("Don't let me forget the letter.")).toBe('');
    expect(await ask('Please remember that the gate is shut.')).toBe('');
    expect(await ask('Do you remember the gate?')).toBe('');
    expect(await ask('Remind me to buy ferns.')).toContain('water the ferns');
    for (const greeting of ['hello', 'Hello Marlo!', 'Evening.']) expect(await ask(greeting)).toBe('');
    expect(await ask('Hello, where are the ferns?')).toContain('water the ferns');
  });

  test('FR3: they stand between what was recalled and echoes, at recognition depth, within their budget', async () => {
    tellOfMira();
    const wake = await opened.memory.wake({ message: 'Does my sister Mira like the boat?' });
    const text = render(wake);
    const at = ['## Known', '## Echoes', '## Recent', '## Now'].map((title) => text.indexOf(title));
    expect(at.toSorted((one, other) => one - other)).toEqual(at.filter((place) => place >= 0));
    expect(linesOf(wake, 'known').join('\n')).toContain('She keeps bees.');
    expect(wake.sections.find(({ name }) => name === 'known')?.tokens).toBeLessThanOrEqual(600);
  });

  test('FR4: an echo is not repeated if a fragment tells it already; other sources are still echoes', async () => {
    tellOfMira();
    const wake = await opened.memory.wake({ message: 'Mira and the mast of the boat' });
    expect(linesOf(wake, 'known')).toHaveLength(2);
    const echoes = linesOf(wake, 'echoes').join('\n');
    expect(echoes).not.toContain('sold the house');
    expect(echoes).toContain('needs a new mast');
  });

  test('FR5: why says of a fragment how the message found it, or that it did not', async () => {
    tellOfMira();
    const { memory } = opened;
    await memory.wake({ message: 'How is my sister?' });
    expect(memory.why({ fragment: 'mira' })).toMatchObject({
      section: 'known',
      reason: 'found',
      because: 'contains sister',
      say: expect.stringContaining('it has to do with the message (contains sister)'),
    });
    expect(memory.why({ fragment: 'boat' })).toMatchObject({ section: undefined, reason: 'unasked' });
  });

  test('FR3: a fragment that was recalled does not come a second time, and a budget of 0 brings none', async () => {
    tellOfMira();
    const { memory } = opened;
    memory.hear('tell me');
    memory.speak('<say>wait</say> recall("mira")');
    memory.hear('How is Mira?');
    const wake = await memory.wake();
    expect(linesOf(wake, 'recalled').join()).toContain('mira (recognition)');
    expect(linesOf(wake, 'known').join()).not.toContain('- mira');
    opened.close();
    opened = openTestMemory({ budgets: { known: 0 } });
    tellOfMira();
    expect(linesOf(await opened.memory.wake({ message: 'How is Mira?' }), 'known')).toEqual([]);
  });

  test('FR1: the index follows what is written, changed, put back and removed, and verification compares it', () => {
    tellOfMira();
    const { stores } = opened;
    const former = stores.fragments.findByKey('boat');
    if (former === undefined) throw new Error('There is no boat.');
    stores.fragments.update({ ...former, recognition: 'It was painted green.' }, 5);
    expect(verifyMemory(stores.connection).problems).toEqual([]);
    stores.fragments.restore(former);
    stores.fragments.remove('mira');
    expect(verifyMemory(stores.connection).problems).toEqual([]);
    stores.connection.exec("UPDATE fragment_term SET weight = 9 WHERE term = 'boat'");
    expect(JSON.stringify(verifyMemory(stores.connection).problems)).toContain('fragment_term');
  });
});
