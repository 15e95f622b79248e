// Tests which fragments are found to be related to new events.

import { describe, expect, it } from 'vitest';
import type { EventId } from '../events/event.ts';
import type { FragmentText } from '../fragments/fragment.ts';
import type { CompiledEvent } from './compiled-event-store.ts';
import { openTouchSearch } from './touch-search.ts';

function buildEvent(id: number, shown: string): CompiledEvent {
  const eventId = id as EventId;
  return {
    id: eventId,
    side: 'user',
    voice: 'user',
    atMs: id,
    shown,
    held: [],
    imagePath: undefined,
    isUndated: false,
  };
}

const texts: readonly FragmentText[] = [
  {
    key: 'mira',
    ambient: 'My sister Mira repairs clocks.',
    recognition: 'Mira lives above her workshop in the harbour street.',
    inventory: 'Mira: I mended the town clock (#1)',
    sources: [1 as EventId],
  },
  {
    key: 'pottery-class',
    ambient: 'Nina learns to throw pots.',
    recognition: 'She goes on Mondays and made a blue bowl.',
    inventory: 'Nina: the bowl is blue (#2)',
    sources: [2 as EventId],
  },
  {
    key: 'garden',
    ambient: 'The garden behind the house.',
    recognition: 'Beans, a pear tree, and too many snails.',
    inventory: 'Nina: the snails ate the beans (#3)',
    sources: [3 as EventId],
  },
];
const fragments = new Map(texts.map((text) => [text.key, text]));

function find(shown: string, before: readonly number[] = []) {
  return openTouchSearch().search(fragments, [buildEvent(9, shown)], before as EventId[]);
}

describe('fragments that events bear on', () => {
  it.each([
    ['a word of the key', 'Pottery was cancelled today.', ['pottery-class']],
    ['another name', 'My sister called.', ['mira']],
    ['words of what is known', 'The pear tree fell on the snails.', ['garden']],
    ['several things', 'Mira came to see the garden.', ['garden', 'mira']],
    ['nothing', 'Good morning! How are you?', []],
  ])('MT24: are found by %s', (_, shown, keys) => {
    expect([...find(shown)].sort()).toEqual(keys);
  });

  it('MT24: are found by the events on which they rest, right before these', () => {
    expect(find('And then it broke.', [2])).toEqual(['pottery-class']);
  });

  it('MT24: are found anew after they changed', () => {
    const search = openTouchSearch();
    const events = [buildEvent(9, 'The kiln was cold.')];
    expect(search.search(fragments, events, [])).toEqual([]);
    const changed = new Map(fragments).set('garden', {
      ...(texts[2] as FragmentText),
      recognition: 'There is a kiln behind the pear tree.',
      inventory: 'Nina: we built a kiln (#4)',
    });
    expect(search.search(changed, events, [])).toEqual(['garden']);
  });
});
