// Exports a memory: JSON lines for programs, Markdown for people, a chat for SillyTavern.

import type { Connection } from '@terrarium/kernel/open-database';
import type { Voices } from '../tags/voices.ts';
import { openExportStore } from './export-store.ts';
import type { MemoryExportFormat } from './memory-export-formats.ts';
import { renderLines } from './renderings/render-lines.ts';
import { renderPage } from './renderings/render-page.ts';
import { renderSillyTavern } from './renderings/render-silly-tavern.ts';

export interface ExportRequest {
  readonly format: MemoryExportFormat;
  /** What was kept secret leaves the memory only then; a chat for SillyTavern never holds it. */
  readonly withSecrets: boolean;
  readonly voices: Voices;
  /** IANA name, for the days of a page. */
  readonly timeZone: string;
}

/** The export in pieces. The same memory and request give the same bytes. */
export function exportMemory(connection: Connection, request: ExportRequest): Generator<string> {
  const store = openExportStore(connection);
  switch (request.format) {
    case 'jsonl':
      return renderLines(store, request);
    case 'markdown':
      return renderPage(store, request);
    case 'sillytavern':
      return renderSillyTavern(store, request.voices);
  }
}
