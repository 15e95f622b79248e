// Forgetting and other corrections: a person is asked once at a terminal; commands of a talk also run outside a talk.

import { expect, it, onTestFinished } from 'vitest';
import { openTerminal } from './support/open-terminal.ts';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder } from './support/small-story.ts';

async function openWorld() {
  const folder = createFolder();
  onTestFinished(() => folder.remove());
  const talk = [{ role: 'user', text: '<plan>Feed the walrus</plan>Good day.', at: '2016-03-01T10:00:00Z' }];
  folder.write('talk.jsonl', talk.map((line) => JSON.stringify(line)).join('\n'));
  const run = (argv: readonly string[], input?: string) =>
    runTerrarium(['memory', ...argv], { cwd: folder.path, ...(input === undefined ? {} : { input }) });
  await run(['import', 'talk.jsonl', '--as-user', 'user']);
  return { folder, run };
}

it('FG5: at a terminal nothing is forgotten before a yes', async () => {
  const { folder, run } = await openWorld();
  for (const [answer, left] of [
    ['n', 'Feed the walrus'],
    ['y', 'There is no open plan'],
  ] as const) {
    const terminal = openTerminal(['memory', 'forget', '1'], { cwd: folder.path });
    await terminal.waitFor('This cannot be undone. [y/N]');
    expect(terminal.readShown()).toContain('plan 1: Feed the walrus');
    terminal.press(`${answer}\r`);
    expect(await terminal.ended).toBe(0);
    expect((await run(['plans'])).out).toContain(left);
  }
});

it('FG5, FG12: in a talk it is said first what would go, and a yes behind the command does it', async () => {
  const { run } = await openWorld();
  const first = await run(['chat'], '/drop nothing\n/forget walrus\n/plans\n');
  expect(first.out).toContain('To forget it, type: /forget item 1 yes');
  expect(first.out).toContain('Feed the walrus');
  await run(['chat', 'The heron is blue. It owes me forty crowns. It eats eels, frogs and mice.']);
  const whole = await run(['chat'], '/forget moment 2\n');
  expect(whole.out).toContain('moment 2 sentence 2: It owes me forty crowns.');
  const worded = (words: string) => `/forget moment 2 sentence 3: It eats eels, frogs and ${words}. yes\n`;
  const twice = '/forget moment 2 sentence 2 yes\n/forget moment 2 sentence 2 yes\n';
  const alone = await run(['chat'], `${worded('worms')}${worded('mice')}${twice}`);
  expect(`${alone.out}${alone.error}`).toContain('reads differently now');
  expect(alone.out.match(/^Forgotten:/gmu)).toHaveLength(2);
  expect(alone.out).toContain('To forget it, type: /forget moment 2 sentence 2 yes');
  expect((await run(['search', 'heron'])).out).toContain('The heron is blue.');
  expect((await run(['search', 'crowns'])).out).not.toContain('forty');
  const second = await run(['chat'], '/done walrus\n/forget 1 yes\n/plans\n');
  expect(second.out).toContain('done: plan 1: Feed the walrus');
  expect(second.out).toContain('Forgotten:');
  expect(second.out).toContain('There is no open plan.');
});

it('FG5: words that end in yes are no consent, so only a number or a key forgets at once', async () => {
  const { run } = await openWorld();
  await run(['chat', 'Harriet answered with a plain yes']);
  const words = '/forget Harriet answered with a plain yes\n/forget walrus yes\n';
  const { out } = await run(['chat'], words);
  expect(out).not.toContain('Forgotten:');
  expect(out).toMatch(/To forget it, type: \/forget moment \d+ yes/u);
  expect(out).toContain('To forget it, type: /forget item 1 yes');
});

