// Kills the real process at random moments, starts it again, and compares the result with a run never killed.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import type { FakeServer } from '@terrarium/kernel/testing/fake-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAnnotatorDatabase } from '../../src/database/open-annotator-database.ts';
import { dumpWorld } from '../support/dump-world.ts';
import { buildLongStory } from '../support/long-story.ts';
import { startTerrarium } from '../support/reading-process.ts';
import { openStoryServer } from '../support/story-server.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
const kills = isProof ? 100 : 5;
/** If each reply takes this long, the whole story takes about two seconds, so that kills happen everywhere in it. */
const thinkingMs = 15;
/** A process takes about this long to start, before it reads its first scene. */
const startingMs = 350;
const longestLifeMs = 900;
const seed = 20_261;

let server: FakeServer;
let folder: string;

beforeAll(async () => {
  server = await openStoryServer({ thinkingMs, usage: 'without-cache' });
  folder = mkdtempSync(join(tmpdir(), 'terrarium-kill-'));
  const posts = buildLongStory(2, 14).map((post) => JSON.stringify(post));
  writeFileSync(join(folder, 'story.jsonl'), posts.join('\n'));
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function importStory(world: string): Promise<void> {
  const { exitCode, output } = await startTerrarium(['import', 'story.jsonl', '--world', world], folder)
    .ended;
  expect(output).toContain('28');
  expect(exitCode).toBe(0);
}

function startReading(world: string) {
  const model = ['--model', 'openai:story', '--base-url', server.baseUrl, '--context-budget', '6000'];
  return startTerrarium(['annotate', 'run', '--world', world, ...model], folder);
}

/** Reads the content of the world, and how many replies its journal has. */
function readWorld(world: string) {
  const connection = openAnnotatorDatabase({ path: join(folder, world, 'annotator.db') });
  const dump = dumpWorld(connection);
  connection.close();
  const replies = dump.step.filter((step) => (step as { kind: string }).kind.endsWith('reply')).length;
  return { dump, replies };
}

/** Reads a world to its end, killing at most `most` processes on the way; returns how many were killed. */
async function readKilled(world: string, most: number, lifeMs: () => number): Promise<number> {
  for (let deaths = 0; ; deaths += 1) {
    const { child, ended } = startReading(world);
    if (deaths < most) {
      const isOver = await Promise.race([ended.then(() => true), setTimeout(lifeMs(), false)]);
      if (!isOver) child.kill('SIGKILL');
    }
    const { exitCode, output } = await ended;
    if (exitCode === 0) return deaths;
    expect(exitCode, output).toBeNull();
  }
}

describe('a process that is killed', () => {
  it(`RN3: with ${kills} SIGKILLs at random moments ends as one never killed`, {
    timeout: 1_800_000,
  }, async () => {
    const { chance } = buildFakeEnvironment({ seed });
    await importStory('whole');
    await readKilled('whole', 0, () => 0);
    const whole = readWorld('whole');
    expect(server.records).toHaveLength(whole.replies);
    for (let killed = 0, world = 0; killed < kills; world += 1) {
      await importStory(`killed-${world}`);
      const asked = server.records.length;
      const deaths = await readKilled(
        `killed-${world}`,
        kills - killed,
        () => startingMs + chance.next() * longestLifeMs,
      );
      const resumed = readWorld(`killed-${world}`);
      expect(resumed.dump).toEqual(whole.dump);
      // Each kill loses at most one reply, which was on its way.
      expect(server.records.length - asked - resumed.replies).toBeLessThanOrEqual(deaths);
      killed += deaths;
    }
  });
});
