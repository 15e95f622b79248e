// Tests talking with a summoned reader at a terminal, and which bookmark or chapter a place in the story stands for.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTerminal } from './support/open-terminal.ts';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, smallStory } from './support/small-story.ts';

let folder: Folder;
beforeAll(async () => {
  folder = createFolder();
  folder.write('story.jsonl', smallStory);
  await runTerrarium(['import', 'story.jsonl', '--title', 'The Salt Road'], { cwd: folder.path });
  await run('run', '--model', 'builtin');
});
afterAll(() => folder.remove());

const run = (...argv: readonly string[]) => runTerrarium(['annotate', ...argv], { cwd: folder.path });

describe('a summoned reader', () => {
  it('SU5: talks at a terminal until an empty line', async () => {
    const terminal = openTerminal(['annotate', 'summon', '1'], { cwd: folder.path });
    await terminal.waitFor('> ');
    expect(terminal.readShown()).toContain('read up to post 1');
    terminal.press('Who is Soma?\r');
    await terminal.waitFor('noted:');
    terminal.press('\r');
    expect(await terminal.ended).toBe(0);
  });

  it.each([
    ['Ctrl-C', '\u0003', 130],
    ['Ctrl-D', '\u0004', 0],
    ['/exit', '/exit\r', 0],
    ['/quit', '/quit\r', 0],
  ])('SU5: %s ends the talk without an error', async (_name, keys, code) => {
    const terminal = openTerminal(['annotate', 'summon', '1'], { cwd: folder.path });
    await terminal.waitFor('> ');
    terminal.press(keys);
    expect(await terminal.ended).toBe(code);
    expect(terminal.readShown()).not.toContain('fault');
  });
});

describe('SU6: a place in the story', () => {
  const summon = async (moment: string, ...more: readonly string[]) => {
    const said = await run('summon', moment, 'Who is Soma?', '--json', ...more);
    return said.exitCode === 0
      ? (JSON.parse(said.out) as { readonly snapshotId: number }).snapshotId
      : said.error;
  };

  it('stands for the last bookmark up to there', async () => {
    expect(await summon('post:1')).toBe(1);
    expect(await summon('after thread:1')).toBe(await summon('thread:1'));
  });

  it("is refused where nothing was bookmarked up to it, where it is none, and where it is later than one's own", async () => {
    expect(await summon('before post:1')).toContain('[snapshot.unknown]');
    expect(await summon('thread:99')).toContain('thread');
    expect(await summon('thread:1', '--as-of', 'before post:1')).toContain('[snapshot.unknown]');
  });
});

describe('SU6: a place in a world with two stories and many bookmarks', () => {
  let long: Folder;
  afterAll(() => long.remove());

  it('stands for the last bookmark up to there in story order, however many were made later', async () => {
    long = createFolder();
    const write = (name: string, threads: number) => {
      const posts = Array.from({ length: threads }, (_, at) => ({
        thread: `${name} ${at + 1}`,
        body: `At dawn Soma opened the gate ${at + 1}. Soma was the keeper of Vell, a town of salt.`,
      }));
      return long.write(`${name}.jsonl`, posts.map((post) => `${JSON.stringify(post)}\n`).join(''));
    };
    const at = (...argv: readonly string[]) => runTerrarium(argv, { cwd: long.path });
    await at('import', write('first', 30), write('second', 2));
    const read = ['annotate', 'run', '--model', 'builtin'];
    await at(...read, '--corpus', 'first', '--limit', '2');
    await at(...read, '--corpus', 'second');
    await at(...read);
    const listed = JSON.parse((await at('annotate', 'snapshot', 'list', '--limit', '99', '--json')).out);
    const { snapshots } = listed as { readonly snapshots: readonly Listed[] };
    const summon = async (place: string) => {
      const { out } = await at('annotate', 'summon', place, 'Who is Soma?', '--json', '--model', 'builtin');
      const { snapshotId } = JSON.parse(out) as { readonly snapshotId: number };
      return snapshots.find(({ snapshot }) => snapshot.id === snapshotId)?.threadTitle;
    };
    expect(snapshots.length).toBeGreaterThan(30);
    for (const title of ['first 1', 'first 3', 'first 30', 'second 1', 'second 2'])
      expect(await summon(title)).toBe(title);
  });
});

interface Listed {
  readonly snapshot: { readonly id: number };
  readonly threadTitle: string;
}

describe('AO3: the place of a reader', () => {
  it('is named by its chapter where it was kept while reading, not by a post that nobody knows', async () => {
    const keep = (offset: number) => {
      const point = { corpus: 'the-salt-road', postId: 2, offset };
      folder.write('world/place.json', JSON.stringify({ place: 'before post:2@the-salt-road', point }));
    };
    const say = async () => (await run('search', 'Soma')).out;
    keep(3);
    expect(await say()).toContain('As of your place in the story (in Two);');
    keep(10_000);
    expect(await say()).toContain('As of your place in the story (after Two);');
    await run('place', 'before chapter:2');
    expect(await say()).toContain('(before chapter 2);');
    await run('place', 'end');
  });

  it('is a chapter where only a number is said', async () => {
    expect((await run('place', '2')).out).toMatch(
      /You are at: after chapter 2\s+The last thread.* is 2, Two\./,
    );
    await run('place', 'end');
    expect((await run('search', 'Soma', '--as-of', 'before 2')).out).toContain('(before chapter 2);');
    const none = await run('place', '99');
    expect([none.exitCode, none.error]).toEqual([2, expect.stringContaining('There is no chapter 99')]);
  });
});
