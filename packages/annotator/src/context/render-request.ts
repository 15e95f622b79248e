// Renders the request a model is sent: a pure function of the message log and the folds.

import { assert } from '@terrarium/kernel/errors';
import { escapeText } from '@terrarium/kernel/foreign-text';
import type { AssistantMessage, Message, ToolDeclaration } from '@terrarium/kernel/language-model';
import { type ChunkSummary, cutReplyCharacters, type FoldRecord, type LoggedMessage } from './message-log.ts';

/** The part of a model request that depends on what was said. */
export interface RenderedRequest {
  readonly tools: readonly ToolDeclaration[];
  readonly messages: readonly Message[];
}

/** Used in place of the model's acknowledgement if the model was not asked for one. */
export const closingReply: AssistantMessage = { role: 'assistant', content: 'Done.' };

/** The request after the newest of `folds` and all of `log`; both in order, `folds` never empty. */
export function renderRequest(log: readonly LoggedMessage[], folds: readonly FoldRecord[]): RenderedRequest {
  const fold = folds.at(-1);
  assert(fold !== undefined, 'A request was rendered without the fold that opens its conversation.');
  return renderWindow(
    fold,
    log.filter((logged) => isLive(fold, logged)),
  );
}

/** Like `renderRequest`, for messages known to be in the fold's window. */
function renderWindow(fold: FoldRecord, live: readonly LoggedMessage[]): RenderedRequest {
  const messages: Message[] = [...renderOpening(fold)];
  for (const logged of live) messages.push(renderMessage(fold, logged));
  return { tools: fold.preamble.tools, messages };
}

/** The messages before the history: instructions and, once something was folded, the summaries. */
export function renderOpening(fold: FoldRecord): readonly Message[] {
  const instructions: Message = { role: 'system', content: fold.preamble.instructions };
  const front = renderFront(fold);
  return front === '' ? [instructions] : [instructions, { role: 'user', content: front }, closingReply];
}

/** Whether the fold leaves the message in its window. */
export function isLive(fold: FoldRecord, logged: LoggedMessage): boolean {
  if (logged.sequence > fold.afterSequence) return true;
  return fold.kept.some((range) => range.from <= logged.sequence && logged.sequence <= range.to);
}

/** A message as the window shows it: trimmed if tier 3 or 4 applies to it, otherwise as it was logged. */
export function renderMessage(fold: FoldRecord, logged: LoggedMessage): Message {
  const { message, sequence } = logged;
  if (message.role !== 'assistant') return message;
  const withoutReasoning = sequence <= fold.reasoningTrimmedThrough ? stripReasoning(message) : message;
  return sequence <= fold.repliesCutThrough ? cutReply(withoutReasoning) : withoutReasoning;
}

function stripReasoning(message: AssistantMessage): AssistantMessage {
  if (message.reasoning === undefined) return message;
  const { reasoning, ...rest } = message;
  return rest;
}

function cutReply(message: AssistantMessage): AssistantMessage {
  if (message.content.length <= cutReplyCharacters) return message;
  return { ...message, content: `${message.content.slice(0, cutReplyCharacters).toWellFormed()}…` };
}

type Front = Pick<FoldRecord, 'cumulative' | 'chunks' | 'scenesTrimmed'>;

/** The summaries, and how many scenes were removed without one, as one message; empty when nothing was folded yet. */
function renderFront(front: Front): string {
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

export function renderChunk(chunk: ChunkSummary): string {
  const scenes = `${chunk.firstScene}-${chunk.lastScene}`;
  const entries = chunk.entryIds.join(',');
  return [
    `  <chunk thread="${chunk.threadId}" index="${chunk.chunkIndex}" scenes="${scenes}" entries="${entries}">`,
    `    ${escapeText(chunk.text)}`,
    '  </chunk>',
  ].join('\n');
}
