// Usage: help, slips of the fingers, and worlds that are not there.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, smallStory } from './support/small-story.ts';

let folder: Folder;
beforeAll(async () => {
  folder = createFolder();
  folder.write('story.jsonl', smallStory);
  await runTerrarium(['import', 'story.jsonl', '--world', 'fresh'], { cwd: folder.path });
});
afterAll(() => folder.remove());

const run = (...argv: readonly string[]) => runTerrarium(argv, { cwd: folder.path });

describe('help', () => {
  it('shows the commands when nothing was typed, and is no failure', async () => {
    const [bare, group] = await Promise.all([run(), run('annotate')]);
    expect(bare.exitCode).toBe(0);
    for (const name of ['import', 'annotate', 'demo', 'mcp'])
      expect(bare.out).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
    expect(group).toMatchObject({ exitCode: 0, error: '' });
    for (const name of ['run', 'status', 'inspect', 'retry', 'verify', 'export'])
      expect(group.out).toMatch(new RegExp(`^  ${name} `, 'm'));
  });
});

describe('what was meant', () => {
  it.concurrent.each([
    [['imprt', 'x'], 'import'],
    [['run'], 'annotate run'],
    [['export'], 'annotate export'],
    [['annotate', 'stats'], 'status'],
    [['annotate', 'run', '--wrold', 'x'], '--world'],
    [['annotate', 'run', '--modle', 'x'], '--model'],
  ])('says for %j that %s may be meant', async (argv, meant) => {
    const said = await run(...argv);
    expect(said).toMatchObject({ exitCode: 2, out: '' });
    expect(said.error).toMatch(/^terrarium: unknown /);
    expect(said.error).toContain(`Did you mean ${meant}?`);
  });

  it.concurrent.each([
    [['annotate', 'run', '--limit', '0'], /--limit.*whole number, at least 1/],
    [['annotate', 'run', '--model-option', 'min_p'], /key=value/],
    [['annotate', 'run', '--model', 'gpt'], /--model \(command line\) must be "builtin", or a provider/],
    [['annotate', 'run', '--model', 'nobody:x'], /@ai-sdk\/nobody is not installed/],
    [['nonsense'], /unknown command 'nonsense'\n\("terrarium --help" lists what there is\.\)/],
    [['annotate', 'run', '--model', 'qwen3:14b'], /Did you mean openai:qwen3:14b/],
    [['annotate', 'run', '--base-url', 'localhost:8765'], /with http:\/\/ or https:\/\/ in front/],
    [['annotate', 'run', '--temperature', 'hot'], /--temperature \(command line\) must be a number/],
    [['annotate', 'run', '--corpus', 'other'], /no corpus "other"[\s\S]*--corpus: story/],
    [['annotate', 'export', '--format', 'pdf'], /Allowed choices are json, yaml, markdown/],
    [['annotate', 'retry', 'seven'], /whole number/],
    [['annotate', 'status'], /Next:|nothing read yet/],
  ])('answers %j in one line or two, without a stack', async (argv, message) => {
    const said = await run(...argv, '--world', 'fresh');
    expect(said.exitCode).toBe(argv[1] === 'status' ? 0 : 2);
    expect(said.error + said.out).toMatch(message);
    expect(said.error).not.toMatch(/^\s+at /m);
  });
});

describe('worlds that are not there', () => {
  it.concurrent.each(['inspect', 'retry'])(
    'annotate %s of a world that was not read says so',
    async (command) => {
      const said = await run('annotate', command, '--world', 'fresh');
      expect(said.exitCode).toBe(2);
      expect(said.error).toMatch(
        /Nothing has been read.*\n {2}Read it with "terrarium annotate run --world fresh"/,
      );
    },
  );

  it('tells a program what went wrong', async () => {
    const said = await run('annotate', 'status', '--world', 'nowhere', '--json');
    expect(JSON.parse(said.out)).toMatchObject({ kind: 'error', code: 'world.missing', exitCode: 2 });
  });
});
