// Refuses to end a quest as done while steps of it are open; names these steps and the call that marks them all.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { findPlan, readNotebook } from '../../state/notebook.ts';
import type { Entity } from '../../values/entity.ts';
import { markSecret } from '../../values/hidden-text.ts';
import { isObject, type Json } from '../../values/json.ts';
import { matchName } from '../match-name.ts';
import { listOpenSteps } from '../planned-quest.ts';
import { readName, resolveTarget } from '../resolve-target.ts';
import type { RefuseSlip } from './slip-view.ts';

const mostListed = 20;

export const refuseOpenSteps: RefuseSlip = ({ state }, { name, arguments: given }) => {
  if (name !== 'quest_update' || given['status'] !== 'done') return undefined;
  const found = resolveTarget(state, typeof given['name'] === 'string' ? given['name'] : '', ['quest']);
  if (!found.ok || found.entity.sheet['status'] === 'done') return undefined;
  const quest = found.entity;
  const planned = findPlan(readNotebook(state), readName(quest))?.steps.map((step) => step.name) ?? [];
  const all = [...listOpenSteps(quest), ...planned];
  const marked = readMarked(given['done'], all, quest);
  const open = all.filter((step) => !marked.has(step)).slice(0, mostListed);
  if (open.length === 0) return undefined;
  const steps = open.map((step) => `"${escapeLine(step, 80)}"`).join(', ');
  const done = [...marked, ...open].slice(0, mostListed);
  const ready = escapeLine(JSON.stringify({ name: readName(quest), status: 'done', done }), 2_000);
  const told = `Open: ${steps}. If they are done, mark them in the same call: quest_update ${ready}.`;
  // If a step has not been shown to the player, the refusal is for the game master alone.
  const isKept = open.some((step) => planned.includes(step));
  return `${quest.id} has steps that are not done. ${isKept ? markSecret(told) : told} If it ends in another way, set \`status\` to failed or dropped.`;
};

/** The steps that this same call marks as done; a single step may be given without a list. */
function readMarked(done: Json | undefined, open: readonly string[], quest: Entity): ReadonlySet<string> {
  const ids = new Map(listIds(quest));
  const wanted = (Array.isArray(done) ? done : [done]).filter((one) => typeof one === 'string');
  const meant = wanted.flatMap((step) => ids.get(step) ?? matchName(step, open) ?? []);
  return new Set(meant);
}

function listIds({ sheet }: Entity): readonly (readonly [string, string])[] {
  const steps = Array.isArray(sheet['steps']) ? sheet['steps'].filter((one) => isObject(one)) : [];
  return steps.map((step) => [String(step['id']), String(step['name'])] as const);
}
