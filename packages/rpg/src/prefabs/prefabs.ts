// Prefabs: lists every kind of field by its id.

import { contConditions } from './containers/cont-conditions.ts';
import { contList } from './containers/cont-list.ts';
import { contTags } from './containers/cont-tags.ts';
import { contWeighted } from './containers/cont-weighted.ts';
import type { Prefab } from './prefab.ts';
import { ref } from './ref.ts';
import { resClock } from './resources/res-clock.ts';
import { resCounter } from './resources/res-counter.ts';
import { resPool } from './resources/res-pool.ts';
import { resTrack } from './resources/res-track.ts';
import { valBool } from './values/val-bool.ts';
import { valCompound } from './values/val-compound.ts';
import { valInt } from './values/val-int.ts';
import { valLadder } from './values/val-ladder.ts';
import { valStepDie } from './values/val-step-die.ts';
import { valText } from './values/val-text.ts';

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
