// Cuts a summary, or sentences drawn from the story, to a number of tokens.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { listSentenceLabels } from '../corpus/list-sentence-labels.ts';

/**
 * Cuts a summary to `maxTokens`: first drops sentences evenly from its older half; drops newer sentences only after
 * that.
 */
export function cutSummary(text: string, maxTokens: number): string {
  if (estimateTokens(text) <= maxTokens) return text;
  const sentences = text.split('\n').flatMap(splitSentences);
  let older = sentences.slice(0, Math.floor(sentences.length / 2));
  const newer = sentences.slice(older.length);
  while (older.length > 0 && estimateTokens(join([...older, ...newer])) > maxTokens) {
    older = older.filter((_, index) => index % 2 === 1);
  }
  return cutSentences([...older, ...newer], maxTokens);
}

function splitSentences(line: string): readonly string[] {
  return listSentenceLabels(line).map(({ start, end }) => line.slice(start, end));
}

/** Drops every other sentence until the rest fits; if a single sentence is left, cuts it. */
export function cutSentences(sentences: readonly string[], maxTokens: number): string {
  let kept = sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
  while (kept.length > 1 && estimateTokens(join(kept)) > maxTokens) {
    kept = kept.filter((_, index) => index % 2 === 0);
  }
  const text = join(kept);
  if (estimateTokens(text) <= maxTokens) return text;
  const share = maxTokens / estimateTokens(text);
  let cut = text.slice(0, Math.min(maxTokens * 2, Math.floor(text.length * share)));
  while (cut !== '' && estimateTokens(`${cut}…`) > maxTokens)
    cut = cut.slice(0, Math.floor(cut.length * 0.9));
  return `${cut.toWellFormed()}…`;
}

function join(sentences: readonly string[]): string {
  return sentences.map((sentence) => sentence.trim()).join(' ');
}
