// Fact store: lists facts that other facts have replaced, and the names of people about whom facts are known.
import type { Connection } from '@terrarium/kernel/open-database';
import { openOnce } from '@terrarium/kernel/open-once';
import type { ItemId } from '../working-memory/item.ts';

export interface FactStore {
  /** Lists the replaced facts about this subject, the newest first. */
  listFormer(subject: string): ItemId[];
  /** Active facts that state what somebody is called, or whose owner has a name, such as `sister Tuva`. */
  listNamed(): NamedFact[];
  /** Lists the replaced facts, whatever their subject, the newest first. */
  listOutdated(limit: number): ItemId[];
}

export interface NamedFact {
  readonly subject: string;
  readonly normalForm: string;
}

export const openFactStore = openOnce(buildFactStore);

const mostFormer = 20;

function buildFactStore(connection: Connection): FactStore {
  const former = connection
    .prepare<[string, number], ItemId>(
      `SELECT id FROM working_memory INDEXED BY working_memory_facts WHERE kind = 'fact' AND subject = ?
       AND status = 'superseded' AND content <> '' ORDER BY created_at_ms DESC, id DESC LIMIT ?`,
    )
    .pluck();
  const outdated = connection
    .prepare<[number], ItemId>(
      `SELECT id FROM working_memory INDEXED BY working_memory_facts WHERE kind = 'fact' AND subject IS NOT NULL
       AND status = 'superseded' AND content <> '' ORDER BY id DESC LIMIT ?`,
    )
    .pluck();
  const named = connection.prepare<[], NamedFact>(
    `SELECT subject, normal_form AS normalForm FROM working_memory INDEXED BY working_memory_about
     WHERE kind = 'fact' AND status = 'active' AND subject IS NOT NULL
       AND (subject LIKE '%:name' OR subject LIKE '%/% %:%')`,
  );
  return {
    listNamed: () => named.all(),
    listFormer: (subject) => former.all(subject, mostFormer),
    listOutdated: (limit) => outdated.all(limit),
  };
}
