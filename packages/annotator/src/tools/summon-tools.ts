// The tools `summon_snapshot`, `summon_continue` and `summon_dismiss`: let a model talk with the reader of an earlier moment.

import { buildTool, type Tool, type ToolAnswer } from '@terrarium/kernel/tool';
import { buildTolerantLine, buildTolerantObject, tolerantInteger } from './tolerant-input.ts';
import type { ToolContext } from './tool-context.ts';

const maxQuestionCharacters = 2_000;
const noReader: ToolAnswer = { ok: false, say: 'No earlier reader can be asked here.' };

const question = buildTolerantLine(maxQuestionCharacters);
const askInput = buildTolerantObject(
  { snapshot_id: tolerantInteger, query: question },
  { id: 'snapshot_id', snapshot: 'snapshot_id', question: 'query', message: 'query' },
);
const continueInput = buildTolerantObject({ message: question }, { query: 'message', question: 'message' });
const dismissInput = buildTolerantObject({ summary: question.optional() });

const summonSnapshot = buildTool<typeof askInput, ToolContext>({
  name: 'summon_snapshot',
  description:
    'Ask your earlier self: the reader at a bookmark, who knows nothing of what comes later. Dismiss this reader before writing again.',
  isWrite: false,
  input: askInput,
  run: (call, { summons }) => summons?.ask(call.query, call.snapshot_id) ?? noReader,
});

const summonContinue = buildTool<typeof continueInput, ToolContext>({
  name: 'summon_continue',
  description: 'Ask the summoned reader something more.',
  isWrite: false,
  input: continueInput,
  run: (call, { summons }) => summons?.ask(call.message) ?? noReader,
});

const summonDismiss = buildTool<typeof dismissInput, ToolContext>({
  name: 'summon_dismiss',
  description: 'End the talk with the summoned reader; say in "summary" what you learnt.',
  isWrite: false,
  input: dismissInput,
  run: (call, { summons }) => summons?.finish(call.summary ?? '') ?? noReader,
});

export const summonTools: readonly Tool<ToolContext>[] = [summonSnapshot, summonContinue, summonDismiss];

const names: ReadonlySet<string> = new Set(summonTools.map(({ name }) => name));

/** Whether a call of this tool belongs to a talk with an earlier reader, which takes more than one step. */
export function isSummonTool(name: string): boolean {
  return names.has(name);
}
