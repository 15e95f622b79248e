// Moments: snapshots, branches, summoned readers and the source of words, as a person types for them.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTerminal } from './support/open-terminal.ts';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, openStoryServer, smallStory } from './support/small-story.ts';

let folder: Folder;
beforeAll(async () => {
  folder = createFolder();
  folder.write('story.jsonl', smallStory);
  await runTerrarium(['import', 'story.jsonl', '--title', 'The Salt Road'], { cwd: folder.path });
  await run('run', '--model', 'builtin');
});
afterAll(() => folder.remove());

const run = (...argv: readonly string[]) => runTerrarium(['annotate', ...argv], { cwd: folder.path });

describe('snapshots', () => {
  it('are listed newest first, shown, made by hand and exported whole', async () => {
    const made = await run('snapshot', 'create', '--note', 'before  supper');
    expect(made).toMatchObject({ exitCode: 0, error: '' });
    expect(made.out).toMatch(
      /^Snapshot \d+ {2}by hand · .*\n {2}before supper\n {2}read up to post 3, Three\n/,
    );
    const id = /^Snapshot (\d+)/.exec(made.out)?.[1] ?? '';
    const list = await run('snapshot', 'list');
    expect(list.out).toMatch(new RegExp(`^${id} +by hand +\\d+ entries? +[-\\d]+ [\\d:]+ +post 3, Three`));
    expect(list.out).toMatch(/\n1 +checkpoint .* post 1, One\n$/);
    const shown = JSON.parse((await run('snapshot', 'show', '1', '--json')).out);
    expect(shown).toMatchObject({ snapshot: { id: 1, type: 'checkpoint' }, readUpTo: { postId: 1 } });
    const some = JSON.parse((await run('snapshot', 'list', '--thread', '1', '--json')).out);
    expect(some).toMatchObject({ total: 1, snapshots: [{ threadTitle: 'One' }] });
    await run('snapshot', 'export', '1');
    const exported = readFileSync(join(folder.path, 'world/exports/snapshot-1.json'), 'utf8');
    expect(JSON.parse(exported)).toMatchObject({ format: 'terrarium-snapshot', position: { post_id: 1 } });
    expect(exported).toContain('Soma');
    expect(exported).not.toMatch(/Quillon|Ondine/);
    expect((await run('snapshot', 'export', '1', '--out', '-')).out).toBe(exported);
  });

  it.concurrent.each([
    [['snapshot', 'show', '99'], /no snapshot 99\.\n {2}See which there are/],
    [['snapshot', 'show', 'first'], /must be a whole number/],
    [['summon', 'Who is Soma?'], /^terrarium: 'Who is Soma\?' is no snapshot\. It must be a whole number/],
    [['snapshot', 'export', '99'], /snapshot\.unknown/],
    [['summon', '99', 'Who?'], /no snapshot 99/],
    [['summon', '1'], /there is no terminal to ask at\.\n {2}Write the question/],
    [['run', '--from-snapshot', '99'], /no snapshot 99/],
    [['run', '--branch', 'other'], /no snapshot is named to branch from/],
    [['explicate', 'seven', 'bells', 'under', 'frost'], /No definition ever said anything like/],
    [['explicate', ' '], /^terrarium: Nothing is quoted\.\n {2}Copy some words/],
    [['explicate', '»…«'], /There is no word in "»…«"/],
    [['explicate', 'keeper', '--entry', 'Sona'], /no entry "Sona"\.\n {2}There is: Soma/],
  ])('refuses %j', async (argv, expected) => {
    const said = await run(...argv);
    expect(said.exitCode).toBe(2);
    expect(said.error).toMatch(expected);
  });
});

