// Renders a world's glossary in any format that is a single file.

import type { Moment } from '../as-of/moment-store.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import type { ExportFormat, TextFormat } from './export-formats.ts';
import { collectGlossary, type GatheredGlossary } from './export-glossary.ts';
import { renderJson } from './exported-glossary.ts';
import { renderLorebook } from './lorebook/render-lorebook.ts';
import { renderWorldInfo } from './lorebook/render-world-info.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderYaml } from './render-yaml.ts';
import { readAt } from './wiki/client/read-at.js';
import { listStops, type Stop, type StopFilter } from './wiki/list-stops.ts';
import { readWiki, type WikiOptions } from './wiki/read-wiki.ts';
import { renderWiki } from './wiki/render-wiki.ts';

export type FileFormat = Exclude<ExportFormat, 'vault'>;

export interface RenderedGlossary {
  readonly entries: number;
  /** The pieces of the text, in the order in which they go to a file or a pipe. */
  readonly chunks: Iterable<string>;
}

/**
 * The same glossary always gives the same bytes. Throws `StorageError` when the world cannot be read, and the errors of
 * `readWiki`.
 */
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

/** The end of a thread, as a place a reader may have reached. */
export interface Rung extends Pick<Stop, 'corpus' | 'threadId' | 'title'> {
  readonly moment: Moment;
}

/**
 * The ends of all threads that were read, or of those of one corpus, in reading order: a glossary can be exported for
 * each of them.
 */
export function listRungs(annotator: Annotator, filter: Pick<StopFilter, 'corpus'> = {}): readonly Rung[] {
  return listStops(annotator, filter).map(({ corpus, threadId, title, sceneId }) => ({
    corpus,
    threadId,
    title,
    moment: { at: 'scene', sceneId },
  }));
}

/**
 * The same glossary always gives the same bytes. Write the chunks with `writeFile`, or to standard output as they come.
 */
export function renderExport(format: TextFormat, source: GatheredGlossary): Iterable<string> {
  switch (format) {
    case 'json':
      return renderJson(source.glossary);
    case 'yaml':
      return renderYaml(source.glossary);
    case 'markdown':
      return renderMarkdown(source);
    case 'worldinfo':
      return renderWorldInfo(source);
    case 'lorebook':
      return renderLorebook(source);
  }
}
