// Lists what a system lacks although its book seems to tell of it, so that a model is asked for it once.

import type { ExtractedItem, ExtractedKind } from './extracted-item.ts';
import { filterKind } from './list-places.ts';
import type { Rulebook } from './rulebook.ts';
import type { SourcedItem } from './validate-items.ts';

export interface Gap {
  readonly say: string;
  /** Matches words in those passages of the book that are about the gap. */
  readonly words: RegExp;
}

interface Extracted {
  readonly items: readonly SourcedItem[];
  readonly book: Rulebook;
}

/** A gap is listed only if the book has words for it: what a game does not use is not a gap. */
export function listGaps(extracted: Extracted): readonly Gap[] {
  return [...listFightGaps(extracted), ...listOtherGaps(extracted)].filter(({ words }) =>
    words.test(extracted.book.text),
  );
}

const blows = /\b(?:attack|damage|harm|wound|strike)s?\b/i;
const armour = /\barmou?r\b/i;

function listFightGaps({ items, book }: Extracted): readonly Gap[] {
  const attack = filterKind(items, 'intent').flatMap(({ item }) =>
    item.kind === 'intent' && item.name === 'attack' ? [item] : [],
  )[0];
  const opponents = filterKind(items, 'opponents').flatMap(({ item }) =>
    item.kind === 'opponents' ? [item] : [],
  )[0];
  const none = [
    attack === undefined
      ? 'There is no intent "attack": how is a blow of the player’s character decided, and what harm does it do?'
      : undefined,
    opponents?.attack === undefined
      ? 'There is no "attack" in "opponents": how does a foe strike, with which dice, and when is it beaten?'
      : undefined,
  ];
  const isWorn = armour.test(book.text) && items.some(({ item }) => isArmour(item));
  return [
    ...none.flatMap((say) => (say === undefined ? [] : [{ say, words: blows }])),
    ...listBlowGaps(items, { who: 'the player’s character', intent: attack, isWorn }),
    ...listBlowGaps(items, { who: 'a foe', intent: opponents?.attack, isWorn }),
  ];
}

interface Blow {
  readonly who: string;
  readonly intent: Fighting | undefined;
  /** Whether the sheets have armour. */
  readonly isWorn: boolean;
}

function listBlowGaps(items: readonly SourcedItem[], { who, intent, isWorn }: Blow): readonly Gap[] {
  if (intent === undefined) return [];
  const isDoubled = hasTwoDice(items, intent);
  const isBare = isWorn && !hasArmour(items, intent);
  return [
    ...(isDoubled
      ? [
          {
            say: `A blow of ${who} always lands and then throws dice of its own for the harm: if the book has one throw for both, make the amount "total".`,
            words: blows,
          },
        ]
      : []),
    ...(isBare
      ? [
          {
            say: `Nothing takes armor into account when ${who} strikes: "less" takes it off, "versus" makes it the number to reach.`,
            words: armour,
          },
        ]
      : []),
  ];
}

function hasArmour(items: readonly SourcedItem[], intent: Fighting): boolean {
  const isWritten = /"less"|"versus"|"opposed"/.test(JSON.stringify(intent));
  return isWritten || findCheck(items, intent)?.target?.includes('against.') === true;
}

function isArmour(item: ExtractedItem): boolean {
  return item.kind === 'field' && /armou?r|soak/i.test(`${item.path} ${item.label}`);
}

type Fighting = { readonly check?: string | null | undefined; readonly dice?: string | null | undefined };

/**
 * Whether an attack that cannot fail rolls twice. A check that cannot fail decides nothing: its dice should be the
 * harm, or it should not be rolled.
 */
function hasTwoDice(items: readonly SourcedItem[], intent: Fighting): boolean {
  const check = findCheck(items, intent);
  const isSure = check === undefined || check.outcomes.length === 1;
  const isThrown = (intent.dice ?? check?.dice) !== undefined;
  return isSure && isThrown && /"amount":"[^"]*\dd[\d@]/.test(JSON.stringify(intent));
}

