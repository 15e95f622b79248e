// Tests recalling a fragment by its key: its tier, the fragments linked to it, and how it fades from turn to turn.

import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recallAll } from '../../src/fragments/recall.ts';
import { answerLookUps } from '../../src/look-ups.ts';
import { renderReplaced } from '../../src/render/render-replaced.ts';
import { exampleVoices } from '../../src/tags/voices.ts';
import { dayMs, openTestMemory, type TestMemory } from '../support/open-test-memory.ts';

let opened: TestMemory;
beforeEach(() => {
  opened = openTestMemory();
  const { fragments } = opened.stores;
  const put = (key: string, [ambient, recognition, inventory]: readonly [string, string, string]) =>
    fragments.create({ key, ambient, recognition, inventory, sources: [] }, 0);
  put('mill', ['a mill', 'an old mill by the pond', 'an old mill by the pond, with two stones']);
  put('pond', ['a pond', 'a pond with a heron', '']);
  put('heron', ['a heron', '', '']);
  put('boat', ['a boat', 'a boat called Selma', 'a boat called Selma, painted blue']);
  fragments.writeEdge({ from: 'mill', to: 'pond', label: 'beside it' });
  fragments.writeEdge({ from: 'heron', to: 'pond', label: '' });
  fragments.writeEdge({ from: 'boat', to: 'pond', label: '' });
});
afterEach(() => opened.close());

async function wakeAfter(reply: string, message = 'go on'): Promise<readonly string[]> {
  opened.memory.speak(reply);
  opened.memory.hear(message);
  const wake = await opened.memory.wake();
  return wake.sections.find(({ name }) => name === 'recalled')?.lines.map(({ text }) => text) ?? [];
}

test('RC1: only the key finds, in any case; recognition unless deep is asked for, and a shallower depth if one is empty', () => {
  const { memory } = opened;
  expect(memory.recall('mill')).toMatchObject({ tier: 'recognition', text: 'an old mill by the pond' });
  expect(memory.recall('mill', { isDeep: true }).tier).toBe('inventory');
  expect(memory.recall('pond', { isDeep: true })).toMatchObject({
    tier: 'recognition',
    text: 'a pond with a heron',
  });
  expect(memory.recall('heron', { isDeep: true })).toMatchObject({ tier: 'ambient', text: 'a heron' });
  for (const key of ['Mill', ' mill'])
    expect(memory.recall(key)).toMatchObject({ key: 'mill', tier: 'recognition' });
  for (const key of ['mil', 'the mill', '%', ''])
    expect(memory.recall(key)).toMatchObject({ key, tier: undefined, text: '', neighbours: [] });
  expect(memory.recall('mil').nearestKey).toBe('mill');
  expect(memory.recall('cathedral').nearestKey).toBeUndefined();
});

test('RC2: each neighbour comes once, at ambient depth, and never one that is recalled itself', () => {
  const keys = ['mill', 'pond', 'heron', 'boat', 'nothing'];
  fc.assert(
    fc.property(
      fc.array(fc.record({ key: fc.constantFrom(...keys), isDeep: fc.boolean() }), { maxLength: 8 }),
      (asked) => {
        const recalled = recallAll(asked, opened.stores.fragments);
        const own = recalled.map(({ key }) => key);
        const beside = recalled.flatMap(({ neighbours }) => neighbours.map(({ key }) => key));
        expect(new Set([...own, ...beside]).size).toBe(own.length + beside.length);
        expect(new Set(own)).toEqual(new Set(asked.map(({ key }) => key)));
        for (const neighbour of recalled.flatMap(({ neighbours }) => neighbours))
          expect(neighbour.text).toBe(opened.stores.fragments.findByKey(neighbour.key)?.ambient);
      },
    ),
  );
});

