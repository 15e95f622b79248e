// Loads two scenes for each revision: the one in which it was written, and the one from which it holds.

import type { Connection } from '@terrarium/kernel/open-database';
import { writtenSql } from '../glossary/correction-store.ts';
import type { EntryId, RevisionId } from '../glossary/entry.ts';
import { copyToSize } from '../glossary/number-lists.ts';
import type { Moment } from './moment-store.ts';

/** Which revisions belong to a moment. */
export interface KnownRevisions {
  has(revision: RevisionId): boolean;
  /** Whether a revision is a correction that was written later in the story. */
  isLater(revision: RevisionId): boolean;
  /** The newest of these revisions; 0 if there are none. */
  readonly newest: RevisionId;
  /** Flags of each revision, by its id. */
  readonly marks: Uint8Array;
}

/** What an entry is at a moment: not there yet, just as it is now, or different. */
export type Standing = 'absent' | 'now' | 'otherwise';

export interface RevisionPlaces {
  /** The revisions that belong to a moment. */
  read(moment: Moment): KnownRevisions;
  /** The standing at that moment of each entry that ever had a revision, by the entry's id. */
  listStandings(known: KnownRevisions): ReadonlyMap<EntryId, Standing>;
  /** Entries of which `one` and `other` contain different revisions, or show the same revision differently. */
  listDifferent(one: KnownRevisions, other: KnownRevisions): ReadonlySet<EntryId>;
  /** Entries with a revision after the given one. */
  listSince(revision: number): ReadonlySet<EntryId>;
  /**
   * Entries with a revision that belongs to the moment, in order. Only entries with some revision after `since` are
   * returned, whether it belongs to the moment or not.
   */
  listKnownIds(known: KnownRevisions, since: number): EntryId[];
  /** The newest revision that was read. */
  readonly newest: number;
}

const [unknown, shown, shownLater] = [0, 1, 2];
/** Stands for a place that is not known. */
const nowhere = 2 ** 31 - 1;

interface Columns {
  entry: Int32Array<ArrayBuffer>;
  /** The scene in which the revision was written. */
  written: Int32Array<ArrayBuffer>;
  /** The first scene at whose end the revision holds. */
  holds: Int32Array<ArrayBuffer>;
}

export function openRevisionPlaces(connection: Connection): RevisionPlaces {
  const sql = prepareStatements(connection);
  let columns = buildColumns(0);
  let newest = 0;
  let planned = '';
  const update = (): void => {
    const [id, scenes] = [sql.newest.get() ?? 0, sql.scenes.get() ?? ''];
    if (id === newest && scenes === planned) return;
    // If the scenes changed, a person's changes may no longer belong to the same scenes.
    if (id < newest || scenes !== planned) [columns, newest] = [buildColumns(0), 0];
    columns = copyColumns(columns, id + 1);
    readRows(sql, columns, newest);
    [newest, planned] = [id, scenes];
  };
  return {
    get newest() {
      return newest;
    },
    read(moment) {
      update();
      return buildKnown(
        moment.at === 'scene' ? markUntil(columns, moment.sceneId) : markFirst(columns, moment.revision),
      );
    },
    listStandings: ({ marks }) => listStandings(columns, marks),
    listDifferent: (one, other) => listDifferent(columns, one.marks, other.marks),
    listSince: (revision) =>
      new Set(columns.entry.subarray(revision + 1).filter((id) => id > 0) as Iterable<EntryId>),
    listKnownIds(known, since) {
      const later = new Set(columns.entry.subarray(since + 1));
      const ids = new Set<number>();
      for (const [id, mark] of known.marks.entries()) if (mark !== unknown) ids.add(columns.entry[id] ?? 0);
      return [...ids].filter((id) => later.has(id)).toSorted((one, other) => one - other) as EntryId[];
    },
  };
}

function prepareStatements(connection: Connection) {
  return {
    newest: connection.prepare<[], number | null>('SELECT max(id) FROM revision').pluck(),
    scenes: connection
      .prepare<[], string>(`SELECT count(*) || ' ' || coalesce(max(id), 0) FROM scene`)
      .pluck(),
    written: connection
      .prepare<[number], [number, number | null]>(
        `SELECT change.id, ${writtenSql} FROM change WHERE id IN (SELECT change_id FROM revision WHERE id > ?)`,
      )
      .raw(),
    rows: connection
      .prepare<[number], [number, number, number, number | null]>(
        `SELECT revision.id, entry_id, change_id, correction.scene_id FROM revision
         LEFT JOIN correction ON correction.revision_id = revision.id WHERE revision.id > ? ORDER BY revision.id`,
      )
      .raw(),
  };
}

function readRows(sql: ReturnType<typeof prepareStatements>, columns: Columns, since: number): void {
  const written = new Map(sql.written.all(since));
  for (const [id, entry, change, holds] of sql.rows.iterate(since)) {
    const scene = written.get(change) ?? nowhere;
    columns.entry[id] = entry;
    columns.written[id] = scene;
    columns.holds[id] = holds ?? scene;
  }
}

function buildColumns(size: number): Columns {
  return { entry: new Int32Array(size), written: new Int32Array(size), holds: new Int32Array(size) };
}

function copyColumns({ entry, written, holds }: Columns, size: number): Columns {
  return {
    entry: copyToSize(entry, size),
    written: copyToSize(written, size),
    holds: copyToSize(holds, size),
  };
}

function markUntil({ entry, written, holds }: Columns, scene: number): Uint8Array {
  const marks = new Uint8Array(entry.length);
  for (let revision = 0; revision < marks.length; revision += 1) {
    if (entry[revision] === 0 || (holds[revision] ?? nowhere) > scene) continue;
    const at = written[revision] ?? nowhere;
    marks[revision] = at > scene && at !== nowhere ? shownLater : shown;
  }
  return marks;
}

function markFirst({ entry }: Columns, last: number): Uint8Array {
  const marks = new Uint8Array(entry.length);
  for (let revision = 0; revision < marks.length && revision <= last; revision += 1) {
    if ((entry[revision] ?? 0) > 0) marks[revision] = shown;
  }
  return marks;
}

function buildKnown(marks: Uint8Array): KnownRevisions {
  return {
    marks,
    has: (revision) => (marks[revision] ?? unknown) !== unknown,
    isLater: (revision) => marks[revision] === shownLater,
    newest: Math.max(
      0,
      marks.findLastIndex((mark) => mark !== unknown),
    ) as RevisionId,
  };
}

function listStandings({ entry }: Columns, marks: Uint8Array): ReadonlyMap<EntryId, Standing> {
  const standings = new Map<EntryId, Standing>();
  for (const [revision, id] of entry.entries()) {
    if (id === 0) continue;
    const here = describeMark(marks[revision]);
    const before = standings.get(id as EntryId) ?? here;
    standings.set(id as EntryId, before === here ? here : 'otherwise');
  }
  return standings;
}

function describeMark(mark: number | undefined): Standing {
  if (mark === shown) return 'now';
  return mark === shownLater ? 'otherwise' : 'absent';
}

function listDifferent({ entry }: Columns, one: Uint8Array, other: Uint8Array): ReadonlySet<EntryId> {
  const different = new Set<EntryId>();
  for (let revision = 0; revision < entry.length; revision += 1) {
    if ((one[revision] ?? unknown) !== (other[revision] ?? unknown))
      different.add(entry[revision] as EntryId);
  }
  return different;
}
