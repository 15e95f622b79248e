// Move: somebody goes through an exit to the next place; where it is the player, the scene goes too and time passes.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { buildTool, type ToolAnswer, type ToolRefusal } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { type Entity, type EntityId, type GameState, playerId, sceneId } from '../values/entity.ts';
import { isObject, type Json } from '../values/json.ts';
import { advanceTime } from './advance-time.ts';
import { minutes } from './arguments.ts';
import { type Exit, findFirstStep, readExits, setExit } from './exits.ts';
import { renderMinutes } from './render-minutes.ts';
import { nameOf, resolveTarget } from './resolve-target.ts';
import { setHouseField } from './scene.ts';
import type { Workbench } from './workbench.ts';
import { nameOwner } from './write-field.ts';

const usualMinutes = 10;

const input = z.strictObject({
  destination: z.string().min(1).max(120),
  who: z.string().min(1).max(120).optional(),
  minutes: minutes.optional(),
  opened: z.boolean().optional(),
});

export const move = buildTool<typeof input, Workbench>({
  name: 'move',
  description:
    'Go through an exit to the next place. opened: a locked or hidden way was opened or found just now.',
  isWrite: true,
  input,
  run({ destination, who, minutes = usualMinutes, opened = false }, bench) {
    const mover = resolveTarget(bench.state, who, ['character', 'npc', 'creature']);
    if (!mover.ok) return mover;
    const from = findPlaceOf(bench, mover.entity);
    const to = resolveDestination(bench, from, destination);
    if (!to.ok) return to;
    if (from?.id === to.entity.id)
      return { ok: false, say: `${nameOwner(mover.entity)}is at ${from.id} already.` };
    const way =
      from === undefined
        ? undefined
        : moveThroughExit(bench, { from, to: to.entity, mover: mover.entity, opened });
    if (way?.ok === false) return way;
    return finishMove(bench, {
      mover: mover.entity,
      to: to.entity,
      minutes: from === undefined ? 0 : minutes,
      lines: way === undefined ? [] : [way.say],
    });
  },
});

function findPlaceOf(bench: Workbench, who: Entity): Entity | undefined {
  const at = who.sheet['at'];
  return typeof at === 'string' ? bench.state.find(at as EntityId) : undefined;
}

/** Found by the name of an exit from here, else by that of any place. */
function resolveDestination(bench: Workbench, from: Entity | undefined, wanted: string) {
  const name = wanted.trim().toLowerCase();
  const exits = from === undefined ? [] : readExits(from).filter(({ isHidden }) => !isHidden);
  const named = exits.find((exit) => exit.name.toLowerCase() === name || exit.id === wanted);
  const found = resolveTarget(bench.state, named?.to ?? wanted, ['location']);
  if (found.ok || from === undefined) return found;
  return {
    ok: false as const,
    say: `${found.say} ${renderExits(from)} place_create makes a new place.`,
  };
}

interface Passing {
  readonly from: Entity;
  readonly to: Entity;
  readonly mover: Entity;
  readonly opened: boolean;
}

function moveThroughExit(bench: Workbench, { from, to, mover, opened }: Passing): ToolAnswer {
  const exit = readExits(from).find((one) => one.to === to.id);
  if (exit === undefined) return refuseApart(bench, from, to);
  const key = exit.opensWith !== '' && hasItem(bench.state, mover, exit.opensWith);
  if (exit.isHidden && !opened) {
    return {
      ok: false,
      say: `The way from ${from.id} to ${to.id} is hidden and not found yet. ${renderExits(from)} If it is found just now: opened true.`,
    };
  }
  if (exit.isLocked && !opened && !key) return refuseLocked(from, to, exit);
  if (!exit.isLocked && !exit.isHidden) return { ok: true, say: '' };
  const open = { name: exit.name, is_locked: false, is_hidden: false };
  const ahead = setExit(bench, from.id, { ...open, to: to.id });
  if (!ahead.ok) return ahead;
  const hasWayBack = readExits(to).some((one) => one.to === from.id);
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
    say: `The way from ${from.id} to ${to.id} is locked.${opens} If it is opened just now: opened true.`,
  };
}

function refuseApart(bench: Workbench, from: Entity, to: Entity): ToolRefusal {
  const step = findFirstStep(bench.state, from, to.id);
  const way = step === undefined ? '' : ` Go to ${step} first.`;
  return { ok: false, say: `No exit leads from ${from.id} to ${to.id}.${way} ${renderExits(from)}` };
}

function renderExits(from: Entity): string {
  const exits = readExits(from).filter(({ isHidden }) => !isHidden);
  if (exits.length === 0) return 'No exit is known here.';
  const shown = exits.map(({ to, isLocked }) => `${to}${isLocked ? ' (locked)' : ''}`);
  return `Exits: ${shown.slice(0, 12).join(', ')}.`;
}

interface Arriving {
  readonly mover: Entity;
  readonly to: Entity;
  readonly minutes: number;
  readonly lines: readonly string[];
}

function finishMove(bench: Workbench, { mover, to, minutes, lines }: Arriving): ToolAnswer {
  const moved = setHouseField(bench, mover.id, { path: 'at', value: to.id });
  if (!moved.ok) return moved;
  const told = [...moved.say.split('\n'), ...lines].filter((line) => line !== '');
  if (mover.id !== playerId) return { ok: true, say: told.join('\n') };
  setHouseField(bench, to.id, { path: 'is_visited', value: true });
  const scene = setHouseField(bench, sceneId, { path: 'here', value: to.id });
  if (!scene.ok) return scene;
  const passed = advanceTime(bench, minutes);
  const time = minutes === 0 ? [] : [`${renderMinutes(minutes)} pass.`];
  return {
    ok: true,
    say: [
      ...told,
      `Here: ${to.id} "${nameOf(to)}". ${renderExits(bench.state.find(to.id) ?? to)}`,
      ...time,
      ...passed,
    ].join('\n'),
  };
}

/** Found by name or id, in upper or lower case. */
function hasItem(state: GameState, who: Entity, wanted: string): boolean {
  const name = wanted.trim().toLowerCase();
  const isWanted = (value: Json | undefined) => typeof value === 'string' && value.toLowerCase() === name;
  const held = state
    .list('item')
    .some(
      (item) =>
        item.sheet['holder'] === who.id &&
        (isWanted(item.sheet['name']) || isWanted(item.id) || isWanted(item.key)),
    );
  return held || listItems(who.sheet).some((item) => isWanted(item['name']) || isWanted(item['id']));
}

/** Objects within lists, anywhere on a sheet. */
function listItems(value: Json): readonly { readonly [name: string]: Json }[] {
  if (Array.isArray(value)) return value.filter((item): item is { [name: string]: Json } => isObject(item));
  return isObject(value) ? Object.values(value).flatMap(listItems) : [];
}
