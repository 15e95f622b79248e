// Tests correcting fragments by their keys: they are dropped, reworded or merged, and reverting the run undoes that.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Correction } from '../../src/correcting/edit-items.ts';
import { openTestMemory, type TestMemory } from '../support/open-test-memory.ts';

let test: TestMemory;
beforeEach(() => {
  test = openTestMemory();
  const { memory } = test;
  memory.hear('The pier is of oak. <plan>mend the pier</plan>');
  memory.writeFragment({ key: 'pier', ambient: 'A pier.', lines: ['It is of oak (#1)'] });
  memory.writeFragment({ key: 'jetty', ambient: 'A jetty.', lines: ['It is old (#1)'] });
});
afterEach(() => test.close());

const textOf = (key: string) => test.memory.recall(key).text;

describe('a fragment', () => {
  it('CR8: is said otherwise, let go and merged by its key in brackets, and its run takes that back', () => {
    const { memory } = test;
    const said = memory.editFragments({ do: 'edit', what: '[pier]', text: ' A pier of oak by the inn. ' });
    expect(said).toMatchObject({ kept: 'pier', gone: [] });
    expect(textOf('pier')).toBe('A pier of oak by the inn.');
    memory.revert(said?.runId ?? 0);
    expect(textOf('pier')).toBe('A pier.');
    const dropped = memory.editFragments({ do: 'drop', what: 'fragment jetty' });
    expect(dropped).toMatchObject({ kept: undefined, gone: ['jetty'] });
    expect(memory.recall('jetty').tier).toBeUndefined();
    memory.revert(dropped?.runId ?? 0);
    const merged = memory.editFragments({ do: 'merge', what: ['[pier]', '[jetty]', '[pier]'] });
    expect(merged).toMatchObject({ kept: 'pier', gone: ['jetty'] });
    for (const key of ['jetty', ' Jetty'])
      expect(memory.recall(key)).toMatchObject({ key: 'pier', formerKey: 'jetty' });
    expect(memory.recall('pier', { isDeep: true }).text).toContain('It is old (#1)');
    memory.revert(merged?.runId ?? 0);
    expect(textOf('jetty')).toBe('A jetty.');
  });

  it.each<readonly [string, Correction, string]>([
    ['that is not there', { do: 'drop', what: '[attic]' }, 'attic'],
    ['that is to be done', { do: 'done', what: '[pier]' }, 'only plans can be marked as done'],
    ['that is to say nothing', { do: 'edit', what: '[pier]', text: '  ' }, 'missing'],
    ['that is to say what it says', { do: 'edit', what: '[pier]', text: 'A pier.' }, 'says that already'],
    ['with itself', { do: 'merge', what: ['[pier]', '[pier]'] }, 'two different'],
    ['with an item', { do: 'merge', what: ['[pier]', '1'] }, 'items with items'],
    ['with one that is not there', { do: 'merge', what: ['[pier]', '[attic]'] }, 'attic'],
  ])('CR8: %s is refused, and nothing changes', (_what, correction, says) => {
    const before = [textOf('pier'), textOf('jetty'), test.memory.plans().length];
    expect(() => test.memory.editFragments(correction)).toThrow(says);
    expect([textOf('pier'), textOf('jetty'), test.memory.plans().length]).toEqual(before);
  });

  it('CR8: words alone mean items, and a key without brackets is told how it is written', () => {
    const { memory } = test;
    expect(memory.editFragments({ do: 'drop', what: 'pier' })).toBeUndefined();
    expect(() => memory.edit({ do: 'drop', what: 'jetty' })).toThrow('The nearest: [jetty]');
    expect(memory.edit({ do: 'drop', what: 'mend the pier' })).toMatchObject([{ effect: 'dropped' }]);
  });
});
