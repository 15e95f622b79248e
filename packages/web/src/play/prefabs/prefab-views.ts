// Prefab views: finds the view that draws a kind of field.

import { ContConditions } from './cont-conditions.tsx';
import { ContList } from './cont-list.tsx';
import { ContTags } from './cont-tags.tsx';
import { ContWeighted } from './cont-weighted.tsx';
import { PlainView } from './plain-view.tsx';
import { Reference } from './reference.tsx';
import { ResClock } from './res-clock.tsx';
import { ResCounter } from './res-counter.tsx';
import { ResPool } from './res-pool.tsx';
import { ResTrack } from './res-track.tsx';
import { ValBool } from './val-bool.tsx';
import { ValCompound } from './val-compound.tsx';
import { ValInt } from './val-int.tsx';
import { ValLadder } from './val-ladder.tsx';
import { ValStepDie } from './val-step-die.tsx';
import { ValText } from './val-text.tsx';
import type { FieldView } from './view.ts';

const views: ReadonlyMap<string, FieldView> = new Map<string, FieldView>([
  ['VAL_INT', ValInt],
  ['VAL_COMPOUND', ValCompound],
  ['VAL_LADDER', ValLadder],
  ['VAL_STEP_DIE', ValStepDie],
  ['VAL_BOOL', ValBool],
  ['VAL_TEXT', ValText],
  ['RES_POOL', ResPool],
  ['RES_TRACK', ResTrack],
  ['RES_COUNTER', ResCounter],
  ['RES_CLOCK', ResClock],
  ['CONT_LIST', ContList],
  ['CONT_WEIGHTED', ContWeighted],
  ['CONT_TAGS', ContTags],
  ['CONT_CONDITIONS', ContConditions],
  ['REF', Reference],
]);

export function findView(prefab: string): FieldView {
  return views.get(prefab) ?? PlainView;
}
