// Tests forgetting, rule by rule: what goes, what stays, what the preview says, and what is gone for good.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildScriptedModel } from '@terrarium/kernel/testing/scripted-model';
import { expect, it, onTestFinished } from 'vitest';
import { readDefaultActivation } from '../../src/assembly/read-wake-files.ts';
import { openMemoryDatabase } from '../../src/database/open-memory-database.ts';
import type { EventId } from '../../src/events/event.ts';
import { openEventStore } from '../../src/events/event-store.ts';
import { exportMemory } from '../../src/export/export-memory.ts';
import { addShownWords } from '../../src/forgetting/forget.ts';
import type { Target } from '../../src/inspect/presence.ts';
import { verifyMemory } from '../../src/inspect/verify-memory-store.ts';
import { importChat } from '../../src/intake/import-chat.ts';
import { openCompiledEventStore } from '../../src/maintenance/compiled-event-store.ts';
import { buildGivenWriter } from '../../src/maintenance/given-writer.ts';
import { openMaintenanceLock } from '../../src/maintenance/maintenance-writer.ts';
import { openRunStore } from '../../src/maintenance/run-store.ts';
import { exampleVoices } from '../../src/tags/voices.ts';
import type { ItemId } from '../../src/working-memory/item.ts';
import { findWords } from '../support/find-words.ts';
import { openTestMemory } from '../support/open-test-memory.ts';

function open(voices = exampleVoices) {
  const test = openTestMemory({ voices });
  onTestFinished(test.close);
  const path = join(test.folder, 'memory.sqlite');
  const withConnection = <Result>(work: (connection: ReturnType<typeof openMemoryDatabase>) => Result) => {
    const connection = openMemoryDatabase({ path });
    try {
      return work(connection);
    } finally {
      connection.close();
    }
  };
  return { ...test, path, withConnection };
}

async function compile(memory: ReturnType<typeof open>['memory'], operations: readonly unknown[]) {
  return await memory.maintain({ kind: 'manual' }, buildGivenWriter(JSON.stringify({ operations })));
}

it('FG2: what was made of a moment goes: items, sentences, reasons, flags, the page; a run that stopped is given up', async () => {
  const { memory, folder, withConnection } = open();
  const { eventId } = memory.hear('<pin>The gherkins are hidden in the loft</pin>I hid them well.');
  const { eventId: other } = memory.hear('The loft needs a new ladder.');
  await compile(memory, [
    {
      do: 'create-fragment',
      key: 'loft',
      ambient: 'The loft.',
      recognition: 'The gherkins are in the loft. It needs a new ladder.',
      inventory: '- The gherkins are hidden there.\n- The loft needs a new ladder.',
      sources: [eventId, other],
    },
    { do: 'flag', text: 'Are gherkins right?', events: [] },
    { do: 'flag', text: 'Is this so?', events: [eventId] },
    { do: 'flag', text: 'Which ladder?', events: [other] },
    { do: 'rewrite-ambient', text: 'Somebody hides gherkins. The ladder is old.', because: 'gherkins' },
  ]);
  await memory.wake();
  withConnection((connection) =>
    openRunStore(connection).start({
      kind: 'light',
      writer: 'm',
      afterEventId: 0,
      upToEventId: 2,
      startedAtMs: 1,
    }),
  );
  const forgotten = memory.forget([{ event: eventId }]);
  expect(forgotten.items.map(({ content }) => content)).toEqual(['The gherkins are hidden in the loft']);
  expect(forgotten).toMatchObject({ changedFragments: ['loft'], fragments: [], flags: 2, isSwept: true });
  expect(memory.recall('loft').text).toBe('It needs a new ladder.');
  expect(memory.recall('loft', { isDeep: true }).text).toBe('- The loft needs a new ladder.');
  expect(readFileSync(join(folder, 'ambient.md'), 'utf8')).toContain('The ladder is old.');
  expect(findWords(folder, ['gherkin', 'hid them well'])).toEqual([]);
  withConnection((connection) => {
    expect(openRunStore(connection).findOpen()).toBeUndefined();
    expect(verifyMemory(connection).problems).toEqual([]);
  });
});

