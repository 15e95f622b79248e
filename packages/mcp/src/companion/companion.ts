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
  /** As it is called among `listImports`: a client names no paths. */
  readonly file: string;
  readonly asUser?: string | undefined;
  readonly format?: ChatFormat | undefined;
  readonly isDryRun: boolean;
}

export interface Exported {
  readonly path: string;
  readonly bytes: number;
}

export interface Companion {
  readonly memory: Memory;
  readonly voices: Voices;
  /** Where the person lives, as an IANA zone. */
  readonly timeZone: string;
  /** Who is asked what, once something has to be. */
  readonly servers: readonly AskedServer[];
  /** How its memory was brought up to date when it was opened; undefined where it was already. */
  readonly migrated: Migrated | undefined;
  /** Why trust that was given counts for this time only; undefined where it is kept, or none was given. */
  readonly unkept: StorageError | undefined;
  /** Why what the world says about where requests go does not count; undefined where it does, or says nothing. */
  readonly untrusted: UsageError | undefined;
  /** Never holds what was said: only what went wrong. */
  readonly log: Log;
  readonly logPath: string;
  /** The writer of the model that the world's settings name; undefined where none is named. */
  openWriter(): Promise<MaintenanceWriter | undefined>;
  /** Gives what was said its vectors, where there is an embedder; nobody waits for it. */
  readonly filling: Pick<Filling, 'start'>;
  /** Where the person puts the talks that a client may bring in. */
  readonly importsDir: string;
  /** The names of the files in it, in their order. */
  listImports(): readonly string[];
  /** Throws `UsageError` for a file that is not there or no chat; then nothing of it came. */
  importTalk(wish: ImportOptions): ImportReport;
  /** Writes the memory into the world's folder for exports, without its secrets. */
  exportMemory(format: MemoryExportFormat): Exported;
  /** Resolves once nothing is on its way. */
  close(): Promise<void>;
}
