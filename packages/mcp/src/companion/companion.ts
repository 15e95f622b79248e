// Companion: the memory of a world as the tools use it, with the settings of that world.

import type { AskedServer } from '@terrarium/kernel/asked-server';
import type { StorageError, UsageError } from '@terrarium/kernel/errors';
import type { Migrated } from '@terrarium/kernel/open-database';
import type { Log } from '@terrarium/kernel/open-log';
import type { ChatFormat } from '@terrarium/memory/chat-formats';
import type { ImportReport } from '@terrarium/memory/import-chat';
import type { MaintenanceWriter } from '@terrarium/memory/maintenance-writer';
import type { Memory } from '@terrarium/memory/memory';
import type { MemoryExportFormat } from '@terrarium/memory/memory-export-formats';
import type { Filling } from '@terrarium/memory/open-filling';
import type { Voices } from '@terrarium/memory/voices';

export interface ImportOptions {
  /** One of the names in `listImports`: a client may name no paths. */
  readonly file: string;
  readonly asUser?: string | undefined;
  readonly format?: ChatFormat | undefined;
  readonly isDryRun: boolean;
}

export interface Exported {
  readonly path: string;
  readonly bytes: number;
  /** Moments in which what had been a secret was said aloud: the export still contains these words. */
  readonly toldIn: readonly number[];
}

export interface Companion {
  readonly memory: Memory;
  readonly voices: Voices;
  /** Where the person lives, as an IANA zone. */
  readonly timeZone: string;
  /** The servers that will be asked once something needs them, and what for. */
  readonly servers: readonly AskedServer[];
  /** How the memory was brought up to date when it was opened; undefined if there was no need. */
  readonly migrated: Migrated | undefined;
  /** Why the trust that a person gave counts only this once; undefined if it was stored, or if none was given. */
  readonly unkept: StorageError | undefined;
  /**
   * Why what the world says about where requests go does not count; undefined if it counts, or if the world says
   * nothing.
   */
  readonly untrusted: UsageError | undefined;
  /** What went wrong, never what somebody said. */
  readonly log: Log;
  readonly logPath: string;
  /** A writer that asks the model of the world's settings; undefined if none is named. */
  openWriter(): Promise<MaintenanceWriter | undefined>;
  /** Makes vectors of what was said, if there is an embedder, in the background. */
  readonly filling: Pick<Filling, 'start'>;
  /** Where the person puts the talks that a client may bring in. */
  readonly importsDir: string;
  /** The names of the files in `importsDir`, sorted. */
  listImports(): readonly string[];
  /** Rejects with `UsageError` if the file is missing or is not a chat, and then brings nothing in. */
  importTalk(wish: ImportOptions): Promise<ImportReport>;
  /** Writes the memory into the world's folder for exports, without its secrets. */
  exportMemory(format: MemoryExportFormat): Promise<Exported>;
  /** Resolves once nothing is under way any more. */
  close(): Promise<void>;
}
