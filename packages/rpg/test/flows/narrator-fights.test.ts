// Tests that the built-in narrator tells each blow by what the blow itself did.

import { expect, it, onTestFinished } from 'vitest';
import { openStory } from '../support/play-story.ts';

const misses = /out of reach|over your head|staggers|on cloth|goes wide|finds nothing|meets the wall|in time/;

it('NA100: a missed blow is told as a miss, also if a round of a condition passes in the same call', async () => {
  const story = openStory({ system: 'percentile', scenario: 'the-unkept-lamp', seed: 'b' });
  onTestFinished(story.close);
  await story.play('I go to the Lamp Office.');
  story.force([['condition_add', { condition: 'hidden', rounds: 9 }]]);
  for (const words of ['Attack Issy Fenn', 'Attack Nell Orrin']) await story.play(words);
  // The foe who was not attacked strikes last, so that the next turn of the player's character passes with that blow.
  const { happenings, narrative } = await story.play('Attack Nell Orrin');
  const said = happenings.flatMap((one) => (one.kind === 'tool-called' ? one.say : []));
  expect(said.find((say) => say.startsWith('npc:issy-fenn, '))).toMatch(
    /versus 30: Failure\nconditions: hidden/,
  );
  expect(narrative.split('\n\n').at(-1)).toMatch(misses);
});
