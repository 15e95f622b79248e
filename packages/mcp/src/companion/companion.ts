// Companion: the memory of a world with the world's settings, as the tools use it.

import type { Hearer } from '@terrarium/composition/list-hearers';
import type { AskedServer } from '@terrarium/kernel/asked-server';
import type { StorageError, UsageError } from '@terrarium/kernel/errors';
import type { Migrated } from '@terrarium/kernel/open-database';
import type { Log } from '@terrarium/kernel/open-log';
import type { ChatFormat } from '@terrarium/memory/chat-formats';
import type { Forgotten } from '@terrarium/memory/forget';
import type { ImportReport } from '@terrarium/memory/import-chat';
import type { MaintenanceWriter } from '@terrarium/memory/maintenance-writer';
import type { Memory } from '@terrarium/memory/memory';
import type { MemoryExportFormat } from '@terrarium/memory/memory-export-formats';
import type { Filling } from '@terrarium/memory/open-filling';
import type { Voices } from '@terrarium/memory/voices';

export interface ImportOptions {
  /** One of the names that `listImports` returns: a client may not give a path. */
  readonly file: string;
  readonly asUser?: string | undefined;
  readonly format?: ChatFormat | undefined;
  readonly isDryRun: boolean;
}

export interface Exported {
  readonly path: string;
  readonly bytes: number;
  /** Moments in which a former secret was said aloud: the export still contains these words. */
  readonly toldIn: readonly number[];
}

export interface Companion {
  readonly memory: Memory;
  readonly voices: Voices;
  /** The person's time zone, as an IANA zone. */
  readonly timeZone: string;
  /** The servers that will be asked when something needs them, each with its purpose. */
  readonly servers: readonly AskedServer[];
  /** How the memory's database was upgraded when it was opened; undefined if it was up to date. */
  readonly migrated: Migrated | undefined;
  /**
   * Why the person's trust in the world counts only this once; undefined if the trust was stored, or if none
   * was given.
   */
  readonly unkept: StorageError | undefined;
  /**
   * Why the world's settings about where requests go are ignored; undefined if they are used, or if there are
   * none.
   */
  readonly untrusted: UsageError | undefined;
  /** Contains what went wrong, never what somebody said. */
  readonly log: Log;
  readonly logPath: string;
  /**
   * Returns an error of ours for an error of the database that has a known cause, such as damage, or another program
   * that writes; otherwise the error itself.
   */
  explainFailure(error: unknown): Promise<unknown>;
  /** Opens a writer that asks the model in the world's settings; undefined if the settings name none. */
  openWriter(): Promise<MaintenanceWriter | undefined>;
  /** Makes vectors of messages in the background, if there is an embedder. */
  readonly filling: Pick<Filling, 'start'>;
  /** The folder in which the person puts chats that a client may import. */
  readonly importsDir: string;
  /** Lists the names of the files in `importsDir`, sorted. */
  listImports(): readonly string[];
  /** Rejects with `UsageError`, and imports nothing, if the file is missing or is not a chat. */
  importTalk(wish: ImportOptions): Promise<ImportReport>;
  /** Writes the memory into the world's folder for exports, without its secrets. */
  exportMemory(format: MemoryExportFormat): Promise<Exported>;
  /** Lists the other memories of the world that heard much of what is forgotten. */
  listHearers(forgotten: Forgotten): Promise<readonly Hearer[]>;
  /** Resolves once all work under way is over. */
  close(): Promise<void>;
}
