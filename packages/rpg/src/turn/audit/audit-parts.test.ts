// Tests the audit of clauses in a small world: who does what to what, by classes of verbs and nouns.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openTestGame } from '../../../test/support/open-test-game.ts';
import { readShippedSystem } from '../../manifest/read-system.ts';
import type { TurnDraft } from '../../state/game.ts';
import { auditNarrative } from './audit-narrative.ts';
import { isNamed } from './held-things.ts';

/**
 * The scene is the mill, with Mira. The character carries a horn and torches, no longer has a cup, and is prone with a
 * sprained ankle.
 */
function openMill(modifier: string) {
  const { game, close } = openTestGame({ system: readShippedSystem('starter') });
  const before = game.start('I pack.');
  for (const name of ['Signal horn', 'Tin cup', 'Torch'])
    call(before, 'item_add', { name, quantity: name === 'Torch' ? 4 : 1, target: 'player' });
  call(before, 'adjust', { path: 'resources.supply.current', delta: -1 });
  before.commit({ narrative: 'So.', suggestions: [], summary: '', tags: [], importance: 0 });
  const draft = game.start('I lean on the door.');
  call(draft, 'roll', { formula: `2d6${modifier}`, check: 'dare' });
  call(draft, 'item_remove', { item: 'Tin cup' });
  call(draft, 'condition_add', { condition: 'sprained ankle', minutes: 60 });
  call(draft, 'condition_add', { condition: 'prone', minutes: 60 });
  call(draft, 'clock_tick', { name: 'The mill wheel', ticks: 1, segments: 4 });
  call(draft, 'adjust', { path: 'resources.courage', delta: 1 });
  const closeBoth = () => {
    draft.delete();
    close();
  };
  return { game, draft, close: closeBoth };
}

function audit(
  { game, draft }: { game: ReturnType<typeof openMill>['game']; draft: TurnDraft },
  narrative: string,
) {
  const { actions, state, words, rolls, patches } = draft;
  const turn = { system: game.system, state, actions };
  const told = { narrative, words, rolls, patches, playerName: 'Ada', earlier: [], turn };
  return auditNarrative(told).map(({ kind }) => kind);
}

