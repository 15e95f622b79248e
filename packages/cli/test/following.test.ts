// Tests the estimate of how long the reading of a story will take.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, smallStory } from './support/small-story.ts';

let folder: Folder;
beforeAll(async () => {
  folder = createFolder();
  folder.write('story.jsonl', smallStory);
  await run('import', 'story.jsonl');
});
afterAll(() => folder.remove());

const run = (...argv: readonly string[]) => runTerrarium(argv, { cwd: folder.path });

describe('a story', () => {
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
    const away = ['--model', 'openai:away', '--base-url', 'http://127.0.0.1:9/v1'];
    const said = await run('read', '--estimate', '--world', 'two', ...away);
    expect([said.exitCode, said.out]).toEqual([0, expect.stringContaining('6 scenes to go')]);
    expect(said.error.replaceAll(/\s+/gu, ' ')).toContain('openai:away does not say which models it has');
  });
});
