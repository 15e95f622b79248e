// Reads a value that a person typed for somebody's sheet: a listed thing that is named again keeps its details.

import { readValue } from '../rules/read-value.ts';
import type { System } from '../system/system.ts';
import type { Entity } from '../values/entity.ts';
import type { Json } from '../values/json.ts';
import { readWritten } from './build-character.ts';
import { joinTypedValue } from './join-typed.ts';

interface Typed {
  readonly path: string;
  readonly value: Json;
}

/** The value in the form in which the field accepts it, as far as it can be accepted. */
export function readTyped(
  { sheets }: Pick<System, 'sheets'>,
  entity: Pick<Entity, 'type' | 'sheet'>,
  { path, value }: Typed,
): Json {
  const joined = joinTypedValue(readValue(entity.sheet, path), value);
  const sheet = sheets.get(entity.type);
  return sheet === undefined ? joined : readWritten(sheet, path, joined);
}
