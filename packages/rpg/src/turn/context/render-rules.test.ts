// Tests what a model is told about the rules of a system.

import { expect, test } from 'vitest';
import { listShippedSystems, readShippedSystem } from '../../manifest/read-system.ts';
import { renderRules } from './render-rules.ts';

test('MV15: a move that is rolled with other dice than its check says so, and others do not', () => {
  const rules = renderRules(readShippedSystem('starter'), 4_000);
  expect(rules).toContain('threaten (sway by @attributes.brawn)');
  expect(rules).toContain('persuade (sway; as push myself)');
  expect(rules).toContain(
    " “by” names the value that takes the place of the check's own. `formula` replaces the dice of a move, modifier and all, such as with help.",
  );
});

test('MV15: advantage is told where the rules give it, and a variant of every move once, with its price', () => {
  const [edition, fate] = ['dnd5e', 'fate'].map((id) => renderRules(readShippedSystem(id), 4_000));
  // Whoever only looks closely at something is told by this that a search brings more.
  expect(edition).toContain('search (skill_check by @skills.investigation.modifier; may roll find)');
  expect(edition).toContain('`as` may be advantage or disadvantage, for any move or check;');
  expect(fate).toContain('talk (overcome by @skills.rapport; as lie)');
  expect(fate).toContain('. Each may be made as fate: 1 of resources.fate_points paid before the roll.');
});

test.each(listShippedSystems())('MV15: no formula of a move is cut in %s', (id) => {
  const moves = /^Moves: .*$/m.exec(renderRules(readShippedSystem(id), 4_000))?.[0] ?? '';
  expect(moves).toContain('attack (');
  expect(moves).not.toContain('…');
});

test('MV15: a move says which skill it is rolled against, and a foe that chooses by its sheet is made without `as`', () => {
  const rules = renderRules(readShippedSystem('percentile'), 4_000);
  expect(rules).toContain('talk (skill_roll charm; as lie = fast_talk, read = psychology)');
  expect(rules).toContain('`against` its target, without `as`.');
});

test.each(listShippedSystems())(
  'MV15: outcomes that several checks share stand behind one of these in %s, or not at all',
  (id) => {
    const system = readShippedSystem(id);
    for (const tokens of [600, 900, 1_100, 1_300, 1_600, 4_000]) {
      const lines = renderRules(system, tokens).split('\n');
      const lone = lines.filter(
        (line, at) => line.startsWith('Each of these') && !lines[at - 1]?.startsWith('Check '),
      );
      expect(lone).toEqual([]);
    }
  },
);
