// Standing: what search and inspect show from a place in the story, and where a reader said they are.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTerminal } from './support/open-terminal.ts';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, openStoryServer, smallStory } from './support/small-story.ts';

let folder: Folder;
beforeAll(async () => {
  folder = createFolder();
  folder.write('story.jsonl', smallStory);
  await run('import', 'story.jsonl', '--title', 'The Salt Road');
  const server = await openStoryServer();
  await run('annotate', 'run', '--model', 'openai:story', '--base-url', server.baseUrl);
  await server.close();
});
afterAll(() => folder.remove());

const run = (...argv: readonly string[]) => runTerrarium(argv, { cwd: folder.path });
const annotate = (...argv: readonly string[]) => run('annotate', ...argv);

describe('annotate search', () => {
  it('finds by name, by words, by tag; a program gets entries', async () => {
    expect((await annotate('search', 'soma')).out).toContain('Soma  character');
    expect((await annotate('search', 'somebody of the story', '--limit', '1')).out).toContain(
      'The first 1 entry',
    );
    expect((await annotate('search', 'Ondine', '--tag', 'location')).error).toMatch(
      /No entry has the tag "location"\.\n {2}Tags there are: character/,
    );
    expect((await annotate('search', 'zzz', '--tag', 'character')).out).toBe('Nothing was found.\n');
    const said = await annotate('search', '--status', 'tentative', '--json');
    expect(JSON.parse(said.out)).toMatchObject({ asOf: null, entries: [{}, {}, {}] });
  });

  it('AO2: as of a place does not know what comes later', async () => {
    const said = await annotate('search', '--as-of', 'before Three', '--json');
    expect(JSON.parse(said.out).entries).toHaveLength(2);
    expect(said.error).toContain('As of before Three');
    const inspected = await annotate('inspect', 'Ondine', '--as-of', 'thread:2');
    expect(inspected).toMatchObject({ exitCode: 2 });
    expect(inspected.error).toContain('no entry "Ondine"');
    expect((await annotate('inspect', 'thread', '3', '--as-of', 'thread:2')).error).toContain(
      'Threads are: 1, 2.',
    );
    expect((await annotate('search', '--as-of', 'Nowhere')).exitCode).toBe(2);
  });

  it('AO2: no bookmark from later is listed, counted, shown or told from one that is not there', async () => {
    const all = JSON.parse((await annotate('snapshot', 'list', '--json')).out);
    const listed = await annotate('snapshot', 'list', '--as-of', 'thread:1', '--json');
    const { total, snapshots } = JSON.parse(listed.out);
    expect(total).toBeLessThan(all.total);
    expect(snapshots).toHaveLength(total);
    const { id: last } = all.snapshots[0].snapshot;
    const { id: known } = snapshots[0].snapshot;
    expect(listed.out).not.toMatch(/Two|Three/);
    expect((await annotate('inspect', 'snapshot', String(last))).out).toContain('post 3, Three');
    const shown = (await annotate('snapshot', 'show', String(known))).out;
    expect(await annotate('inspect', 'snapshot', String(known))).toMatchObject({ out: shown, error: '' });
    for (const look of [
      ['inspect', 'snapshot'],
      ['snapshot', 'show'],
    ]) {
      const refuse = async (id: number) =>
        (await annotate(...look, String(id), '--as-of', 'thread:1')).error.replaceAll(String(id), 'N');
      expect(await refuse(last)).toContain('There is no snapshot N as of thread:1.');
      expect(await refuse(last)).toBe(await refuse(999));
    }
  });

  it('fits a narrow window and speaks without colours where none are wanted', async () => {
    const terminal = openTerminal(['annotate', 'search', 'soma', '--as-of', 'thread:1'], {
      cwd: folder.path,
      columns: 40,
      environment: { NO_COLOR: '1' },
    });
    expect(await terminal.ended).toBe(0);
    const lines = terminal.readShown().split('\r\n');
    expect(lines.every((line) => line.length <= 40 && !line.includes('\u001b['))).toBe(true);
    expect(lines).toContain('  Somebody of the story: Soma.');
  });
});

describe('annotate place', () => {
  it('AO3: is kept, and what is looked at shows nothing later until the end is asked for', async () => {
    expect((await annotate('place')).out).toContain('the whole story');
    expect((await annotate('place', 'after', 'chapter:2')).out).toBe(
      'You are at: after chapter:2\n  The last you know of is thread 2, Two.\n',
    );
    const said = await annotate('search');
    expect(said.out).toContain('As of after chapter:2, where you are');
    expect(said.out).not.toContain('Ondine');
    expect((await annotate('inspect', 'Ondine')).exitCode).toBe(2);
    expect((await annotate('inspect', 'Ondine', '--as-of', 'end')).exitCode).toBe(0);
    expect((await annotate('place', 'chapter:99')).exitCode).toBe(2);
    expect(JSON.parse((await annotate('place', '--json')).out)).toEqual({ place: 'after chapter:2' });
    writeFileSync(join(folder.path, 'world', 'place.json'), '{"place": 7}');
    expect((await annotate('search')).exitCode).toBe(5);
    expect((await annotate('place', 'end')).out).toContain('the whole story');
    expect((await annotate('search')).out).toContain('Ondine');
  });
});