describe('a branch', () => {
  it('SN4: reads on from a snapshot beside the original, and is never made over something', async () => {
    writeFileSync(join(folder.path, 'world/terrarium.yaml'), 'checkpointEvery: 7\n');
    const before = (await run('export', '--out', '-')).out;
    const said = await run('run', '--from-snapshot', '1', '--branch', 'other');
    expect(said).toMatchObject({ exitCode: 0, error: '' });
    expect(said.out).toMatch(/^Branched from snapshot 1 into .*other; the original stays as it is\./);
    expect(said.out).toContain('2 scenes in');
    const branch = await run('export', '--out', '-', '--world', 'other');
    const strip = (text: string) => {
      const { world, exported_at, ...rest } = JSON.parse(text);
      return JSON.stringify(rest).replace(/"\d{4}-[^"]*Z"/g, '"WHEN"');
    };
    expect(strip(branch.out)).toBe(strip(before));
    expect((await run('export', '--out', '-')).out).toBe(before);
    expect(await run('verify', '--world', 'other')).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(folder.path, 'other/terrarium.yaml'))).toBe(true);
    const again = await run('run', '--from-snapshot', '1', '--branch', 'other');
    expect(again.exitCode).toBe(2);
    expect(again.error).toMatch(/is there already\.\n {2}If it is the branch you want/);
    const nowhere = await run('run', '--from-snapshot', '1', '--branch', 'story.jsonl/other');
    expect(nowhere).toMatchObject({ exitCode: 5, error: expect.stringContaining('branch.cannot-create') });
  });
});

describe('a summoned reader', () => {
  it('SU5: the built-in one says what it had noted by then, and what it is', async () => {
    const early = await run('summon', '1', 'Who is Ondine, and who is Soma?');
    expect(early).toMatchObject({ exitCode: 0, error: '' });
    expect(early.out).toContain('I am the built-in reader, with rules and no language model inside');
    expect(early.out).toContain('Soma: ');
    expect(early.out).not.toContain('ferrywoman');
    const later = await run('summon', '4', 'Who', 'is', 'Ondine?', '--json');
    expect(JSON.parse(later.out)).toMatchObject({
      snapshotId: 4,
      answer: expect.stringContaining('ferrywoman'),
    });
    const more = await run('summon', '1', '--continue', 'And the bells of Quillon?');
    expect(more.out).toContain('About that I had noted nothing.');
  });

  it('asks again as a reading does where a server is busy', async () => {
    const server = await openStoryServer({
      respond: () => ({ text: 'She keeps the gate.' }),
      faults: ({ number }) => (number === 1 ? { kind: 'status', status: 503 } : undefined),
    });
    const model = ['--model', 'openai:story', '--base-url', server.baseUrl];
    const said = await run('summon', '1', 'Who is Soma?', ...model);
    await server.close();
    expect(said.exitCode, said.error).toBe(0);
    expect(said.out).toContain('She keeps the gate.');
    expect(server.records).toHaveLength(2);
  });

  it('SU5: talks at a terminal until an empty line', async () => {
    const terminal = openTerminal(['annotate', 'summon', '1'], { cwd: folder.path });
    await terminal.waitFor('> ');
    expect(terminal.readShown()).toContain('read up to post 1');
    terminal.press('Who is Soma?\r');
    await terminal.waitFor('Soma: ');
    terminal.press('\r');
    expect(await terminal.ended).toBe(0);
  });
});

describe('explicate', () => {
  it('EP3: shows the change that brought words, their source and whom to ask', async () => {
    const said = await run('explicate', 'keeper of Vel');
    expect(said).toMatchObject({ exitCode: 0, error: '' });
    expect(said.out).toMatch(/^Soma {2}entry 1\n/);
    expect(said.out).toContain('»keeper of Vel«l');
    expect(said.out).toMatch(/Brought by\n {2}revision \d+ · agent, builtin:reader · at post 1/);
    expect(said.out).toContain('Soma was the keeper of Vell');
    expect(said.out).toContain('terrarium annotate summon 1');
    const json = JSON.parse((await run('explicate', 'keeper of Vel', '--entry', 'Soma', '--json')).out);
    expect(json).toMatchObject({ isCurrent: true, snapshotId: 1, entry: { term: 'Soma' } });
    expect(said.out).not.toContain('say these words too');
  });

  it('EP4: says how many others hold the same words, and how to say which is meant', async () => {
    const said = (await run('explicate', 'of Vell')).out.replaceAll(/\s+/gu, ' ');
    expect(said).toContain(
      'Soma entry 1 1 other entry says these words too: Ondine. To narrow it, quote more words or add --entry NAME. Soma was',
    );
    expect((await run('explicate', 'of Vell', '--entry', 'Ondine')).out).not.toContain('these words too');
    const json = JSON.parse((await run('explicate', 'of Vell', '--json')).out);
    expect(json.others).toEqual({ total: 1, terms: ['Ondine'] });
  });
});
