// Tests the audit of a narrative on a fixed sample: claims without a basis are found, and other prose is not flagged.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDice } from '../../dice/parse-dice.ts';
import { rollDice } from '../../dice/roll-dice.ts';
import type { Patch } from '../../values/entity.ts';
import { listSheetNumbers } from './audit-known-numbers.ts';
import { type AuditedNarrative, auditNarrative } from './audit-narrative.ts';
import { listWrittenNumbers } from './audit-written-numbers.ts';
import { expandQuote } from './expand-quote.ts';

function roll(text: string, faces: readonly number[], target?: number) {
  const parsed = parseDice(text);
  if (!parsed.ok) throw new Error(parsed.say);
  const left = [...faces];
  const rolled = rollDice(parsed.dice, { source: { draw: () => left.shift() ?? 1 } });
  if (!rolled.ok) throw new Error(rolled.say);
  return { rolled: rolled.rolled, target };
}

function change(path: string, before: number, after: number): Patch {
  return { entity: 'character:player', path, before, after, because: 'test' };
}

/** An attack of 17 against 15 that did 9 damage; 11 of 20 hit points, 34 gold and 6 arrows are left. */
const turn: Omit<AuditedNarrative, 'narrative'> = {
  words: 'I shoot at the wolf and call "Behind the well!" to Mira',
  rolls: [roll('1d20+4', [13], 15), roll('2d6+1', [3, 5])],
  patches: [change('resources.hp', 20, 11), change('inventory.arrows', 7, 6)],
  sheetNumbers: [27, 34, 16, 3],
  playerName: 'Kestrel',
  earlier: ['The lantern swings above the black water of the lock. Nobody speaks.', 'Snow begins to fall.'],
};

function audit(narrative: string, more: Partial<AuditedNarrative> = {}) {
  return auditNarrative({ ...turn, ...more, narrative });
}

function quotes(narrative: string, more: Partial<AuditedNarrative> = {}) {
  return audit(narrative, more).map(({ quote }) => quote);
}

describe('the audit of numbers', () => {
  it.each([
    ['The wolf takes twelve damage and goes down.', 'twelve'],
    ['You deal 10 points of piercing damage.', '10'],
    ['The arrow strikes it for 14.', '14'],
    ['You are down to 12 hit points.', '12'],
    ['Your HP drops to nineteen.', 'nineteen'],
    ['You rolled a 21, and it is enough.', '21'],
    ['A natural 19 glitters on the table.', '19'],
    ['With a total of 18, you hit.', '18'],
    ['A 16 on your check: the rope holds.', '16'],
    ['The die shows a 2.', '2'],
    ['The lock is hard, DC 18.', '18'],
    ['You needed a 14 to hit it.', '14'],
    ['It glances off your armour class of 19.', '19'],
    ['You have thirty-five gold pieces left.', 'thirty-five'],
    ['Mira counts out 22 gp.', '22'],
    ['You have reached level five.', 'five'],
    ['Eight arrows are left in the quiver.', 'Eight'],
    ['The ghoul rolls 3d8 for its claws.', '3d8'],
  ])('TU40: in “%s” it finds %s', (narrative, quote) => {
    expect(audit(narrative)).toEqual([
      { quote, start: narrative.indexOf(quote), kind: 'number', says: expect.any(String) },
    ]);
  });

  it.each([
    'The wolf takes nine damage; you have eleven hit points left, and 6 arrows remain.',
    'You rolled 17 against 15: a natural 13, and 2 more than was needed.',
    'Your armour class of 16 holds, and 34 gold pieces are in your purse at level 3.',
    'You roll 2d6 for the arrow, a 3 and a 5.',
  ])('TU40: what a roll, a change or a sheet bears out is left alone: %s', (narrative) => {
    expect(audit(narrative)).toEqual([]);
  });

  it.each([
    'Two hundred paces on, three crows sit on a wall that is 90 years old.',
    'You roll down the slope for forty feet and lose one boot.',
    'A straw target hangs 30 yards off; five points of light move behind it.',
    'He hits the door four times with an axe of 12 pounds.',
    'The fields lie level for eighty yards under two gold moons.',
    'It is seven o’clock on the 21st; she has 4 sons and five debts.',
    'The armour of eight dead knights hangs above page 112 of the register.',
    'The water has risen to a level nobody has seen in sixty years.',
    '“Give me ten days,” says Mira, “and twelve men.”',
  ])('TU41: a number of the story is no number of the game: %s', (narrative) => {
    expect(audit(narrative)).toEqual([]);
  });

  it.each([
    '“Thirty gold,” says Mira, “and you have fifty hit points if you have one.”',
    'Mira would give 50 gold for it.',
    'She asks 45 gold pieces, and you say nothing.',
    'He promised twelve silver at the mill.',
    'You pay 15 gold here and 15 gold there.',
    'It is 300 silver pieces, all told.',
    'You rolled two dice for the arrow. You roll two and add one.',
    'The lower die of two would have done.',
  ])(
    'TU40: what is said or pledged, the parts of a sum and the number of dice claim nothing: %s',
    (narrative) => {
      const paid = { patches: [change('inventory.gold', 64, 34)] };
      expect(audit(narrative, paid)).toEqual([]);
    },
  );

  it('TU40: what the player said may be said again', () => {
    expect(quotes('You pay 5 gold.', { words: 'I pay her 5 gold' })).toEqual([]);
    expect(quotes('You pay 5 gold.')).toEqual(['5']);
  });

  it('TU40: numbers are read in digits and in words', () => {
    const values = (text: string) => listWrittenNumbers(text).map(({ value }) => value);
    expect(
      values('1,250 and one hundred and five, a thousand, twenty-one; d6, 2d8, 3rd, 4.5, no-one'),
    ).toEqual([1250, 105, 1000, 21]);
    expect(values('Six hundred twelve or 12hp')).toEqual([612, 12]);
  });

  it('TU40: the numbers in play are those of the player, the scene, and who is there', () => {
    const entities = [
      {
        id: 'character:player',
        type: 'character',
        key: 'player',
        sheet: { hp: { current: 11, max: 27 }, at: 'location:mill' },
      },
      { id: 'scene:now', type: 'scene', key: 'now', sheet: { here: 'location:mill', minutes: 90 } },
      { id: 'creature:wolf', type: 'creature', key: 'wolf', sheet: { hp: 8, at: 'location:mill' } },
      { id: 'npc:mira', type: 'npc', key: 'mira', sheet: { hp: 44, at: 'location:inn' } },
    ] as const;
    const state = {
      find: (id: string) => entities.find((entity) => entity.id === id),
      list: (type: string) => entities.filter((entity) => entity.type === type),
    };
    expect(listSheetNumbers(state)).toEqual([11, 27, 90, 8]);
  });
});

