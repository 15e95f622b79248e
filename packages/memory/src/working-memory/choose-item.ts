// Chooses the item that words mean, in the tag of a message and in a person's command alike.
import { splitTerms } from '@terrarium/kernel/split-terms';
import type { WorkingItem } from './item.ts';
import { countShared, hasAll, normalise } from './normal-form.ts';

export type Match =
  | { readonly outcome: 'found'; readonly item: WorkingItem }
  /** With the items that are nearest, to show which words would fit. */
  | { readonly outcome: 'missed'; readonly nearest: readonly WorkingItem[] }
  | { readonly outcome: 'tied'; readonly items: readonly WorkingItem[] };

/** How many items are named if nothing was meant. */
const mostNearest = 3;
/** An item with fewer words than this is not meant merely because they all stand in a longer command. */
const leastOwn = 2;

/**
 * First the item that says just these words, then one that has all the words that count, and last one that is much
 * alike. If several are equally good it is a tie, and none is guessed.
 */
export function chooseItem(
  words: string,
  items: readonly WorkingItem[],
  readText: ReadText = readContent,
): Match {
  const holding = listHolding(words, items, readText);
  const hasNoMore = ({ content }: WorkingItem) => listTelling(content).size === listTelling(words).size;
  return (
    settle(listSaying(words, items)) ??
    settle(holding.filter(hasNoMore)) ??
    settle(holding) ??
    settle(listAlike(words, items)) ?? { outcome: 'missed', nearest: listNearest(words, items) }
  );
}

/** Returns undefined if no item is meant. */
export function settle(meant: readonly WorkingItem[]): Match | undefined {
  const [only, ...others] = meant;
  if (only === undefined) return undefined;
  return others.length === 0 ? { outcome: 'found', item: only } : { outcome: 'tied', items: meant };
}

/** The items that say just these words. */
export function listSaying(words: string, items: readonly WorkingItem[]): readonly WorkingItem[] {
  const wanted = normalise(words);
  return wanted === '' ? [] : items.filter(({ normalForm }) => normalForm === wanted);
}

/** Reads the text of an item in which words are searched. */
type ReadText = (item: WorkingItem) => string;

const readContent: ReadText = ({ content }) => content;

/** The items that contain every word that tells something, in any form; none if no word tells anything. */
export function listHolding(
  words: string,
  items: readonly WorkingItem[],
  readText: ReadText = readContent,
): readonly WorkingItem[] {
  const wanted = listTelling(words);
  return wanted.size === 0 ? [] : items.filter((item) => hasAll(listTelling(readText(item)), wanted));
}

/**
 * The items of which every word that tells something stands in a command that says little more: `picked up the laundry
 * today` means "pick up the laundry". The command need not repeat the item's words for when it is due. A figure that
 * the item does not have shows that another item is meant.
 */
function listAlike(words: string, items: readonly WorkingItem[]): readonly WorkingItem[] {
  const wanted = listTelling(words);
  const alike = items
    .map((item) => ({ item, own: listTelling(cutDueWords(item)), all: listTelling(item.content) }))
    .filter(
      ({ own, all }) =>
        own.size >= leastOwn &&
        hasAll(wanted, own) &&
        own.size * 2 > wanted.size &&
        [...wanted].every((term) => !/\p{N}/u.test(term) || all.has(term)),
    );
  const most = alike.reduce((size, { own }) => Math.max(size, own.size), 0);
  return alike.filter(({ own }) => own.size === most).map(({ item }) => item);
}

function cutDueWords({ content, dueWords }: WorkingItem): string {
  return dueWords === undefined ? content : content.replace(dueWords, ' ');
}

/** The items that share most of the words, the newest first. */
function listNearest(words: string, items: readonly WorkingItem[]): readonly WorkingItem[] {
  const wanted = listTelling(words);
  return items
    .map((item) => ({ item, shared: countShared(wanted, listTelling(item.content)) }))
    .filter(({ shared }) => shared > 0)
    .sort((one, other) => other.shared - one.shared || other.item.id - one.item.id)
    .slice(0, mostNearest)
    .map(({ item }) => item);
}

/** The words of a text that tell something: words that mean nothing alone do not count. */
function listTelling(text: string): ReadonlySet<string> {
  return new Set(splitTerms(text).counts.keys());
}
