// Renders what lingers: one line for each item, with what it is, whose, how old and when it is due.

import type { WorkingItem } from '../working-memory/item.ts';
import { escapeTagsInBlock, escapeTagsInLine } from './escape-tags-in-block.ts';
import { renderAge, renderWait } from './render-age.ts';

export interface ItemLineOptions {
  readonly nowMs: number;
  /** The name of whoever said it. */
  readonly by: string;
  /** Whether it is about to fade from mind. */
  readonly isFading: boolean;
}

/** What stands before the content, such as "- plan (Ana, 2 days ago; due in 20 hours, "on Friday"): ". */
export function renderItemLead(item: WorkingItem, { nowMs, by, isFading }: ItemLineOptions): string {
  const notes = [
    `${escapeTagsInLine(by)}, ${renderAge(nowMs - item.createdAtMs)}${renderAgain(item, nowMs)}`,
    ...(item.dueAtMs === undefined ? [] : [renderDue(item, item.dueAtMs - nowMs)]),
    ...(item.kind === 'secret' ? ['kept to oneself'] : []),
    ...(item.isKept ? ['kept'] : []),
    ...(isFading ? ['about to fade'] : []),
  ];
  return `- ${item.kind} (${notes.join('; ')}): `;
}

/** The content as it stands behind the lead. */
export function renderItemContent(item: Pick<WorkingItem, 'content'>): string {
  return escapeTagsInBlock(item.content);
}

/** Where it was said again, and that makes a difference in words. */
function renderAgain({ createdAtMs, refreshedAtMs }: WorkingItem, nowMs: number): string {
  const again = renderAge(nowMs - refreshedAtMs);
  return again === renderAge(nowMs - createdAtMs) ? '' : `, again ${again}`;
}

function renderDue(item: WorkingItem, msUntil: number): string {
  const words = item.dueWords === undefined ? '' : `, "${escapeTagsInLine(item.dueWords)}"`;
  return `${msUntil < 0 ? 'was due' : 'due'} ${renderWait(msUntil)}${words}`;
}
