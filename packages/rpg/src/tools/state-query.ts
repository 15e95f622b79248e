// State query: a sheet, the value at a path, or who and what there is; bounded.

import { escapeLine } from '@terrarium/kernel/escape-xml';
import { buildTool, type ToolAnswer } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { resolvePath } from '../rules/resolve-path.ts';
import type { Entity } from '../state/entity.ts';
import { path, target } from './arguments.ts';
import { readField } from './change-field.ts';
import { findTarget, nameOf, targetTypes } from './find-target.ts';
import { findSheet, type Workbench } from './workbench.ts';

const longestAnswer = 3_000;
const mostListed = 60;

const input = z.strictObject({ target, path: path.optional(), type: z.enum(targetTypes).optional() });

export const stateQuery = buildTool<typeof input, Workbench>({
  name: 'state_query',
  description: 'Read a sheet (target), one path of it, or list entities of a type.',
  isWrite: false,
  input,
  run({ target, path, type }, bench) {
    if (type !== undefined && target === undefined) return listType(bench, type);
    const found = findTarget(bench.state, target);
    if (!found.ok) return found;
    return path === undefined ? showSheet(bench, found.entity) : showPath(bench, found.entity, path);
  },
});

function listType(bench: Workbench, type: string): ToolAnswer {
  const all = bench.state.list(type);
  const shown = all.slice(0, mostListed).map((entity) => `${entity.id} "${nameOf(entity)}"`);
  const more = all.length > mostListed ? ` and ${all.length - mostListed} more` : '';
  return { ok: true, say: all.length === 0 ? `There is no ${type}.` : `${shown.join(', ')}${more}` };
}

function showSheet(bench: Workbench, entity: Entity): ToolAnswer {
  const lines = findSheet(bench.system, entity.type).fields.map(
    ({ path, prefab, config }) => [path, prefab, config] as const,
  );
  const shown: string[] = [`${entity.id} "${nameOf(entity)}"`];
  let length = 0;
  for (const [path] of lines) {
    const line = renderField(bench, entity, path);
    length += line.length + 1;
    if (length > longestAnswer) {
      shown.push('… more: ask for a path');
      break;
    }
    shown.push(line);
  }
  return { ok: true, say: shown.join('\n') };
}

function renderField(bench: Workbench, entity: Entity, path: string): string {
  const field = findSheet(bench.system, entity.type).byPath.get(path);
  if (field === undefined) return path;
  return `${path}: ${escapeLine(field.prefab.view(readField(entity, field), field.config as never), 600)}`;
}

function showPath(bench: Workbench, entity: Entity, path: string): ToolAnswer {
  const resolved = resolvePath(findSheet(bench.system, entity.type), path, entity.sheet);
  if (!resolved.ok) return { ok: false, say: escapeLine(resolved.say, 500) };
  const { field } = resolved;
  const { prefab, config } = field;
  const from = field.formula === undefined ? '' : ` = ${field.formula.source}`;
  return {
    ok: true,
    say: `${renderField(bench, entity, field.path)}${from}\n${prefab.hint(field.path, config as never)}`,
  };
}
