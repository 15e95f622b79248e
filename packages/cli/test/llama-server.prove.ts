// Uses a real llama-server, if one is on the path: doctor, a run killed together with its server, chat, play and embeddings.

import { join } from 'node:path';
import { openServerEmbedder } from '@terrarium/kernel/embedder';
import { writeToyModel } from '@terrarium/kernel/testing/toy-model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEntries } from './support/broken-story.ts';
import {
  findLlamaServer,
  type LlamaOptions,
  type LlamaServer,
  startLlamaServer,
  toyReplies,
} from './support/llama-server.ts';
import { parseLines, type RunOptions, runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, smallStory } from './support/small-story.ts';

const program = findLlamaServer();
/** For the toy model each byte is a token, so its prompts are five times as long as usual. */
const contextTokens = 131_072;

if (program === undefined) {
  process.stdout.write('There is no llama-server on the path: what is proved at a real one is left out.\n');
}

describe.skipIf(program === undefined)('a real llama-server', () => {
  let folder: Folder;
  let server: LlamaServer;

  const start = (more: Partial<LlamaOptions> = {}) =>
    startLlamaServer({
      program: program ?? '',
      model: join(folder.path, 'toy.gguf'),
      flags: ['-c', String(contextTokens)],
      ...more,
    });

  const run = (argv: readonly string[], options: Partial<RunOptions> = {}) =>
    runTerrarium([...argv, '--model', 'openai:toy', '--base-url', server.baseUrl], {
      cwd: folder.path,
      ...options,
    });

  beforeAll(async () => {
    folder = createFolder();
    writeToyModel(join(folder.path, 'toy.gguf'), { replies: toyReplies, contextTokens });
    folder.write('story.jsonl', smallStory);
    await runTerrarium(['import', 'story.jsonl'], { cwd: folder.path });
    server = await start();
  });
  afterAll(async () => {
    await server?.kill();
    folder?.remove();
  });

  it('is found to be well by doctor, its window and its habits known', async () => {
    const { out, exitCode } = await run(['doctor', '--json']);
    const { findings } = JSON.parse(out) as { findings: { check: string; standing: string; says: string }[] };
    const say = (check: string) => findings.find((one) => one.check === check)?.says;
    expect(findings.filter(({ standing }) => standing === 'problem')).toEqual([]);
    expect(exitCode).toBe(0);
    expect(say('server')).toContain('It is llama.cpp');
    expect(say('window')).toContain(`${contextTokens} tokens`);
    expect(say('tools')).toBe('The model calls tools.');
    expect(say('reply cap')).toContain('The server ends a reply at the limit');
    expect(say('prefix')).toMatch(/kept (?:9\d|100) %/);
    expect(say('connection')).toContain('does no harm');
  });

  it('is read with by a run that is killed together with it, and that goes on where it was', async () => {
    const { port } = server;
    let isKilled = false;
    let kill: (signal: NodeJS.Signals) => void = () => undefined;
    const killed = await run(['annotate', 'run'], {
      onStart: (end) => {
        kill = end;
      },
      onOut: (out) => {
        if (isKilled || !out.includes('scene 1 of 3')) return;
        isKilled = true;
        kill('SIGKILL');
      },
    });
    expect(killed.exitCode).not.toBe(0);
    await server.kill();
    const away = await run(['annotate', 'run'], { environment: { TERRARIUM_RETRIES_ATTEMPTS: '1' } });
    expect(away.exitCode).toBe(4);
    server = await start({ port });
    const ended = await run(['annotate', 'run']);
    expect(ended.exitCode, ended.error).toBe(0);
    expect(ended.out).toContain('Finished: every scene is read.');
    const terms = readEntries(join(folder.path, 'world')).map((entry) => Object(entry)['term']);
    expect(terms).toEqual(['Soma', 'Quillon', 'Ondine']);
  });

  it('is talked with, turn after turn', async () => {
    const said = await run(['memory', 'chat'], { input: 'How is the lamp?\nAnd now?\n' });
    expect(said.exitCode, said.error).toBe(0);
    expect(said.out.match(/The lamp of the gate went out in the rain\./g)).toHaveLength(2);
  });

  it('is played with', async () => {
    const said = await run(['play', '--json', '--fast'], { input: 'I knock.\n' });
    expect(said.exitCode, said.error).toBe(0);
    const committed = parseLines(said.out).filter(({ kind }) => kind === 'turn-committed');
    expect(committed).toHaveLength(1);
    expect(committed[0]?.['narrative']).toContain('The lamp of the gate went out');
  });

  it('turns texts into vectors, those alike into vectors alike', async () => {
    const embedding = await start({
      flags: ['-c', '4096', '-ub', '4096', '-b', '4096', '--embeddings', '--pooling', 'mean'],
    });
    try {
      const embedder = await openServerEmbedder({ baseUrl: `${embedding.baseUrl}/v1`, model: 'toy' });
      const [one, alike, other] = await embedder.embed(['a clay kiln', 'the clay kiln', '0123456789']);
      const multiply = (left?: Float32Array, right?: Float32Array) =>
        left?.reduce((sum, value, at) => sum + value * (right?.[at] ?? 0), 0) ?? 0;
      expect(embedder.dimensions).toBe(256);
      expect(multiply(one, alike)).toBeGreaterThan(multiply(one, other));
      await embedder.close();
    } finally {
      await embedding.kill();
    }
  });
});