function findCheck(items: readonly SourcedItem[], { check }: Fighting) {
  const found = filterKind(items, 'check').find(({ item }) => 'id' in item && item.id === check)?.item;
  return found?.kind === 'check' ? found : undefined;
}

interface Expected {
  readonly words: RegExp;
  readonly say: string;
  isMissing(extracted: Extracted): boolean;
}

const lacks =
  (...kinds: readonly ExtractedKind[]) =>
  ({ items }: Extracted): boolean =>
    kinds.every((kind) => filterKind(items, kind).length === 0);

const expected: readonly Expected[] = [
  {
    words: /\bcritical(?:ly)?\b/i,
    say: 'A critical has no effect: add an outcome for the dice that count as one, or use "if_over" for harm beyond the points that are left.',
    isMissing: ({ items }) =>
      !/crit|if_over/i.test(JSON.stringify(items.map(({ item }) => chooseDeciding(item)))),
  },
  {
    words: /\b(?:rest(?:s|ed|ing)?|recover(?:s|ed|y)?|regains?|heal(?:s|ed|ing)?)\b/i,
    say: 'There is no "rest": what does a rest restore, how long does it take, and whom does it not help?',
    isMissing: lacks('rest'),
  },
  {
    words: /\b(?:starv(?:e|es|ing)|hung(?:er|ry)|deprived|deprivation|without food|thirst)\b/i,
    say: 'There is no "upkeep": what comes of time without food, drink or sleep?',
    isMissing: lacks('upkeep'),
  },
  {
    words: /\b(?:encumb\w+|overload\w*|full inventory|filling all|slots?)\b/i,
    say: 'No formula reads what is carried: what does a full load do to other values?',
    isMissing: ({ items }) =>
      !/\.(?:load|capacity|length)\b/.test(JSON.stringify(items.map(({ item }) => item))),
  },
  {
    words: /\b(?:dies?|dead|death|unconscious|taken out|falls)\b/i,
    say: 'There is no "downfall": when is the player’s character beaten?',
    isMissing: lacks('downfall'),
  },
  {
    words: /^#{1,6} .*\b(?:bestiary|monsters|beasts|creatures|foes|adversaries)\b/im,
    say: 'There is no "foe": add one for each creature that the book gives numbers for.',
    isMissing: (extracted) => lacks('foe')(extracted) && countThreats(extracted) < 2,
  },
  {
    words: /\binitiative\b/i,
    say: 'There is no "order": does the book roll for who acts first in a fight?',
    isMissing: lacks('order'),
  },
  {
    words: /\b(?:fate points?|luck points?|inspiration|momentum)\b/i,
    say: 'There is no "spend": what may be paid after the dice are thrown?',
    isMissing: lacks('spend'),
  },
];

function countThreats({ items }: Extracted): number {
  return filterKind(items, 'opponents').reduce(
    (sum, { item }) => sum + (item.kind === 'opponents' ? Object.keys(item.threats ?? {}).length : 0),
    0,
  );
}

/** The item, if it decides a fight: a critical hit can only come from such an item. Otherwise an empty text. */
function chooseDeciding(item: ExtractedItem): unknown {
  return item.kind === 'check' || item.kind === 'intent' || item.kind === 'opponents' ? item : '';
}

const rolled = /\b(?:roll(?:s|ed)?|dice)\b/i;
const dice = /\b\d*d\d+\b/;

function listOtherGaps(extracted: Extracted): readonly Gap[] {
  const rolls = filterKind(extracted.items, 'field').flatMap(({ item }) =>
    item.kind === 'field' &&
    item.of === undefined &&
    item.roll === undefined &&
    item.max_formula === undefined &&
    item.formula === undefined &&
    rolled.test(item.quote) &&
    dice.test(item.quote)
      ? [item.label]
      : [],
  );
  const missing = expected
    .filter((one) => one.isMissing(extracted))
    .map(({ say, words }) => ({ say, words }));
  if (rolls.length === 0) return missing;
  const say = `The book rolls ${rolls.slice(0, 12).join(', ')} for a new character, and the fields have no "roll".`;
  return [...missing, { say, words: dice }];
}
