// Extracts a summary from the text itself, for when the model's would not do.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { decodeXml } from '@terrarium/kernel/foreign-text';
import type { LoggedMessage } from './message-log.ts';

const postPattern = /<post id="[^"]*"[^>]*>\n([\s\S]*?)\n<\/post>/g;
const labelPattern = /\[\d+\] /g;

/** The first sentence of each post the messages show, evenly thinned until it fits into `maxTokens`. */
export function extractSummary(messages: readonly LoggedMessage[], maxTokens: number): string {
  return cutSentences(
    messages.flatMap(({ message }) => extractLeads(message.content)),
    maxTokens,
  );
}

/** A summary cut to `maxTokens`: older sentences are thinned out before newer ones are touched. */
export function cutSummary(text: string, maxTokens: number): string {
  if (estimateTokens(text) <= maxTokens) return text;
  const sentences = text.match(/[^.!?。！？؟\n]+[.!?。！？؟]*["”’)」』]*\s*/g) ?? [text];
  let older = sentences.slice(0, Math.ceil(sentences.length / 2));
  const newer = sentences.slice(older.length);
  while (older.length > 0 && estimateTokens(join([...older, ...newer])) > maxTokens) {
    older = older.filter((_, index) => index % 2 === 1);
  }
  return cutSentences([...older, ...newer], maxTokens);
}

/** Lead sentences of the posts a scene's message shows. */
function extractLeads(content: string): readonly string[] {
  return [...content.matchAll(postPattern)].map(([, body = '']) => {
    const [, first = ''] = body.split(labelPattern, 2);
    return decodeXml(first).replace(/\s+/g, ' ').trim();
  });
}

/** Drops every other sentence until the rest fits; the last one left is cut. */
function cutSentences(sentences: readonly string[], maxTokens: number): string {
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
