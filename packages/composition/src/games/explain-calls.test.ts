// Tests what a player is shown of the calls of a turn.

import { hideText } from '@terrarium/rpg/hidden-text';
import { readShippedSystem } from '@terrarium/rpg/read-system';
import { expect, it } from 'vitest';
import { explainCalls } from './explain-calls.ts';

const state = { find: () => undefined, list: () => [], all: () => [] } as never;
const view = { system: readShippedSystem('starter'), state };
const act = (tool: string, written: string, more: object = {}) => ({
  tool,
  arguments: written,
  ok: true,
  say: '',
  rolls: [],
  patches: [],
  ...more,
});

it('RP1: what was done in secret is not among what happened, unless it changed what a player sees', () => {
  const told = { entity: 'secret:s1', path: 'text', after: 'He lies.', because: 'it was noted' };
  const explained = explainCalls(
    [
      act('oracle', '{"question":"Is it dark?"}'),
      act('notebook', hideText('{"text":"He lies."}')),
      act('move', hideText('{"who":"Hob"}'), { ok: false, say: 'There is no way.' }),
      act('notebook', hideText('{"reveal":"s1"}'), { patches: [told] }),
    ] as never,
    view,
  );
  expect(explained.map(({ says }) => says)).toEqual([
    'ask the oracle “Is it dark?”',
    'note something that only the narrator knows',
  ]);
  expect(explained[1]?.changes).toMatchObject([{ kind: 'revealed', text: 'He lies.' }]);
});
