// The tool `state_query`: returns a sheet, the value at a path, or a list of who and what there is; its length is bounded.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { buildTool, type ToolAnswer } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { readValue } from '../rules/read-value.ts';
import { resolveMeantPath } from '../rules/resolve-meant-path.ts';
import type { Field } from '../system/system.ts';
import { type Entity, playerId } from '../values/entity.ts';
import { markSecret } from '../values/hidden-text.ts';
import { isSameJson } from '../values/is-same-json.ts';
import { path, target } from './arguments.ts';
import { describeThere } from './describe-place.ts';
import { listLying } from './lying-things.ts';
import { normaliseName } from './match-name.ts';
import { refuseDerived } from './refuse-derived.ts';
import { nameOf, resolveTarget, targetTypes } from './resolve-target.ts';
import { findRule } from './search-rules.ts';
import { listSecretsOf } from './secrets.ts';
import { requireSheet, type Workbench } from './workbench.ts';
import { nameOther, readField, refusePath } from './write-field.ts';

const longestAnswer = 3_000;
const mostListed = 60;

const input = z.strictObject({ target, path: path.optional(), type: z.string().max(40).optional() });

export const stateQuery = buildTool<typeof input, Workbench>({
  name: 'state_query',
  description: 'Read a sheet or a path.',
  isWrite: false,
  input,
  run({ target, path, type }, bench) {
    if (type !== undefined && target === undefined) return listType(bench, type.trim().toLowerCase());
    const found = resolveTarget(bench.state, target);
    const rule = found.ok || target === undefined ? undefined : findRule(bench.system, target);
    if (rule !== undefined) return { ok: true, say: escapeLine(rule.text, longestAnswer) };
    if (!found.ok) return found;
    if (path !== undefined) {
      const answer = answerPath(bench, found.entity, path);
      if (answer.ok || target !== undefined) return answer;
      return { ok: false, say: `${answer.say}${nameOther(bench, found.entity, path)}` };
    }
    const sheet = answerSheet(bench, found.entity);
    const known = bench.by === 'model' ? describeKnown(bench, found.entity) : [];
    return { ok: true, say: [sheet.say, ...known].join('\n') };
  },
});

/** What a model is told besides the sheet, such as who is at a place, and secrets. */
function describeKnown(bench: Workbench, entity: Entity): readonly string[] {
  const there = entity.type === 'location' ? describeThere(bench, entity) : describeHeld(bench, entity);
  return [...there, ...listSecretsOf(bench, entity).map(markSecret)];
}

/** The name of a thing with its description, which may give its price, for instance. */
function describeThing(thing: Entity): string {
  const { about } = thing.sheet;
  const text = typeof about === 'string' && about !== '' ? ` (${escapeLine(about, 120)})` : '';
  return `${nameOf(thing)}${text}`;
}

/** The items that are entities of their own and that belong to somebody; none for the player's character. */
function describeHeld({ state }: Workbench, { id }: Entity): readonly string[] {
  const things = listLying(state, id).slice(0, mostListed).map(describeThing);
  return id === playerId || things.length === 0 ? [] : [`Has: ${things.join(', ')}.`];
}

function listType(bench: Workbench, type: string): ToolAnswer {
  if (!targetTypes.some((one) => one === type)) {
    return {
      ok: false,
      say: `There is no type "${escapeLine(type, 40)}". Types: ${targetTypes.join(', ')}.`,
    };
  }
  const all = bench.state.list(type);
  const shown = all.slice(0, mostListed).map((entity) => `${entity.id} "${nameOf(entity)}"`);
  const more = all.length > mostListed ? ` and ${all.length - mostListed} more` : '';
  return { ok: true, say: all.length === 0 ? `There is no ${type}.` : `${shown.join(', ')}${more}` };
}

function answerSheet(bench: Workbench, entity: Entity, under = ''): ToolAnswer {
  const all = requireSheet(bench.system, entity.type).fields.filter(({ path }) => path.startsWith(under));
  const fields =
    under === '' && isOther(entity) ? all.filter((field) => !isBlank(bench, entity, field)) : all;
  const shown: string[] = [`${entity.id} "${nameOf(entity)}"`];
  let length = 0;
  for (const { path } of fields) {
    const line = renderField(bench, entity, path);
    length += line.length + 1;
    if (length > longestAnswer) {
      shown.push('… more: ask for a path');
      break;
    }
    shown.push(line);
  }
  const blank = all.length - fields.length;
  if (blank > 0) shown.push(`As on a blank sheet: ${blank} more; ask for a path.`);
  return { ok: true, say: shown.join('\n') };
}

/**
 * Whether this is a person or creature whom the player's character meets: for them, fields as on a blank sheet are only
 * counted.
 */
function isOther({ type }: Entity): boolean {
  return type === 'npc' || type === 'creature';
}

function isBlank({ system }: Workbench, { type, sheet }: Entity, { path, kind }: Field): boolean {
  const blank = readValue(system.blanks.get(type) ?? {}, path) ?? kind.blank();
  return isSameJson(readValue(sheet, path) ?? kind.blank(), blank);
}

function renderField(bench: Workbench, entity: Entity, path: string): string {
  const field = requireSheet(bench.system, entity.type).byPath.get(path);
  if (field === undefined) return path;
  return `${path}: ${escapeLine(field.kind.view(readField(entity, field)), 600)}`;
}

function answerPath(bench: Workbench, entity: Entity, path: string): ToolAnswer {
  const sheet = requireSheet(bench.system, entity.type);
  const group = `${path.trim()}.`;
  const isGroup =
    !sheet.byPath.has(path.trim()) && sheet.fields.some((field) => field.path.startsWith(group));
  if (isGroup) return answerSheet(bench, entity, group);
  const resolved = resolveMeantPath(sheet, path, entity.sheet);
  if (!resolved.ok) return { ok: false, say: refusePath(entity, resolved.say) };
  const { field } = resolved;
  const { kind } = field;
  const derived = refuseDerived(sheet, resolved);
  const todo = derived?.say ?? kind.hint(field.path);
  const { label, usage_hint: hint } = field.definition;
  const isPlain = normaliseName(label) === normaliseName(field.path.slice(field.path.lastIndexOf('.') + 1));
  const about = [...(isPlain ? [] : [label]), ...(hint === undefined ? [] : [hint])].join(': ');
  const lines = [renderField(bench, entity, field.path), escapeLine(about, 300), todo];
  return { ok: true, say: lines.filter((line) => line !== '').join('\n') };
}
