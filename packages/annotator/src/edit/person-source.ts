// Builds the source of a person's change, with the place in the story from which the change holds.

import { UsageError } from '@terrarium/kernel/errors';
import { openMomentStore } from '../as-of/moment-store.ts';
import type { SceneId } from '../context/message-log.ts';
import type { Position } from '../corpus/corpus.ts';
import { openCorrectionStore } from '../glossary/correction-store.ts';
import type { ChangeSource, EntryId, Holding } from '../glossary/entry.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { readReaderPlace } from '../moments/reader-place.ts';
import { resolveMoment } from '../moments/resolve-moment.ts';

export interface Wish {
  readonly reason: string | undefined;
  /**
   * The place (see `parsePlace`) from which the change holds; if undefined, it follows from the words of the change and
   * from how far the person has read.
   */
  readonly from?: string | undefined;
  /**
   * If the person edited what was exported for an earlier place than their own: how far they could see there. The
   * change holds from there at the latest.
   */
  readonly by?: Position | undefined;
}

/** A run may be writing too, so a transaction that reads and then writes must take the write lock at its start. */
export function write<Value>({ connection }: Annotator, work: () => Value): Value {
  return connection.transaction(work).immediate();
}

/**
 * The source of a change of these entries. The change cannot hold from a place at which one of them does not exist yet.
 */
export function buildEditSource(annotator: Annotator, wish: Wish, ids: readonly EntryId[]): ChangeSource {
  const scene = Math.max(0, ...ids.map((id) => findFirstScene(annotator, id)));
  return buildSource(annotator, wish, { scene, missing: 'there is no such entry yet' });
}

/** The first scene at which a change can hold. */
export interface Founding {
  readonly scene: number;
  /** What an error says if an earlier place is asked for, such as "there is no such entry yet". */
  readonly missing: string;
}

/**
 * A person's change is recorded at the point that reading has reached. It holds from the given place or, if none is
 * given, from the place at which its words are known.
 */
export function buildSource(annotator: Annotator, wish: Wish, founding: Founding): ChangeSource {
  const { position } = annotator.stores.journal.readTotals();
  if (position === undefined) throw refuse('Nothing has been read yet.', 'Read with "terrarium read" first.');
  return {
    author: 'human',
    position,
    holds: resolveHolding(annotator, wish, founding),
    stepId: undefined,
    model: undefined,
    promptVersion: undefined,
    reason: wish.reason,
  };
}

/**
 * Somebody who reads along at a place knows nothing of what comes later. So their change holds from that place, or
 * from an earlier place.
 */
function resolveHolding(annotator: Annotator, { from, by }: Wish, founding: Founding): Holding | undefined {
  const place = from ?? readReaderPlace(annotator.world);
  const scene =
    place === undefined
      ? undefined
      : openMomentStore(annotator.connection).readLastScene(resolveMoment(annotator, place));
  if (from === undefined || scene === undefined) return resolveLatest(annotator, scene, by);
  if (scene < founding.scene) throw refuseEarlier(annotator, from, founding);
  return { from: scene };
}

function resolveLatest(
  { connection }: Annotator,
  scene: number | undefined,
  by: Position | undefined,
): Holding | undefined {
  const seen = by === undefined ? undefined : openCorrectionStore(connection).findScene(by);
  const scenes = [scene, seen].filter((one) => one !== undefined);
  return scenes.length === 0 ? undefined : { by: Math.min(...scenes) };
}

/** The first scene at whose end the entry existed. */
function findFirstScene({ connection }: Annotator, id: EntryId): number {
  return Math.min(...openCorrectionStore(connection).readPlaces(id).values());
}

function refuseEarlier({ stores }: Annotator, from: string, { scene: first, missing }: Founding): UsageError {
  const scene = stores.ledger.findScene(first as SceneId);
  return refuse(
    `At ${from} ${missing}.`,
    scene === undefined
      ? 'Give a later place, or leave --from out.'
      : `Give post:${scene.lastPostId} or a later place, or leave --from out.`,
  );
}

export function refuse(happened: string, todo: string): UsageError {
  return new UsageError({ code: 'edit.cannot-stand', happened, todo });
}
