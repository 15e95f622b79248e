// Grammar: the narrator's own lines, by kind.

import deeds from './grammar/deeds.json' with { type: 'json' };
import fights from './grammar/fights.json' with { type: 'json' };
import people from './grammar/people.json' with { type: 'json' };
import places from './grammar/places.json' with { type: 'json' };
import story from './grammar/story.json' with { type: 'json' };
import words from './grammar/words.json' with { type: 'json' };

const { complications: complicationLines, ...storyLines } = story;

export const complications = complicationLines;

export const wordLists: Readonly<Record<string, readonly string[]>> = words;

export const grammar: Readonly<Record<string, readonly string[]>> = {
  ...deeds,
  ...fights,
  ...people,
  ...places,
  ...storyLines,
};

/** Deeds have lines without which a turn would not say what came of it. */
export function isDeed(kind: string): boolean {
  return (
    (Object.hasOwn(deeds, kind) && !/^(?:how|what-i-am|nonsense-with|fallback)/.test(kind)) ||
    kind.startsWith('attack-')
  );
}
