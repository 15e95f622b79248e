// Wake ledger: what went into a wake and what was left out, with the values from which each score was computed.

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { DecayProfile } from '../decay/profile.ts';
import { type Farewell, type Pause, type ScoredThing, score } from '../decay/score.ts';
import type { EventId } from '../events/event.ts';
import type { ItemId } from '../working-memory/item.ts';
import type { Budgets, SectionName } from './wake-package.ts';

/** Why something is not in a wake. */
export type LeftReason =
  /** The score is below the threshold for candidates. */
  | 'faded'
  /** Better or newer candidates took the room. */
  | 'no-room'
  /** Another section already shows it. */
  | 'in-view'
  /** The event only repeats what an earlier wake had said. */
  | 'parroted'
  /** There is no fragment with that name. */
  | 'unknown';

export interface LedgerEntry {
  readonly score: number;
  /** The tokens that the thing takes in its section; 0 if it is not in the wake. */
  readonly tokens: number;
  /** Why the thing is not in the wake; undefined if it is. */
  readonly left?: LeftReason | undefined;
}

export interface ItemEntry extends LedgerEntry {
  readonly id: ItemId;
  /** The values from which the score was computed. */
  readonly subject: ScoredThing;
}

export interface EventEntry extends LedgerEntry {
  readonly id: EventId;
  readonly subject: ScoredThing;
  /** Whether the event belongs to the last exchange, or to the newest talk before it: both are always in the wake. */
  readonly isAlways: boolean;
}

export interface EchoEntry extends LedgerEntry {
  readonly id: EventId;
  /** What brought the event back, such as "contains heron, jetty; said by somebody whom the message names". */
  readonly because: string;
}

export interface FragmentEntry extends LedgerEntry {
  readonly key: string;
  /**
   * How the fragment came into the wake: asked for by name, linked to one that was asked for, carried on from
   * an earlier turn, or found by the message.
   */
  readonly as: 'asked' | 'beside' | 'carried' | 'found';
  readonly tier: string | undefined;
  /**
   * The values from which the score was computed; undefined for a fragment that was asked for now, or found by
   * the message.
   */
  readonly subject?: ScoredThing | undefined;
  /** How the message found the fragment. */
  readonly because?: string | undefined;
}

/**
 * A fact about a person, which never fades: it is shown if it is related to the message, or because it is
 * always worth knowing.
 */
export interface FactEntry {
  readonly id: ItemId;
  readonly tokens: number;
  /** How the fact is related to the message; undefined if it is shown as always worth knowing. */
  readonly because: string | undefined;
  readonly left: LeftReason | undefined;
}

export interface SectionTotal {
  readonly name: SectionName;
  readonly tokens: number;
  readonly maximum: number | undefined;
}

export interface WakeLedger {
  readonly nowMs: number;
  readonly turn: number;
  readonly pressure: number;
  /** Periods that did not count in full toward fading; absent in rows of older stores. */
  readonly pauses?: readonly Pause[] | undefined;
  /**
   * When the talk before a silence ended; undefined except at the first wake after the silence, and absent in
   * rows of older stores.
   */
  readonly farewell?: Farewell | undefined;
  /** The name of the tokenizer that counted. */
  readonly counter: string;
  readonly budgets: Budgets;
  readonly profile: DecayProfile;
  /** Events with a later real time were still in the future; absent in rows of older stores. */
  readonly saidUntilMs?: number | undefined;
  /** The message with which the companion was woken. */
  readonly messageId: EventId | undefined;
  /**
   * The newest event and the newest change of an item at the time of the wake. Later ones could not be in the
   * wake.
   */
  readonly lastEventId: number;
  readonly lastChangeId: number;
  readonly sections: readonly SectionTotal[];
  /** All items that are in the wake, and the weightiest of the items that are not. */
  readonly items: readonly ItemEntry[];
  /** How many further items were in mind and are not listed. */
  readonly itemsNotListed: number;
  readonly recent: readonly EventEntry[];
  readonly echoes: readonly EchoEntry[];
  readonly fragments: readonly FragmentEntry[];
  /** Absent in rows of older stores. */
  readonly facts?: readonly FactEntry[] | undefined;
}

type Cell = number | string | boolean | null;
/** Whole numbers are stored as differences from the number before: the differences are mostly small or the same. */
type Column = { readonly steps: readonly (number | null)[] } | { readonly cells: readonly Cell[] };
type Columns = Readonly<Record<string, Column>>;

type Scored = ItemEntry | EventEntry;
type Packed = Omit<WakeLedger, 'items' | 'recent'> & { readonly items: Columns; readonly recent: Columns };

const subjectNames = [
  'kind',
  'createdAtMs',
  'refreshedAtMs',
  'refreshedTurn',
  'dueAtMs',
  'isKept',
] as const satisfies readonly (keyof Scored['subject'])[];
const itemNames = ['id', 'tokens', 'left'] as const satisfies readonly (keyof ItemEntry)[];
const eventNames = [...itemNames, 'isAlways'] as const satisfies readonly (keyof EventEntry)[];

/** Packs a ledger so that `unpackLedger` returns an equal ledger. */
export function packLedger(ledger: WakeLedger): Buffer {
  const packed: Packed = {
    ...ledger,
    items: packEntries(ledger.items, itemNames),
    recent: packEntries(ledger.recent, eventNames),
  };
  return deflateRawSync(JSON.stringify(packed));
}

export function unpackLedger(bytes: Buffer): WakeLedger {
  const packed = JSON.parse(inflateRawSync(bytes).toString('utf8')) as Packed;
  return {
    ...packed,
    items: unpackEntries<ItemEntry>(packed, packed.items, itemNames),
    recent: unpackEntries<EventEntry>(packed, packed.recent, eventNames),
  };
}

function packEntries<Entry extends Scored>(
  entries: readonly Entry[],
  names: readonly (keyof Entry & string)[],
): Columns {
  const own = names.map((name) => [name, entries.map((entry) => (entry[name] ?? null) as Cell)] as const);
  const subjects = subjectNames.map(
    (name) => [name, entries.map(({ subject }) => subject[name] ?? null)] as const,
  );
  return Object.fromEntries([...own, ...subjects].map(([name, cells]) => [name, packColumn(cells)]));
}

function unpackEntries<Entry extends Scored>(
  moment: Packed,
  columns: Columns,
  names: readonly string[],
): readonly Entry[] {
  const cells = new Map(Object.entries(columns).map(([name, column]) => [name, unpackColumn(column)]));
  const extractCells = (wanted: readonly string[], row: number) =>
    Object.fromEntries(wanted.map((name) => [name, cells.get(name)?.[row] ?? undefined]));
  return (cells.get('id') ?? []).map((_, row) => {
    const subject = extractCells(subjectNames, row) as unknown as Scored['subject'];
    const value = score(subject, moment, moment.profile);
    return { ...extractCells(names, row), subject, score: value } as unknown as Entry;
  });
}

function packColumn(cells: readonly Cell[]): Column {
  if (!cells.every((cell) => cell === null || Number.isSafeInteger(cell))) return { cells };
  let last = 0;
  return {
    steps: cells.map((cell) => {
      if (typeof cell !== 'number') return null;
      const step = cell - last;
      last = cell;
      return step;
    }),
  };
}

function unpackColumn(column: Column): readonly Cell[] {
  if ('cells' in column) return column.cells;
  let last = 0;
  return column.steps.map((step) => {
    if (step === null) return null;
    last += step;
    return last;
  });
}