it('FG11: a message that asks to have something forgotten is told that this forgets nothing, and how it is done', async () => {
  const { run } = await openWorld();
  await run(['chat', 'The walrus is hungry.']);
  const asked = await run(['chat', "Please forget what I said about the walrus, I'm ashamed of it."]);
  expect(asked.out.replaceAll(/\s+/gu, ' ')).toContain(
    'Nothing was forgotten by this message. item 1, moment 2 may be what you mean: "/forget all walrus" shows',
  );
  const all = await run(['chat'], '/forget walrus\n/forget all walrus\n/forget item 1, moment 2\n');
  expect(`${all.out}${all.error}`.replaceAll(/\s+/gu, ' ')).toContain(
    'or take them all together: /forget all walrus',
  );
  expect(all.out.split('To forget it, type: /forget item 1, moment 2 yes')).toHaveLength(3);
  expect((await run(['plans'])).out).toContain('Feed the walrus');
  expect((await run(['chat', 'Don’t forget the walrus.'])).out).not.toContain('Nothing was forgotten');
});

it('VO7: by a command and in a talk, the other memories that heard it are named, with how it is forgotten there', async () => {
  const { folder, run } = await openWorld();
  const voices =
    'user: [{ id: kit, name: Kit }], companion: [{ id: sage, name: Sage }, { id: iri, name: Iri, ownMemory: true }]';
  folder.write('world/terrarium.yaml', `memory: { voices: { ${voices} } }`);
  await run(['chat', 'The blue kettle stands behind the shed.', '--with', 'sage', '--with', 'iri']);
  const named = 'The memory of iri holds much the same (moment 1). To forget it there';
  const flatten = (text: string) => text.replaceAll(/\s+/gu, ' ');
  expect(flatten((await run(['forget', 'moment 2'])).out)).toContain(named);
  const talk = flatten((await run(['chat'], '/forget moment 2\n/forget moment 2 yes\n')).out);
  expect(talk.split(named)).toHaveLength(3);
  const told = await run(['chat', '--json'], '/forget walrus\n');
  expect(told.out).toContain('"heardBy":[]');
});

it('CR1: a number is taken behind the kind that is shown before it, and behind another kind it is words', async () => {
  const { run } = await openWorld();
  await run(['chat', 'My dog is called Muffin.']);
  const offered = (await run(['forget', 'Muffin'])).out.match(/fact \d+/u)?.[0] ?? '';
  expect(offered).toMatch(/^fact \d+$/u);
  const slip = await run(['forget', offered.replace('fact', 'pin'), '--yes']);
  expect(slip.error).toContain('Nothing in this memory matches');
  expect((await run(['forget', offered, '--yes'])).out).toContain('Forgotten');
  expect((await run(['facts'])).out).not.toContain('Muffin');
});

it('a command of the talk is run on the command line too, and two slashes begin a message', async () => {
  const { run } = await openWorld();
  expect((await run(['chat', '/done walrus'])).out).toContain('done: plan 1: Feed the walrus');
  const mistyped = await run(['chat', '/dones walrus']);
  expect(mistyped.exitCode).toBe(2);
  expect(mistyped.error).toContain('did you mean /done?');
  await run(['chat', '//done walrus']);
  const found = (await run(['search', 'walrus'])).out;
  expect(found).toContain('/done walrus');
  expect(found).not.toMatch(/\/\/done|\/dones/u);
});

it('TG8: fragments whose keys are in another script are reworded and forgotten by these keys', async () => {
  const { run } = await openWorld();
  for (const key of ['灯台', '桟橋']) await run(['fragment', key, '--ambient', '海のそばにある。']);
  const edited = await run(['chat'], '/edit [灯台] 丘の上の白い灯台。\n');
  expect(edited.out).toContain('saved: fragment [灯台]');
  expect((await run(['recall', '灯台'])).out).toContain('丘の上の白い灯台。');
  const gone = await run(['forget', '[灯台]', '[桟橋]', '--yes']);
  expect(gone.exitCode).toBe(0);
  expect(gone.out).toMatch(/灯台[\s\S]*桟橋/u);
});
