// Tests the word lists of the audit: plain sentences that claim nothing of the character, beside ones that do.

import { afterAll, describe, expect, it } from 'vitest';
import { call, openTestGame } from '../../../test/support/open-test-game.ts';
import { readShippedSystem } from '../../manifest/read-system.ts';
import { auditNarrative } from './audit-narrative.ts';

/** A turn in the mill, with Mira, in which nothing happens. */
const { game, close } = openTestGame({ system: readShippedSystem('dnd5e') });
const draft = game.start('I wait.');
call(draft, 'item_add', { name: 'Lamp' });
const turn = { system: game.system, state: draft.state, actions: [] };
afterAll(close);

const listKinds = (narrative: string) =>
  auditNarrative({
    narrative,
    words: draft.words,
    rolls: [],
    patches: [],
    playerName: 'Ada',
    earlier: [],
    turn,
  }).map(({ kind }) => kind);

describe('the words of the audit', () => {
  it.each([
    '',
    'You.',
    'The window is blind with dust, and a blind alley lies to your left.',
    'You are blind to his faults.',
    'You are deaf to her pleas.',
    'You are invisible to them.',
    'Mira is drunk on success.',
    'Mira is stunned by the news.',
    'Mira is charmed by the tune.',
    'Your cheeks are burning with the cold.',
    'The kettle is broken, and your shoulder rests against it.',
    'Your leg is asleep.',
    'You are speechless.',
  ])('TU51: TU55: figures of speech and things are no conditions: %s', (narrative) => {
    expect(listKinds(narrative)).toEqual([]);
  });

  it.each([
    'You are beside an angry man.',
    'You are near the curious crowd.',
    'You are served a bitter ale.',
    'You become aware of a proud voice.',
    'You find a bitter root under the table.',
    'You find the bread bitter.',
    'You find the room sad and grey.',
    'You are the one he is angry with.',
    'You are told he is sorry.',
    'The fear runs through the crowd around you.',
    'Rage burns in his eyes as he looks at you.',
    'A cold panic seizes the horse beside you.',
    'Hope rises from the valley with your kite.',
    'You begin to cry out a warning.',
    'You miss him by an inch.',
    'You miss your footing.',
    'Your heart goes thump.',
  ])('TU54: TU55: the moods of others, of things and in figures are not the character’s: %s', (narrative) => {
    expect(listKinds(narrative)).toEqual([]);
  });

  it.each([
    'Dread settles in you.',
    'Guilt twists in the pit of your stomach.',
    'A cold panic grips you.',
    'Shame burns on your cheeks.',
    'You find yourself afraid.',
    'You are angry.',
    'You feel a cold dread.',
    'You grow weary of it.',
    'You miss your mother.',
    'You begin to cry.',
    'Your heart goes out to her.',
  ])('TU54: what the character feels is the player’s: %s', (narrative) => {
    expect(listKinds(narrative)).toEqual(['voice']);
  });

  it.each([
    'You take a seat by the lamp.',
    'You take hold of the rope.',
    'You catch the ball that he throws.',
    'You have a book in mind.',
    'You get the point of the needle.',
    'Mira hands you the cup and takes it back.',
    'You take the bread that Mira offers and eat it.',
    'Mira gives you a cup of tea, and you drink the tea.',
    'You leave.',
    'A branch snaps.',
    'You owe him 3 gold.',
    'You throw a stone into the Yard.',
    'You lean out over the Yard.',
    'You listen at the trapdoor of the Cellar.',
    'Mira goes to the Yard.',
  ])('TU50: TU51: TU55: nothing is got, lost or reached: %s', (narrative) => {
    expect(listKinds(narrative)).toEqual([]);
  });

  it.each([
    ['You take the bread that Mira offers.', 'item'],
    ['You have 3 gold left.', 'number'],
    ['You walk into the Yard.', 'place'],
    ['You are stunned.', 'condition'],
    ['Mira is drunk.', 'condition'],
    ['You are paralysed by the venom.', 'condition'],
  ])('TU50: TU51: what nothing in the turn brought about is found: %s', (narrative, kind) => {
    expect(listKinds(narrative)).toEqual([kind]);
  });
});
