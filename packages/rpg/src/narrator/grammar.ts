// Grammar: the built-in narrator's lines by kind, and its word lists.

import answers from './grammar/answers.json' with { type: 'json' };
import deeds from './grammar/deeds.json' with { type: 'json' };
import fights from './grammar/fights.json' with { type: 'json' };
import people from './grammar/people.json' with { type: 'json' };
import places from './grammar/places.json' with { type: 'json' };
import plain from './grammar/plain.json' with { type: 'json' };
import small from './grammar/small-words.json' with { type: 'json' };
import story from './grammar/story.json' with { type: 'json' };
import words from './grammar/words.json' with { type: 'json' };

const { complications: complicationLines, ...storyLines } = story;

export const complications = complicationLines;

/** Names, trades and things to make a world of. */
export const wordLists: Readonly<Record<string, readonly string[]>> = splitLists(words);

/** Lists of words by which the narrator understands the player: directions, food, things of places and the like. */
export const smallWords = splitLists(small);

export type LineKind =
  | keyof typeof answers
  | keyof typeof deeds
  | keyof typeof fights
  | keyof typeof people
  | keyof typeof plain
  | keyof typeof places
  | keyof typeof storyLines;

export const grammar: Readonly<Record<string, readonly string[]>> = {
  ...answers,
  ...deeds,
  ...fights,
  ...people,
  ...plain,
  ...places,
  ...storyLines,
};

/** Whether lines of this kind tell the outcome of a deed, which a turn must always tell. */
export function isDeed(kind: string): boolean {
  return (
    (Object.hasOwn(deeds, kind) && !/^(?:how|what-i-am|nonsense-with|fallback)/.test(kind)) ||
    kind.startsWith('attack-')
  );
}

function splitLists<Name extends string>(
  lists: Readonly<Record<Name, string | readonly string[]>>,
): Readonly<Record<Name, readonly string[]>> {
  const split = Object.entries<string | readonly string[]>(lists).map(([name, list]) => [
    name,
    typeof list === 'string' ? list.split(', ') : list,
  ]);
  return Object.fromEntries(split);
}
