// Finds and moves things that are on nobody's list: things that lie at a place, or that somebody without a list has.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { ToolAnswer, ToolRefusal } from '@terrarium/kernel/tool';
import type { Entity, EntityId, GameState } from '../values/entity.ts';
import { matchName, normaliseName } from './match-name.ts';
import { nameOf, readName } from './resolve-target.ts';
import { setHouseField } from './scene.ts';
import type { Workbench } from './workbench.ts';

const mostNamed = 12;

/** The items that are entities of their own and that lie at this place or belong to this person. */
export function listLying(state: Pick<GameState, 'list'>, holder: EntityId): readonly Entity[] {
  return state.list('item').filter(({ sheet }) => sheet['holder'] === holder);
}

/** The thing with this id or name, or the only one whose name can be meant. */
export function findLying(
  state: Pick<GameState, 'list'>,
  holder: EntityId,
  wanted: string,
): Entity | undefined {
  const things = listLying(state, holder);
  const byId = things.find(({ id, key }) => id === wanted || key === wanted);
  if (byId !== undefined) return byId;
  const name = matchName(wanted, [...new Set(things.map(readName))]);
  return name === undefined ? undefined : things.find((thing) => readName(thing) === name);
}

/** A thing with exactly this name or id; capitals and articles do not count. */
export function findSame(things: readonly Entity[], wanted: string): Entity | undefined {
  const name = normaliseName(wanted);
  return things.find((thing) => thing.id === wanted || normaliseName(readName(thing)) === name);
}

/** The items that are entities of their own, but that nobody has and that lie at no place. */
export function listUnheld(state: Pick<GameState, 'list'>): readonly Entity[] {
  return state.list('item').filter(({ sheet }) => (sheet['holder'] ?? '') === '');
}

/** An empty holder means that nobody has the thing any more. */
export function setHolder(bench: Workbench, thing: Entity, holder: EntityId | ''): ToolAnswer {
  return setHouseField(bench, thing.id, { path: 'holder', value: holder });
}

/** Takes the thing from where it lies, or from a person whose sheet has no list; the refusal lists what is there. */
export function removeLying(bench: Workbench, holder: Entity, wanted: string): ToolAnswer {
  const thing = findLying(bench.state, holder.id, wanted);
  if (thing === undefined) return refuseLying(bench.state, holder, wanted);
  const done = setHolder(bench, thing, '');
  return done.ok ? { ok: true, say: `${thing.id} "${nameOf(thing)}" is no longer with ${holder.id}.` } : done;
}

function refuseLying(state: Pick<GameState, 'list'>, holder: Entity, wanted: string): ToolRefusal {
  const names = [...new Set(listLying(state, holder.id).map(nameOf))].slice(0, mostNamed);
  const there = names.length === 0 ? 'no thing' : names.join(', ');
  return { ok: false, say: `There is no "${escapeLine(wanted, 80)}" with ${holder.id}. It has: ${there}.` };
}
