// Builds what a model is asked about its own telling: the record in numbered lines, and the telling in numbered sentences.

import type { Wish } from '../../state/wish.ts';
import { listSentences, type Sentence } from '../audit/audit-sentences.ts';
import { renderBlock, renderLine } from '../context/render-data.ts';
import { renderWishParts } from '../context/render-wish.ts';
import { checking, checkingLimits } from '../prompts/prompts.ts';
import { listRecord, type RecordSources } from './list-record.ts';

export interface CheckRequest {
  readonly content: string;
  readonly record: readonly string[];
  readonly sentences: readonly Sentence[];
  /** Whether the player has wishes, so that a telling may go against them. */
  readonly hasLimits: boolean;
}

export interface CheckSources extends RecordSources {
  /**
   * What the player wants of the game and what must never be in it; if given, the telling is also checked against this.
   */
  readonly wish?: Wish | undefined;
}

const mostSentences = 60;
const longestSentence = 400;

/** The instructions come first and never change, so that only what differs from turn to turn is computed anew. */
export function buildCheckRequest(sources: CheckSources): CheckRequest {
  const record = listRecord(sources);
  const sentences = listSentences(sources.narrative).slice(0, mostSentences);
  const limits = renderBlock('limits', sources.wish === undefined ? [] : renderWishParts(sources.wish));
  const content = [
    checking,
    renderBlock(
      'record',
      record.map((line, index) => `${index + 1} ${line}`),
    ),
    renderBlock(
      'telling',
      sentences.map(({ text }, index) => `${index + 1} ${renderLine(text, longestSentence)}`),
    ),
    ...(limits === '' ? [] : [limits, checkingLimits]),
  ].join('\n\n');
  return { content, record, sentences, hasLimits: limits !== '' };
}
