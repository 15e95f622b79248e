// Functions of the founding design, which work directly on a memory's database: migrate, ingest, recall and list plans.

import { buildSystemEnvironment, type Clock } from '@terrarium/kernel/environment';
import type { Connection } from '@terrarium/kernel/open-database';
import { openMemoryStores } from './assembly/waking.ts';
import { type MemoryDatabaseOptions, openMemoryDatabase } from './database/open-memory-database.ts';
import { addToIndex } from './echoes/echo-store.ts';
import { openFragmentsUntil } from './fragments/fragments-until-store.ts';
import { type Recalled, recallAll } from './fragments/recall.ts';
import { type Ingested, type IngestOptions, ingest as takeIn } from './intake/ingest.ts';
import type { ParsedMessage } from './tags/tag.ts';
import { type Plan, type PlansQuery, plans as readPlans } from './working-memory/plans.ts';

export interface IngestChoices extends Omit<IngestOptions, 'side' | 'clock' | 'linkItem' | 'addToIndex'> {
  /** Whether the companion said the message; otherwise the person did. */
  readonly isCompanion?: boolean | undefined;
  readonly clock?: Pick<Clock, 'now'> | undefined;
}

type Told = Pick<MemoryDatabaseOptions, 'onMigrated'>;

/** Opens or creates the database and upgrades its tables. The caller closes the connection. Throws `StorageError`. */
export function migrate(path: string, { onMigrated }: Told = {}): Connection {
  return openMemoryDatabase({ path, onMigrated });
}

/**
 * Takes in one message: its event, its turn, and its effect on working memory. The message is safely stored
 * when this returns.
 */
export function ingest(database: Connection, message: ParsedMessage, choices: IngestChoices = {}): Ingested {
  const { isCompanion = false, clock = buildSystemEnvironment().clock, ...options } = choices;
  const { fragments } = openMemoryStores(database);
  const side = isCompanion ? 'companion' : 'user';
  return takeIn(database, message, {
    ...options,
    side,
    clock,
    linkItem: fragments.linkItem,
    addToIndex: (event, shownText) => addToIndex(database, event, shownText),
  });
}

interface RecallOptions {
  readonly isDeep?: boolean | undefined;
  /** A fragment that rests only on messages after this moment is not recalled; if undefined, every fragment can be. */
  readonly untilMs?: number | undefined;
}

/**
 * Recalls a fragment with its neighbours, by its key, a former key, or the key of a fragment that was merged into it.
 */
export function recall(
  key: string,
  database: Connection,
  { isDeep = false, untilMs = Number.MAX_SAFE_INTEGER }: RecallOptions = {},
): Recalled {
  const { fragments } = openMemoryStores(database);
  const [recalled] = recallAll([{ key, isDeep }], openFragmentsUntil(database, { fragments, untilMs }));
  const found: Recalled = recalled ?? { key, tier: undefined, text: '', neighbours: [] };
  const isToCome = found.tier === undefined && fragments.findByKey(found.key) !== undefined;
  return isToCome ? { ...found, nearestKey: undefined, isToCome } : found;
}

/** Lists every open plan, whatever its score; plans with a due date come first. */
export function plans(database: Connection, query: Partial<PlansQuery> = {}): readonly Plan[] {
  const { fragments } = openMemoryStores(database);
  return readPlans(database, {
    nowMs: buildSystemEnvironment().clock.now(),
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    listLinkedItems: (key) => new Set(fragments.readLinkedItems(key)),
    ...query,
  });
}
