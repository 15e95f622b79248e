// The tool `time_advance`: lets time pass, ends conditions whose time is over, and carries out the rules of a rest.

import { sortByNearness } from '@terrarium/kernel/find-nearest';
import { escapeLine } from '@terrarium/kernel/foreign-text';
import { buildTool, type ToolAnswer, type ToolRefusal } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { type Entity, playerId } from '../values/entity.ts';
import { markSecret } from '../values/hidden-text.ts';
import { advanceClock } from './advance-time.ts';
import { minutes } from './arguments.ts';
import { countUntil } from './count-until.ts';
import { matchName } from './match-name.ts';
import { hasAnyCondition, isBeaten } from './moves/is-fighting.ts';
import { isTrueFor } from './moves/list-effect-calls.ts';
import { listRests, type NamedRest, nameRest } from './moves/list-rests.ts';
import { openEffectView } from './moves/open-effect-view.ts';
import { playMove } from './moves/play-move.ts';
import type { Workbench } from './workbench.ts';

const input = z.strictObject({
  minutes: minutes.default(0),
  rounds: z.number().int().min(0).max(1_000).optional(),
  rest: z.string().min(1).max(80).optional(),
  /** An hour of the story: time passes until then, and a rest does not end before it. */
  until: z.string().max(40).optional(),
  /** How many dice or other means are spent on the rest. */
  dice: z.number().int().min(0).max(40).optional(),
  reason: z.string().max(200).optional(),
});

export const timeAdvance = buildTool<typeof input, Workbench>({
  name: 'time_advance',
  description: 'Let time pass or rest: short (with dice), long or by name. until: HH:MM.',
  isWrite: true,
  input,
  run({ minutes: least, rounds, rest: named, dice, until }, bench) {
    const wait = until === undefined || until.trim() === '' ? 0 : countUntil(bench.state, until);
    if (wait === undefined)
      return { ok: false, say: '`until` is an hour of the story such as 06:00. Or give minutes.' };
    const minutes = Math.max(least, wait);
    if (named === undefined) return withSleepers(bench, advanceClock(bench, { minutes, rounds }), minutes);
    const rest = findRest(bench, named);
    if (!rest.ok) return rest;
    return withSleepers(bench, takeRest(bench, rest.rest, { minutes, dice }), longMinutes);
  },
});

/**
 * After at least `leastForWaking` minutes, reminds a model of those who lie senseless: they stay so until somebody
 * gives them points back and ends the condition.
 */
function withSleepers(bench: Workbench, answer: ToolAnswer, minutes: number): ToolAnswer {
  if (bench.by !== 'model' || !answer.ok || minutes < leastForWaking) return answer;
  const view = openEffectView(bench);
  const senseless = (['npc', 'creature'] as const)
    .flatMap((type) => bench.state.list(type))
    .filter((one) => one.sheet['is_gone'] !== true && isBeaten(view, one) && isSenseless(bench, one))
    .map(({ id }) => id)
    .slice(0, mostNamed);
  if (senseless.length === 0) return answer;
  const said = `Still senseless: ${senseless.join(', ')}. Whoever of them lives and would be awake by now: give points back and end the condition.`;
  return { ...answer, say: `${answer.say}\n${markSecret(said)}` };
}

const leastForWaking = 60;
const mostNamed = 6;

/** Whether somebody has a condition with which they can do nothing. */
function isSenseless(bench: Workbench, one: Entity): boolean {
  const idle = bench.system.manifest.narrator?.order?.idle ?? [];
  return hasAnyCondition({ system: bench.system }, one, idle);
}

type FoundRest = { readonly ok: true; readonly rest: NamedRest } | ToolRefusal;

/**
 * Finds a rest by its id or its label, such as `long` or `long rest`. A part of the name is enough if only one rest can
 * be meant.
 */
