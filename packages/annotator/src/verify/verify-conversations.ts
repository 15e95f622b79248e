// Verifies the conversations: logs are complete, roles alternate, folds only leave messages out, and bookmarks can be opened.

import { isDeepStrictEqual } from 'node:util';
import type { Message } from '@terrarium/kernel/language-model';
import type { MeasuredFold } from '../context/fold-store.ts';
import type { LoggedMessage } from '../context/message-log.ts';
import { renderRequest } from '../context/render-request.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import type { Problem } from './problem.ts';

export function* verifyConversations(annotator: Annotator): Iterable<Problem> {
  const { context } = annotator.stores;
  const reading = context.findConversation('reading');
  if (reading === undefined) return;
  const folds = context.readFolds(reading.id);
  const log = context.readLog(reading.id);
  if (folds.length === 0) yield { code: 'CX1', what: 'The reading has no opening window.' };
  yield* verifyFolds(folds, log);
  yield* verifyTurns(log.map((logged) => logged.message));
  yield* verifyBookmarks(annotator, { folds, log });
}

function* verifyFolds(folds: readonly MeasuredFold[], log: readonly LoggedMessage[]): Iterable<Problem> {
  let former: MeasuredFold | undefined;
  for (const one of folds) {
    const { fold } = one;
    const name = `Fold ${fold.id} (a shortening of the prompt)`;
    if (former !== undefined) {
      if (!hasShrunk(one, former)) yield { code: 'CP9', what: `${name} did not make it shorter.` };
      if (fold.afterSequence < former.fold.afterSequence)
        yield { code: 'CP10', what: `${name} comes before the fold that it should follow.` };
    }
    const newest = fold.kept.at(-1)?.to ?? 0;
    if (newest > fold.afterSequence)
      yield { code: 'CX1', what: `${name} contains message ${newest}, which is newer than the fold.` };
    const window = log.filter((logged) => logged.sequence <= fold.afterSequence);
    yield* verifyTurns(renderRequest(window, [fold]).messages, name);
    former = one;
  }
}

/** Whether the fold made the window smaller, or only gave it other instructions or tools, without folding anything. */
function hasShrunk(one: MeasuredFold, { fold: former }: MeasuredFold): boolean {
  if (one.tokensAfter < one.tokensBefore) return true;
  return one.tiers.length === 0 && !isDeepStrictEqual(one.fold.preamble, former.preamble);
}

/**
 * After the instructions, no two user messages may follow each other, and each tool message must answer a call right
 * before it.
 */
function* verifyTurns(messages: readonly Message[], name = 'The log'): Iterable<Problem> {
  yield* verifyAnswers(messages, name);
  const spoken = messages.filter((message) => message.role === 'user' || message.role === 'assistant');
  for (const [index, message] of spoken.entries()) {
    if (message.role === 'user' && spoken[index - 1]?.role === 'user') {
      yield { code: 'CX4', what: `${name}: two user messages follow each other.` };
    }
  }
}

function* verifyAnswers(messages: readonly Message[], name: string): Iterable<Problem> {
  let waiting = new Set<string>();
  for (const message of messages) {
    if (message.role === 'tool') {
      if (waiting.delete(message.callId)) continue;
      yield {
        code: 'CX4',
        what: `${name}: there is an answer to ${message.callId}, but no such call before it.`,
      };
    } else {
      if (waiting.size > 0) yield { code: 'CX4', what: `${name}: ${waiting.size} calls have no answer.` };
      waiting = listCallIds(message);
    }
  }
}

function listCallIds(message: Message): Set<string> {
  return new Set(message.role === 'assistant' ? message.calls?.map((call) => call.id) : []);
}

interface Line {
  readonly folds: readonly MeasuredFold[];
  readonly log: readonly LoggedMessage[];
}

function* verifyBookmarks({ stores }: Annotator, { folds, log }: Line): Iterable<Problem> {
  const sequences = new Set<number>(log.map((logged) => logged.sequence));
  const foldIds = new Set<number>(folds.map((one) => one.fold.id));
  const newestRevision = stores.glossary.readNewestRevision();
  for (const snapshot of stores.snapshots.list({ limit: Number.MAX_SAFE_INTEGER })) {
    // The messages of a retry are not in the reading's log, but the first window of a retry may be one of the reading's
    // windows.
    const isThere = snapshot.isOfRetry
      ? stores.context.findFoldById(snapshot.foldId) !== undefined
      : foldIds.has(snapshot.foldId) && (snapshot.sequence === 0 || sequences.has(snapshot.sequence));
    const isWhole = isThere && snapshot.revisionId <= newestRevision;
    if (!isWhole)
      yield {
        code: 'RN9',
        what: `Snapshot ${snapshot.id} refers to a fold, message or revision that is missing.`,
      };
  }
}
