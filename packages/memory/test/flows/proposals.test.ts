// Tests proposals that a person accepts, refuses or reverts, and fragments that a person wrote or approved.

import { readFileSync, writeFileSync } from 'node:fs';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forget } from '../../src/forgetting/forget.ts';
import { openFragmentStore } from '../../src/fragments/fragment-store.ts';
import { findNewestChange } from '../../src/maintenance/find-newest-change.ts';
import type { Operation } from '../../src/maintenance/operation.ts';
import { applyProposals, listProposals, markRefused } from '../../src/maintenance/proposals.ts';
import { revertRun } from '../../src/maintenance/revert-run.ts';
import { runMaintenance } from '../../src/maintenance/run-maintenance.ts';
import { applyByPerson, markApproved, writeFragment } from '../../src/maintenance/write-fragment.ts';
import { exampleVoices } from '../../src/tags/voices.ts';
import { dumpMemory, withoutDroppedFacts } from '../support/dump-memory.ts';
import { type MaintainedMemory, openMaintainedMemory } from '../support/maintained-memory.ts';
import { buildAnyWriter, fillForOperations, operations } from '../support/random-operations.ts';

const runs = readProcessEnvironment()['TERRARIUM_PROVE'] === '1' ? 300 : 12;

let memory: MaintainedMemory;

beforeEach(() => {
  memory = openMaintainedMemory();
});

afterEach(() => memory.close());

const dump = (of = memory) => {
  const { proposal, approved_fragment, ...rest } = dumpMemory(of.connection, of.ambientPath);
  return rest;
};
const list = (of = memory) => listProposals(of.connection, of.ambientPath);

function propose(proposed: readonly unknown[], isProposing = true, of = memory) {
  return runMaintenance(of.ground(buildAnyWriter(proposed)), { kind: 'manual', isProposing });
}

const anna = (sources: readonly number[]): Operation => ({
  do: 'create-fragment',
  key: 'anna',
  ambient: 'Anna lives in Bergen.',
  recognition: 'Anna lives in Bergen by the quay.',
  inventory: `Anna lives in Bergen. (#${sources[0]})`,
  sources: [...sources],
});

