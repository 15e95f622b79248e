// Planned quests: creates quests from their plans, and shows the player their steps one by one.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { ToolAnswer } from '@terrarium/kernel/tool';
import {
  findPlan,
  isAbout,
  isSameName,
  listFollowing,
  type PlanContent,
  type QuestPlan,
  readNotebook,
} from '../state/notebook.ts';
import type { Entity } from '../values/entity.ts';
import { markSecret } from '../values/hidden-text.ts';
import { isObject } from '../values/json.ts';
import { longestText } from './arguments.ts';
import { type Created, createNamed } from './create-named.ts';
import { addItem } from './item-add.ts';
import { matchName } from './match-name.ts';
import { readName, resolveTarget } from './resolve-target.ts';
import { replaceSecret } from './secrets.ts';
import type { Workbench } from './workbench.ts';
import { resolvePlaceOf } from './write-field.ts';

/**
 * Creates a quest according to its plan, or a blank one if there is no plan. Its first step is not announced if it is
 * among the steps that are `done` with the same call.
 */
export function createQuest(bench: Workbench, name: string, done: readonly string[] = []): Created {
  const plan = findPlan(readNotebook(bench.state), name);
  if (plan === undefined) return createNamed(bench, { type: 'quest', name, values: {} });
  const giver = plan.giver === '' ? undefined : resolveTarget(bench.state, plan.giver);
  const values = { about: plan.about, ...(giver?.ok === true ? { giver: giver.entity.id } : {}) };
  const made = createNamed(bench, { type: 'quest', name: plan.name, values });
  if (!made.ok) return made;
  const shown = showNextStep(bench, made.entity);
  if (shown?.ok === false) return shown;
  const reads = plan.about === '' ? [] : [`The player reads of it: ${escapeLine(plan.about, 300)}`];
  const names = plan.steps.map((step) => step.name);
  const isDone = done.some((one) => matchName(one, names) === names[0]);
  const announced = shown === undefined || isDone ? [] : [shown.say];
  return { ...made, say: [made.say, ...reads, ...announced].join('\n') };
}

/** Names of the planned steps of a quest that have not been shown yet. */
export function listHeldBack(bench: Workbench, quest: Entity): readonly string[] {
  return findPlan(readNotebook(bench.state), readName(quest))?.steps.map(({ name }) => name) ?? [];
}

/** Names of the known steps of a quest that are not done, in their order. */
export function listOpenSteps({ sheet }: Entity): readonly string[] {
  const steps = Array.isArray(sheet['steps']) ? sheet['steps'].filter((one) => isObject(one)) : [];
  return steps.filter((step) => step['is_done'] !== true).map((step) => String(step['name']));
}

/** Shows the next planned step of the quest if none of its steps is open; undefined if there is nothing to show. */
export function showNextStep(bench: Workbench, quest: Entity): ToolAnswer | undefined {
  const now = bench.state.find(quest.id) ?? quest;
  if (listOpenSteps(now).length > 0) return undefined;
  const [next] = listHeldBack(bench, now);
  return next === undefined ? undefined : showStep(bench, now, next);
}

export function showStep(bench: Workbench, quest: Entity, name: string): ToolAnswer {
  const plan = findPlan(readNotebook(bench.state), readName(quest));
  const step = plan?.steps.find((one) => isSameName(one.name, name));
  const place = resolvePlaceOf(bench, quest, 'steps');
  if (!place.ok || plan === undefined || step === undefined) {
    return place.ok ? { ok: false, say: `No step of that name is planned for ${quest.id}.` } : place;
  }
  const added = addItem(bench, place, { name: step.name, is_done: false });
  if (!added.ok) return added;
  replaceSecret(bench, plan.id, stripId({ ...plan, steps: plan.steps.filter((one) => one !== step) }));
  return { ok: true, say: `${quest.id}: the next step is known now: "${escapeLine(step.name, 80)}".` };
}

/** Tells the game master in full what the end of a quest brings, since no prompt tells it once the quest is done. */
export function answerEnd(bench: Workbench, quest: Entity): ToolAnswer {
  const won = findPlan(readNotebook(bench.state), readName(quest))?.won ?? '';
  const told = escapeLine(won, longestText);
  return { ok: true, say: told === '' ? '' : markSecret(`Its end, which the player must hear now: ${told}`) };
}

/**
 * Tells the game master which quests follow this one, now that it is done. None of them is opened yet: a quest opens
 * once a narrative has spoken of it, or once the game master names it in a call.
 */
export function answerFollowing(bench: Workbench, quest: Entity): ToolAnswer {
  const following = listFollowing(bench.state).filter(({ after }) => isAbout(after, quest));
  const lines = following.map(({ name, about, giver }) => {
    const asks = giver === '' ? '' : ` (${escapeLine(giver, 80)} asks for it)`;
    return `"${escapeLine(name, 80)}" can follow${asks}: ${escapeLine(about, 300)} The player does not know of it. It opens by itself once you have told this, or by quest_update with its name.`;
  });
  return { ok: true, say: lines.map(markSecret).join('\n') };
}

function stripId({ id: _id, ...plan }: QuestPlan): PlanContent {
  return plan;
}