it('FG3: a fragment with no other source goes, with its key and its edges; sentences with other sources stay', async () => {
  const { memory, folder } = open();
  const { eventId } = memory.hear('Zebulon came by with the accordion.');
  const { eventId: second } = memory.hear('The accordion is out of tune, and the cellar is damp.');
  const texts = { ambient: 'A man.', recognition: 'Zebulon came by.', inventory: 'Zebulon came by.' };
  const both = 'The accordion is out of tune. A visitor brought it.';
  await compile(memory, [
    { do: 'create-fragment', key: 'zebulon', ...texts, sources: [eventId] },
    {
      do: 'create-fragment',
      key: 'music',
      ambient: both,
      recognition: both,
      inventory: both,
      sources: [1, 2],
    },
    { do: 'create-edge', from: 'music', to: 'zebulon', label: 'his' },
  ]);
  expect(memory.forget([{ event: eventId }])).toMatchObject({
    fragments: ['zebulon'],
    changedFragments: ['music'],
  });
  const page = readFileSync(join(folder, 'ambient.md'), 'utf8');
  expect(page).toContain('- [music] The accordion is out of tune.\n');
  expect(page).not.toMatch(/zebulon|visitor/u);
  expect(memory.recall('zebulon').tier).toBeUndefined();
  expect(memory.recall('music')).toMatchObject({ text: 'The accordion is out of tune.', neighbours: [] });
  expect(findWords(folder, ['zebulon'])).toEqual([]);
  expect(second).toBe(2);
});

it('FG3: the messages that a line names stay or go with its sentence', async () => {
  const { memory } = open();
  const { eventId } = memory.hear('Sam drives the van at night.');
  memory.hear('The ovens are lit at four.');
  await compile(memory, [
    {
      do: 'create-fragment',
      key: 'bakery',
      ambient: 'The bakery.',
      recognition: 'The ovens are lit at four.',
      inventory:
        '2026-11-26, User: The ovens are lit at four. (#2)\n2026-11-26, User: Sam drives the van. (#1)',
      sources: [1, 2],
    },
  ]);
  memory.forget([{ event: eventId }]);
  expect(memory.recall('bakery', { isDeep: true }).text).toBe(
    '2026-11-26, User: The ovens are lit at four. (#2)',
  );
});

it('FG1: with a question goes by which of its words a wake found a fragment, and what an answer recalled', async () => {
  const { memory, folder, clock } = open();
  const first = memory.hear('The gherkins stand beside the quiescent ladder in the loft.');
  memory.hear('The ladder of the loft is new.');
  await compile(memory, [
    {
      do: 'create-fragment',
      key: 'loft',
      ambient: 'The loft.',
      recognition: 'The gherkins stand by the quiescent ladder. The ladder is new.',
      inventory: '- The ladder is new.',
      sources: [1, 2],
    },
  ]);
  clock.advance(60_000);
  const asked = memory.hear('Are the gherkins of the loft quiescent?');
  const wake = await memory.wake();
  expect(JSON.stringify(wake.sections)).toContain('gherkins');
  const answer = memory.speak('<say>They are.</say>recall("gherkin-shelf")');
  memory.hear('So be it.');
  await memory.wake();
  expect(findWords(folder, ['quiescent']).some((place) => place.startsWith('wake '))).toBe(true);
  memory.forget([first, asked, answer].map(({ eventId }) => ({ event: eventId })));
  expect(findWords(folder, ['quiescent', 'gherkin'])).toEqual([]);
});

it('FG3: a fragment that is forgotten goes with all its versions, and its sources stay', async () => {
  const { memory, folder } = open();
  memory.hear('We walked to the weir.');
  const first = { ambient: 'Halcyon.', recognition: 'Halcyon weir.', inventory: 'Halcyon weir.' };
  await compile(memory, [{ do: 'create-fragment', key: 'weir', ...first, sources: [1] }]);
  memory.hear('And back.');
  await compile(memory, [
    { do: 'update-fragment', key: 'weir', recognition: 'Quiescent weir.', sources: [], because: 'newer' },
  ]);
  memory.forget([{ fragment: 'weir' }]);
  expect(memory.recall('weir').tier).toBeUndefined();
  expect(findWords(folder, ['halcyon', 'quiescent'])).toEqual([]);
  expect((await memory.search('weir'))[0]?.eventId).toBe(1);
});

