// Reply log: stores every reply of a model before a worker acts on it, so that another worker gets the same replies.

import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { ModelReply } from '@terrarium/kernel/language-model';
import { z } from 'zod';
import type { Query, Row } from '../database/fleet-database-store.ts';
import { type Holding, refuseStale } from './held-task-store.ts';

/**
 * Identifies a reply within the reading of a world, by its number and by the question that it answers; `hash` is
 * hexadecimal.
 */
export interface ReplyKey {
  readonly position: number;
  readonly hash: string;
}

const count = z.union([z.number(), z.literal('unknown')]);
const replySchema = z.object({
  text: z.string(),
  reasoning: z.string(),
  calls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })),
  finish: z.enum(['stop', 'length', 'tool-calls', 'content-filter', 'other']),
  usage: z.object({ promptTokens: count, cachedTokens: count, outputTokens: count }),
});

interface FoundRow extends Row {
  readonly packed: Buffer | null;
  readonly is_held: boolean;
  readonly publishes: string;
}

export interface FoundReply {
  /** The reply; undefined if none to this question is stored. */
  readonly reply: ModelReply | undefined;
  /** How often the world had been published when the log was searched. */
  readonly publishes: string;
}

/**
 * Finds the stored reply to this question. If another worker has taken over the world, throws `StorageError`
 * (`fleet.lease-lost`), so that a worker without the lease does not ask the model.
 */
export async function findReply(
  query: Query,
  { worldId, taskId, epoch }: Holding,
  { position, hash }: ReplyKey,
): Promise<FoundReply> {
  const [row] = await query<FoundRow>(
    `SELECT (SELECT packed FROM fleet.reply WHERE world_id = $1 AND position = $2 AND hash = $3) AS packed,
       (SELECT publishes FROM fleet.world WHERE id = $1) AS publishes,
       EXISTS (SELECT 1 FROM fleet.task AS t JOIN fleet.world AS w ON w.id = t.world_id
         WHERE t.id = $4 AND w.id = $1 AND t.state = 'leased' AND t.epoch = $5 AND w.epoch = $5) AS is_held`,
    [worldId, position, Buffer.from(hash, 'hex'), taskId, epoch],
  );
  if (row?.is_held !== true) throw refuseStale();
  return { reply: row.packed === null ? undefined : unpackReply(row.packed), publishes: row.publishes };
}

export interface PaidReply {
  readonly key: ReplyKey;
  /** How often the world had been published when the log was searched for this reply. */
  readonly publishes: string;
  readonly reply: ModelReply;
  readonly model: string;
  readonly server: string;
  readonly seconds: number;
}

/**
 * Stores a reply and its cost. If another worker has already stored a reply to the same question at the same position,
 * returns that reply, so that both act on the same words. Nothing is stored if another worker has taken over the world
 * and published it since: the published world may already contain a reply to this question.
 */
export async function recordReply(
  query: Query,
  { worldId, epoch }: Holding,
  paid: PaidReply,
): Promise<ModelReply> {
  const { key, publishes, reply, model, server, seconds } = paid;
  const { promptTokens, cachedTokens, outputTokens } = reply.usage;
  const toCount = (tokens: number | 'unknown') => (tokens === 'unknown' ? 0 : tokens);
  const logged = await query(
    `WITH logged AS (
       INSERT INTO fleet.reply (world_id, position, hash, packed)
       SELECT id, $2, $3, $4 FROM fleet.world WHERE id = $1 AND (epoch = $11 OR publishes = $12) FOR SHARE
       ON CONFLICT DO NOTHING RETURNING world_id
     ), counted AS (
       INSERT INTO fleet.usage AS u (day, owner, model, server, replies, prompt_tokens, cached_tokens, output_tokens, seconds)
       SELECT (now() AT TIME ZONE 'UTC')::date, w.owner, $5, $6, 1, $7, $8, $9, $10
       FROM logged JOIN fleet.world AS w ON w.id = logged.world_id
       ON CONFLICT (day, owner, model, server) DO UPDATE SET replies = u.replies + 1,
         prompt_tokens = u.prompt_tokens + excluded.prompt_tokens, cached_tokens = u.cached_tokens + excluded.cached_tokens,
         output_tokens = u.output_tokens + excluded.output_tokens, seconds = u.seconds + excluded.seconds
     ) SELECT 1 FROM logged`,
    [
      worldId,
      key.position,
      Buffer.from(key.hash, 'hex'),
      zstdCompressSync(JSON.stringify(reply)),
      model,
      server,
      toCount(promptTokens),
      toCount(cachedTokens),
      toCount(outputTokens),
      seconds,
      epoch,
      publishes,
    ],
  );
  if (logged.length > 0) return reply;
  const [row] = await query<{ packed: Buffer }>(
    'SELECT packed FROM fleet.reply WHERE world_id = $1 AND position = $2 AND hash = $3',
    [worldId, key.position, Buffer.from(key.hash, 'hex')],
  );
  return row === undefined ? reply : unpackReply(row.packed);
}

function unpackReply(packed: Buffer): ModelReply {
  return replySchema.parse(JSON.parse(zstdDecompressSync(packed).toString('utf8')));
}
