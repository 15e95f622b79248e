// Describes an item as it is shown: a plan without the words for its date, since the date is shown beside it.
import { escapeLine } from '@terrarium/kernel/foreign-text';
import { renderDueDate } from '../events/render-moment.ts';
import { cutDate } from './cut-date.ts';
import type { ItemId, ItemState } from './item.ts';
import { findMove } from './move-plan.ts';
import { isRecurring } from './recurring-plans.ts';
import type { WorkingMemoryStore } from './working-memory-store.ts';

const charactersQuoted = 80;

export type DescribedItem = Pick<ItemState, 'dueAtMs' | 'dueWords'> & {
  readonly id: ItemId;
  readonly content: string;
};

/** The words in which an item is shown. Its stored words stay as they were said. */
export function describeItem(items: Pick<WorkingMemoryStore, 'readChanges'>, item: DescribedItem): string {
  return findMove(items, item)?.content ?? cutDate(item.content, item.dueWords ?? '');
}

/** The item, with the words in which it is shown in place of its stored words. */
export function asShown<Item extends DescribedItem>(
  items: Pick<WorkingMemoryStore, 'readChanges'>,
  item: Item,
): Item {
  const content = describeItem(items, item);
  return content === item.content ? item : { ...item, content };
}

/**
 * Quotes items as they are shown, each plan with its date, because two plans may differ in nothing else. A long text is
 * cut.
 */
export function quoteItems(
  items: Pick<WorkingMemoryStore, 'readChanges'>,
  quoted: readonly DescribedItem[],
  timeZone: string,
): string {
  return quoted
    .map((item) => {
      const words = describeItem(items, item).slice(0, charactersQuoted).toWellFormed();
      return `"${words}"${renderQuotedDue(item, { timeZone })}`;
    })
    .join(', ');
}

/**
 * Renders the date that follows the words of a quoted plan; empty for an item without a date. For a recurring plan,
 * renders the words that say how often, which say more than one date.
 */
export function renderQuotedDue(
  item: Pick<ItemState, 'dueAtMs' | 'dueWords'>,
  looking: { readonly nowMs?: number; readonly timeZone?: string | undefined },
): string {
  if (item.dueAtMs === undefined) return '';
  const again = describeRecurrence(item, looking.timeZone);
  return again === undefined
    ? ` (due ${renderDueDate(item.dueAtMs, looking)})`
    : ` (${escapeLine(again, charactersQuoted)})`;
}

/** The words that say when a plan recurs, such as "every Sunday at 10"; undefined for any other item. */
export function describeRecurrence(
  item: Pick<ItemState, 'dueAtMs' | 'dueWords'>,
  timeZone?: string,
): string | undefined {
  // In Japanese, に stands behind a date and belongs to what is done then.
  return isRecurring(item, timeZone)
    ? item.dueWords?.replace(/(?<=[\p{Script=Han}\p{Script=Hiragana}])に$/u, '')
    : undefined;
}