it('FG4: what was forgotten is not revived, forgotten again, exported, imported or brought back with a run', async () => {
  const { memory, folder, clock, withConnection } = open();
  const line = { role: 'user', text: 'The heliotrope is in bloom', at: '2016-03-01T10:00:00Z', id: 'a' };
  const chat = join(folder, 'chat.json');
  writeFileSync(chat, JSON.stringify([line, { ...line, role: 'assistant', text: 'Is it?', id: 'b' }]));
  const request = { path: chat, voices: exampleVoices, timeZone: 'UTC', nowMs: clock.now(), ingest: {} };
  withConnection((connection) => importChat(connection, request));
  const { eventId } = memory.hear('<plan>Water the heliotrope tomorrow</plan>');
  const texts = { ambient: 'A plant.', recognition: 'The heliotrope is in bloom.', inventory: 'It blooms.' };
  await compile(memory, [{ do: 'create-fragment', key: 'plant', ...texts, sources: [1] }]);
  const renderExport = () =>
    withConnection((connection) =>
      [
        ...exportMemory(connection, {
          format: 'jsonl',
          withSecrets: true,
          voices: exampleVoices,
          timeZone: 'UTC',
        }),
      ].join(''),
    );
  writeFileSync(join(folder, '..', 'own.jsonl'), renderExport());
  memory.forget([{ event: 1 as typeof eventId }, { event: eventId }]);
  expect(memory.revive(memory.searchItems('plan')[0]?.itemId ?? (1 as never))).toBeUndefined();
  expect(() => memory.forget([{ event: eventId }])).toThrow('it was forgotten');
  expect(renderExport()).not.toContain('heliotrope');
  for (const path of [chat, join(folder, '..', 'own.jsonl')]) {
    withConnection((connection) => {
      expect(importChat(connection, { ...request, path })).toMatchObject({ added: 0, changed: 0 });
    });
  }
  memory.revert(1);
  writeFileSync(chat, '');
  expect(findWords(folder, ['heliotrope'])).toEqual([]);
  withConnection((connection) => {
    const stones = connection
      .prepare('SELECT thing, number, length(former_seal) n, state FROM forgotten')
      .all();
    expect(stones).toEqual([
      { thing: 'moment', number: 1, n: 22, state: 'swept' },
      { thing: 'moment', number: 3, n: 22, state: 'swept' },
      { thing: 'item', number: 1, n: 22, state: 'swept' },
      { thing: 'fragment', number: 1, n: 22, state: 'swept' },
    ]);
    expect(verifyMemory(connection).problems).toEqual([]);
  });
});

it('FG5: a preview says what would go, and changes nothing', () => {
  const { memory, path } = open();
  const { eventId } = memory.hear('<pin>A key</pin>');
  const before = readFileSync(path);
  expect(memory.forget([{ event: eventId }], { isPreview: true })).toMatchObject({ isSwept: false });
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(memory.searchItems('key')).toHaveLength(1);
});

it('FG6: with an item goes what told it, even where it was told again, and nothing else of these moments', async () => {
  const { memory, folder, withConnection } = open();
  memory.speak('<say>Good morning to you.</say><plan>Fetch the marmoset at noon tomorrow</plan>');
  memory.speak(
    '<say>As I said: tomorrow.</say><plan>fetch the marmoset at noon tomorrow!</plan><pin>Bread is low</pin>',
  );
  await memory.embed();
  memory.forget([{ item: 1 as never }]);
  expect(findWords(folder, ['marmoset'])).toEqual([]);
  const shown = (await memory.search('good morning, as was said')).map(({ excerpt }) => excerpt);
  expect(shown.sort()).toEqual(['As I said: tomorrow.', 'Good morning to you.']);
  expect(memory.searchItems('bread')).toHaveLength(1);
  expect(memory.plans()).toEqual([]);
  withConnection((connection) => expect(verifyMemory(connection).problems).toEqual([]));
});

it('FG7: while another program reads, the file is not written anew; opening the memory later completes it', () => {
  const { memory, folder, path, withConnection } = open();
  const { eventId } = memory.hear('The bassoon was sold.');
  const reader = openMemoryDatabase({ path });
  reader.exec('BEGIN; SELECT count(*) FROM event;');
  reader.prepare('SELECT count(*) FROM event').get();
  memory.forget([{ event: eventId }]);
  expect(findWords(folder, ['bassoon'])).not.toEqual([]);
  reader.exec('COMMIT');
  reader.close();
  const { memory: later, close } = openTestMemory({ database: path });
  close();
  expect(later).toBeDefined();
  expect(findWords(folder, ['bassoon'])).toEqual([]);
  withConnection((connection) => {
    expect(connection.prepare('SELECT state FROM forgotten').pluck().all()).toEqual(['swept']);
  });
});

