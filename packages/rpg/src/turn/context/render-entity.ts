// Renders an entity for a model with its exact paths, one value a line.

import type { System } from '../../manifest/system.ts';
import { readValue } from '../../rules/read-value.ts';
import type { Entity } from '../../state/entity.ts';
import { renderLine } from './render-data.ts';

/** Whatever stands on the sheet, by path, under its id. */
export function renderEntityLines(entity: Entity, system: System): readonly string[] {
  const fields = system.sheets.get(entity.type)?.fields.map(({ path }) => path) ?? Object.keys(entity.sheet);
  return [entity.id, ...fields.flatMap((path) => renderField(entity, path))];
}

function renderField(entity: Entity, path: string): readonly string[] {
  const value = readValue(entity.sheet, path);
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return isEmpty ? [] : [`  ${path}: ${renderLine(JSON.stringify(value), 300)}`];
}
