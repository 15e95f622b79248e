// Quest update: changes a quest and its steps, and makes the quest where it does not exist yet.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { buildTool, type ToolAnswer } from '@terrarium/kernel/tool';
import { z } from 'zod';
import type { Entity } from '../values/entity.ts';
import { isObject } from '../values/json.ts';
import { name, text } from './arguments.ts';
import { createNamed } from './create-named.ts';
import { addItem } from './item-add.ts';
import { resolveTarget } from './resolve-target.ts';
import { setFields } from './set-field.ts';
import type { Workbench } from './workbench.ts';
import { resolvePlaceOf } from './write-field.ts';

const input = z.strictObject({
  name,
  status: z.enum(['open', 'done', 'failed', 'dropped']).optional(),
  about: text.optional(),
  steps: z.array(name).max(20).optional(),
  done: z.array(name).max(20).optional(),
  giver: z.string().min(1).max(120).optional(),
});

export const questUpdate = buildTool<typeof input, Workbench>({
  name: 'quest_update',
  description: 'Create or update a quest: status, new steps, steps that are done.',
  isWrite: true,
  input,
  run({ name, status, about, steps = [], done = [], giver }, bench) {
    const found = resolveTarget(bench.state, name, ['quest']);
    const quest = found.ok ? { ...found, say: '' } : createNamed(bench, { type: 'quest', name, values: {} });
    if (!quest.ok) return quest;
    const given = giver === undefined ? undefined : resolveTarget(bench.state, giver);
    if (given?.ok === false) return given;
    const values = { status, about, giver: given?.entity.id };
    const lines = [quest.say];
    const { id } = quest.entity;
    const acts = [
      () => setFields(bench, id, values),
      ...steps.map((step) => () => addStep(bench, bench.state.find(id) ?? quest.entity, step)),
      ...done.map((step) => () => finishStep(bench, bench.state.find(id) ?? quest.entity, step)),
    ];
    for (const act of acts) {
      const answer = act();
      if (!answer.ok) return answer;
      lines.push(answer.say);
    }
    const told = lines.filter((line) => line !== '');
    return { ok: true, say: told.length === 0 ? `${id} stays as it was.` : told.join('\n') };
  },
});

function addStep(bench: Workbench, quest: Entity, step: string): ToolAnswer {
  const place = resolvePlaceOf(bench, quest, 'steps');
  return place.ok ? addItem(bench, place, { name: step, is_done: false }) : place;
}

function finishStep(bench: Workbench, quest: Entity, step: string): ToolAnswer {
  const { steps } = quest.sheet;
  const known = Array.isArray(steps) ? steps.filter((one) => isObject(one)) : [];
  const wanted = known.find(
    (one) => one['id'] === step || String(one['name']).toLowerCase() === step.toLowerCase(),
  );
  if (wanted === undefined) {
    const names = known.map((one) => `"${escapeLine(String(one['name']), 80)}"`);
    return {
      ok: false,
      say: `${quest.id} has no such step. ${names.length === 0 ? 'It has none: give steps first.' : `Steps: ${names.slice(0, 12).join(', ')}.`}`,
    };
  }
  return setFields(bench, quest.id, { [`steps.${String(wanted['id'])}.is_done`]: true });
}