describe('proposals', () => {
  it('PR1: until somebody agrees nothing changes, and what was read is not read again', async () => {
    const event = memory.hear('Anna lives in Bergen.');
    const before = dump();
    const { status, proposals } = await propose([anna([event])]);
    expect(status).toBe('proposed');
    expect(list().map(({ id }) => id)).toEqual(proposals);
    expect(dump()).toEqual(before);
    expect((await propose([anna([event])])).status).toBe('nothing-new');
  });

  it('PR3: marks each number that is in none of the moments on which it is based, and no other', async () => {
    const event = memory.hear(
      'Anna has two cats, and she moved to Bergen on the 3rd at 4 pm. The rent is 900.',
    );
    const write = (recognition: string, over: object = {}): object => ({
      ...anna([event]),
      ambient: 'Anna.',
      recognition,
      inventory: 'Anna has two cats (#1)',
      ...over,
    });
    await propose([
      write('Anna has two cats; the rent is 900.'),
      write('Anna has 2 cats and three plans, and came on the 3rd at 16:00.', { key: 'anna-b' }),
      write('The rent is 950 since 12 August 1999, for 7 weeks.', { key: 'anna-c' }),
      { do: 'rewrite-ambient', text: 'Anna pays 900 in Bergen.', because: 'it is so' },
      { do: 'rewrite-ambient', text: 'Anna pays 40 more.', because: 'it is so' },
    ]);
    expect(list().map(({ unfounded }) => unfounded)).toEqual([
      [],
      [],
      ['12 August 1999', '950', '7'],
      [],
      ['40'],
    ]);
  });

  it('PR2: all that was proposed, agreed to, is what a run would have done at once; and taken back it waits again', async () => {
    await fc.assert(
      fc.asyncProperty(operations, async (proposed) => {
        const [one, other] = [openMaintainedMemory(), openMaintainedMemory()];
        try {
          for (const each of [one, other]) fillForOperations(each);
          const before = dump(one);
          const { runId = 0, proposals } = await propose(proposed, true, one);
          await propose(proposed, false, other);
          expect(list(one).every(({ fault }) => fault === undefined)).toBe(true);
          const { runIds, left } = applyProposals(one, proposals);
          expect(left).toEqual([]);
          expect(dump(one)).toEqual(dump(other));
          for (const id of runIds) revertRun(one, id);
          expect(list(one).map(({ id }) => id)).toEqual(proposals);
          revertRun(one, runId);
          expect(list(one)).toEqual([]);
          expect(withoutDroppedFacts(dump(one))).toEqual(before);
        } finally {
          one.close();
          other.close();
        }
      }),
      { numRuns: runs },
    );
  });

  it('PR2: of two runs, agreed to together, each changes the page that the other left, and is taken back by itself', async () => {
    const rewrite = (text: string) => ({ do: 'rewrite-ambient', text, because: 'it is so' });
    writeFileSync(memory.ambientPath, 'I like the sea.\n');
    const readPage = () => readFileSync(memory.ambientPath, 'utf8');
    memory.hear('Anna lives in Bergen.');
    await propose([rewrite('I like the sea.\nI like Bergen.')]);
    memory.hear('Tom lives in York.');
    await propose([anna([1])]);
    const before = dump();
    const { runIds, left } = applyProposals(
      memory,
      list().map(({ id }) => id),
    );
    expect([runIds.length, left]).toEqual([2, []]);
    expect(readPage()).toContain('I like Bergen.');
    expect(readPage()).toContain('[anna]');
    revertRun(memory, runIds[1] ?? 0);
    expect(readPage()).toContain('I like Bergen.');
    revertRun(memory, runIds[0] ?? 0);
    expect(dump()).toEqual(before);
  });

  it('RC1: a fragment is not taken for one into which somebody refused to merge it', async () => {
    const event = memory.hear('Anna lives in Bergen.');
    for (const key of ['anna', 'bergen'])
      writeFragment(memory, { key, ambient: 'A.', inventory: `A. (#${event})` });
    memory.hear('More.');
    const merge = { do: 'merge-fragments', from: 'anna', to: 'bergen', because: 'one thing' };
    const { proposals } = await propose([merge]);
    const { findSuccessor } = openFragmentStore(memory.connection);
    const deletion = { do: 'delete-fragment', key: 'anna', because: 'old' } as const;
    const runId = applyByPerson(memory, [deletion]);
    expect(findSuccessor('anna')).toBeUndefined();
    revertRun(memory, runId);
    applyProposals(memory, proposals);
    expect(findSuccessor('anna')).toBe('bergen');
  });

  it('PR2: if one of several decisions cannot be carried out, none is', async () => {
    const event = memory.hear('Anna lives in Bergen.');
    await propose([anna([event]), { ...anna([event]), key: 'anna-b' }]);
    const [one = 0, other = 0] = list().map(({ id }) => id);
    expect(() => applyProposals(memory, [one, 99], [other])).toThrow('There is no proposal');
    expect(list().map(({ id }) => id)).toEqual([one, other]);
    expect(applyProposals(memory, [one], [other])).toMatchObject({ done: [one] });
    expect(list()).toEqual([]);
  });

  it('PR3: is shown as lines that are removed and added, as if those before it had been carried out', async () => {
    const event = memory.hear('Anna lives in Bergen.');
    await propose([
      anna([event]),
      { do: 'update-fragment', key: 'anna', ambient: 'Anna lives in Oslo.', sources: [], because: 'new' },
    ]);
    expect(list().map(({ changes }) => changes)).toEqual([
      ['ambient', 'recognition', 'inventory'].map((tier) => ({
        thing: 'fragment',
        name: 'anna',
        tier,
        removed: [],
        added: [anna([event])[tier as 'do']],
      })),
      [
        {
          thing: 'fragment',
          name: 'anna',
          tier: 'ambient',
          removed: ['Anna lives in Bergen.'],
          added: ['Anna lives in Oslo.'],
        },
      ],
    ]);
  });

  it('PR2: a proposal that depends on another to which nobody agreed says so, and keeps waiting', async () => {
    const event = memory.hear('Anna lives in Bergen.');
    const { proposals } = await propose([
      anna([event]),
      { do: 'append-inventory', key: 'anna', inventory: `She bakes. (#${event})`, sources: [event] },
    ]);
    const [first = 0, second = 0] = proposals;
    const outcome = applyProposals(memory, [second]);
    expect(outcome).toEqual({
      runIds: [],
      done: [],
      left: [{ id: second, say: 'There is no fragment anna.' }],
    });
    markRefused(memory, [first]);
    expect(list().map(({ id, fault }) => [id, fault])).toEqual([[second, 'There is no fragment anna.']]);
    expect(applyProposals(memory, [first, second]).done).toEqual([first, second]);
    expect(() => applyProposals(memory, [first])).toThrow('was done already');
    expect(() => markRefused(memory, [99])).toThrow('There is no proposal with the number 99.');
  });

  it('MT5: what was accepted is undone although a later run has only proposed something', async () => {
    const event = memory.hear('Anna lives in Bergen.');
    const before = dump();
    const { proposals } = await propose([anna([event])]);
    const { runIds } = applyProposals(memory, proposals);
    expect(findNewestChange(memory.connection)).toMatchObject({ runId: runIds[0], fragments: ['anna'] });
    const later = memory.hear('Anna bakes.');
    const line = { key: 'anna', inventory: `She bakes. (#${later})`, sources: [later] };
    await propose([{ do: 'append-inventory', ...line }]);
    revertRun(memory, runIds[0] ?? 0);
    expect(findNewestChange(memory.connection)).toBeUndefined();
    expect(list().map(({ fault }) => fault)).toEqual([undefined, undefined]);
    expect(dump()['fragment']).toEqual(before['fragment']);
    expect(() => revertRun(memory, runIds[0] ?? 0)).toThrow('no completed maintenance run');
  });

  it('FG2: what a proposal says of something forgotten goes with it', async () => {
    const event = memory.hear('Anna lives in Bergen.');
    memory.hear('The weather is fine.');
    await propose([anna([event])]);
    forget(
      { ...memory, imagesDir: memory.folder, voices: exampleVoices },
      { targets: [{ event }], isPreview: false },
    );
    expect(list()).toEqual([]);
    expect(JSON.stringify(dumpMemory(memory.connection, memory.ambientPath))).not.toContain('Bergen');
  });
});

