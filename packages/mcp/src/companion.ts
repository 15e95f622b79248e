// Companion: the memory of a world as the tools use it, with the settings of that world.

import type { Log } from '@terrarium/kernel/open-log';
import type { MaintenanceWriter } from '@terrarium/memory/maintenance-writer';
import type { Memory } from '@terrarium/memory/memory';
import type { Voices } from '@terrarium/memory/voices';

export interface Companion {
  readonly memory: Memory;
  readonly voices: Voices;
  /** Where the person lives, as an IANA zone. */
  readonly timeZone: string;
  /** Never holds what was said: only what went wrong. */
  readonly log: Log;
  readonly logPath: string;
  /** The writer of the model that the world's settings name; undefined where none is named. */
  openWriter(): Promise<MaintenanceWriter | undefined>;
  close(): void;
}
