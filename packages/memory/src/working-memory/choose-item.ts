// Chooses the item that is meant by words in the tag of a message or in a person's command.
import { collectDistinctTerms } from '@terrarium/kernel/split-terms';
import { cutDueWords } from './cut-date.ts';
import type { WorkingItem } from './item.ts';
import { countShared, hasAll, normalise } from './normal-form.ts';

export type Match =
  | { readonly outcome: 'found'; readonly item: WorkingItem }
  /** `nearest`: the items that come nearest, to show which words would fit. */
  | { readonly outcome: 'missed'; readonly nearest: readonly WorkingItem[] }
  | { readonly outcome: 'tied'; readonly items: readonly WorkingItem[] };

/** If the words mean no item, at most this many items are named. */
const mostNearest = 3;
/** An item with fewer words than this is not chosen merely because a longer command contains them all. */
const leastOwn = 2;

/**
 * Chooses the item with the same words. If there is none, chooses an item that has all of the words with a meaning,
 * preferably no others, or else one that is very similar. If several items are equally good, it is a tie, and none is
 * chosen.
 */
export function chooseItem(
  words: string,
  items: readonly WorkingItem[],
  readText: ReadText = readContent,
): Match {
  const holding = listHolding(words, items, readText);
  const hasNoMore = ({ content }: WorkingItem) =>
    collectDistinctTerms(content).size === collectDistinctTerms(words).size;
  return (
    settle(listSaying(words, items)) ??
    settle(holding.filter(hasNoMore)) ??
    settle(chooseMain(words, holding, readText)) ??
    settle(listAlike(words, items)) ?? { outcome: 'missed', nearest: listNearest(words, items) }
  );
}

export function settle(meant: readonly WorkingItem[]): Match | undefined {
  const [only, ...others] = meant;
  if (only === undefined) return undefined;
  return others.length === 0 ? { outcome: 'found', item: only } : { outcome: 'tied', items: meant };
}

export function listSaying(words: string, items: readonly WorkingItem[]): readonly WorkingItem[] {
  const wanted = normalise(words);
  return wanted === '' ? [] : items.filter(({ normalForm }) => normalForm === wanted);
}

/** Returns the text of an item in which the words are searched for. */
type ReadText = (item: WorkingItem) => string;

const readContent: ReadText = ({ content }) => content;

/** The items that have all of the words with a meaning, each in any form; none if no word has a meaning. */
export function listHolding(
  words: string,
  items: readonly WorkingItem[],
  readText: ReadText = readContent,
): readonly WorkingItem[] {
  const wanted = collectDistinctTerms(words);
  return wanted.size === 0
    ? []
    : items.filter((item) => hasAll(collectDistinctTerms(readText(item)), wanted));
}

/**
 * Matches a side clause, which the text is not mainly about, such as "if the exam goes well", up to the end of the
 * text.
 */
const side =
  /(?<![\p{L}\p{N}])(?:if|when|once|unless|until|till|while|because|since|after|before|for|about|in\scase|wenn|falls|sobald|weil|nachdem|bevor|für|über|wegen)\s.*$/isu;

/**
 * Of several items that contain the words, those that are mainly about them: "the exam" means "Kit's exam", and not
 * "kippers if the exam goes well". All of them if none or each is.
 */
function chooseMain(
  words: string,
  holding: readonly WorkingItem[],
  readText: ReadText,
): readonly WorkingItem[] {
  const main = listHolding(words, holding, (item) => readText(item).replace(side, ''));
  return main.length === 0 ? holding : main;
}

/**
 * The items whose meaningful words all occur in a command that says little more: `picked up the laundry today` means
 * "pick up the laundry". Of several, only those with the most words. The command need not repeat the words for the due
 * date. A number that the item does not have shows that another item is meant.
 */
function listAlike(words: string, items: readonly WorkingItem[]): readonly WorkingItem[] {
  const wanted = collectDistinctTerms(words);
  const alike = items
    .map((item) => ({
      item,
      own: collectDistinctTerms(cutDueWords(item)),
      all: collectDistinctTerms(item.content),
    }))
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

/**
 * The items that share words with the text, at most `mostNearest`: those that share the most first and, among equals,
 * the newest first.
 */
function listNearest(words: string, items: readonly WorkingItem[]): readonly WorkingItem[] {
  const wanted = collectDistinctTerms(words);
  return items
    .map((item) => ({ item, shared: countShared(wanted, collectDistinctTerms(item.content)) }))
    .filter(({ shared }) => shared > 0)
    .sort((one, other) => other.shared - one.shared || other.item.id - one.item.id)
    .slice(0, mostNearest)
    .map(({ item }) => item);
}
