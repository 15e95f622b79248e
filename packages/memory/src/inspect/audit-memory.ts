// Audits our own memory: what is duplicated, repeated, ungrounded, stale or never used; shows nothing of a secret.
import type { Connection } from '@terrarium/kernel/open-database';
import { type DecayProfile, defaultProfile } from '../decay/profile.ts';
import { score } from '../decay/score.ts';
import type { EventId } from '../events/event.ts';
import { openEventStore } from '../events/event-store.ts';
import { readMoment } from '../events/read-moment.ts';
import { renderDay } from '../events/render-moment.ts';
import { notingKinds, openOutdated } from '../facts/find-outdated.ts';
import { type Fragment, summaryKey } from '../fragments/fragment.ts';
import { openFragmentStore } from '../fragments/fragment-store.ts';
import { asShown } from '../working-memory/describe-item.ts';
import type { WorkingItem } from '../working-memory/item.ts';
import { openItemsUntil } from '../working-memory/items-until-store.ts';
import { withCurrentDues } from '../working-memory/recurring-plans.ts';
import { openWorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import { type AuditedPeople, auditFragments } from './audit-fragments.ts';
import { auditRecords } from './audit-records.ts';
import { type AuditedItem, openAuditStore } from './audit-store.ts';
import {
  type AuditedRecord,
  type MemoryAudit,
  type MemoryFinding,
  type MemorySize,
  renderExample,
  shownExamples,
} from './finding.ts';

export interface AuditOptions extends AuditedPeople {
  /** The present real time, not the time of a story. */
  readonly nowMs: number;
  readonly profile?: DecayProfile | undefined;
  /** Keys of the fragments that were ever recalled; if undefined, unused fragments are not reported. */
  readonly recalledKeys?: ReadonlySet<string> | undefined;
}

const dayMs = 24 * 60 * 60 * 1_000;
const longOverdueMs = 14 * dayMs;
const settledMs = 30 * dayMs;

export function auditMemory(connection: Connection, options: AuditOptions): MemoryAudit {
  const fragments = openFragmentStore(connection).list();
  const items = openAuditStore(connection).listItems();
  const records = items.map(buildRecord);
  // Facts are left out: a fact is never held twice, and several facts may come from the same sentence.
  const notes = items.filter(({ kind }) => kind !== 'fact').map(buildRecord);
  const findings = [
    checkParroted(connection),
    ...auditRecords(notes),
    ...auditFragments(connection, fragments, options),
    checkStale(connection, options),
    checkOutdated(connection, options),
    checkUnrecalled(fragments, options),
  ];
  return {
    size: measureSize(connection),
    records: records.length,
    characters: records.reduce((sum, { text }) => sum + text.length, 0),
    findings: findings.filter(({ count }) => count > 0),
    unjudged:
      options.recalledKeys === undefined
        ? ['Not checked: whether fragments are recalled, because no record of recalls was given.']
        : [],
  };
}

function measureSize(connection: Connection): MemorySize {
  const { events, activeItems, fragments, bytes } = openAuditStore(connection).count();
  return { events, activeItems, fragments, bytes };
}

function buildRecord({ id, kind, content }: AuditedItem): AuditedRecord {
  return { name: `${kind} ${id}`, text: content };
}

function checkParroted(connection: Connection): MemoryFinding {
  const store = openAuditStore(connection);
  const { parroted, replies } = store.count();
  const events = openEventStore(connection);
  const examples = store.listParroted(shownExamples).map((id) => {
    const { length = 0 } = events.find(id as EventId)?.text ?? {};
    return `moment ${id}: ${length} characters`;
  });
  return {
    name: 'loops',
    count: parroted,
    of: replies,
    examples,
    say: 'replies mostly repeat what the companion was given with the message; nothing was learnt from them.',
    todo: 'Tell the model not to recite its memory, or choose a stronger model.',
  };
}

function checkStale(connection: Connection, options: AuditOptions): MemoryFinding {
  const { profile = defaultProfile } = options;
  const moment = readMoment(connection, { profile, wallMs: options.nowMs });
  const store = openWorkingMemoryStore(connection);
  const known = store.readActive().filter((item) => item.kind !== 'secret');
  const active = withCurrentDues(known, store.readDueWords(), {
    nowMs: moment.nowMs,
    timeZone: options.timeZone,
  });
  const stale = active.filter((item) =>
    item.kind === 'plan'
      ? item.dueAtMs !== undefined && moment.nowMs - item.dueAtMs > longOverdueMs
      : score(item, moment, profile) < profile.threshold,
  );
  const contents = store.readContents(stale.slice(0, shownExamples).map((item) => item.id));
  return {
    name: 'stale',
    count: stale.length,
    of: active.length,
    examples: [...contents.values()].map((item) => renderItem(asShown(store, item))),
    say: 'things in mind are out of date: plans overdue for more than two weeks, and things that have faded to nothing and are still active.',
    todo: 'Mark the plans as done, or drop them. You need not do anything about faded items: they go out of mind by themselves.',
  };
}

/** Lists notes that say the former value of a fact; a wake marks the same notes. */
function checkOutdated(connection: Connection, { nowMs, timeZone }: AuditOptions): MemoryFinding {
  const items = openItemsUntil(connection, nowMs);
  const findOutdated = openOutdated({ connection, items });
  const notes = notingKinds.flatMap((kind) => items.readActiveOf(kind));
  const outdated = notes.flatMap((item) => {
    const found = findOutdated(item);
    return found === undefined ? [] : [{ item, ...found }];
  });
  return {
    name: 'outdated',
    count: outdated.length,
    of: notes.length,
    examples: outdated.slice(0, shownExamples).map(({ item, name, value, sinceMs }) => {
      const present = value === undefined ? '' : `: the ${name} is ${value}`;
      return `${renderItem(item)} (no longer so${present}, since ${renderDay(sinceMs, timeZone)})`;
    }),
    say: 'pins and other notes in mind say something that is no longer so.',
    todo: 'Reword or drop them ("/correct 12 WORDS" or "/drop 12" in a talk).',
  };
}

function renderItem({ kind, id, content }: WorkingItem): string {
  return renderExample({ name: `${kind} ${id}`, text: content });
}

function checkUnrecalled(
  fragments: readonly Fragment[],
  { recalledKeys, nowMs }: AuditOptions,
): MemoryFinding {
  // Summaries are left out, because they are meant to be found by a search, and not to be recalled by key.
  const keyed = fragments.filter(({ key }) => !summaryKey.test(key));
  const settled = keyed.filter(({ createdAtMs }) => nowMs - createdAtMs > settledMs);
  const unused = recalledKeys === undefined ? [] : settled.filter(({ key }) => !recalledKeys.has(key));
  return {
    name: 'never-recalled',
    count: unused.length,
    of: settled.length,
    examples: unused
      .slice(0, shownExamples)
      .map(({ key, ambient }) => renderExample({ name: `[${key}]`, text: ambient })),
    say: 'fragments older than a month were never recalled.',
    todo: 'Let the next deep maintenance ("memory maintain deep") merge them into others, or leave them: they cost nothing until they are recalled.',
  };
}
