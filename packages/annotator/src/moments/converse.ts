// Lets a person talk with a summoned reader; every question, reply and look-up is recorded as it comes.

import { type AskedModel, askModel } from '@terrarium/kernel/ask-model';
import { ModelError } from '@terrarium/kernel/errors';
import type { Snapshot } from '../journal/snapshot-store.ts';
import type { SummonId } from '../journal/summon-store.ts';
import type { SnapshotSource } from './load-snapshot.ts';
import { buildDialogueReply, detectTurn, openSummoned, type SummonSettings } from './open-summoned.ts';

export interface Conversation extends AskedModel {
  readonly snapshot: Snapshot;
  readonly settings: SummonSettings;
  /** Whether to continue the newest open dialogue on the snapshot. */
  readonly isContinued?: boolean;
}

export interface Interlocutor {
  /**
   * Returns the answer. Throws `ProviderError` if the model cannot be reached, and `ModelError` if the answer is
   * empty.
   */
  ask(question: string, signal?: AbortSignal): Promise<string>;
  /** Ends the dialogue; does nothing if it has already ended. */
  finish(): void;
  /** Closes the glossary in which the reader looked things up; the dialogue stays open. */
  close(): void;
}

/** Throws `UsageError` if the snapshot has no reader who can be asked. */
export function openConversation(source: SnapshotSource, conversation: Conversation): Interlocutor {
  const { snapshot, model, settings, isContinued = false } = conversation;
  const reader = openSummoned(source, snapshot);
  const { summons } = source.stores;
  const session = { id: isContinued ? summons.findOpen(snapshot.id) : undefined };
  const startQuestion = (question: string): SummonId =>
    summons.runInTransaction(() => {
      const isFirst = session.id === undefined;
      const id =
        session.id ?? summons.create({ snapshotId: snapshot.id, stepId: undefined, model: model.id });
      summons.append(id, [reader.renderQuestion(question, isFirst)]);
      return id;
    });
  return {
    async ask(question, signal) {
      const id = startQuestion(question);
      session.id = id;
      for (;;) {
        const messages = summons.readMessages(id);
        const turn = detectTurn(messages);
        if (turn.at === 'answered') return turn.text === '' ? refuseSilence() : turn.text;
        if (turn.at === 'looking') {
          summons.append(id, reader.answer(turn.calls));
          continue;
        }
        const { request } = reader.buildRequest(messages, settings);
        const reply = await askModel(conversation, request, { signal });
        summons.append(id, [buildDialogueReply(reply, messages)]);
      }
    },
    finish() {
      if (session.id !== undefined) summons.finish(session.id, '');
      session.id = undefined;
      reader.close();
    },
    close: () => reader.close(),
  };
}

function refuseSilence(): never {
  throw new ModelError({
    code: 'summon.no-answer',
    happened: 'The model said nothing.',
    todo: 'Ask in other words, or allow longer replies with --max-output-tokens.',
  });
}
