// Tests that healing does not bear out that somebody bleeds.

import { expect, it, onTestFinished } from 'vitest';
import { call, openTestGame } from '../../../test/support/open-test-game.ts';
import { readShippedSystem } from '../../manifest/read-system.ts';
import { auditNarrative } from './audit-narrative.ts';

/** The kinds of what is found if the character was hurt in an earlier turn, and these calls are made in this one. */
function audit(narrative: string, calls: readonly (readonly [string, object])[]) {
  const { game, close } = openTestGame({ system: readShippedSystem('starter') });
  onTestFinished(close);
  const before = game.start('I fall.');
  call(before, 'adjust', { path: 'resources.vigour.current', delta: -3 });
  before.commit({ narrative: 'So.', suggestions: [], summary: '', tags: [], importance: 0 });
  const draft = game.start('I wait.');
  for (const [name, given] of calls) call(draft, name, given);
  const { actions, state, words, rolls, patches } = draft;
  const turn = { system: game.system, state, actions };
  const found = auditNarrative({ narrative, words, rolls, patches, playerName: 'Ada', earlier: [], turn });
  draft.delete();
  return found.map(({ kind }) => kind);
}

const vigour = (delta: number) => ['adjust', { path: 'resources.vigour.current', delta }] as const;

it('TU51: a wound of this turn bears out that somebody bleeds, and healing does not', () => {
  expect(audit('You are bleeding.', [vigour(-1)])).toEqual([]);
  expect(audit('You are bleeding.', [vigour(-1), vigour(2)])).toEqual([]);
  expect(audit('You are bleeding.', [vigour(2)])).toEqual(['condition']);
});