test('RC3: what a reply asks for is in the next wake, with what lies beside it', async () => {
  opened.memory.hear('hello');
  expect(await wakeAfter('let me think recall("mill", deep=true) recall("attic")')).toEqual([
    '- mill (inventory): an old mill by the pond, with two stones',
    '- attic: nothing is known by this name',
    '- pond (beside mill, beside it): a pond',
  ]);
  expect(opened.memory.why({ fragment: 'mill' })).toMatchObject({
    isPresent: true,
    reason: 'asked',
    section: 'recalled',
  });
  expect(opened.memory.why({ fragment: 'boat' })).toMatchObject({ isPresent: false, reason: 'unasked' });
  expect(opened.memory.why({ fragment: 'attic' })).toMatchObject({ isPresent: false, reason: 'unknown' });
});

test('RC4: what was recalled stays for a while at ambient depth, and fades as neighbours do', async () => {
  opened.memory.hear('hello');
  await wakeAfter('recall("mill")');
  expect(await wakeAfter('and on')).toEqual([
    '- mill (recalled a turn ago): a mill',
    '- pond (recalled a turn ago): a pond',
  ]);
  expect(await wakeAfter('recall("pond")')).toEqual([
    '- pond (recognition): a pond with a heron',
    '- boat (beside pond): a boat',
    '- heron (beside pond): a heron',
    '- mill (beside pond, beside it): a mill',
  ]);
  for (let turn = 0; turn < 39; turn++) await wakeAfter('and on');
  expect(opened.memory.why({ fragment: 'pond' })).toMatchObject({ isPresent: true, reason: 'chosen' });
  expect(await wakeAfter('and on')).toEqual([]);
  expect(opened.memory.why({ fragment: 'pond' })).toMatchObject({ isPresent: false });
});

test('RC4: what the companion looks up within a turn lingers like what a wake showed', async () => {
  const { memory, clock } = opened;
  memory.hear('hello');
  memory.recall('boat');
  const ground = { memory, voices: exampleVoices, timeZone: 'UTC', nowMs: clock.now(), message: 'hello' };
  await answerLookUps(ground, [
    { kind: 'recall', key: 'Mill', isDeep: true },
    { kind: 'recall', key: 'attic', isDeep: false },
  ]);
  expect(await wakeAfter('<say>There is a mill.</say>')).toEqual([
    '- mill (recalled a turn ago): a mill',
    '- pond (recalled a turn ago): a pond',
  ]);
  expect(await wakeAfter('and on')).toEqual([
    '- mill (recalled 2 turns ago): a mill',
    '- pond (recalled 2 turns ago): a pond',
  ]);
});

test('PL2: a companion that asks for plans of a topic that fits none is told so, and of all plans', async () => {
  const { memory, clock } = opened;
  const ground = { memory, voices: exampleVoices, timeZone: 'UTC', nowMs: clock.now(), message: 'hello' };
  const ask = async (topic: string | undefined) => await answerLookUps(ground, [{ kind: 'plans', topic }]);
  expect(await ask('dentist')).toBe('### plans("dentist")\nThere is no open plan.');
  memory.hear('<plan>Ring Mrs Okafor on Thursday at 16:00</plan>');
  const line = '- due Thu 4 January 16:00, in 3 days: Ring Mrs Okafor';
  expect(await ask('this week')).toBe(`### plans("this week")\n${line}`);
  expect(await ask('dentist')).toBe(`### plans("dentist")\nNo plan fits "dentist". All open plans:\n${line}`);
});

const tellHomes = () => {
  const { memory, clock } = opened;
  memory.hear("I'm Jonas. I live in Leeds with my sister Kirsty, and I work as a nurse.");
  clock.advance(dayMs);
  memory.hear('As of this week I live in York, not Leeds any more.');
  memory.hear('My sister Kirsty is a vet.');
  const ground = { memory, voices: exampleVoices, timeZone: 'UTC', nowMs: clock.now(), message: 'hello' };
  return async (key: string, kind: 'recall' | 'search' = 'recall') =>
    await answerLookUps(ground, [kind === 'recall' ? { kind, key, isDeep: false } : { kind, words: key }]);
};

