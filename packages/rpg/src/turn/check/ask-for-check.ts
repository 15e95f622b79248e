// Asks the model, in one request that nobody is shown, what in its narrative contradicts the record of the turn.

import { askModel } from '@terrarium/kernel/ask-model';
import { ModelError, ProviderError } from '@terrarium/kernel/errors';
import { readWish } from '../../state/wish.ts';
import type { NarrativeFlag } from '../audit/audit-flag.ts';
import { isOutOfCharacter } from '../context/render-words.ts';
import { renderCheck } from '../journal.ts';
import { buildRequest, type TurnRun } from '../turn-run.ts';
import { buildCheckRequest } from './check-request.ts';
import { parseCheck } from './parse-check.ts';

/**
 * What the model finds wrong in its telling. `messages` must end with this telling, so that a server has to compute
 * only the check. Undefined if nothing was checked, or if the check failed: this is reported, and the telling is kept.
 */
export async function askForCheck(
  run: TurnRun,
  narrative: string,
): Promise<readonly NarrativeFlag[] | undefined> {
  const { words, actions, state } = run.draft;
  if (!isChecking(run) || isOutOfCharacter(words)) return undefined;
  const { system } = run.game;
  const wish = readWish(run.settings, state);
  const request = buildCheckRequest({ turn: { system, state, actions }, words, narrative, wish });
  const reply = run.journal.takeCheck() ?? (await askOnce(run, request.content));
  if (reply === undefined) return undefined;
  run.messages.push({ role: 'user', content: request.content }, { role: 'assistant', content: reply });
  const found = parseCheck(reply, request);
  if (found === undefined)
    run.report({ kind: 'warned', says: 'What the model wrote to check its text cannot be read.' });
  return found;
}

/**
 * Whether tellings are checked: not if the settings forbid it, nor those of the built-in narrator, which only tells
 * what it did.
 */
export function isChecking({ settings, model }: Pick<TurnRun, 'settings' | 'model'>): boolean {
  return settings.check !== 'off' && !model.id.startsWith('builtin:');
}

async function askOnce(run: TurnRun, content: string): Promise<string | undefined> {
  const { model, environment, settings, signal, report } = run;
  const { messages, ...rest } = buildRequest(run, 'none');
  const question = { ...rest, messages: [...messages, { role: 'user' as const, content }], temperature: 0 };
  const patience = { ...environment, retries: settings.retries };
  try {
    const reply = await askModel({ model, patience }, question, { signal });
    signal.throwIfAborted();
    run.draft.recordReply(renderCheck(reply.text));
    report({ kind: 'replied', usage: reply.usage });
    return reply.text;
  } catch (error) {
    const isPassing = error instanceof ProviderError || error instanceof ModelError;
    if (signal.aborted || !isPassing) throw error;
    report({ kind: 'warned', says: `The telling was not checked: ${error.message}` });
    return undefined;
  }
}
