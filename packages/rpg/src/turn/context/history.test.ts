// Tests the history: append-only between folds, bounded, and the same however many steps it was built in.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Turn } from '../../state/session.ts';
import { appendTurn, emptyHistory, type History, renderHistory } from './history.ts';

const budget = { history: 900, chapters: 200 };

function buildTurn(number: number, size: number, importance = 0.5): Turn {
  return {
    id: number + 1,
    parent: number === 0 ? undefined : number,
    number,
    words: number === 0 ? '' : `I do thing ${number}.`,
    narrative: `It happens: ${'and so it went on '.repeat(size)}`,
    suggestions: [],
    stateHash: '',
    isAside: false,
    summary: `Thing ${number} was done.`,
    tags: [],
    importance,
    lore: number % 5 === 0 ? [{ key: `lore-${number}`, text: 'Salt <wards>', from: 'the glossary' }] : [],
    toldBy: [],
    atMs: 0,
  };
}

function build(turns: readonly Turn[], { history: most, chapters } = budget): History {
  const bounds = { history: most, chapters };
  return turns.reduce((history, turn) => appendTurn(history, { turn, done: '' }, bounds), emptyHistory);
}

const turns = fc
  .array(fc.tuple(fc.nat({ max: 60 }), fc.double({ min: 0, max: 1, noNaN: true })), {
    minLength: 1,
    maxLength: 60,
  })
  .map((sizes) => sizes.map(([size, importance], number) => buildTurn(number, size, importance)));

describe('the history of a prompt', () => {
  it('TU4: only grows at its end, but for a fold; two turns after one another share all that stood before', () => {
    fc.assert(
      fc.property(turns, (all) => {
        let before = emptyHistory;
        for (const turn of all) {
          const after = appendTurn(before, { turn, done: '' }, budget);
          if (after.chapters === before.chapters) {
            const earlier = renderHistory(before);
            expect(renderHistory(after).slice(0, earlier.length)).toEqual(earlier);
          }
          before = after;
        }
      }),
    );
  });

  it('TU5: folds rarely, keeps within its budget, and what is folded stands in the chapters', () => {
    const all = Array.from({ length: 200 }, (_unused, number) => buildTurn(number, 5));
    let folds = 0;
    let history = emptyHistory;
    for (const turn of all) {
      const next = appendTurn(history, { turn, done: '' }, budget);
      folds += next.chapters === history.chapters ? 0 : 1;
      expect(next.shownTokens).toBeLessThanOrEqual(budget.history);
      history = next;
    }
    expect(folds).toBeGreaterThan(5);
    expect(folds).toBeLessThan(40);
    const [first] = renderHistory(history);
    expect(first?.content).toMatch(/^<story_so_far>\nTurns 0 to \d+ \(\d+ left out\): /);
    const lastFolded = (history.shown[0]?.turn.number ?? 0) - 1;
    expect(first?.content).toContain(`Thing ${lastFolded} was done.`);
  });

  it('TU5: keeps what mattered however old it is, and lets go of old things of no weight', () => {
    const all = Array.from({ length: 150 }, (_unused, number) =>
      buildTurn(number, 5, number === 3 ? 1 : 0.2),
    );
    const [first] = renderHistory(build(all));
    expect(first?.content).toContain('Thing 3 was done.');
    expect(first?.content).not.toContain('Thing 4 was done.');
  });

  it('TU5: keeps an important old turn before newer ones of less weight, and says how many it leaves out', () => {
    const weights = [0.3, 0.8, 0.5, 0.6, 0.7, 0.7, 0.6];
    const all = weights.map((importance, number) => ({
      ...buildTurn(number, 80, importance),
      summary: `In turn ${number} Runa Habicht found the ledger behind the stove, and Ohnesorg let her go; she owes him a favour, and he will come for it before the salt fair is over and the ferry runs again.`,
    }));
    const [first] = renderHistory(
      build([...all, buildTurn(7, 80), buildTurn(8, 80)], { ...budget, chapters: 150 }),
    );
    const [, told = ''] = /^<story_so_far>\n([\s\S]*?)\n<\/story_so_far>/.exec(first?.content ?? '') ?? [];
    expect(told).toContain(
      'In turn 1 Runa Habicht found the ledger behind the stove, and Ohnesorg let her go',
    );
    expect(told).toMatch(/^Turns 0 to \d+ \(\d left out\): /);
    expect(told).toContain(' …');
  });

  it('TU6: user and assistant take turns in it, beginning with the user, and no message is empty', () => {
    fc.assert(
      fc.property(turns, (all) => {
        const messages = renderHistory(build(all));
        expect(messages.map(({ role }) => role)).toEqual(
          messages.map((_message, index) => (index % 2 === 0 ? 'user' : 'assistant')),
        );
        expect(messages.every(({ content }) => content.trim() !== '')).toBe(true);
      }),
    );
  });

  it('TU7: bounds what a single turn takes, however long it is', () => {
    const huge = build([buildTurn(0, 1), buildTurn(1, 20_000), buildTurn(2, 20_000), buildTurn(3, 20_000)]);
    expect(huge.shownTokens).toBeLessThanOrEqual(budget.history);
    expect(huge.shown.length).toBeGreaterThanOrEqual(2);
  });

  it('TU4: freezes lore in where it fired, escaped, with where it is from', () => {
    const messages = renderHistory(
      build([buildTurn(0, 1), ...[1, 2, 3, 4, 5].map((number) => buildTurn(number, 1))]),
    );
    expect(messages.at(-2)?.content).toBe(
      '<recalled>\n<memory from="the glossary">Salt &lt;wards&gt;</memory>\n</recalled>\n<player>I do thing 5.</player>',
    );
  });

  it('TU4: leaves out what a player did beside the story', () => {
    const aside = { ...buildTurn(1, 0), narrative: '', isAside: true };
    expect(renderHistory(build([buildTurn(0, 1), aside]))).toHaveLength(2);
  });
});
