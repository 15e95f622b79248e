// Opens the stream of faces of one roll: the same seed, turn and roll always give the same faces.

import { createHash } from 'node:crypto';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import type { FaceSource } from './dice.ts';

export interface FaceStreamKey {
  readonly seed: string;
  readonly turn: number;
  /** Number of the roll within its turn, from 0. */
  readonly roll: number;
}

/** Nothing is kept between rolls: a stream depends only on its key, and different keys have different streams. */
export function openFaceStream({ seed, turn, roll }: FaceStreamKey): FaceSource {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, turn, roll]))
    .digest();
  const state = [0, 4, 8, 12].map((at) => digest.readInt32LE(at));
  const generator = xoroshiro128plusFromState(state);
  return { draw: (faces) => uniformInt(generator, 1, faces) };
}
