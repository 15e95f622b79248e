// Tests random operations: whatever a model proposes, reverting the run restores exactly what was before.

import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { buildScriptedModel } from '@terrarium/kernel/testing/scripted-model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildModelWriter } from '../../src/maintenance/model-writer.ts';
import { parseOperations } from '../../src/maintenance/operation.ts';
import { revertRun } from '../../src/maintenance/revert-run.ts';
import { runMaintenance } from '../../src/maintenance/run-maintenance.ts';
import { dumpMemory, withoutDroppedFacts } from '../support/dump-memory.ts';
import { type MaintainedMemory, openMaintainedMemory } from '../support/maintained-memory.ts';
import { buildAnyWriter, fillForOperations, operation, operations } from '../support/random-operations.ts';

const runs = readProcessEnvironment()['TERRARIUM_PROVE'] === '1' ? 300 : 30;
const tokens = { count: (text: string) => text.length };

async function run(memory: MaintainedMemory, proposed: readonly unknown[]) {
  const text = JSON.stringify({ operations: proposed });
  const model = buildScriptedModel([{ text }, { text: '[]' }]);
  return await runMaintenance(memory.ground(buildModelWriter({ model, tokens })), { kind: 'manual' });
}

const dumpHeld = (memory: MaintainedMemory) =>
  withoutDroppedFacts(dumpMemory(memory.connection, memory.ambientPath));

describe('random operations', () => {
  it('MT5: taken back, a run leaves every table but the logs as it was, and of the facts that it noted dropped ones', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operations, { minLength: 1, maxLength: 3 }), async (series) => {
        const memory = openMaintainedMemory();
        try {
          fillForOperations(memory);
          const states: unknown[] = [];
          const ids: number[] = [];
          for (const proposed of series) {
            memory.hear('More.');
            states.push(dumpMemory(memory.connection, memory.ambientPath));
            memory.clock.advance(1_000);
            ids.push(
              (await runMaintenance(memory.ground(buildAnyWriter(proposed)), { kind: 'manual' })).runId ?? 0,
            );
          }
          // Messages that came after a run stay, so events are compared only for the last state.
          expect(revertRun(memory, ids.at(-1) ?? 0).left).toEqual([]);
          expect(dumpHeld(memory)).toEqual(withoutDroppedFacts(states.at(-1)));
          for (const runId of ids.slice(0, -1).toReversed()) revertRun(memory, runId);
          const { event, event_tag, ...rest } = states[0] as Record<string, unknown>;
          const left = dumpHeld(memory);
          expect({ ...left, event, event_tag }).toEqual({ ...withoutDroppedFacts(rest), event, event_tag });
        } finally {
          memory.close();
        }
      }),
      { numRuns: runs },
    );
  });

  it('MT3: what is not said why never drops more than half of the words of a text', async () => {
    const words = fc.array(fc.constantFrom('pots', 'kiln', 'blue', 'bowl', 'clay', 'glaze'), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(words, words, async (former, next) => {
        const memory = openMaintainedMemory();
        try {
          memory.hear('Pots.');
          await run(memory, [{ do: 'rewrite-ambient', text: former.join(' ') }]);
          memory.hear('Pots.');
          const outcome = await run(memory, [{ do: 'rewrite-ambient', text: next.join(' ') }]);
          const kept =
            [...new Set(former)].filter((word) => next.includes(word)).length / new Set(former).size;
          if (kept < 0.5) expect(outcome.operations).toEqual([]);
          else if (former.join(' ') !== next.join(' ')) expect(outcome.operations).toHaveLength(1);
        } finally {
          memory.close();
        }
      }),
      { numRuns: runs },
    );
  });
});

describe('replies of any kind', () => {
  it('MT10: parsing never throws, and what it takes for operations is well-formed', () => {
    const piece = fc.oneof(
      fc.string(),
      operation.map((one) => JSON.stringify(one)),
      fc.constantFrom('[', ']', '{', '}', '"', '```json', '"operations":'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const { operations: found } = parseOperations(pieces.join(' '));
        for (const one of found)
          expect(one.do).toMatch(/^(create|update|append|delete|merge|rename|mark|note|rewrite|flag)/);
      }),
    );
  });

  it('MT10: whole operations are taken out of a reply whose end was cut off', () => {
    const flag = (text: string) => JSON.stringify({ do: 'flag', text });
    const reply = `{"operations":[${flag('one { brace')},${flag('two \\" quote')},{"do":"flag","te`;
    expect(parseOperations(reply).operations).toMatchObject([
      { text: 'one { brace' },
      { text: 'two \\" quote' },
    ]);
    expect(parseOperations('Nothing to do.').isReadable).toBe(false);
    expect(parseOperations('{"operations":[]}')).toMatchObject({
      operations: [],
      refused: [],
      isReadable: true,
    });
  });
});