describe('whoever said where they are', () => {
  beforeAll(() => annotate('place', 'after', 'thread:1'));
  afterAll(() => annotate('place', 'end'));

  it('AO2: is told no later title by a place that is not there', async () => {
    for (const argv of [
      ['place', 'Nowhere'],
      ['search', '--as-of', 'Nowhere'],
    ]) {
      const { error } = await annotate(...argv);
      expect(error).toContain('There is: thread:1 (One), …');
      expect(error).not.toMatch(/Two|Three/);
    }
  });

  it('AO3: is explained nothing later either, nor sent to a later reader', async () => {
    expect((await annotate('explicate', 'Somebody of the story: Soma.')).out).toContain('summon 1');
    const later = await annotate('explicate', 'Somebody of the story: Ondine.', '--entry', 'Ondine');
    expect(later).toMatchObject({ exitCode: 2, out: expect.not.stringContaining('Ondine') });
    expect(
      JSON.parse((await annotate('explicate', 'Somebody of the story: Ondine.', '--json')).out),
    ).toMatchObject({
      entry: { term: 'Soma' },
    });
    const all = await annotate('explicate', 'Somebody of the story: Ondine.', '--as-of', 'end');
    expect(all.out).toContain('Ondine  entry 3');
  });

  it('AO4: takes away and asks no bookmark from later, unless that is asked for', async () => {
    const all = JSON.parse((await annotate('snapshot', 'list', '--as-of', 'end', '--json')).out);
    const last = String(all.snapshots[0].snapshot.id);
    for (const [before, after] of [
      [['snapshot', 'export'], []],
      [['summon'], ['Who is Ondine?', '--model', 'builtin']],
    ] as const) {
      const refuse = async (id: string) =>
        (await annotate(...before, id, ...after)).error.replaceAll(id, 'N');
      const said = await refuse(last);
      expect(said).toContain('There is no snapshot N as of after thread:1.');
      expect(said).toContain('with --as-of end all of them are');
      expect(said).toBe(await refuse('999'));
      expect((await annotate(...before, '1', ...after)).exitCode).toBe(0);
      expect((await annotate(...before, last, ...after, '--as-of', 'end')).exitCode).toBe(0);
    }
  });

  it('AO4: makes a bookmark further on, and is told its number alone', async () => {
    const made = await annotate('snapshot', 'create', '--note', 'here');
    expect(made).toMatchObject({ exitCode: 0, error: '' });
    expect(made.out).toMatch(
      /^Snapshot \d+ is made\.\n {2}It stands where the reading does, which is further/,
    );
    expect(made.out).not.toMatch(/Two|Three|entr|post/);
    const { snapshot } = JSON.parse((await annotate('snapshot', 'create', '--json')).out);
    expect(Object.keys(snapshot)).toEqual(['id', 'type', 'note', 'createdAt']);
    const shown = await annotate('snapshot', 'show', String(snapshot.id), '--as-of', 'end');
    expect(shown.out).toContain('post 3, Three');
  });

  it('AO4: is told how far the reading is, and nothing by name that is later', async () => {
    const whole = await annotate('status', '--as-of', 'end');
    expect(whole.out).toMatch(/named in one post only: Soma, Quillon, Ondine/);
    expect(whole.out).not.toContain('where you are');
    const said = await annotate('status');
    expect(said.out).toMatch(/^As of after thread:1, where you are; --as-of end shows all\. Numbers are of/);
    expect(said.out).toContain('3 of 3 read');
    expect(said.out).toMatch(/1 tentative entry named in one post only: Soma\n/);
    const json = await annotate('status', '--json');
    expect(JSON.parse(json.out)).toMatchObject({ entriesNow: 3, quality: { junkSuspects: ['Soma'] } });
    expect(json.error).toContain('As of after thread:1');
    for (const text of [said.out, json.out]) expect(text).not.toMatch(/Quillon|Ondine|Two|Three/);
  });

  it('AO2: changes an entry without being shown what it says later', async () => {
    const said = await annotate('edit', 'Ondine', '--alias', 'Dina');
    expect(said).toMatchObject({ exitCode: 0, error: '' });
    expect(said.out).toContain('"Ondine" is changed.\n  You are at after thread:1.');
    expect(said.out).not.toMatch(/Somebody of the story|ferrywoman/);
    expect((await annotate('edit', 'Ondine', '--alias', 'Dinah', '--json')).out).toBe('null\n');
    expect((await annotate('inspect', 'Dinah', '--as-of', 'end')).out).toContain('also Dina, Dinah');
  });

  it('is warned that a file holds more, unless it is made for a place', async () => {
    const whole = await annotate('export', '--format', 'yaml');
    expect(whole).toMatchObject({ exitCode: 0, error: expect.stringContaining('--as-of "after thread:1"') });
    expect((await annotate('export', '--format', 'yaml', '--as-of', 'thread:1')).error).toBe('');
  });

  it('is told to search, not to take all, for a name that is not there', async () => {
    expect((await annotate('inspect', 'Zzyzx')).error).toContain('Find it with "annotate search"');
  });
});

describe('a chapter', () => {
  it('is the one that titles number, in digits or in Roman ones, and the place says which', async () => {
    const titles = ['Foreword', 'I', 'II', 'III'];
    const posts = titles.map((title) => ({
      thread: `Salt · ${title}`,
      body: `Soma of ${title} was the keeper of Vell.`,
    }));
    folder.write('book.jsonl', posts.map((post) => `${JSON.stringify(post)}\n`).join(''));
    await run('import', 'book.jsonl', '--world', 'book');
    await annotate('run', '--world', 'book');
    const said = await annotate('place', 'before', 'chapter:3', '--world', 'book');
    expect(said.out).toContain('The last you know of is thread 3, Salt · II.');
  });
});
