// Prefabs: every kind of field there is, by its id.

import { contConditions } from './cont-conditions.ts';
import { contList } from './cont-list.ts';
import { contTags } from './cont-tags.ts';
import { contWeighted } from './cont-weighted.ts';
import type { Prefab } from './prefab.ts';
import { ref } from './ref.ts';
import { resClock } from './res-clock.ts';
import { resCounter } from './res-counter.ts';
import { resPool } from './res-pool.ts';
import { resTrack } from './res-track.ts';
import { valBool } from './val-bool.ts';
import { valCompound } from './val-compound.ts';
import { valInt } from './val-int.ts';
import { valLadder } from './val-ladder.ts';
import { valStepDie } from './val-step-die.ts';
import { valText } from './val-text.ts';

const all: readonly Prefab<unknown>[] = [
  valInt,
  valCompound,
  valLadder,
  valStepDie,
  valBool,
  valText,
  resPool,
  resTrack,
  resCounter,
  resClock,
  contList,
  contWeighted,
  contTags,
  contConditions,
  ref,
];

export const prefabs: ReadonlyMap<string, Prefab<unknown>> = new Map(all.map((one) => [one.id, one]));
