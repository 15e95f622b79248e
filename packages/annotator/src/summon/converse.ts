// Converses with a summoned reader, for a person: every question, reply and look-up is written down as it comes.

import { type AskedModel, askModel } from '@terrarium/kernel/ask-model';
import { ModelError } from '@terrarium/kernel/errors';
import type { Snapshot } from '../journal/snapshot-store.ts';
import type { SummonId } from '../journal/summon-store.ts';
import type { SnapshotSource } from '../snapshots/load-snapshot.ts';
import { buildDialogueReply, detectTurn } from './dialogue.ts';
import { openSummoned } from './open-summoned.ts';
import type { SummonSettings } from './summoned-reader.ts';

export interface Conversation extends AskedModel {
  readonly snapshot: Snapshot;
  readonly settings: SummonSettings;
  /** Goes on with the newest dialogue on the snapshot that was not ended. */
  readonly isContinued?: boolean;
}

export interface Interlocutor {
  /** The answer. Throws `ProviderError` when the model cannot be reached, and `ModelError` when it says nothing. */
  ask(question: string, signal?: AbortSignal): Promise<string>;
  /** Ends the dialogue; said again, nothing happens. */
  finish(): void;
  /** Lets go of what was looked up; the dialogue stays open. */
  close(): void;
}

/** Throws `UsageError` for a snapshot that has no reader to ask. */
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
