// Renders an entity for a prompt with its exact paths: the player's a line a field, everybody else's on one line.

import { renderSheetForModel } from '../../manifest/render-sheet-for-model.ts';
import type { System } from '../../system/system.ts';
import type { Entity } from '../../values/entity.ts';
import { renderLine, renderText } from './render-data.ts';

/** All that can be set stands in it, what is empty too. */
export function renderWholeSheet(entity: Entity, system: System): readonly string[] {
  return renderSheetForModel(entity, system).split('\n').map(renderText);
}

const longestLine = 600;
/** Where somebody is who is listed as present goes without saying, and so does what is empty. */
const unsaid = /^(?:at=|empty: |derived:$)/;

export function renderShortSheet(entity: Entity, system: System): string {
  const fields = renderSheetForModel(entity, system)
    .split('\n')
    .filter((line) => !unsaid.test(line));
  return renderLine(`${entity.id}: ${fields.join('; ')}`, longestLine);
}