describe('the audit of the player character', () => {
  it.each([
    ['"Never," you whisper.', '"Never,"'],
    ['"He would like," you had said, and stopped.', '"He would like,"'],
    ['You turn and shout at the wolf, “Come on then!”', '“Come on then!”'],
    ['"I was here as a child," says Kestrel.', '"I was here as a child,"'],
    ['You decide to trust Mira with the map.', 'You decide to trust Mira with the map.'],
    ['You tell Mira that the king is dead.', 'You tell Mira that the king is dead.'],
    ['Kestrel agrees to the bargain.', 'Kestrel agrees to the bargain.'],
  ])('TU42: finds what it says or chooses without the player: %s', (narrative, quote) => {
    expect(audit(narrative)).toEqual([
      { quote, start: narrative.indexOf(quote), kind: 'voice', says: expect.any(String) },
    ]);
  });

  it.each([
    '"Behind the well!" you call, and Mira runs.',
    'A small voice behind you says, "Are you a burglar from the hills?" A child stands there.',
    'The man next to you said, "Nobody comes here at night."',
    '"Not here," Mira says. You hear the wolf before you see it.',
    'Will you decide now? If you choose the left door, it will be dark.',
    '"You agree to that?" asks Mira.',
    'You stand at the edge of the mill with the wind at your back.',
    '"Easy now," you whisper.',
  ])('TU42: leaves what the player wrote, what others say and what is only asked: %s', (narrative) => {
    expect(audit(narrative)).toEqual([]);
  });
});

describe('the audit of a question', () => {
  it('TU42: leaves a question where the player asks, and finds it elsewhere', () => {
    const asked = '"Who sent the wolf down to us?" you say.';
    expect(quotes(asked, { words: 'I ask Mira about it.' })).toEqual([]);
    expect(quotes(asked)).toEqual(['"Who sent the wolf down to us?"']);
  });
});

describe('the audit of phrases', () => {
  it('TU43: finds a sentence or eight words in a row of the last five narratives', () => {
    const sentence = 'Somewhere a shutter bangs in the wind.';
    const earlier = ['old', ...turn.earlier, sentence];
    expect(quotes(`You wait. ${sentence}`, { earlier })).toEqual([sentence]);
    expect(quotes('Again the lantern swings above the black water of the weir.', { earlier })).toEqual([
      'the lantern swings above the black water of the',
    ]);
    expect(quotes('Nobody speaks. The lantern is out.', { earlier })).toEqual([]);
    expect(quotes(sentence, { earlier: [sentence, 'a', 'b', 'c', 'd', 'e'] })).toEqual([]);
  });

  it('TU43: whatever is audited, each flag quotes what stands at its place, and no two of a kind begin together', () => {
    const piece = fc.constantFrom(
      'You rolled',
      ' 19',
      ' twelve',
      ' damage',
      '.',
      ' "',
      'Stay',
      '," you say',
      ' You decide',
      ' to go',
      '\n',
      ' gold',
      ' a hundred',
      ' DC ',
      '7',
      '2d6',
    );
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.oneof(text, fc.string()), fc.array(text, { maxLength: 6 }), (narrative, earlier) => {
        const flags = audit(narrative, { earlier });
        for (const { quote, start } of flags)
          expect(narrative.slice(start, start + quote.length)).toBe(quote);
        expect(flags.length).toBeLessThanOrEqual(20);
        const places = flags.map(({ kind, start }) => `${kind} ${start}`);
        expect(new Set(places).size).toBe(places.length);
      }),
      { numRuns: 300 },
    );
  });
});

it.each([
  ['You lose 2 hit points.', '2', 'You lose 2 hit points'],
  ['The dice say so. Ada, at last, rolls a 17 on the check!', '17', 'rolls a 17 on the check'],
  ['Stress: 5/8.', '5', 'Stress: 5/8'],
  ['“Two,” she says.', 'Two', 'Two'],
  ['You are standing in the Cellar.', 'You are standing in the Cellar', 'You are standing in the Cellar'],
])('TU56: a mark quotes the words around a number: %s', (narrative, quote, wide) => {
  const flag = expandQuote({ quote, start: narrative.indexOf(quote) }, narrative);
  expect(flag.quote).toBe(wide);
  expect(narrative.slice(flag.start, flag.start + wide.length)).toBe(wide);
});