test('RC6: what is known of people is recalled by the name under which it is shown, or by whom it is about', async () => {
  const ask = tellHomes();
  const home = `- User's home: York (since Tue 2 January 2024; before: Leeds): "As of this week I live in York, not Leeds any more."`;
  for (const name of ['home', "User's home", "Jonas's home", '[home]', 'my home'])
    expect(await ask(name.replace(/^\[|\]$/gu, ''))).toBe(
      `### recall("${name.replace(/^\[|\]$/gu, '')}")\n${home}`,
    );
  const own = await ask('Jonas');
  expect(own).toContain(home);
  for (const part of ["User's name: Jonas", "User's job: a nurse"]) expect(own).toContain(part);
  for (const name of ['Kirsty', 'sister', 'my sister', "User's sister"]) {
    const hers = await ask(name);
    expect(hers).toContain("User's sister's job: a vet");
    expect(hers).not.toContain('a nurse (');
  }
  expect(await ask('York')).toContain(home);
});

test('FP6: what is recalled and listed says too that something newer was said', async () => {
  const { memory, clock } = opened;
  memory.hear('I live in York.');
  clock.advance(dayMs);
  memory.hear('Since Tom left us we moved to Leeds, all of us.');
  const ground = { memory, voices: exampleVoices, timeZone: 'UTC', nowMs: clock.now(), message: 'hello' };
  expect(await answerLookUps(ground, [{ kind: 'recall', key: 'home', isDeep: false }])).toContain(
    'something newer was said, which holds where it differs: "Since Tom left us we moved to Leeds, all of us"',
  );
  expect(memory.facts({ topic: 'york' }).map(({ newer }) => newer?.quote)).toEqual([
    'Since Tom left us we moved to Leeds, all of us',
  ]);
});

test('AS21: among former facts too, a fact is found by the name that its speaker has now', () => {
  const { memory, clock } = opened;
  memory.hear('My name is Nora. I live in York.');
  clock.advance(dayMs);
  memory.hear('Please call me Jules.');
  const find = (topic: string) => memory.facts({ topic, isAll: true }).map(({ item }) => item.content);
  expect(find('Jules')).toContain('I live in York.');
  expect(find('Nora')).not.toContain('I live in York.');
});

test('LU4: what is only beside a hit is marked as such', async () => {
  const { memory, clock } = opened;
  memory.hear('The marmalade is on the top shelf.');
  memory.speak('<say>Behind the flour, then.</say>');
  const ground = { memory, voices: exampleVoices, timeZone: 'UTC', nowMs: clock.now(), message: 'hello' };
  const found = await answerLookUps(ground, [{ kind: 'search', words: 'marmalade' }]);
  expect(found).toMatch(/User: The marmalade/u);
  expect(found).toMatch(/Companion \(said near such words, without them\): Behind the flour/u);
});

test('RC6: a name that is neither says what is near it, and words that are no key are searched for', async () => {
  const ask = tellHomes();
  opened.stores.fragments.create(
    { key: 'work-at-night', ambient: 'night work', recognition: '', inventory: '', sources: [] },
    0,
  );
  expect(await ask('work')).toMatch(/Nothing is known by the name work\. Perhaps work-at-night is meant\./);
  expect(await ask('hobe')).toMatch(/Perhaps home is meant\./);
  expect(await ask('attic')).toMatch(/Nothing is known by the name attic\. search/);
  expect(await ask('the week of the vet')).toMatch(
    /Nothing is known by the name the week of the vet\. A search for it finds:\n/,
  );
});

test('RC6: asked for beside something said, it is in the next wake', async () => {
  tellHomes();
  expect(await wakeAfter('<say>Let me think.</say> recall("home") recall("attic")')).toEqual([
    "- home: Jonas's home: York (since Tue 2 January 2024; before: Leeds)",
    '- attic: nothing is known by this name',
  ]);
});

