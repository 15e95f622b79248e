// The tool `move`: moves somebody through exits; if the player's character moves, the scene follows and time passes.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { buildTool, type ToolAnswer, type ToolRefusal } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { type Entity, type EntityId, playerId, sceneId } from '../values/entity.ts';
import { markSecret } from '../values/hidden-text.ts';
import { renderMinutes } from '../values/render-minutes.ts';
import { advanceTime } from './advance-time.ts';
import { minutes } from './arguments.ts';
import { describeExits, describePlace, listFollowers } from './describe-place.ts';
import { countMinutes, type Exit, findOpenWay, listExits, readExits, setExit } from './exits.ts';
import { hasItem } from './has-item.ts';
import { matchName, normaliseName } from './match-name.ts';
import { resolveTarget } from './resolve-target.ts';
import { setHouseField } from './scene.ts';
import { listSecretsAtSight } from './secrets.ts';
import type { Workbench } from './workbench.ts';
import { nameOwner } from './write-field.ts';

const input = z.strictObject({
  destination: z.string().min(1).max(120),
  who: z.string().min(1).max(120).optional(),
  minutes: minutes.optional(),
  opened: z.boolean().optional(),
  with: z.array(z.string().min(1).max(120)).max(20).optional(),
});

export const move = buildTool<typeof input, Workbench>({
  name: 'move',
  description: 'Go to a place over open ways. opened: a locked or hidden way opens now. with: who comes.',
  isWrite: true,
  input,
  run({ destination, who, minutes, opened = false, with: others = [] }, bench) {
    const mover = resolveTarget(bench.state, who, ['character', 'npc', 'creature']);
    if (!mover.ok) return mover;
    const from = findPlaceOf(bench, mover.entity);
    const to = resolveDestination(bench, from, destination);
    if (!to.ok) return to;
    if (from?.id === to.entity.id)
      return { ok: false, say: `${nameOwner(mover.entity)}is at ${from.id} already.` };
    const company = resolveCompany(bench, mover.entity, { from, others });
    if (!company.ok) return company;
    const way =
      from === undefined ? undefined : moveAlong(bench, { from, to: to.entity, mover: mover.entity, opened });
    if (way?.ok === false) return way;
    const usual = way === undefined || from === undefined ? 0 : countMinutes(bench.state, from, way.places);
    return finishMove(bench, {
      mover: mover.entity,
      company: company.entities,
      to: to.entity,
      minutes: from === undefined ? 0 : (minutes ?? usual),
      lines: way === undefined ? [] : [way.say],
    });
  },
});

interface Going {
  readonly from: Entity | undefined;
  readonly others: readonly string[];
}

type Company = { readonly ok: true; readonly entities: readonly Entity[] } | ToolRefusal;

/** Those who go along: those who are named and, if the player's character moves, everybody here who follows. */
function resolveCompany(bench: Workbench, mover: Entity, { from, others }: Going): Company {
  const entities = new Map<EntityId, Entity>();
  for (const other of others) {
    const found = resolveTarget(bench.state, other, ['npc', 'creature']);
    if (!found.ok) return found;
    entities.set(found.entity.id, found.entity);
  }
  const followers = mover.id === playerId && from !== undefined ? listFollowers(bench, from.id) : [];
  for (const follower of followers) entities.set(follower.id, follower);
  entities.delete(mover.id);
  return { ok: true, entities: [...entities.values()] };
}

function findPlaceOf(bench: Workbench, who: Entity): Entity | undefined {
  const at = who.sheet['at'];
  return typeof at === 'string' ? bench.state.find(at as EntityId) : undefined;
}

/** Tries the exact name of an exit from here first, then the name of any place, and last a similar name of an exit. */
function resolveDestination(bench: Workbench, from: Entity | undefined, wanted: string) {
  const exits = from === undefined ? [] : readExits(from).filter(({ isHidden }) => !isHidden);
  const exact = exits.find(
    (exit) => exit.id === wanted || normaliseName(exit.name) === normaliseName(wanted),
  );
  const found = resolveTarget(bench.state, exact?.to ?? wanted, ['location']);
  if (found.ok || from === undefined) return found;
  const name = matchName(
    wanted,
    exits.map((exit) => exit.name).filter((one) => one !== ''),
  );
  const named = name === undefined ? undefined : exits.find((exit) => exit.name === name);
  if (named !== undefined) return resolveTarget(bench.state, named.to, ['location']);
  return {
    ok: false as const,
    say: `${found.say} ${describeExits(from)} place_create makes a new place.`,
  };
}

type Passed = { readonly ok: true; readonly say: string; readonly places: readonly EntityId[] } | ToolRefusal;

/**
 * Finds the way: through the exit to the next place, which this may open, or over several open ways to a place further
 * on. The places between count as visited if the player's character passes them.
 */
