// Reads with a server that often fails, through the command line: the run ends, and whatever is missing is reported.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FakeFault } from '@terrarium/kernel/testing/fake-wire';
import { describe, expect, it } from 'vitest';
import { buildLongStory } from '../support/long-story.ts';
import { startTerrarium } from '../support/reading-process.ts';
import { openStoryServer } from '../support/story-server.ts';

const thirdIsBusy: FakeFault = { kind: 'status', status: 503, message: 'busy' };

/** Every third request gets the status 503, every fifth a broken stream, and every seventh malformed arguments. */
function planFaults({ number }: { readonly number: number }): FakeFault | undefined {
  if (number % 3 === 0) return thirdIsBusy;
  if (number % 5 === 0) return { kind: 'unfinished-stream' };
  return number % 7 === 0 ? { kind: 'malformed-arguments' } : undefined;
}

describe('a server that fails all the time', () => {
  it('RN4, RN5: is used to read to the end, and every scene that was skipped is listed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'terrarium-faults-'));
    const server = await openStoryServer({ faults: planFaults });
    try {
      const posts = buildLongStory(3, 10).map((post) => JSON.stringify(post));
      writeFileSync(join(folder, 'story.jsonl'), posts.join('\n'));
      await startTerrarium(['import', 'story.jsonl'], folder).ended;
      writeFileSync(join(folder, 'world', 'terrarium.yaml'), 'retries:\n  baseDelayMs: 1\n');
      const model = ['--model', 'openai:story', '--base-url', server.baseUrl, '--context-budget', '6000'];
      const run = await startTerrarium(['annotate', 'run', ...model], folder).ended;
      const status = await startTerrarium(['annotate', 'status', '--json'], folder).ended;
      const { counts, unread } = JSON.parse(status.output) as {
        counts: { total: number; byStatus: Record<'committed' | 'skipped', number> };
        unread: readonly unknown[];
      };
      const { committed, skipped } = counts.byStatus;
      expect(counts.total).toBe(30);
      expect(committed + skipped).toBe(30);
      expect(unread).toHaveLength(skipped);
      expect(run.exitCode, run.output).toBe(skipped === 0 ? 0 : 3);
      const faults = new Set(server.records.map((record) => record.fault));
      expect(faults).toEqual(new Set([undefined, 'status', 'unfinished-stream', 'malformed-arguments']));
      const verified = await startTerrarium(['annotate', 'verify'], folder).ended;
      expect(verified.exitCode, verified.output).toBe(0);
    } finally {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
