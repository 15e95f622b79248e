// Wraps a model so that its replies are stored in the fleet's database before anybody acts on them.

import type { Clock } from '@terrarium/kernel/environment';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import type { FleetDatabase } from '../database/fleet-database-store.ts';
import type { Holding } from '../queue/held-task-store.ts';
import { findReply, recordReply } from '../queue/reply-store.ts';
import { hashRequest } from '../values/hash-request.ts';
import { retryWhileAway } from './retry-while-away.ts';

export interface LoggedModelOptions {
  readonly database: FleetDatabase;
  readonly holding: Holding;
  readonly server: string;
  readonly clock: Clock;
  readonly position: number;
  /** Aborting this ends the wait for a database that cannot be reached. */
  readonly signal: AbortSignal;
  /** Called for each reply. `isReplayed` says that the reply came from the log and cost nothing now. */
  readonly onReply: (isReplayed: boolean) => void;
}

/**
 * Wraps the model of one reading. A question that was answered before gets the same answer. Any other question is
 * asked, and its answer is stored in the database before it is returned. If another worker has taken over the world,
 * the model is not asked, and `reply` throws `StorageError` (`fleet.lease-lost`).
 */
export function wrapModel(model: LanguageModel, options: LoggedModelOptions): LanguageModel {
  const { database, holding, server, clock, signal, onReply } = options;
  let position = options.position;
  return {
    ...model,
    reply: async (request, asked) => {
      const key = { position: position + 1, hash: hashRequest(model.id, request) };
      const { reply: found, publishes } = await retryWhileAway(clock, signal, () =>
        findReply(database.query, holding, key),
      );
      if (found !== undefined) {
        position = key.position;
        onReply(true);
        return found;
      }
      const began = clock.monotonic();
      const reply = await model.reply(request, asked);
      const seconds = (clock.monotonic() - began) / 1000;
      const paid = { key, publishes, reply, model: model.id, server, seconds };
      const kept = await retryWhileAway(clock, signal, () => recordReply(database.query, holding, paid));
      position = key.position;
      onReply(false);
      return kept;
    },
  };
}
