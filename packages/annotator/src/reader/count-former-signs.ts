// Counts how often, in earlier scenes, the words beside a name indicate a place, and how often a person.

export interface FormerSigns {
  readonly place: number;
  readonly person: number;
}

/** Words that indicate a place or a person are looked for within this many characters before and after a name. */
const lookAround = 40;
const towardWeight = 1 / 3;
const movingWeight = 2 / 3;

const insideBefore = /(?<!\p{L})(?:in|at|within|throughout|across|into|inside)(?: the)? $/iu;
const towardBefore = /(?<!\p{L})(?:to|from|towards?|near|through|beyond) (?:the )?$/iu;
const journeyBefore =
  /(?<!\p{L})(?:arriv(?:ed|ing)|travel(?:l?ed|l?ing)?|journey(?:ed|ing)?|sail(?:ed|ing)?|depart(?:ed|ing)?|road|voyage|embark(?:ed|ing)?|set (?:out|off)) (?:(?:back|straight|down|up|over) )?(?:to|for|from|at|through|towards?) (?:the )?$/iu;
const movingBefore =
  /(?<!\p{L})(?:go|goes|going|gone|went|come|came|return(?:ed|ing)?|way|started|rode|drove) (?:(?:back|straight|down|up|over) )?(?:to|for|from|through|towards?) (?:the )?$/iu;
const gazeBefore =
  /(?<!\p{L})(?:laughed|look|looked|looking|stared|staring|gazed|gazing|glanced|glancing|smiled|pointed|scowled|frowned|nodded|winked|shouted|fired|angry) at (?:the )?$/iu;
const speechWords =
  'said|says|asked|replied|cried|answered|exclaimed|whispered|shouted|murmured|muttered|laughed|continued|nodded|smiled';
const speechBefore = new RegExp(`(?<!\\p{L})(?:${speechWords}) $`, 'iu');
const personBehind = new RegExp(
  `^,? (?:(?:${speechWords}|thought|knew|felt|bowed|sighed)(?!\\p{L})|who )`,
  'u',
);
const partBehind =
  /^['’]s (?:hands?|face|eyes|voice|head|arms?|heart|mind|knees|lips|shoulders?|wife|husband|mother|father|brother|sister|son|daughter)(?!\p{L})/u;
/** Matches the text right before a name that is only the end of a longer name. */
const partOfName = /(?<![\p{L}\p{M}.’'-])\p{Lu}[\p{L}\p{M}.’'-]* $/u;
const nameBehind = /^(?:[\p{L}\p{M}\d-]| \p{Lu})/u;

/** Counts the signs beside each use of the name, except uses within a longer name. */
export function countFormerSigns(texts: readonly string[], name: string): FormerSigns {
  let place = 0;
  let person = 0;
  for (const text of texts) {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
      const before = text.slice(Math.max(0, at - lookAround), at);
      const behind = text.slice(at + name.length, at + name.length + lookAround);
      if (nameBehind.test(behind) || isPartOfName(before)) continue;
      place += scorePlace(before);
      person += scorePerson(before, behind);
    }
  }
  return { place, person };
}

/**
 * Whether a capitalised word right before the name is part of it. A word does not count where any word has a capital,
 * such as at the start of a sentence.
 */
function isPartOfName(before: string): boolean {
  return partOfName.test(before) && !/(?:[.!?:;]|^|[“‘"(—-]) ?\p{Lu}[\p{L}\p{M}.’'-]* $/u.test(before);
}

function scorePlace(before: string): number {
  if (gazeBefore.test(before)) return 0;
  if (journeyBefore.test(before) || insideBefore.test(before)) return 1;
  if (movingBefore.test(before)) return movingWeight;
  return towardBefore.test(before) ? towardWeight : 0;
}

const speechWeight = 2;

function scorePerson(before: string, behind: string): number {
  return speechBefore.test(before) || personBehind.test(behind) || partBehind.test(behind) ? speechWeight : 0;
}