it('FG5: what would go is listed line by line, with the reasons, and without the words of a secret', async () => {
  const { memory, folder } = open();
  memory.hear(
    '<pin>The gherkins are hidden in the loft</pin>I hid them well. <secret>the bassoon is mine</secret>',
  );
  memory.speak('<say>Well!</say><pin>The gherkins are hidden in the loft</pin>');
  memory.hear('The loft needs a new ladder.');
  await compile(memory, [
    {
      do: 'create-fragment',
      key: 'loft',
      ambient: 'The loft.',
      recognition: 'The gherkins are in the loft. It needs a new ladder.',
      inventory: '- The loft needs a new ladder.',
      sources: [1, 3],
    },
    {
      do: 'create-fragment',
      key: 'hiding',
      ambient: 'Things are hidden well.',
      recognition: 'They are hidden well.',
      inventory: '- I hid them well.',
      sources: [1],
    },
  ]);
  const secret = memory.edit({ do: 'drop', what: '2' })[0]?.item;
  expect(secret?.kind).toBe('secret');
  const listLines = (target: Target) =>
    memory
      .forget([target], { isPreview: true })
      .lines.map(({ name, text, because }) => `${name} | ${text} | ${because}`);
  expect(listLines({ event: 1 as EventId })).toMatchInlineSnapshot(`
    [
      "moment 1 | The gherkins are hidden in the loft I hid them well. (a secret is not shown here) | you chose it",
      "pin 1 | The gherkins are hidden in the loft | it was told in moment 1",
      "secret 2 | (a secret is not shown here) | it was told in moment 1",
      "[hiding] | Things are hidden well. | nothing else that was said supports it",
      "[loft] | The gherkins are in the loft. | it is based on what is forgotten",
    ]
  `);
  expect(listLines({ item: 1 as ItemId })).toMatchInlineSnapshot(`
    [
      "part of moment 1 | The gherkins are hidden in the loft | pin 1 came from this part",
      "part of moment 2 | The gherkins are hidden in the loft | pin 1 came from this part",
      "pin 1 | The gherkins are hidden in the loft | you chose it",
      "[hiding] | Things are hidden well. | it is based on what is forgotten",
      "[hiding] | They are hidden well. | it is based on what is forgotten",
      "[loft] | The gherkins are in the loft. | it is based on what is forgotten",
    ]
  `);
  expect(listLines({ fragment: 'loft' })).toMatchInlineSnapshot(`
    [
      "[loft] | The loft. | you chose it",
    ]
  `);
  expect(findWords(folder, ['gherkins'])).not.toEqual([]);
  expect(memory.forget([{ event: 1 as EventId }]).lines).toEqual([]);
});

it('FG6: with an item, or the moment that told it, go the words of a tag that dropped it', async () => {
  const { memory, folder } = open();
  const told = memory.hear('I am applying for a place in Quedlinburg; nobody knows.');
  const kept = memory.speak(
    '<say>I keep it to myself.</say><secret>Ada is applying in Quedlinburg; nobody else knows</secret>',
  );
  const dropped = memory.speak(
    '<say>Gone.</say><secret>drop Ada applies in Quedlinburg</secret><pin>Bread is low</pin>',
  );
  const found = memory.findAll('Quedlinburg').map(({ target }) => target);
  expect(found).toEqual([told, kept, dropped].map(({ eventId }) => ({ event: eventId })));
  memory.forget([{ event: told.eventId }, { event: kept.eventId }]);
  expect(findWords(folder, ['Quedlinburg'])).toEqual([]);
  expect(memory.searchItems('bread')).toHaveLength(1);
  expect(memory.findAll('Quedlinburg')).toEqual([]);
  const again = memory.speak('<say>Well.</say><secret>drop what she said of Halberstadt</secret>');
  expect(memory.find('halberstadt', { isHiddenToo: true })).toEqual({ event: again.eventId });
  expect(() => memory.find('halberstadt')).toThrow(/Nothing in this memory matches/u);
  expect(memory.findAll('pin say')).toEqual([]);
});

it('FG6: of several plans that one answer ended, forgetting one leaves the words that ended the other', () => {
  const { memory, withConnection } = open();
  memory.hear('<plan>call Anna</plan><plan>call Bob</plan><plan>call Cleo on Friday</plan>');
  const { eventId } = memory.speak(
    '<say>Good.</say><plan>done call Anna</plan><plan>done call Bob</plan><plan>move call Cleo to Sunday</plan>',
  );
  memory.forget([memory.find('plan call Anna')]);
  const text = withConnection((connection) => openEventStore(connection).find(eventId)?.text);
  expect(text).toBe(
    '<say>Good.</say><plan>done …</plan><plan>done call Bob</plan><plan>move call Cleo to Sunday</plan>',
  );
});

it('FG6: all moments with the words are found, however many, said twice or set aside, and not called hidden', () => {
  const { memory } = open();
  const numbers = Array.from({ length: 52 }, (_, number) => number);
  for (const number of numbers) memory.hear(`Turnip ${number} is <pin>in bed ${number}</pin>.`);
  memory.hear('Turnip 1 is <pin>in bed 1</pin>.');
  memory.hear('No turnip is left.');
  memory.undo();
  // An item that says only the word does not hide other things that have the word.
  memory.hear('Noted. <pin>turnip</pin>');
  const found = memory.findAll('turnip');
  expect(found).toHaveLength(numbers.length + 3);
  expect(found.filter(({ label }) => label.includes('not shown'))).toEqual([]);
});

