// Sets a field through its prefab, or several fields of a new entity.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { ToolAnswer } from '@terrarium/kernel/tool';
import type { EntityId } from '../values/entity.ts';
import type { Json } from '../values/json.ts';
import { readInput } from './read-input.ts';
import type { Workbench } from './workbench.ts';
import { type Place, resolvePlaceOf, writeField } from './write-field.ts';

export function setField(bench: Workbench, place: Place, input: Json): ToolAnswer {
  const { field, part, value } = place;
  return writeField(bench, place, field.kind.set(value, { part, input }));
}

/**
 * Sets the values one after the other, until one is refused. Returns the refusal, or else all answers. Undefined values
 * are ignored.
 */
export function setFields(
  bench: Workbench,
  id: EntityId,
  values: Readonly<Record<string, unknown>>,
): ToolAnswer {
  const lines: string[] = [];
  for (const [path, wanted] of Object.entries(values)) {
    if (wanted === undefined) continue;
    const entity = bench.state.find(id);
    if (entity === undefined) return { ok: false, say: `There is no ${id}.` };
    const given = readInput(wanted);
    if (!given.ok) return { ok: false, say: `${escapeLine(path)}: ${given.say}` };
    const place = resolvePlaceOf(bench, entity, path);
    if (!place.ok) return place;
    const answer = setField(bench, place, given.value);
    if (!answer.ok) return answer;
    lines.push(answer.say);
  }
  return { ok: true, say: lines.join('\n') };
}
