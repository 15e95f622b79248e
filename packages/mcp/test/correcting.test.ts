// Tests correcting: a client closes a plan, rewords it, and has words erased for good once the person has agreed.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFolder, type OpenClient, openClient, runTerrarium } from './support/open-client.ts';

const talk = [
  {
    role: 'user',
    text: '<plan>Buy lamp oil</plan><plan>Oil the hinges</plan>Good day.',
    at: '2016-03-01T10:00:00Z',
  },
  {
    role: 'assistant',
    text: '<say>The walrus sleeps.</say><secret>the heron is blue</secret>',
    at: '2016-03-01T10:00:05Z',
  },
];

async function importChat(folder: string, { call }: OpenClient, lines: readonly object[]): Promise<void> {
  const ready = join(folder, 'world', 'imports');
  mkdirSync(ready, { recursive: true });
  writeFileSync(join(ready, 'chat.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
  expect((await call('import', { file: 'chat.jsonl' })).value).toMatchObject({ added: lines.length });
}

it('CR1, FG6: what a client names is corrected, and where several are meant nothing happens', async () => {
  const folder = createFolder();
  const client = await openClient(folder);
  const { call, close } = client;
  await importChat(folder, client, talk);

  const several = await call('correct', { do: 'done', what: ['oil'] });
  expect(several).toMatchObject({ isError: true });
  expect(several.text).toContain('plan 1 "Buy lamp oil", plan 2 "Oil the hinges"');
  expect(await call('correct', { do: 'edit', what: ['1'] })).toMatchObject({ isError: true });
  expect(await call('correct', { do: 'done', what: ['hinges'] })).toMatchObject({
    value: { items: [{ effect: 'resolved', item: 2 }] },
  });
  const edited = await call('correct', { do: 'edit', what: ['1'], to: 'Buy two cans' });
  expect(edited.value).toMatchObject({ items: [{ effect: 'created', item: 4 }, { effect: 'superseded' }] });

  const back = await call('revive', { item: 1 });
  expect(back.value).toEqual({ item: 1, kind: 'plan', status: 'active', content: 'Buy lamp oil' });
  expect(back.text).toBe('plan 1 is in mind again: Buy lamp oil');

  const hidden = await call('forget', { what: 'heron' });
  expect(hidden).toMatchObject({ isError: true });
  expect(hidden.text).toContain('Nothing in this memory matches "heron"');
  const shown = await call('forget', { what: 'moment 2' });
  expect(shown.text).toContain('Nothing has been changed yet');
  expect(shown.value).toMatchObject({ isForgotten: false, moments: [2], isSwept: false });
  expect((await call('search', { query: 'walrus' })).text).toContain('The walrus sleeps');
  const done = await call('forget', { what: 'moment 2', agreed: true });
  expect(done.value).toMatchObject({ isForgotten: true, moments: [2], isSwept: true });
  expect((await call('search', { query: 'walrus' })).text).not.toContain('The walrus sleeps');
  await call('hear', { text: 'The heron is blue. It owes me forty crowns.' });
  const moment = `moment ${(await call('search', { query: 'crowns' })).text.match(/moment (\d+)/u)?.[1]}`;
  expect((await call('forget', { what: moment })).text).toContain(
    `${moment} sentence 2: It owes me forty crowns.`,
  );
  for (const [what, says] of [
    [`${moment} sentence 2`, 'by its number alone'],
    [`${moment} sentence 2: The heron is blue.`, 'reads differently now'],
  ])
    expect((await call('forget', { what, agreed: true })).text).toContain(says);
  await call('forget', { what: `${moment} sentence 2: It owes me forty crowns.`, agreed: true });
  expect((await call('search', { query: 'heron' })).text).toMatch(/^(?!.*crowns).*The heron is blue\./su);
  await close();
});

it('FP4: a client lists what is known, corrects a fact by its name, and ends one', async () => {
  const { call, close } = await openClient(createFolder());
  expect((await call('facts')).text).toBe('Nothing is known of anybody yet.');
  await call('hear', { text: 'I live in Leeds. My sister Lene is a nurse.' });
  await call('hear', { text: 'I live in York now. Careful with walnuts: I am allergic.' });
  const known = await call('facts');
  expect(known.text).toMatch(/^Known:\n/u);
  expect(known.text).toMatch(
    /- fact 4: User's home: York \(since .*; before: Leeds\): "I live in York now\."/u,
  );
  expect(known.text).not.toContain('home: Leeds');
  expect(known.value).toMatchObject({ facts: [{ value: 'walnuts' }, { value: 'York' }, {}, {}] });
  expect((await call('facts', { topic: 'home', all: true })).text).toMatch(/fact 1: .*Leeds .*no longer so/u);
  expect((await call('facts', { topic: 'zebra' })).text).toBe('No fact has these words.');
  const edited = await call('correct', { do: 'edit', what: ["sister's job"], to: 'a vet' });
  expect(edited).toMatchObject({ isError: false });
  await call('correct', { do: 'drop', what: ['allergy'] });
  const after = (await call('facts')).text;
  expect(after).toContain("User's sister's job: a vet");
  expect(after).not.toContain('walnuts');
  await close();
});

it('VO7, FG10: what is forgotten names the other memories that heard it, and the fact that is so again', async () => {
  const folder = createFolder();
  const chat = (text: string) => runTerrarium(['memory', 'chat', text, '--world', 'world'], folder);
  await chat('I live in Leeds.');
  const voices =
    'user: [{ id: user, name: Kit }], companion: [{ id: sage, name: Sage }, { id: iri, name: Iri, ownMemory: true }]';
  writeFileSync(join(folder, 'world', 'terrarium.yaml'), `memory: { voices: { ${voices} } }`);
  await runTerrarium(
    ['memory', 'chat', 'Well, I live in York now.', '--with', 'sage', '--with', 'iri', '--world', 'world'],
    folder,
  );
  const { call, close } = await openClient(folder);
  for (const agreed of [false, true]) {
    const { text, value } = await call('forget', { what: 'moment 2', agreed });
    expect(text).toContain('- the memory of iri holds much the same, and keeps it: moments 1');
    expect(text).toContain('- so again: fact 1: I live in Leeds.');
    expect(value).toMatchObject({ heardBy: [{ of: 'iri', moments: [1] }], returning: [{ id: 1 }] });
  }
  await close();
});

it('CR5, CR6: a client sets the newest message aside with its answer, and brings it back', async () => {
  const { call, close } = await openClient(createFolder());
  expect(await call('undo')).toMatchObject({ isError: true });
  await call('hear', { text: 'I live in Linz. <pin>Linz</pin>' });
  await call('speak', { text: '<say>A fine town.</say><plan>visit Linz</plan>' });
  const aside = await call('undo');
  expect(aside.text).toBe('Set aside: the person: I live in Linz.\nSet aside: you: A fine town.');
  expect((await call('plans')).value).toMatchObject({ total: 0 });
  expect((await call('wake')).text).not.toContain('Linz');
  expect(await call('redo', { number: 7 })).toMatchObject({ isError: true });
  expect((await call('redo')).value).toMatchObject({ deed: 'redo', messages: [{}, {}] });
  expect((await call('plans')).value).toMatchObject({ total: 1 });
  expect((await call('undo', { isReplyOnly: true })).value).toMatchObject({
    messages: [{ side: 'companion' }],
  });
  await close();
});

it('PR1, PR2, CR8: a client lists what waits, does what the person agreed to, and corrects a fragment by its key', async () => {
  const folder = createFolder();
  const sentences = [
    'I walked to the island of herons this morning.',
    'My brother Tom mends the ferry by the old pier.',
    'The baker sold me two loaves of rye bread.',
    'We planted seven apple trees behind the mill.',
    'Anna wrote a long letter about her wedding.',
    'The storm broke the window of the boathouse.',
    'I lost my green umbrella on the market.',
    'Our neighbour keeps three goats and a donkey.',
    'The doctor told me to sleep more.',
    'Tom bought a second lamp for the cellar.',
  ];
  const lines = sentences.map((text, minute) => ({
    role: minute % 2 === 0 ? 'user' : 'assistant',
    text: `<say>${text}</say>`,
    at: `2016-03-01T10:${minute + 10}:00Z`,
  }));
  const client = await openClient(folder);
  const { call, close } = client;
  await importChat(folder, client, lines);
  expect((await call('proposals')).text).toBe('No proposal waits.');
  expect((await call('maintain', { isProposing: true })).value).toMatchObject({ status: 'proposed' });
  const waiting = await call('proposals');
  expect(waiting.text).toContain('1: create-fragment session-2016-03-01');
  expect(await call('proposals', { accept: [99] })).toMatchObject({ isError: true });
  const done = await call('proposals', { accept: [1] });
  expect(done.value).toMatchObject({ done: [1], refused: [] });
  expect((await call('recall', { key: 'session-2016-03-01' })).text).toContain('herons');
  const dropped = await call('correct', { do: 'drop', what: ['[session-2016-03-01]'] });
  expect(dropped.value).toMatchObject({ items: [], fragments: { kept: null, gone: ['session-2016-03-01'] } });
  expect(dropped.text).toContain('To take it back, revert run');
  await close();
});

it('IO11: a client is told of a secret that was said aloud and leaves with the export', async () => {
  const { call, close } = await openClient(createFolder());
  await call('hear', { text: 'Hm.' });
  await call('speak', { text: '<say>Hm.</say><secret>the silver vase is broken</secret>' });
  expect((await call('export')).text).not.toContain('said aloud');
  await call('hear', { text: 'What?' });
  await call('speak', { text: '<say>Listen: the silver vase is broken.</say>' });
  const told = await call('export');
  expect(told.text).toContain('was said aloud in moment 4, and is in the file');
  expect(told.value).toMatchObject({ secrets: 'cut', toldIn: [4] });
  await close();
});
