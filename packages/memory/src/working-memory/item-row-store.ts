// Item rows: how an item of working memory stands in the database.

import { stored } from '../database/stored.ts';
import type { EventId } from '../events/event.ts';
import type { WorkingTag } from '../tags/tag.ts';
import type { ItemChange, ItemChangeKind, ItemId, ItemState, ItemStatus, WorkingItem } from './item.ts';

export interface ItemRow {
  readonly id: number;
  readonly kind: WorkingTag;
  readonly content: string;
  readonly normal_form: string;
  readonly subject: string | null;
  readonly event_id: number;
  readonly status: ItemStatus;
  readonly created_at_ms: number;
  readonly created_turn: number;
  readonly refreshed_at_ms: number;
  readonly refreshed_turn: number;
  readonly due_at_ms: number | null;
  readonly due_words: string | null;
  readonly is_kept: number;
}

export interface ChangeRow {
  readonly id: number;
  readonly item_id: number;
  readonly change: ItemChangeKind;
  readonly to_status: ItemStatus;
  readonly before: string | null;
  readonly event_id: number | null;
  readonly run_id: number | null;
  readonly because: string;
  readonly at_ms: number;
  readonly turn: number;
}

export function parseItemRow(row: ItemRow): WorkingItem {
  return {
    id: row.id as ItemId,
    kind: row.kind,
    content: row.content,
    normalForm: row.normal_form,
    subject: row.subject ?? undefined,
    eventId: row.event_id as EventId,
    status: row.status,
    createdAtMs: row.created_at_ms,
    createdTurn: row.created_turn,
    refreshedAtMs: row.refreshed_at_ms,
    refreshedTurn: row.refreshed_turn,
    dueAtMs: row.due_at_ms ?? undefined,
    dueWords: row.due_words ?? undefined,
    isKept: row.is_kept === 1,
  };
}

export function parseChangeRow(row: ChangeRow): ItemChange {
  return {
    id: row.id,
    itemId: row.item_id as ItemId,
    change: row.change,
    toStatus: row.to_status,
    before: row.before === null ? undefined : parseState(row.before, row.id),
    eventId: (row.event_id ?? undefined) as EventId | undefined,
    runId: row.run_id ?? undefined,
    because: row.because,
    atMs: row.at_ms,
    turn: row.turn,
  };
}

export function renderState(state: ItemState): string {
  const { status, refreshedAtMs, refreshedTurn, dueAtMs, dueWords, isKept } = state;
  return JSON.stringify({ status, refreshedAtMs, refreshedTurn, dueAtMs, dueWords, isKept });
}

/** JSON leaves out what is undefined: it is put back by name. */
function parseState(text: string, change: number): ItemState {
  const state = stored.parse<ItemState>(text, ['item_change', change, 'before'], 'object');
  return { ...state, dueAtMs: state.dueAtMs, dueWords: state.dueWords };
}