describe('the audit of clauses by their parts', () => {
  let won: ReturnType<typeof openMill>;
  let lost: ReturnType<typeof openMill>;
  beforeAll(() => {
    won = openMill('+30');
    lost = openMill('-30');
  });
  afterAll(() => {
    won.close();
    lost.close();
  });

  it.each([
    ['You pocket the seal.', 'item'],
    ['A thimble lies on the sill. You take the thimble.', 'item'],
    ['Mira gives you a small iron knife.', 'item'],
    ['While Mira talks you have picked up a dagger.', 'item'],
    ['It is quiet, and Mira is here. She has handed you a letter.', 'item'],
    ['The packet goes into your pack.', 'item'],
    ['She was quiet. She gave you a dagger.', 'item'],
    ['You now have a brass bell.', 'item'],
    ['Your horn shatters.', 'item'],
    ['You hand your horn to Mira.', 'item'],
    ['Your courage rises.', 'refused'],
    ['Mira pushes a folded map into your hand.', 'item'],
    ['Both points of your supply go.', 'loss'],
  ])('TU61: a thing that is taken, given or broken is held against the record: %s', (narrative, kind) => {
    expect(audit(won, narrative)).toEqual([kind]);
  });

  it.each([
    'You take a breath, take the chair opposite, and take your time.',
    'Mira gives you a nod and hands you a cup of tea.',
    'Mira pockets her own keys.',
    'The packet goes into his pocket.',
    'A folded map goes into Mira’s pack.',
    'Mira pushes a folded map into his hand.',
    'Your horn bumps against the door.',
    'The tin cup is no longer with you.',
    'One of your torches gutters.',
    'She would trade her mule for that horn.',
    'An hour ago the wheel was turning.',
    'You run, your open hands held against your horn.',
    'You wait with one hand on your torch.',
    'He watches it go into your pack as one watches a boat out.',
    'You take a step back and Mira watches you.',
    'You take your place as the miller watches.',
    'You take your time while nobody rings the bell and Mira rings for bread.',
    'Your cup is empty.',
    'The dice give you a 5 and the wheel gives you the rest.',
    'Mira gives you the flat stone by the embers.',
    'The crust is gone from your pocket.',
    'Mira leaves out a word.',
    'The sledge key swings on her belt.',
    'Your torch goes out.',
    'The horn goes over your shoulder.',
    'It is five past twelve by the mill clock.',
    'By the time you have told your tale he has taken his cap off.',
    'While you talk Mira has picked up a dagger.',
    'The packet goes back into your pack.',
    'You tuck the letter back into your belt.',
    'It gave you its coat, one night, on the water.',
    'It is quiet, and there are voices. One of them knows you and has no face. She handed you a letter.',
  ])('TU61: what is not carried, was not lost or only might be is no such claim: %s', (narrative) => {
    expect(audit(won, narrative)).toEqual([]);
  });

  it('TU61: a thing may be told by the noun that its name ends in', () => {
    expect(isNamed('Leystaff (d8)', 'staff')).toBe(true);
    expect(isNamed('Leystaff (d8)', 'ley')).toBe(false);
  });

  it.each([
    ['**Gained:** a brass compass', ['item']],
    ['You carry:\n- Signal horn\n- Pocket pistol', ['item']],
    ['- **Vigour:** 2/6', ['number']],
    ['- **The mill wheel:** 3/4', ['number']],
    ['- Signal horn\n- Torch ×4\n- **The mill wheel:** 1/4', []],
    ['- Mira sits by the wheel.\n- The trapdoor is shut.', []],
  ])('TU62: lists and lines of values are read item by item: %s', (narrative, found) => {
    expect(audit(won, narrative)).toEqual(found);
  });

  it.each([
    ['The attempt fails.', 'The attempt succeeds.'],
    ['You fail to move it.', 'It works.'],
  ])('TU64: how a try went is not told as its opposite: %s', (failing, succeeding) => {
    expect(audit(won, failing)).toContain('outcome');
    expect(audit(lost, succeeding)).toContain('outcome');
    expect(audit(lost, failing)).toEqual([]);
    expect(audit(won, succeeding)).toEqual([]);
  });

  it('TU64: an outcome of the check is called by no other name', () => {
    expect(audit(won, 'It is a strong hit.')).toEqual([]);
    expect(audit(won, 'It is a weak hit.')).toEqual(['outcome']);
  });

  it.each([
    ['Ada leaned on the door, and resolved to burn it.', 'voice'],
    ['Ada leaned on the door. Ten minutes later she stood at the edge of the Road.', 'place'],
    ['When it is over Mira is dead.', 'person'],
  ])('TU65: whoever is meant by a pronoun, or left out, is found: %s', (narrative, kind) => {
    expect(audit(won, narrative)).toContain(kind);
  });

  it.each([
    'Mira lingers, as if there were more to tell you, and then decides against it.',
    'You see the edge of the Road from the window.',
    'Mira has gone quiet.',
  ])('TU65: what others do, see or leave is theirs: %s', (narrative) => {
    expect(audit(won, narrative)).toEqual([]);
  });
});

it('TU55: of several by one name, a telling means the one who is here', () => {
  const { game, close } = openTestGame({ system: readShippedSystem('starter') });
  const before = game.start('I turn.');
  for (const at of ['Road', 'Old Mill'])
    call(before, 'npc_create', { name: 'Grey wolf', type: 'creature', at });
  before.commit({ narrative: 'So.', suggestions: [], summary: '', tags: [], importance: 0 });
  const draft = game.start('I wait.');
  expect(audit({ game, draft }, 'The grey wolf steps closer.')).toEqual([]);
  draft.delete();
  close();
});