test('LU4: a search begins with what is so now, and says of a moment what is no longer so', async () => {
  const ask = tellHomes();
  const [, first, ...others] = (await ask('where Jonas lives, who with, job', 'search')).split('\n');
  expect(first).toMatch(/^- User's (?:home: York|job: a nurse)/);
  expect(others.join('\n')).toMatch(/^- User's (?:home: York|job: a nurse)/m);
  const old = others.filter((line) => line.includes('I live in Leeds'));
  expect(old.length).toBeGreaterThan(0);
  for (const line of old)
    if (!/User's (?:job|household)/.test(line))
      expect(line).toMatch(/no longer so: .*home Leeds, now York since Tue 2 January 2024/);
  expect(others.join('\n')).toMatch(/2 January 2024, User: As of this week I live in York/);
  // Each line of a fact names the fact, because one sentence may tell several facts.
  const items = others.filter((line) => line.startsWith('- fact ('));
  expect(items.length).toBeGreaterThan(0);
  expect(new Set(items).size).toBe(items.length);
  for (const line of items) expect(line).toMatch(/^- fact \(\w+\), User's \w+: [^:]+/);
});

test('EC9: a search of a person marks each moment and item that told a former value', async () => {
  const { memory, clock } = opened;
  memory.hear('I live in Leeds, and I love herring.');
  memory.hear('My sister Kirsty is a nurse. The nurses of Leeds are on strike.');
  clock.advance(dayMs);
  memory.hear('I live in York now. I hate herring.');
  memory.hear('My sister Kirsty is a vet now.');
  const found = await memory.search('Leeds herring York nurse vet', { limit: 50 });
  const marked = found.filter(({ replaced }) => replaced.length > 0);
  const render = ({ replaced }: (typeof found)[number]) => renderReplaced(replaced, 'UTC');
  expect(new Map(marked.map((one) => [one.excerpt, render(one)]))).toEqual(
    new Map([
      [
        'I live in Leeds, and I love herring.',
        'no longer so: home Leeds, now York since Tue 2 January 2024; likes herring',
      ],
      [
        'My sister Kirsty is a nurse. The nurses of Leeds are on strike.',
        "no longer so: sister's job a nurse, now a vet since Tue 2 January 2024",
      ],
    ]),
  );
  expect(found.length).toBe(4);
  const items = memory.searchItems('Leeds York nurse vet').filter(({ kind }) => kind === 'fact');
  expect(
    items.map(({ status, replaced }) => [status, replaced.map(({ formerValue }) => formerValue)]),
  ).toEqual(
    expect.arrayContaining([
      ['active', []],
      ['superseded', ['Leeds']],
    ]),
  );
  for (const { status, replaced } of items) expect(replaced.length).toBe(Number(status === 'superseded'));
});

test('EC9: what was said again since then, or corrected, is not told to be so since another day', async () => {
  const { memory, clock } = opened;
  memory.hear('I live in Leeds.');
  clock.advance(dayMs);
  memory.hear('I live in York now.');
  clock.advance(dayMs);
  memory.hear('I live in Leeds again.');
  memory.hear('I am allergic to walnuts.');
  memory.hear('My favourite colour is green.');
  memory.edit({ do: 'edit', what: 'favourite colour', text: 'blue' });
  const found = await memory.search('Leeds York walnuts colour', { limit: 50 });
  const marks = found.flatMap(({ replaced }) => (replaced.length === 0 ? [] : [renderReplaced(replaced)]));
  expect(marks.toSorted()).toEqual([
    'no longer so: favourite colour green, now blue',
    'no longer so: home York, now Leeds since Wed 3 January 2024',
  ]);
});

test('RC4: waking twice in one turn shows the same', async () => {
  opened.memory.hear('hello');
  const first = await wakeAfter('recall("mill")');
  const again = await opened.memory.wake();
  expect(again.sections.find(({ name }) => name === 'recalled')?.lines.map(({ text }) => text)).toEqual(
    first,
  );
});

test('RC5: a fragment larger than its room is cut, and says so', async () => {
  const inventory = 'stone upon stone '.repeat(2000);
  opened.stores.fragments.create(
    { key: 'wall', ambient: 'a wall', recognition: 'a long wall', inventory, sources: [] },
    0,
  );
  opened.memory.hear('hello');
  const [wall, boat] = await wakeAfter('recall("wall", deep=true) recall("boat")');
  expect(wall).toMatch(/^- wall \(inventory\): stone .* … \[cut: the rest is in the fragment wall\]$/);
  expect(boat).toBe('- boat (recognition): a boat called Selma');
});
