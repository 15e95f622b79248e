// Builds what a model is asked about its own telling: the record in numbered lines, and the telling in numbered sentences.

import { listSentences, type Sentence } from '../audit/audit-sentences.ts';
import { renderBlock, renderLine } from '../context/render-data.ts';
import { checking } from '../prompts/prompts.ts';
import { listRecord, type RecordSources } from './list-record.ts';

export interface CheckRequest {
  readonly content: string;
  readonly record: readonly string[];
  readonly sentences: readonly Sentence[];
}

const mostSentences = 60;
const longestSentence = 400;

/** The instructions come first and never change, so that what differs from turn to turn is all that is computed anew. */
export function buildCheckRequest(sources: RecordSources): CheckRequest {
  const record = listRecord(sources);
  const sentences = listSentences(sources.narrative).slice(0, mostSentences);
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
  ].join('\n\n');
  return { content, record, sentences };
}