it('FG8: backups and exports of the memory that say it are named and go if wished; other files and moments are named and stay', () => {
  const { memory, folder, path } = open();
  const { eventId } = memory.hear('The walrus sleeps behind the boathouse, said the dentist Bell.');
  const { eventId: again } = memory.speak('<say>So the walrus sleeps behind the boathouse, then?</say>');
  mkdirSync(join(folder, 'exports'));
  const files = {
    backup: `${path}.v7.backup`,
    sayingExport: join(folder, 'exports', 'talk.md'),
    otherExport: join(folder, 'exports', 'other.md'),
    glossary: join(folder, 'exports', 'glossary.md'),
    otherGlossary: join(folder, 'exports', 'other.json'),
    page: join(folder, 'wake-context.md'),
    defaultPage: join(folder, 'other-page.md'),
    plainWord: join(folder, 'notes.md'),
    plainWords: join(folder, 'exports', 'story.html'),
    place: join(folder, 'place.json'),
  };
  writeFileSync(files.backup, 'old');
  writeFileSync(files.sayingExport, '# Memory\n\nIt sleeps: the walrus.');
  writeFileSync(files.glossary, '# Low Veyre\n\n## Walrus');
  writeFileSync(files.otherGlossary, '{"content":"The cat and the dog."}');
  writeFileSync(files.place, '{"corpus":"the-walrus"}');
  writeFileSync(files.otherExport, 'Nothing of it.');
  writeFileSync(files.page, 'You know a walrus of the boathouse.');
  writeFileSync(files.plainWord, 'Every boathouse needs paint.');
  writeFileSync(files.plainWords, 'Somebody sleeps and rings the bell.\nNo dentist is here.');
  writeFileSync(files.defaultPage, readDefaultActivation());
  const shown = memory.forget([{ event: eventId }], { isPreview: true });
  expect(shown.alsoSaid).toEqual([again]);
  expect(shown.removable).toEqual([files.backup]);
  const both = memory.forget([{ event: eventId }, { event: again }], { isWithCopies: true });
  expect(both).toMatchObject({
    removable: [files.backup, files.sayingExport],
    others: [files.page, files.glossary],
  });
  expect(Object.values(files).map((file) => existsSync(file))).toEqual([
    false,
    false,
    true,
    true,
    true,
    true,
    true,
    true,
    true,
    true,
  ]);
});

it('FG8: in Japanese, particles, endings and single characters name no file and no moment', () => {
  const { memory, folder } = open();
  memory.hear('明日の三時に歯医者に行くんだ。忘れないようにしたい。');
  memory.hear('来週の水曜に友達の結婚式がある。');
  const { eventId } = memory.hear('美咲と運動公園で会ったんだけど、好きになったみたい。');
  const { eventId: again } = memory.speak('<say>美咲さんと運動公園で会ったんですね。</say>');
  const [page, notes] = [join(folder, 'wake-context.md'), join(folder, 'notes.md')];
  writeFileSync(page, 'あなたは喫茶店の店主です。お客さんの話を聞くのが好きで、みたいなことは言いません。');
  writeFileSync(notes, '美咲のこと。');
  const shown = memory.forget([{ event: eventId }], { isPreview: true });
  expect(shown.alsoSaid).toEqual([again]);
  const both = memory.forget([{ event: eventId }, { event: again }], { isWithCopies: true });
  expect(both.others).toEqual([notes]);
});

it('FG8: of an item that goes the moments that say it again are named, and none that only shares ordinary words', () => {
  const { memory, withConnection } = open();
  memory.speak('<say>The dentist is tomorrow; for the passport you have a bit of time yet.</say>');
  const { eventId, effects } = memory.hear('I feel a bit nervous about the dentist, honestly. And I paint.');
  const answer = memory.speak('<say>Many are nervous at a dentist’s. What do you paint?</say>');
  const later = memory.hear("Please forget that I'm nervous about the dentist.");
  const item = effects[0]?.item.id ?? (0 as ItemId);
  const shown = memory.forget([{ item }], { isPreview: true });
  expect(shown.alsoSaid).toEqual([answer.eventId, later.eventId]);
  memory.forget([{ item }]);
  const text = withConnection((connection) => openEventStore(connection).find(eventId)?.text);
  expect(text).toBe('…, honestly. And I paint.');
});

