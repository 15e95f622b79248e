// Reads which thing, if any, the player's character can carry away by a row of a table of finds.

/** What a search finds but nobody carries away: ways, parts of a place, traces, the dead, and names. */
const uncarried = new Set(
  `door trapdoor hatch gate window wall stair staircase stairway ladder trail way path road passage passageway corridor
  tunnel shaft hole gap cave cellar room chamber closet attic well pit grave tomb camp campsite nest den hearth fire
  track footprint print trace stain mark scratch smell sound draught draft name body corpse skeleton prisoner survivor
  trap secret rumour rumor clue sign`.split(/\s+/),
);

/**
 * Words with which a description goes on after it has said what something is, with or without a participle before them.
 */
const goingOn =
  / (?:\p{L}+(?:ed|en|ing) )?(?:of|with|without|in|into|on|onto|from|at|by|under|behind|beside|near|for|to|through|over|that|which|who|whose) /u;

/** `map of one corner` for "A map of one corner."; undefined for "A hidden door", "Fresh tracks." and "Nothing of use." */
export function readCarried(said: string): string | undefined {
  const thing = /^(?:An?|Some) ([\p{L} '-]{3,50})(?:[.,:;]|$)/u.exec(said)?.[1]?.toLowerCase();
  if (thing === undefined) return undefined;
  const [, noun = thing.split(goingOn, 1)[0]?.split(' ').at(-1) ?? ''] =
    /\b(?:set|pair|trail|line|row) of (?:\p{L}+ )?(\p{L}+)$/u.exec(thing) ?? [];
  return uncarried.has(noun) || uncarried.has(noun.replace(/s$/, '')) ? undefined : thing;
}
