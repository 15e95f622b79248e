// What a player is shown of the changes of a turn.

import { hideText } from '@terrarium/rpg/hidden-text';
import { readShippedSystem } from '@terrarium/rpg/read-system';
import { describe, expect, it } from 'vitest';
import { describeChanges } from './describe-changes.ts';
import { renderCall } from './render-call.ts';

const state = { find: () => undefined, list: () => [], all: () => [] } as never;
const view = { system: readShippedSystem('starter'), state };

describe('changes and calls at the table', () => {
  it('NB3: shows of a note what is told, without the words that ask for it and its terms', () => {
    const reveal = (after: string) =>
      describeChanges([{ entity: 'secret:s1', path: 'text', after, because: 'it was noted' }], view);
    expect(
      reveal('asked about tin, wife (only to friends, or persuaded): "She waited: long."'),
    ).toMatchObject([{ kind: 'revealed', text: '"She waited: long."' }]);
    expect(reveal('brass tag: a tally')).toMatchObject([{ text: 'brass tag: a tally' }]);
    const of = { entity: 'secret:s1', path: 'of', after: 'Hob', because: '' } as const;
    const text = { entity: 'secret:s1', path: 'text', after: 'He lies.', because: '' } as const;
    expect(describeChanges([of, text], view)).toMatchObject([{ about: 'Hob', text: 'He lies.' }]);
  });

  it('says how many of a thing came, and went', () => {
    const items = [
      { name: 'silver spoon', quantity: 3 },
      { name: 'cup', quantity: 1 },
    ];
    const move = (before: typeof items, after: typeof items) =>
      describeChanges(
        [{ entity: 'character:player', path: 'inventory.gear', before, after, because: '' }],
        view,
      );
    expect(move([], items)).toMatchObject([{ came: ['silver spoon ×3', 'cup'], went: [] }]);
    expect(move(items, [])).toMatchObject([{ came: [], went: ['silver spoon ×3', 'cup'] }]);
  });

  it.each([
    ['{"rest":"long"}', 'take a long rest'],
    ['{"rest":"long","minutes":600,"reason":"sleep"}', 'take a long rest of 600 minutes for “sleep”'],
    ['{"rest":"bed"}', 'take a rest, “bed”'],
    ['{"rounds":2}', 'let 2 rounds pass'],
    ['{"minutes":20}', 'let 20 minutes pass'],
  ])('says of %s: %s', (given, said) => {
    expect(renderCall({ tool: 'time_advance', arguments: given }, view)).toBe(said);
  });

  it('NB14: says of a way that somebody elsewhere went only that there was one', () => {
    const hidden = hideText('{"who":"Hob","destination":"Stair"}');
    expect(renderCall({ tool: 'move', arguments: hidden }, view)).toBe(
      'have somebody elsewhere go their way',
    );
  });
});