describe('a fragment that a person wrote or approved', () => {
  it('PR4: is written as said, names its events, and is taken back', () => {
    const event = memory.hear('Anna lives in Bergen.');
    const before = dump();
    const made = writeFragment(memory, {
      key: 'anna',
      ambient: 'My sister Anna.',
      lines: [`Bergen (#${event})`],
    });
    expect(made.isNew).toBe(true);
    expect(openFragmentStore(memory.connection).findByKey('anna')).toMatchObject({
      ambient: 'My sister Anna.',
      recognition: 'My sister Anna.',
      inventory: `Bergen (#${event})`,
      sources: [event],
    });
    const again = writeFragment(memory, { key: 'anna', lines: ['by the quay'] });
    expect(openFragmentStore(memory.connection).findByKey('anna')?.inventory).toBe(
      `Bergen (#${event})\nby the quay`,
    );
    for (const { runId } of [again, made]) revertRun(memory, runId);
    expect(dump()).toEqual(before);
  });

  it('PR4: lines for which an inventory has no room are refused', () => {
    writeFragment(memory, { key: 'anna', ambient: 'Anna.', inventory: 'x'.repeat(39_990) });
    const before = dump();
    expect(() => writeFragment(memory, { key: 'anna', lines: ['by the quay'] })).toThrow(
      'The text for inventory has 40002 characters.',
    );
    expect(dump()).toEqual(before);
  });

  it.each([
    [{ key: 'Anna', ambient: 'Anna.' }, 'is not a valid key'],
    [{ key: `anna-${'x'.repeat(60)}`, ambient: 'Anna.' }, 'The key has 65 characters.'],
    [{ key: 'anna' }, 'There is no fragment anna.'],
    [{ key: 'anna', ambient: 'a'.repeat(401) }, 'has 401 characters'],
    [{ key: 'anna', ambient: 'Anna.', sources: [77] }, 'No event that may be a source has the id 77'],
    [{ key: 'bergen', ambient: 'A town.' }, 'says that already'],
  ])('PR4: what cannot be written is refused and changes nothing', (wish, say) => {
    writeFragment(memory, { key: 'bergen', ambient: 'A town.' });
    const before = dumpMemory(memory.connection, memory.ambientPath);
    expect(() => writeFragment(memory, wish)).toThrow(say);
    expect(dumpMemory(memory.connection, memory.ambientPath)).toEqual(before);
  });

  it('PR5: what a run adds to a fragment under a new key waits with the renaming, and is not lost', async () => {
    const event = memory.hear('Anna lives in Bergen.');
    writeFragment(memory, { key: 'anna', ambient: 'Anna.', inventory: 'Anna lives in Bergen. (#1)' });
    const cats = memory.hear('Anna has two cats.');
    const line = `Anna has two cats. (#${cats})`;
    const proposed = [
      { do: 'rename-fragment', from: 'anna', to: 'anna-berg', because: 'it is her name' },
      { do: 'append-inventory', key: 'anna-berg', inventory: line, sources: [cats] },
    ];
    const { refused, proposals } = await propose(proposed, false);
    expect(refused).toEqual([]);
    expect(applyProposals(memory, proposals).left).toEqual([]);
    const { inventory, sources } = openFragmentStore(memory.connection).findByKey('anna-berg') ?? {};
    expect(inventory).toBe(`Anna lives in Bergen. (#1)\n${line}`);
    expect(sources).toEqual([event, cats]);
  });

  it('PR5: a run adds lines to it, and asks for whatever else it would change, once', async () => {
    writeFragment(memory, { key: 'anna', ambient: 'My sister Anna.' });
    const rewriting = {
      do: 'update-fragment',
      key: 'anna',
      ambient: 'Anna is a baker.',
      sources: [],
      because: 'new',
    };
    const changing = [
      { do: 'append-inventory', key: 'anna', inventory: 'She bakes.', sources: [] },
      rewriting,
      { do: 'delete-fragment', key: 'anna', because: 'old' },
    ];
    for (const expected of [2, 0]) {
      memory.hear('Anna bakes.');
      const { status, proposals } = await propose(changing, false);
      expect([status, proposals.length]).toEqual(['applied', expected]);
    }
    const { ambient, inventory } = openFragmentStore(memory.connection).findByKey('anna') ?? {};
    expect([ambient, inventory]).toEqual(['My sister Anna.', 'She bakes.']);
    markApproved(memory, 'anna', false);
    memory.hear('Anna bakes still.');
    await propose([rewriting], false);
    expect(openFragmentStore(memory.connection).findByKey('anna')?.ambient).toBe('Anna is a baker.');
    markApproved(memory, 'anna', true);
    memory.hear('Anna bakes no more.');
    await propose([{ ...rewriting, ambient: 'Anna is no baker.' }], false);
    expect(openFragmentStore(memory.connection).findByKey('anna')?.ambient).toBe('Anna is a baker.');
    expect(() => markApproved(memory, 'ann', true)).toThrow('did you mean anna');
  });
});
