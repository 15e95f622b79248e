// Renders the front of the window: the summaries, in the shapes the prompt speaks of.

import { escapeText } from '@terrarium/kernel/foreign-text';
import type { ChunkSummary, FoldRecord } from './message-log.ts';

type Front = Pick<FoldRecord, 'cumulative' | 'chunks' | 'scenesTrimmed'>;

/** The summaries as one message; empty when nothing was folded yet. */
export function renderFront(front: Front): string {
  const parts: string[] = [];
  if (front.cumulative !== undefined) {
    parts.push(`<cumulative_summary>\n${escapeText(front.cumulative.text)}\n</cumulative_summary>`);
  }
  if (front.chunks.length > 0) {
    parts.push(['<chunk_summaries>', ...front.chunks.map(renderChunk), '</chunk_summaries>'].join('\n'));
  }
  if (front.scenesTrimmed > 0) {
    parts.push(`<turns_removed scenes="${front.scenesTrimmed}" reason="no room in the window"/>`);
  }
  return parts.join('\n');
}

/** One chunk's summary as the window shows it. */
export function renderChunk(chunk: ChunkSummary): string {
  const scenes = `${chunk.firstScene}-${chunk.lastScene}`;
  const entries = chunk.entryIds.join(',');
  return [
    `  <chunk thread="${chunk.threadId}" index="${chunk.chunkIndex}" scenes="${scenes}" entries="${entries}">`,
    `    ${escapeText(chunk.text)}`,
    '  </chunk>',
  ].join('\n');
}
