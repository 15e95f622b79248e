// Tests what a start of the server loads, and what only a request loads.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorld } from '@terrarium/annotator/open-world';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServerProcess } from './support/server-process.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'terrarium-starting-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Has Node write the address of each module that it loads into the file. */
function watchLoading(file: string): string {
  const script = `
    import { appendFileSync } from 'node:fs';
    import { registerHooks } from 'node:module';
    registerHooks({
      load(url, context, next) {
        appendFileSync(${JSON.stringify(file)}, url + '\\n');
        return next(url, context);
      },
    });`;
  return `--import=data:text/javascript,${encodeURIComponent(script)}`;
}

test('SG12: a start loads nothing that answers, and a request what answers it', async () => {
  const { clock } = buildFakeEnvironment();
  const dir = join(folder, 'World');
  createWorld({ dir, title: 'World', clock });
  const file = join(folder, 'loaded.txt');
  const server = await startServerProcess([dir], ['env', `NODE_OPTIONS=${watchLoading(file)}`]);
  const listLoaded = (pattern: RegExp) =>
    [...readFileSync(file, 'utf8').matchAll(pattern)].map(([found]) => found);
  const answering = /[a-z-]+-handlers\.ts/gu;
  const playing = /packages\/rpg\/src\/(?:game|rules|tools|turn)\/.*/gu;
  const remembering = /packages\/memory\/src\/(?:assembly|facts|intake|maintenance)\/.*/gu;
  const readingSettings = /node_modules\/yaml\/.*/gu;
  try {
    expect(listLoaded(/packages\/server\/src\/serve\.ts/gu)).toHaveLength(1);
    for (const pattern of [answering, playing, remembering, readingSettings])
      expect(listLoaded(pattern)).toEqual([]);
    const [world] = await server.read<{ key: string }[]>('/api/worlds');
    expect(listLoaded(answering)).toEqual(['world-handlers.ts']);
    expect(listLoaded(playing)).toEqual([]);
    await server.read(`/api/worlds/${world?.key}/contents`);
    expect(listLoaded(answering)).toEqual(['world-handlers.ts', 'story-handlers.ts']);
    expect(listLoaded(playing)).toEqual([]);
  } finally {
    await server.stop();
  }
});
