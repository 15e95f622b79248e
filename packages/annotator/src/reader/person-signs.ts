// Tells by the words beside a name whether it names a person: one who speaks or is addressed, or whose hand is mentioned.

import { isPersonWord } from './class-words.ts';
import { isListed } from './lexicon.ts';
import type { Mention } from './mention.ts';
import type { Token } from './tag-text.ts';

/** A pronoun more than this many words after a name refers to somebody else. */
export const pronounDistance = 10;

const partOfSomebody =
  /^(?:hand|hands|face|eyes|eye|voice|head|arm|arms|heart|mind|knees|lips|lip|shoulder|shoulders|cheek|cheeks|finger|fingers|forehead|hair|mouth|neck|throat|ear|ears|tears|smile|wife|husband|mother|father|brother|sister|son|daughter)$/;

/**
 * Whether the word before the name shows that there are several such things, or that one belongs to somebody: `a
 * Snarl`, `three Snarls`, `his Snarl`.
 */
export function isCounted(before: Token | undefined): boolean {
  if (before?.pos === 'NUM') return true;
  return /^(?:an?|one|another|every|each|any|no|some|few|many|several|more|my|your|his|her|its|our|their|['’]s)$/.test(
    before?.lower ?? '',
  );
}

/** Whether the words after the name show a person: `N, who`, `N who`, `N the contractor`, `N’s hand`. */
export function isSpokenOfAsPerson(tokens: readonly Token[], { to }: Mention): boolean {
  const [next, second] = tokens.slice(to, to + 2);
  if (next?.lower === 'who' || (next?.text === ',' && second?.lower === 'who')) return true;
  if (next?.lower === 'the' && isPersonWord(second?.lower ?? '')) return true;
  return /^['’]s$/.test(next?.lower ?? '') && partOfSomebody.test(second?.lower ?? '');
}

/**
 * Whether a verb beside the name says that somebody speaks or moves. Before the name, verbs such as `stood` and
 * `called` do not count: `On the east bank stood N`, `a city called N`.
 */
export function isActor(tokens: readonly Token[], { from, to }: Mention): boolean {
  const before = tokens[from - 1]?.lower ?? '';
  return (isDeed(before) && !/^(?:stood|rose|called)$/.test(before)) || isDeed(tokens[to]?.lower ?? '');
}

function isDeed(lower: string): boolean {
  return isListed('speechVerbs', lower) || isListed('moveVerbs', lower);
}

/**
 * Whether the name addresses somebody: it is alone between marks, and `you` is near it in the same speech (`Are you
 * coming, N?`).
 */
export function isAddressed(tokens: readonly Token[], { head, to }: Mention): boolean {
  const isApart =
    /^(?:[,“"‘]|[.!?…]|—)$/.test(tokens[head - 1]?.text ?? '“') && /^[,.!?…”]$/.test(tokens[to]?.text ?? '.');
  const before = tokens.slice(Math.max(0, head - pronounDistance), head);
  const after = tokens.slice(to, to + pronounDistance);
  const end = after.findIndex(isQuotationMark);
  const near = [
    ...before.slice(before.findLastIndex(isQuotationMark) + 1),
    ...after.slice(0, end < 0 ? undefined : end),
  ];
  return isApart && near.some(({ lower }) => /^(?:you|your|yours|thou|thee|thy)$/.test(lower));
}

function isQuotationMark({ text }: Token): boolean {
  return /^["“”]$/.test(text);
}
