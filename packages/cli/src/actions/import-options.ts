// Import options: the options of the command that imports into a memory.

import type { ChatFormat } from '@terrarium/memory/chat-formats';
import type { WorldOptions } from '../shell/options.ts';

export interface ImportOptions extends WorldOptions {
  readonly asUser?: string;
  readonly format?: ChatFormat;
  readonly dryRun?: boolean;
}
