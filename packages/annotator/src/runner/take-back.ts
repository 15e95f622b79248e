// Undoes what a skipped scene wrote, and tells the model which entries are therefore gone.

import { closingReply } from '../context/render-request.ts';
import type { EntryId } from '../glossary/entry.ts';
import { takenBackReason } from '../glossary/find-rejected.ts';
import type { StepId } from '../journal/journal.ts';
import { renderTakenBack } from '../prompts/prompts.ts';
import { buildToolContext } from './build-tool-context.ts';
import { type MessageWithStep, type Run, requireScene } from './run.ts';

export interface TakenBack {
  readonly deleted: readonly EntryId[];
  readonly restored: readonly EntryId[];
  /** Messages that are to be logged after the scene's own messages. */
  readonly messages: readonly MessageWithStep[];
}

export function takeBackScene(run: Run, stepId: StepId): TakenBack {
  const { glossary, journal } = run.stores;
  const place = { conversationId: run.session.conversation.id, sceneId: requireScene(run).id };
  const steps = journal.readSceneSteps(place);
  // Changes that were recorded before a fold belong to earlier scenes.
  const shown = steps.findLastIndex(({ body }) => body.kind === 'scene-opened');
  const opened = steps[shown]?.body;
  const ids = shown === -1 ? [] : steps.slice(shown).map(({ id }) => id);
  const source = { ...buildToolContext(run, stepId).source, reason: takenBackReason };
  const { deleted, restored } = glossary.revertSteps(ids, source);
  // Creating an entry takes its word off hold, so words on hold are restored after the entries are removed.
  if (opened?.kind === 'scene-opened' && opened.heldBefore !== undefined)
    glossary.revertHeld(opened.heldBefore);
  if (deleted.length + restored.length === 0) return { deleted, restored, messages: [] };
  journal.addTotals({ created: -deleted.length, updated: -restored.length });
  const note = { role: 'user', content: renderTakenBack(deleted) } as const;
  return { deleted, restored, messages: [{ message: note }, { message: closingReply }] };
}
