// Renders an opponent's sheet for a model: what may be lost and what is fought with first, and no untrained skills.

import { readValue } from '../rules/read-value.ts';
import type { Field, System } from '../system/system.ts';
import type { Entity } from '../values/entity.ts';
import { isList } from '../values/json.ts';
import { renderCompactSheet } from './render-compact-sheet.ts';
import { renderSheetForModel } from './render-sheet-for-model.ts';

const ofFights: ReadonlySet<string> = new Set(['resources', 'status', 'combat']);

/**
 * Several lines, of which those that name empty fields come last. Rows of boxes are shown also if none is marked, since
 * their length says when somebody is beaten.
 */
export function renderOpponentSheet(who: Entity, system: System): string {
  const isUntaught = ({ path, kind, parts, definition }: Field) => {
    const value = readValue(who.sheet, path) ?? kind.blank();
    const written = parts.filter((part) => part.isWritable);
    const isAtZero = written.length > 0 && written.every(({ name }) => kind.read(value, name) === 0);
    return definition.category === 'skills' && isAtZero;
  };
  const fields = (system.sheets.get(who.type)?.fields ?? []).filter((field) => !isUntaught(field));
  const isTrack = ({ path }: Field) => isList(readValue(who.sheet, path) ?? null);
  const [needed, others] = splitBy(fields, ({ definition }) => ofFights.has(definition.category));
  const [tracks, values] = splitBy(needed, isTrack);
  const lines = [
    renderSheetForModel(who, system, { fields: tracks }),
    renderCompactSheet(who, system, values),
    renderCompactSheet(who, system, others),
  ].flatMap((rendered) => rendered.split('\n'));
  const [none, shown] = splitBy(lines, (line) => line.startsWith('none: '));
  return [...shown, ...none].join('\n');
}

/** Those that pass the test, and the others. */
function splitBy<One>(all: readonly One[], isIn: (one: One) => boolean): [One[], One[]] {
  return [all.filter(isIn), all.filter((one) => !isIn(one))];
}
