// Opens a retry: a fork of the reading at a scene's own position, in which that scene is read again.

import { Bug } from '@terrarium/kernel/errors';
import { ContextWindow } from '../context/context-window.ts';
import type { Conversation } from '../context/conversation.ts';
import type { LedgerScene } from './ledger-store.ts';
import { buildRun, findFold, type RunOptions } from './open-run.ts';
import type { Run, RunStores } from './run.ts';

/** The run that reads `scene` again, and nothing else; goes on where a killed retry stopped. */
export function openRetry(options: RunOptions, scene: LedgerScene): Run {
  const { context } = options.stores;
  const reading = context.findConversation('reading');
  if (reading === undefined) throw new Bug('A scene was skipped, and there is no reading.');
  const conversation = findOpenRetry(options.stores, scene) ?? createRetry(options.stores, reading, scene);
  const { forkedBefore } = conversation;
  const fold = context.findFold(conversation.id) ?? findFold(context, { ...reading, forkedBefore });
  const window = new ContextWindow(fold, [
    ...context.readWindow(reading.id, fold, forkedBefore),
    ...context.readLog(conversation.id),
  ]);
  const pending = [scene];
  return buildRun(options, { conversation, window, chooseScene: () => pending.shift() });
}

/** A retry of the scene that was begun and not closed. */
function findOpenRetry({ context, journal }: RunStores, scene: LedgerScene): Conversation | undefined {
  const conversation = context.findConversation('retry', scene.id);
  if (conversation === undefined) return undefined;
  const steps = journal.readSceneSteps({ conversationId: conversation.id, sceneId: scene.id });
  return steps.some((step) => step.body.kind === 'scene-closed') ? undefined : conversation;
}

function createRetry({ context }: RunStores, reading: Conversation, scene: LedgerScene): Conversation {
  const forkedBefore = context.findSceneMessage(scene.id, reading.id);
  return context.createConversation({ purpose: 'retry', sceneId: scene.id, forkedBefore });
}