it('FG8, FG11, MT30: a message that asks to forget is not what is meant; it and the answers that repeat it are named', () => {
  const { memory, folder, withConnection } = open();
  writeFileSync(join(folder, 'wake-context.md'), 'You are Wren, a companion who listens. Wren is calm.');
  const told = memory.hear(
    "Wren, I'm Jonas and I live in Bristol with my sister Mira. I buried forty loaves behind the shed.",
  );
  const answer = memory.speak('<say>Forty. That is a lot of bread to bury.</say>');
  memory.hear('The rain is loud.');
  memory.speak('<say>It is.</say>');
  const asked = memory.hear(
    "Please forget what I said about the forty loaves, I'm ashamed of it. The key hangs by the back door now.",
  );
  expect(memory.findAll('forty loaves').map(({ target }) => target)).toEqual([{ event: told.eventId }]);
  expect(memory.findAll('ashamed').map(({ isAsking }) => isAsking)).toEqual([true]);
  const shown = memory.forget([{ event: told.eventId }], { isPreview: true });
  expect(shown.alsoSaid).toEqual([answer.eventId, asked.eventId]);
  expect(shown.others).toEqual([]);
  // The letters of the companion's name within another word are not its name.
  writeFileSync(join(folder, 'notes.md'), 'You are Bris.\nBristol again.');
  expect(memory.forget([{ event: told.eventId }], { isPreview: true }).others).toEqual([
    expect.stringMatching(/notes\.md$/),
  ]);
  // If the request itself were compiled, the words that it names would be kept.
  const [compiled] = withConnection((connection) => openCompiledEventStore(connection).read([asked.eventId]));
  expect(compiled?.shown).toBe('The key hangs by the back door now.');
  const facts = shown.lines.filter(({ name }) => name.startsWith('fact')).map(({ text }) => text);
  expect(facts.slice(0, 2)).toEqual(['name: Jonas', 'home: Bristol']);
  expect(new Set(facts).size).toBe(facts.length);
});

it('FG9: a damaged memory forgets nothing, nor does one whose maintenance is running', () => {
  const { memory, withConnection } = open();
  const { eventId } = memory.hear('The otter is back.');
  withConnection((connection) => {
    const lock = openMaintenanceLock(connection);
    expect(() => memory.forget([{ event: eventId }])).toThrow(expect.objectContaining({ code: 'lock.held' }));
    lock.close();
    connection.exec("DROP TRIGGER event_stays; UPDATE event SET voice = 'kit';");
    expect(() => memory.forget([{ event: eventId }])).toThrow(
      expect.objectContaining({ code: 'store.damaged' }),
    );
    expect(connection.prepare('SELECT text FROM event').pluck().get()).toBe('The otter is back.');
  });
});

it('FG2: stored replies of models go too', async () => {
  const { memory, folder } = open();
  const { eventId } = memory.speak('I saw the narwhal again and must remember to look for it.');
  const reply = JSON.stringify({
    tags: [{ event: eventId, tag: 'pin', content: 'I saw the narwhal again' }],
  });
  await memory.proposeTags(buildScriptedModel([{ text: reply }], { contextTokens: 16_000 }));
  expect(memory.searchItems('narwhal')).toHaveLength(1);
  memory.forget([{ event: eventId }]);
  expect(findWords(folder, ['narwhal'])).toEqual([]);
});

it('FG2: ordinary words decide nothing, even where no other message has them', async () => {
  const { memory, folder } = open();
  memory.hear('The job at the bakery begins on Monday.');
  const { eventId } = memory.hear('The bakery that I like would be too late for the gherkins.');
  const kept = 'She was nervous about the job at the bakery that would begin on Monday.';
  await compile(memory, [
    {
      do: 'create-fragment',
      key: 'job',
      ambient: 'A job.',
      recognition: kept,
      inventory: kept,
      sources: [1],
    },
    { do: 'rewrite-ambient', text: 'It would be too early. She bought gherkins.', because: 'new' },
  ]);
  const shown = memory.forget([{ event: eventId }], { isPreview: true });
  expect(shown.lines.map(({ name }) => name)).toEqual([`moment ${eventId}`]);
  memory.forget([{ event: eventId }]);
  expect(memory.recall('job').text).toBe(kept);
  const page = readFileSync(join(folder, 'ambient.md'), 'utf8');
  expect(page).toContain('It would be too early.');
  expect(page).not.toContain('gherkins');
});

