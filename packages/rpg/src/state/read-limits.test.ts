// Tests finding limits in a player's wish: they are found, and nothing else is taken for a limit.

import { describe, expect, it } from 'vitest';
import { joinLimits, readLimits } from './read-limits.ts';

describe('a wish in free words', () => {
  it.each([
    ['No harm to animals', ['harm to animals'], []],
    ['please no spiders', ['spiders'], []],
    ['fade to black for romance', [], ['romance']],
    [
      'A slow mystery in the marshes. No harm to animals, please. Fade to black for romance, and no torture.',
      ['harm to animals', 'torture'],
      ['romance'],
    ],
    ["I don't want any sexual content. I'd rather not meet clowns.", ['sexual content', 'clowns'], []],
    ['dark fantasy, no spiders please', ['spiders'], []],
    ['a cosy tale without violence', ['violence'], []],
    ['I want adventure, but please no body horror and no snakes.', ['body horror', 'snakes'], []],
    ['Something with no gore and lots of tea', ['gore'], []],
    ['No swearing, and kids are off limits.', ['swearing', 'kids'], []],
    ['Never hurt the dog', ['hurt the dog'], []],
    ['Violence should stay off-screen', [], ['Violence']],
    ['keep romance offstage', [], ['romance']],
    ['Romance: fade to black', [], ['Romance']],
    ["Don't describe injuries in detail", [], ['injuries']],
    ['No graphic violence', [], ['violence']],
    ['Lines: suicide. Veils: sex', ['suicide'], ['sex']],
    [
      'a slow, tense smuggling mystery at sea; no harm to animals, and nothing sexual',
      ['harm to animals', 'sexual'],
      [],
    ],
    ['Nothing too dark or gory, please', ['too dark or gory'], []],
  ])('TU73: “%s” sets its lines and veils', (said, lines, veils) => {
    const read = readLimits(said);
    expect([read.lines, read.veils]).toEqual([lines, veils]);
  });

  it.each([
    'A bleak world with no kings, no law, no hope.',
    'No kings, no law, no hope',
    'No gods and no masters.',
    'I have no idea what I want. Surprise me!',
    'No rush, I like slow stories',
    'Nothing special, and nothing in particular',
    'Nothing but blood and horror',
    'Nothing too easy, I want a challenge',
    'Nothing beats a good horse chase',
    'A grim tale, nothing for children',
    'No ship has come home since spring. A mystery.',
    'Never has the marsh been so quiet',
    'There is no magic in this world, but people believe in it.',
    'I want to never feel safe',
    'a city where no one sleeps',
    'a thief who takes no orders',
    'Skip to the action',
    '',
  ])('TU73: “%s” sets none', (said) => {
    expect(readLimits(said)).toMatchObject({ lines: [], veils: [] });
  });

  it('TU73: says whether there is more in it, and joins what is new', () => {
    expect(readLimits('No spiders, please.').isOnlyLimits).toBe(true);
    expect(readLimits('A cosy tale. No spiders.').isOnlyLimits).toBe(false);
    expect(joinLimits('spiders', ['Spiders', 'clowns'])).toBe('spiders; clowns');
  });
});
