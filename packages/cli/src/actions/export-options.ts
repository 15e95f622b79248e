// Export options: what the export command takes.

import type { ExportFormat } from '@terrarium/annotator/export-formats';
import type { WorldOptions } from '../shell/options.ts';

export interface ExportOptions extends WorldOptions {
  readonly format?: ExportFormat;
  readonly out?: string;
  readonly status?: 'tentative' | 'confirmed';
  readonly tag?: readonly string[];
  readonly asOf?: string;
  readonly corpus?: string;
  readonly ladder?: boolean;
  readonly withPosts?: boolean;
  readonly salvage?: boolean;
}
