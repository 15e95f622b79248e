// Agenda: moves people by their own plans when time passes or a clock (a counter of segments) fills; a player there sees it.

import type { Entity } from '../values/entity.ts';
import type { Chronicle } from './chronicle.ts';
import { chooseOne, drawNumber } from './compose.ts';
import { nameWay } from './describe.ts';
import { findPlaceNamed, findRouteFrom } from './find-referent.ts';
import { listOpenQuests } from './quest-steps.ts';
import type { ScenarioPerson } from './scenario.ts';
import type { Script } from './script.ts';
import { isGone, isSame, nameOf, readText } from './world.ts';

type Plan = ScenarioPerson['plans'][number];

interface Move {
  readonly who: Entity;
  readonly to: Entity;
  readonly plan?: Plan | undefined;
}

/**
 * The number of turns from one in which people can move to the next. A plan that waits for a full clock needs no such
 * turn.
 */
const turnsBetween = 3;
const likely = 0.6;
const longestWalk = 8;

/**
 * Moves at most one person. If a clock that somebody's plan waits for has just become full, the first such person
 * moves; otherwise people move only now and then, in turns in which time passes.
 */
export function* advanceGoals(c: Chronicle): Script<void> {
  const pressing = listPlans(c).find(
    ({ plan }) =>
      plan?.full !== undefined && [...c.happened.ripened].some((name) => isSame(name, plan.full ?? '')),
  );
  if (pressing !== undefined) return yield* playMove(c, pressing);
  if (!isTime(c)) return;
  const moves = listPlans(c).filter(({ plan }) => plan?.full === undefined);
  const move = chooseOne(moves.length > 0 ? moves : listWalks(c), `${c.seed}/${c.turn}/agenda`);
  if (move !== undefined) yield* playMove(c, move);
}

function isTime(c: Chronicle): boolean {
  const { hasTravelled, hasRested, hasTicked } = c.happened;
  const isTurn = c.turn % turnsBetween === 1;
  const hasPassed = hasTravelled || hasRested || hasTicked || c.intent.kind === 'wait';
  return isTurn && hasPassed && drawNumber(`${c.seed}/${c.turn}/goals`) < likely;
}

/** The planned moves that begin where people are now: at most one for each person who is free to leave. */
function listPlans(c: Chronicle): readonly Move[] {
  return listFree(c).flatMap((who) => {
    const from = nameOf(c.world.find(readText(who, 'at')) ?? who);
    const plans = c.findPerson(who)?.plans ?? [];
    const plan = plans.find((one) => isSame(one.from, from) && isDue(c, one));
    const to = plan === undefined ? undefined : findPlaceNamed(c, plan.to);
    return to === undefined ? [] : [{ who, to, plan }];
  });
}

function isDue(c: Chronicle, plan: Plan): boolean {
  if (plan.while === undefined) return true;
  return listOpenQuests(c).some((quest) => isSame(nameOf(quest), plan.while ?? ''));
}

/** People who are free to leave: not gone, not an opponent in a fight, and not spoken to in this turn. */
function listFree(c: Chronicle): readonly Entity[] {
  const busy = new Set([...c.happened.talkedTo].map((name) => name.toLowerCase()));
  const opponents = new Set(c.world.opponents.map(({ id }) => id));
  return c.world
    .list('npc')
    .filter((one) => !isGone(one) && !opponents.has(one.id) && !busy.has(nameOf(one).toLowerCase()));
}

/** Moves to neighbouring places, for people who are free to leave and whom the scenario does not describe. */
function listWalks(c: Chronicle): readonly Move[] {
  return listFree(c)
    .filter((who) => c.findPerson(who) === undefined)
    .flatMap((who) => {
      const ways = c.world
        .listOpenWays(c.world.find(readText(who, 'at')))
        .filter(({ isLocked }) => !isLocked);
      const to = c.world.find(chooseOne(ways, `${c.seed}/${c.turn}/${who.id}`)?.to ?? '');
      return to === undefined ? [] : [{ who, to }];
    });
}

function* playMove(c: Chronicle, { who, to, plan }: Move): Script<void> {
  const { here } = c.world;
  const from = readText(who, 'at');
  const steps = listPlacesBetween(c, from, to.id);
  if (steps.length === 0) return;
  const way = c.world.listOpenWays(c.world.find(from)).find((one) => one.to === to.id);
  yield* c.execute([
    ...steps.map((destination) => ({ name: 'move', arguments: { destination, who: who.id } })),
    ...(plan?.ticks === undefined ? [] : [{ name: 'clock_tick', arguments: { name: plan.ticks, ticks: 1 } }]),
  ]);
  if (here?.id !== from && here?.id !== to.id) return;
  c.startParagraph();
  c.happened.hasStirred = true;
  if (here.id === from) {
    const slots = { who: c.nameNoun(who), way: way === undefined ? 'out' : nameWay(c, way) };
    if (plan === undefined || !c.narrateText(plan.leaves)) c.narrate('moves-off', slots);
  } else if (plan === undefined || !c.narrateText(plan.comes))
    c.narrate('comes-in', { who: c.nameNoun(who) });
}

/**
 * The places on the route from `from` to `to`, without `from`; at most `longestWalk` places. Empty if there is no
 * route, or a way on it is locked.
 */
function listPlacesBetween(c: Chronicle, from: string, to: string): readonly string[] {
  const steps: string[] = [];
  for (let at = from; at !== to && steps.length < longestWalk; ) {
    const way = findRouteFrom(c.world, { start: at, to });
    if (way === undefined || way.isLocked) return [];
    steps.push(way.to);
    at = way.to;
  }
  return steps;
}
