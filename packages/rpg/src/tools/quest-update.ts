// The tool `quest_update`: changes a quest and its steps, and creates the quest if it does not exist yet.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { buildTool, type ToolAnswer } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { isOpenQuest } from '../state/is-open-quest.ts';
import { findPlan, isSameName, readNotebook } from '../state/notebook.ts';
import type { Entity } from '../values/entity.ts';
import { isObject } from '../values/json.ts';
import { name, text } from './arguments.ts';
import { addItem } from './item-add.ts';
import { matchName } from './match-name.ts';
import {
  answerEnd,
  answerFollowing,
  createQuest,
  listHeldBack,
  listOpenSteps,
  showNextStep,
  showStep,
} from './planned-quest.ts';
import { readName, resolveTarget } from './resolve-target.ts';
import { setFields } from './set-field.ts';
import type { Workbench } from './workbench.ts';
import { resolvePlaceOf } from './write-field.ts';

/** A single step may be given without a list. */
const stepNames = z
  .preprocess((given) => (typeof given === 'string' ? [given] : given), z.array(name).max(20))
  .optional();

const input = z.strictObject({
  name,
  status: z.enum(['open', 'done', 'failed', 'dropped']).optional(),
  about: text.optional(),
  steps: stepNames,
  done: stepNames,
  giver: z.string().min(1).max(120).optional(),
});

export const questUpdate = buildTool<typeof input, Workbench>({
  name: 'quest_update',
  description: 'Create or update a quest: new steps, steps done.',
  isWrite: true,
  input,
  run({ name, status, about, steps = [], done = [], giver }, bench) {
    // If only done steps or an end are reported, a known quest is meant, and part of its name is enough to find it.
    const isMade = steps.length > 0 || (done.length === 0 && (status ?? 'open') === 'open');
    const quest = requireQuest(bench, name, { isMade, done });
    if (!quest.ok) return quest;
    const { id } = quest.entity;
    const readQuest = () => bench.state.find(id) ?? quest.entity;
    const own = listNewSteps(bench, readQuest(), steps);
    const given = giver === undefined ? undefined : resolveTarget(bench.state, giver);
    if (given?.ok === false) return given;
    const values = { status, about, giver: given?.entity.id };
    const isEnding = status === 'done' && quest.entity.sheet['status'] !== 'done';
    const lines = [quest.say];
    const acts = [
      () => setFields(bench, id, values),
      ...own.map((step) => () => addStep(bench, readQuest(), step)),
      ...done.map((step) => () => finishStep(bench, readQuest(), resolveStep(bench, readQuest(), step))),
      () =>
        (done.length > 0 && status === undefined ? showNextStep(bench, readQuest()) : undefined) ?? nothing,
      () =>
        describeOpenBefore(
          readQuest(),
          done.map((step) => resolveStep(bench, readQuest(), step)),
        ),
      () => describeAllDone(bench, readQuest(), done),
      () => (isEnding ? answerEnd(bench, readQuest()) : nothing),
      () => (isEnding ? answerFollowing(bench, readQuest()) : nothing),
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

interface Naming {
  readonly isMade: boolean;
  /** Steps that are reported as done with the same call. */
  readonly done: readonly string[];
}

/** The quest of this name; if there is none, it is created, provided that it may be new or is planned. */
function requireQuest(bench: Workbench, name: string, { isMade, done }: Naming) {
  const found = resolveTarget(bench.state, name, ['quest'], { isWhole: isMade });
  if (found.ok) return { ...found, say: '' };
  const isPlanned = findPlan(readNotebook(bench.state), name) !== undefined;
  if (isMade || isPlanned) return createQuest(bench, name, done);
  return { ok: false as const, say: `${found.say} Give steps to begin a new quest.` };
}

function listSteps({ sheet }: Entity) {
  return Array.isArray(sheet['steps']) ? sheet['steps'].filter((one) => isObject(one)) : [];
}

function findStep(quest: Entity, step: string) {
  return listSteps(quest).find((one) => one['id'] === step || isSameName(String(one['name']), step));
}

/** The name of the step that is meant, even if only its beginning or some of its words were given. */
function resolveStep(bench: Workbench, quest: Entity, step: string): string {
  if (hasStep(quest, step)) return step;
  const names = [...listSteps(quest).map((one) => String(one['name'])), ...listHeldBack(bench, quest)];
  return matchName(step, names) ?? step;
}

function hasStep(quest: Entity, step: string): boolean {
  return findStep(quest, step) !== undefined;
}

function addStep(bench: Workbench, quest: Entity, step: string): ToolAnswer {
  const place = resolvePlaceOf(bench, quest, 'steps');
  return place.ok ? addItem(bench, place, { name: step, is_done: false }) : place;
}

/** The steps to add. For a planned quest, steps that it has already or will show later are left out. */
function listNewSteps(bench: Workbench, quest: Entity, steps: readonly string[]): readonly string[] {
  if (findPlan(readNotebook(bench.state), readName(quest)) === undefined) return steps;
  const heldBack = listHeldBack(bench, quest);
  return steps.filter((step) => !hasStep(quest, step) && !heldBack.some((one) => isSameName(one, step)));
}

/** If all steps are done, says with which call the quest is ended, since it does not end by itself. */
function describeAllDone(bench: Workbench, quest: Entity, done: readonly string[]): ToolAnswer {
  if (done.length === 0 || !isOpenQuest(quest) || listOpenSteps(quest).length > 0) return nothing;
  if (listHeldBack(bench, quest).length > 0) return nothing;
  return { ok: true, say: 'All its steps are done: to end it, set `status` to done.' };
}

/** Names open steps that come before a step that is done. */
function describeOpenBefore(quest: Entity, done: readonly string[]): ToolAnswer {
  const steps = listSteps(quest);
  const isMeant = (step: (typeof steps)[number]) =>
    done.some((one) => step['id'] === one || isSameName(String(step['name']), one));
  const last = steps.findLastIndex(isMeant);
  const open = steps.slice(0, Math.max(0, last)).filter((step) => step['is_done'] !== true);
  if (open.length === 0) return nothing;
  const names = open.map((step) => `"${escapeLine(String(step['name']), 80)}"`).slice(0, 12);
  return { ok: true, say: `Still open before it: ${names.join(', ')}. If any of them is done, mark it too.` };
}

const nothing: ToolAnswer = { ok: true, say: '' };

/** Marks a step as done; if the plan of the quest still holds it back, it is shown first. */
function finishStep(bench: Workbench, quest: Entity, step: string): ToolAnswer {
  const isPlanned = listHeldBack(bench, quest).some((one) => isSameName(one, step));
  if (isPlanned && !hasStep(quest, step)) {
    const shown = showStep(bench, quest, step);
    if (!shown.ok) return shown;
    return finishStep(bench, bench.state.find(quest.id) ?? quest, step);
  }
  const known = listSteps(quest);
  const wanted = findStep(quest, step);
  if (wanted === undefined) {
    const names = known.map((one) => `"${escapeLine(String(one['name']), 80)}"`);
    return {
      ok: false,
      say: `${quest.id} has no such step. ${names.length === 0 ? 'It has none: give steps first.' : `Steps: ${names.slice(0, 12).join(', ')}.`}`,
    };
  }
  return setFields(bench, quest.id, { [`steps.${String(wanted['id'])}.is_done`]: true });
}
