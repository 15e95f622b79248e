// Following: a story that grows, as a person sees it; how long it may take, and what to look at.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTerminal } from './support/open-terminal.ts';
import { parseLines, runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, smallStory } from './support/small-story.ts';

let folder: Folder;
beforeAll(async () => {
  folder = createFolder();
  folder.write('story.jsonl', smallStory);
  await run('import', 'story.jsonl');
});
afterAll(() => folder.remove());

const run = (...argv: readonly string[]) => runTerrarium(argv, { cwd: folder.path });
const fourth = { thread: 'Four', body: 'Then Marl came to Vell. Marl was the brother of Soma.' };

describe('a story that grows', () => {
  it('FO3, FO4: is imported again into its corpus, read on, and what is new is told', async () => {
    const before = await run('annotate', 'run', '--estimate', '--json');
    expect(JSON.parse(before.out)).toMatchObject({ scenes: 3, basis: 'assumed' });
    await run('annotate', 'run');
    expect((await run('annotate', 'run', '--estimate')).out).toContain('nothing is left to read');
    folder.write('story.jsonl', `${smallStory}${JSON.stringify(fourth)}\n`);
    const imported = await run('import', 'story.jsonl');
    expect(imported.out).toContain(
      'story has grown: 1 new post and 1 new thread at the end of corpus "story".',
    );
    const said = await run('annotate', 'run');
    expect(said.exitCode).toBe(0);
    expect(said.out).toContain('story has changed: 1 new post in 1 scene');
    expect(said.out).toContain('Since the last run');
    expect((await run('annotate', 'verify')).exitCode).toBe(0);
    const events = parseLines((await run('annotate', 'run', '--json')).out);
    expect(events.at(-1)).toMatchObject({ kind: 'changes-reported', created: [], contradicted: [] });
  });

  it('is estimated by its own scenes and words: short ones take less than long ones', async () => {
    const estimate = async (name: string, body: string, ...flags: readonly string[]) => {
      folder.write(
        `${name}.jsonl`,
        [1, 2, 3].map((n) => JSON.stringify({ thread: `T${n}`, body })).join('\n'),
      );
      await run('import', `${name}.jsonl`, '--world', 'two');
      const said = await run('annotate', 'run', '--estimate', '--json', '--world', 'two', ...flags);
      return JSON.parse(said.out);
    };
    const short = await estimate('short', 'Soma went home.');
    const both = await estimate('long', 'Soma went to Vell and came back again. '.repeat(200));
    const long = await estimate(
      'long',
      'Soma went to Vell and came back again. '.repeat(200),
      '--corpus',
      'long',
    );
    expect([short.scenes, long.scenes, both.scenes]).toEqual([3, 3, 6]);
    expect(long.seconds[0]).toBeGreaterThan(short.seconds[0]);
    expect(both.seconds[0]).toBeCloseTo(short.seconds[0] + long.seconds[0]);
  });

  it('FO4, FO5: that says something else before is told thread by thread, first on trial, and keeps its corpus', async () => {
    const changed = `${JSON.stringify({ thread: 'Nought', body: 'Before all, Vell was a ford.' })}\n${smallStory.replace('Quillon came', 'Quillon went')}`;
    folder.write('story.jsonl', changed);
    const flat = (text: string) => text.replace(/\s+/g, ' ');
    const tried = flat((await run('import', 'story.jsonl', '--dry-run')).out);
    expect(tried).toContain('+ "Nought" was inserted at the beginning (1 post)');
    expect(tried).toContain('- "Four" was removed (1 post)');
    expect(tried).toContain('nothing was imported');
    const said = flat((await run('import', 'story.jsonl')).out);
    expect(said).toContain('has changed since it was imported as corpus "story"');
    expect(said).toMatch(/~ "\w+" was edited: 1 post came, 1 went/);
    const ran = await run('annotate', 'run');
    expect(flat(ran.out)).toContain('2 posts came or changed before the end of what was read');
    expect((await run('annotate', 'verify')).exitCode).toBe(0);
    const planned = await run('annotate', 'reread', '--estimate');
    expect(flat(planned.out)).toMatch(/To be read again: 2 posts in 2 readings, about \d+ tokens/);
    const again = await run('annotate', 'reread');
    expect(again).toMatchObject({ exitCode: 0, error: '' });
    expect(flat(again.out)).toContain('Finished');
    expect((await run('annotate', 'verify')).exitCode).toBe(0);
    expect((await run('annotate', 'reread')).out).toContain('Nothing is to be read again');
    expect((await run('annotate', 'reread', '--thread', '77')).error).toContain('There is no thread 77');
    expect(flat((await run('import', 'story.jsonl')).out)).toContain('Known already');
  });
});

describe('status', () => {
  it('HU5: shows what to look at, and pairs that are kept apart no more', async () => {
    const said = await run('annotate', 'status');
    expect(said.out).toContain('Signs to look at');
    expect(said.out).toMatch(/entries for 1,000 posts; 100 % of them with a quote/);
    const { quality } = JSON.parse((await run('annotate', 'status', '--json')).out);
    expect(quality).toMatchObject({ evidenceShare: 1, duplicateSuspects: [], proposals: 0 });
  });

  it('is shown again and again on a terminal until Ctrl-C', async () => {
    const terminal = openTerminal(['annotate', 'status', '--watch'], { cwd: folder.path });
    await terminal.waitFor('Signs to look at');
    terminal.press('\u0003');
    expect(await terminal.ended).toBe(0);
  });
});