function moveAlong(bench: Workbench, passing: Passing): Passed {
  const { from, to } = passing;
  const isNext = listExits(bench.state, from).some((one) => one.to === to.id);
  if (isNext) {
    const answer = moveThroughExit(bench, passing);
    return answer.ok ? { ...answer, places: [to.id] } : answer;
  }
  const way = findOpenWay(bench.state, from, to.id);
  if (way === undefined) return refuseApart(from, to, passing.opened);
  const between = way.slice(0, -1);
  const seen = passing.mover.id === playerId ? between.flatMap((id) => describePassed(bench, id)) : [];
  if (passing.mover.id === playerId) {
    for (const id of between) setHouseField(bench, id, { path: 'is_visited', value: true });
  }
  return { ok: true, say: [`By way of ${between.join(', ')}.`, ...seen].join('\n'), places: way };
}

/** The first sentence about a place that is passed for the first time; otherwise empty. */
function describePassed({ state }: Workbench, id: EntityId): readonly string[] {
  const { about, is_visited: isKnown } = state.find(id)?.sheet ?? {};
  if (isKnown === true || typeof about !== 'string' || about === '') return [];
  const [first = about] = /^.+?[.!?…](?=\s|$)/su.exec(about) ?? [];
  return [`On the way, for the first time: ${id}: ${escapeLine(first, 240)}`];
}

interface Passing {
  readonly from: Entity;
  readonly to: Entity;
  readonly mover: Entity;
  readonly opened: boolean;
}

function moveThroughExit(bench: Workbench, { from, to, mover, opened }: Passing): ToolAnswer {
  const exit = listExits(bench.state, from).find((one) => one.to === to.id);
  if (exit === undefined) return { ok: true, say: '' };
  const key = exit.opensWith !== '' && hasItem(bench.state, mover, exit.opensWith);
  if (exit.isHidden && !opened) {
    return {
      ok: false,
      say: `No open way leads to ${to.id}. ${describeExits(from)}${markSecret(' The way there is hidden and not found yet. If it is found just now, set `opened` to true.')}`,
    };
  }
  if (exit.isLocked && !opened && !key) return refuseLocked(from, to, exit);
  if (!exit.isLocked && !exit.isHidden) return { ok: true, say: '' };
  const open = { name: exit.name, is_locked: false, is_hidden: false };
  const ahead = setExit(bench, from.id, { ...open, to: to.id });
  if (!ahead.ok) return ahead;
  const hasWayBack = listExits(bench.state, to).some((one) => one.to === from.id);
  if (hasWayBack) setExit(bench, to.id, { ...open, to: from.id });
  return {
    ok: true,
    say: key && exit.isLocked ? `Opened with ${escapeLine(exit.opensWith, 80)}.` : 'The way is open now.',
  };
}

function refuseLocked(from: Entity, to: Entity, { opensWith }: Exit): ToolRefusal {
  const opens = opensWith === '' ? '' : ` ${escapeLine(opensWith, 80)} opens it.`;
  return {
    ok: false,
    say: `The way from ${from.id} to ${to.id} is locked.${opens} If it is opened just now, set \`opened\` to true.`,
  };
}

function refuseApart(from: Entity, to: Entity, isOpened: boolean): ToolRefusal {
  const how = isOpened ? ' `opened` opens the next way alone: go place by place.' : '';
  return { ok: false, say: `No open way leads from ${from.id} to ${to.id}. ${describeExits(from)}${how}` };
}

interface Arriving {
  readonly mover: Entity;
  readonly company: readonly Entity[];
  readonly to: Entity;
  readonly minutes: number;
  readonly lines: readonly string[];
}

function finishMove(bench: Workbench, { mover, company, to, minutes, lines }: Arriving): ToolAnswer {
  const moved = setHouseField(bench, mover.id, { path: 'at', value: to.id });
  if (!moved.ok) return moved;
  for (const { id } of company) {
    const along = setHouseField(bench, id, { path: 'at', value: to.id });
    if (!along.ok) return along;
  }
  const told = [...moved.say.split('\n'), ...lines].filter((line) => line !== '');
  if (company.length > 0) told.push(`Along with them: ${company.map(({ id }) => id).join(', ')}.`);
  if (mover.id !== playerId) {
    const say = told.join('\n');
    if (bench.isCovered) return { ok: true, say: markSecret(say) };
    return { ok: true, say: [say, ...listMet(bench, [mover, ...company], to)].join('\n') };
  }
  setHouseField(bench, to.id, { path: 'is_visited', value: true });
  const scene = setHouseField(bench, sceneId, { path: 'here', value: to.id });
  if (!scene.ok) return scene;
  const passed = advanceTime(bench, minutes);
  const time = minutes === 0 ? [] : [`${renderMinutes(minutes)} pass.`];
  const place = describePlace(bench, bench.state.find(to.id) ?? to);
  return { ok: true, say: [...told, ...time, ...passed, ...place].join('\n') };
}

/** The secrets about those whom the player meets now: they were elsewhere when the prompt of the turn was made. */
function listMet(bench: Workbench, comers: readonly Entity[], to: Entity): readonly string[] {
  if (bench.state.find(playerId)?.sheet['at'] !== to.id) return [];
  return comers.flatMap((one) => listSecretsAtSight(bench, one)).map(markSecret);
}
