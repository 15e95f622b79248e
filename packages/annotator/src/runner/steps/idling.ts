// Idling: takes the next scene from the ledger, if there is one and limit and bounds allow it.

import { ProviderError } from '@terrarium/kernel/errors';
import { layScene, type Run } from '../run.ts';
import type { RunnerState } from '../states.ts';

/** A whole story would be read into an empty glossary. */
const maxChatted = 5;

export function idling(run: Run): RunnerState {
  const { desk, settings } = run;
  if (desk.chatted >= maxChatted) return { at: 'halting', error: buildChatterError(desk.chatted) };
  if (settings.limit !== undefined && desk.scenesClosed >= settings.limit) {
    return { at: 'exiting', outcome: { kind: 'limited' } };
  }
  const scene = run.chooseScene();
  if (scene !== undefined && run.bounds.isReached(scene))
    return { at: 'exiting', outcome: { kind: 'limited' } };
  layScene(desk, scene);
  return scene === undefined ? { at: 'exhausted' } : { at: 'compacting' };
}

function buildChatterError(chatted: number): ProviderError {
  return new ProviderError({
    code: 'model.calls-no-tools',
    happened: `The model answers in prose and calls no tools: ${chatted} scenes were skipped.`,
    todo: 'Name a model that calls tools ("terrarium doctor" examines one) and go on; "terrarium annotate retry" then reads the skipped scenes.',
    retryable: false,
  });
}