it('FG2: what the companion held in mind of a moment while it answered it goes, with its part of the answer', async () => {
  const { memory, folder } = open();
  const { eventId } = memory.hear('My ex Daniel still has my spare key. I drink tea now.');
  const answer = memory.speak(
    '<say>Then I will not bring it up. Tea it is.</say><thought>She is careful about whom she trusts with keys.</thought><plan>buy tea</plan>',
  );
  memory.hear('The weather is fine.');
  const shown = memory.forget([{ event: eventId }], { isPreview: true });
  expect(shown.lines.map(({ name, because }) => [name, because])).toEqual([
    [`moment ${eventId}`, 'you chose it'],
    [`part of moment ${answer.eventId}`, 'thought 1 came from this part'],
    ['thought 1', `it was held in mind in the answer to moment ${eventId}`],
  ]);
  expect(shown.alsoSaid).toEqual([answer.eventId]);
  memory.forget([{ event: eventId }]);
  expect(findWords(folder, ['keys', 'careful'])).toEqual([]);
  expect(memory.plans().map(({ content }) => content)).toEqual(['buy tea']);
});

it('FG2: what the companion thought outside of tags of a moment goes with it, and the rest of its answer stays', () => {
  const { memory, folder, withConnection } = open();
  const { eventId } = memory.hear('My ex Daniel still has my spare key. I drink tea now.');
  const answer = memory.speak(
    'She fears Daniel. Better change the topic.<say>Tea it is.</say><pin>Stay quiet about the key</pin> (No word of keys by 3.30 now!)',
  );
  const shown = memory.forget([{ event: eventId }], { isPreview: true });
  expect(shown.lines.map(({ name, text, because }) => [name, text, because]).slice(1)).toEqual([
    [
      `part of moment ${answer.eventId}`,
      'She fears Daniel. (No word of keys by 3.30 now!) … Stay quiet about the key',
      'pin 1 came from this part',
    ],
    ['pin 1', 'Stay quiet about the key', `it was held in mind in the answer to moment ${eventId}`],
  ]);
  memory.forget([{ event: eventId }]);
  expect(findWords(folder, ['daniel', 'keys'])).toEqual([]);
  withConnection((connection) => {
    expect(openEventStore(connection).find(answer.eventId)?.text).toContain(
      'Better change the topic.<say>Tea it is.</say>',
    );
    expect(verifyMemory(connection).problems).toEqual([]);
  });
});

it('FG2: the answer of a second companion goes too, as what the first one said aloud is itself an answer', () => {
  const { memory, folder } = open({
    user: [...exampleVoices.user, { id: 'rune', name: 'Rune', role: 'companion' }],
    companion: exampleVoices.companion,
  });
  const { eventId } = memory.hear('My ex Daniel still has my spare key. I drink tea now.');
  memory.hear('Tea it is.', { actor: 'rune' });
  memory.speak(
    '<say>Then I will not bring it up.</say><thought>She is careful about whom she trusts with keys.</thought>',
  );
  memory.forget([{ event: eventId }]);
  expect(findWords(folder, ['keys', 'careful'])).toEqual([]);
});

it('FG3: a clause that is only in the forgotten message goes, even if an answer repeats its words', async () => {
  const { memory } = open();
  memory.hear("It's at a bakery, early shift, starting at 5am.");
  const { eventId } = memory.hear('5:10 would be too late so Sam, the colleague, drives me.');
  const answer = memory.speak('<say>Sam drives at five? Sam is a saint.</say>');
  const both = 'The new job is at a bakery, early shift, from 5am; her colleague Sam drives her.';
  const joined = 'The bakery opens early, at 5am, and Sam drives her.';
  await compile(memory, [
    {
      do: 'create-fragment',
      key: 'bakery',
      ambient: both,
      recognition: both,
      inventory: joined,
      sources: [1, 2],
    },
  ]);
  const shown = memory.forget([{ event: eventId }], { isPreview: true });
  expect(shown.lines.slice(1).map(({ text }) => text)).toEqual(['her colleague Sam drives her.', joined]);
  expect(shown.alsoSaid).toEqual([answer.eventId]);
  memory.forget([{ event: eventId }]);
  expect(memory.recall('bakery').text).toBe('The new job is at a bakery, early shift, from 5am.');
});

