// Refused tools: goes over to a window without tools, in which the model is asked for tagged updates.

import { estimateFold } from '../context/context-window.ts';
import type { FoldRecord } from '../context/message-log.ts';
import { updateInstructions } from '../prompts/prompts.ts';
import { promptVersion } from './prompt-version.ts';
import { type Run, recordStep } from './run.ts';

/** Whether the window of the reading offers tools to its model. */
export function hasTools({ session }: Pick<Run, 'session'>): boolean {
  return session.window.fold.preamble.tools.length > 0;
}

/**
 * Replaces instructions and tools of the window, and nothing else of it. The next fold offers tools again: by then
 * another model may be asked.
 */
export function replaceTools(run: Run): void {
  const { session, stores } = run;
  const { id, ...present } = session.window.fold;
  const preamble = { version: promptVersion, instructions: updateInstructions, tools: [] };
  const draft = { ...present, preamble };
  const measures = {
    tiers: [],
    tokensBefore: session.window.tokens,
    tokensAfter: estimateFold({ ...draft, id }, session.window.live),
    turnsRemoved: 0,
    milliseconds: 0,
  };
  const records: FoldRecord[] = [];
  recordStep(run, (stepId) => {
    const conversationId = session.conversation.id;
    records.push(stores.context.appendFold({ conversationId, stepId, draft, measures }));
    return { body: { kind: 'tools-refused' } };
  });
  for (const record of records) session.window.replaceFold(record);
}