function findRest({ system }: Workbench, named: string): FoundRest {
  const rests = listRests(system);
  const wanted = named.trim().toLowerCase();
  const names = new Map<string, NamedRest>(
    rests.flatMap((rest) => [rest.id, rest.label ?? rest.id].map((name) => [name, rest] as const)),
  );
  const plain = wanted.replace(/ rest$/, '');
  const exact = rests.find(({ id }) => id.toLowerCase() === wanted || id.toLowerCase() === plain);
  const name = exact === undefined ? matchName(named, [...names.keys()]) : undefined;
  const rest = exact ?? (name === undefined ? undefined : names.get(name));
  if (rest !== undefined) return { ok: true, rest };
  const known = sortByNearness(
    wanted,
    rests.map(({ id }) => id),
  );
  const told = known.flatMap((id) => rests.filter((one) => one.id === id).map(nameRest));
  return {
    ok: false,
    say: `There is no rest "${escapeLine(named, 80)}". Rests: ${told.slice(0, 12).join(', ')}.`,
  };
}

const usualMinutes: Readonly<Record<string, number>> = { short: 60 };
const longMinutes = 480;

interface Resting {
  readonly minutes: number;
  readonly dice: number | undefined;
}

/** A rest may be longer than the rules say, but never shorter. */
function takeRest(bench: Workbench, rest: NamedRest, { minutes, dice }: Resting): ToolAnswer {
  const who = bench.state.find(playerId);
  const least = rest.minutes ?? usualMinutes[rest.id] ?? longMinutes;
  const passed = advanceClock(bench, { minutes: Math.max(minutes, least) });
  if (!passed.ok || who === undefined) return passed;
  const rested = playMove(bench, { id: `${rest.id} rest`, hint: { always: rest.effects ?? [] }, who });
  if (!rested.ok) return rested;
  const spent = applyEach(bench, rest, dice);
  const along = listHere(bench, who).map((other) =>
    playMove(bench, { id: `${rest.id} rest`, hint: { always: rest.others ?? [] }, who: other }),
  );
  const others = listRests(bench.system).filter((one) => one.label !== undefined && one.id !== rest.id);
  const taken = rest.label === undefined ? '' : `Taken as ${nameRest(rest)}.`;
  const instead =
    taken === '' || others.length === 0 ? '' : ` The others: ${others.map(nameRest).join(', ')}.`;
  return {
    ok: true,
    say: [passed.say, ...spent, rested.say, ...along.map(({ say }) => say), `${taken}${instead}`]
      .filter((say) => say !== '')
      .join('\n'),
  };
}

/**
 * Applies the effects of each die that is spent on the rest, or of one if `dice` is undefined; stops at a die that has
 * no effect.
 */
function applyEach(
  bench: Workbench,
  { id, each = [] }: NamedRest,
  dice: number | undefined,
): readonly string[] {
  if (each.length === 0) return dice === undefined ? [] : ['No dice are spent on this rest.'];
  const lines: string[] = [];
  for (let count = 0; count < (dice ?? 1); count += 1) {
    const said = applyOne(bench, id, each);
    if (said === '') return dice === undefined ? lines : [...lines, `${count} of ${dice} were spent.`];
    lines.push(said);
  }
  const view = openEffectView(bench);
  const isMore = each.some(
    (effect) => effect.if !== undefined && isTrueFor(view, effect.if, { id: playerId }),
  );
  return dice === undefined && isMore ? [...lines, '`dice` spends more than one on a rest.'] : lines;
}

function applyOne(bench: Workbench, id: string, always: NonNullable<NamedRest['each']>): string {
  const who = bench.state.find(playerId);
  return who === undefined ? '' : playMove(bench, { id: `${id} rest`, hint: { always }, who }).say;
}

/** Everybody else at the place where somebody is. */
function listHere({ state }: Workbench, { id, sheet }: Entity): readonly Entity[] {
  return (['npc', 'creature'] as const)
    .flatMap((type) => state.list(type))
    .filter((one) => one.id !== id && one.sheet['at'] === sheet['at'] && one.sheet['is_gone'] !== true);
}