it('FG12: one sentence of a moment goes alone, with what only it told and what was made of it; the rest stays', async () => {
  const { memory, folder, clock, withConnection } = open();
  const text =
    "I'm Jonas and I live in Bristol. I baked forty quiches too many and buried them. Remind me to call Ulrike tomorrow at five. My sister Zinnia works at the port. She is vegan.";
  const { eventId } = memory.hear(text);
  const answer = memory.speak('<say>That is a lot of pastry.</say><thought>Ashamed of the quiches</thought>');
  memory.hear('The pastry of Bristol is famous.');
  const told = 'He lives in Bristol. He baked forty quiches and buried them.';
  await compile(memory, [
    {
      do: 'create-fragment',
      key: 'jonas',
      ambient: told,
      recognition: told,
      inventory: told,
      sources: [eventId],
    },
  ]);
  clock.advance(60_000);
  await memory.wake({ message: 'What of the quiches?' });
  const whole = memory.forget([memory.find(`moment ${eventId}`)], { isPreview: true });
  expect(whole.sentences.map(({ number, shown }) => `${number} ${shown}`)).toEqual([
    "1 I'm Jonas and I live in Bristol.",
    '2 I baked forty quiches too many and buried them.',
    '3 Remind me to call Ulrike tomorrow at five.',
    '4 My sister Zinnia works at the port.',
    '5 She is vegan.',
  ]);
  expect(() => memory.forget([memory.find(`moment ${eventId} sentence 6`)])).toThrow('has no sentence 6');
  const second = [memory.find(`sentence 2 of moment ${eventId}`)];
  const shown = memory.forget(second, { isPreview: true });
  expect(shown.lines.map(({ name, text: line, because }) => [name, line, because])).toEqual([
    [`part of moment ${eventId}`, 'I baked forty quiches too many and buried them.', 'you chose it'],
    [
      `part of moment ${answer.eventId}`,
      'Ashamed of the quiches',
      expect.stringContaining('came from this part'),
    ],
    [
      expect.stringContaining('thought'),
      'Ashamed of the quiches',
      expect.stringContaining('in the answer to'),
    ],
    ['[jonas]', 'He baked forty quiches and buried them.', 'it is based on what is forgotten'],
  ]);
  const named = addShownWords(second, shown);
  memory.forget(named);
  // By now the number means another sentence.
  expect(() => memory.forget(named)).toThrow('Sentence 2 of moment 1 reads differently now.');
  const readText = () => withConnection((connection) => openEventStore(connection).find(eventId)?.text);
  expect(readText()).toBe(text.replace('I baked forty quiches too many and buried them. ', ''));
  expect(findWords(folder, ['quiche', 'forty', 'buried'])).toEqual([]);
  expect(memory.recall('jonas').text).toBe('He lives in Bristol.');
  expect(memory.plans().map(({ content }) => content)).toEqual([expect.stringContaining('call Ulrike')]);
  expect(memory.facts().map(({ value }) => value)).toContain('Bristol');
  // Forgetting the sentence that names her also removes what was known of her only by that name. Forgetting
  // the plan's sentence removes the plan.
  memory.forget([
    { event: eventId, sentence: 2 },
    { event: eventId, sentence: 3 },
  ]);
  expect(readText()).toBe("I'm Jonas and I live in Bristol. She is vegan.");
  expect(memory.plans()).toEqual([]);
  expect(findWords(folder, ['zinnia', 'ulrike'])).toEqual([]);
  withConnection((connection) => expect(verifyMemory(connection).problems).toEqual([]));
  // Something private is forgotten with the sentence before it.
  const ill = memory.hear('I met Bertwin. <secret>Bertwin is woefully ill</secret> We ate goulash.').eventId;
  memory.forget([{ event: ill, sentence: 1 }]);
  expect(findWords(folder, ['woefully', 'bertwin'])).toEqual([]);
  expect(withConnection((connection) => openEventStore(connection).find(ill)?.text)).toBe('We ate goulash.');
  // If nothing would be left of a moment, the whole moment is forgotten.
  const left = memory.forget([
    { event: eventId, sentence: 1 },
    { event: eventId, sentence: 2 },
  ]);
  expect(left.moments.map(({ isWhole }) => isWhole)).toEqual([true]);
  expect(() => memory.forget([{ event: eventId }])).toThrow('it was forgotten');
});

it('FG4, FG12: an import does not bring back a sentence that was forgotten', () => {
  const { memory, folder, clock, withConnection } = open();
  const chat = join(folder, 'chat.json');
  const line = {
    role: 'user',
    text: 'The tap drips. The heliotrope is in bloom.',
    at: '2016-03-01T10:00:00Z',
  };
  writeFileSync(chat, JSON.stringify([line, { ...line, role: 'assistant', text: 'Is it?' }]));
  const request = { path: chat, voices: exampleVoices, timeZone: 'UTC', nowMs: clock.now(), ingest: {} };
  const importAgain = () => withConnection((connection) => importChat(connection, request));
  importAgain();
  memory.forget([{ event: 1 as EventId, sentence: 2 }]);
  importAgain();
  writeFileSync(chat, '');
  expect(findWords(folder, ['heliotrope'])).toEqual([]);
  const readTexts = (connection: ReturnType<typeof openMemoryDatabase>) =>
    openEventStore(connection)
      .readArrived({ afterId: 0, limit: 9 })
      .map(({ text }) => text);
  expect(withConnection(readTexts)).toEqual(['The tap drips. ', 'Is it?']);
});
