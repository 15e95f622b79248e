// Renders a world's glossary as one file in any format that is one.

import type { Moment } from '../as-of/moment.ts';
import type { Annotator } from '../stores/open-annotator.ts';
import type { ExportFormat } from './export-formats.ts';
import { collectGlossary } from './export-glossary.ts';
import { renderExport } from './render-export.ts';
import { readAt } from './wiki/client/read-at.js';
import { listStops, type Stop } from './wiki/list-stops.ts';
import { readWiki, type WikiOptions } from './wiki/read-wiki.ts';
import { renderWiki } from './wiki/render-wiki.ts';

export type FileFormat = Exclude<ExportFormat, 'vault'>;

export interface RenderedGlossary {
  /** How many entries are in it. */
  readonly entries: number;
  /** For a file or a pipe, in order. */
  readonly chunks: Iterable<string>;
}

/** The same glossary always gives the same bytes. Throws `StorageError` when the world cannot be read. */
export function renderGlossary(
  annotator: Annotator,
  format: FileFormat,
  options: WikiOptions = {},
): RenderedGlossary {
  if (format === 'wiki') {
    const data = readWiki(annotator, options);
    return { entries: readAt(data, data.stops.length).entries.length, chunks: renderWiki(data) };
  }
  const gathered = collectGlossary(annotator, options);
  return { entries: gathered.glossary.entries.length, chunks: renderExport(format, gathered) };
}

/** The end of a thread, for one who has read as far as that. */
export interface Rung extends Pick<Stop, 'corpus' | 'threadId' | 'title'> {
  readonly moment: Moment;
}

/** The ends of all threads that were read, in reading order: a glossary can be had for each. */
export function listRungs(annotator: Annotator): readonly Rung[] {
  return listStops(annotator).map(({ corpus, threadId, title, sceneId }) => ({
    corpus,
    threadId,
    title,
    moment: { at: 'scene', sceneId },
  }));
}
