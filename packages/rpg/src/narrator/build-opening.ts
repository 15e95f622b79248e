// Builds the opening of a scenario: the actions that create its world in a new game, and its first narrative.

import type { Action } from '../state/session.ts';
import type { System } from '../system/system.ts';
import { findFoe } from '../tools/find-foe.ts';
import { findKind } from '../tools/find-kind.ts';
import { playerId } from '../values/entity.ts';
import type { Json, JsonObject } from '../values/json.ts';
import { buildNotebook } from './build-notebook.ts';
import { readHints } from './hints.ts';
import { hasInventory } from './move-things.ts';
import type { Scenario, ScenarioPerson } from './scenario.ts';

export interface OpeningCharacter {
  readonly name: string;
  readonly about: string;
  /** Values of the sheet by path. */
  readonly values: Readonly<Record<string, Json>>;
}

/** The actions that create the world of a scenario, in an order in which each refers only to what exists already. */
export function buildOpening(
  scenario: Scenario,
  system: System,
  character: OpeningCharacter,
): readonly Action[] {
  const { start } = scenario;
  const player = { type: 'character', key: 'player', name: character.name, about: character.about };
  return [
    buildAction('entity_create', { ...player, values: character.values }),
    ...scenario.places.map(({ name, about }) => buildAction('place_create', { name, about, exits: [] })),
    ...scenario.ways.flatMap(buildWay),
    buildAction('move', { destination: start.at, minutes: 0 }),
    buildAction('time_advance', { minutes: start.minutes, reason: 'the hour it begins' }),
    ...buildPeople(scenario, system),
    ...scenario.factions.map(({ name, about, standing }) =>
      buildAction('entity_create', {
        type: 'faction',
        name,
        about,
        values: standing === undefined ? {} : { standing },
      }),
    ),
    ...buildItems(scenario, system),
    ...buildQuests(scenario),
    ...scenario.clocks.map(({ name, about, segments }) =>
      buildAction('clock_tick', { name, about, ticks: 0, segments }),
    ),
    ...buildNotebook(scenario),
    ...scenario.notes.map(({ content, kind, tags, importance, source }) =>
      buildAction('note', {
        content,
        kind,
        tags,
        ...(importance === undefined ? {} : { importance }),
        ...(source === undefined
          ? {}
          : { source: typeof source === 'string' ? source : JSON.stringify(source) }),
      }),
    ),
    ...(system.manifest.narrator?.opening === undefined
      ? []
      : [buildAction('roll', { move: 'opening', reason: 'how it begins' })]),
  ];
}

function buildAction(tool: string, given: JsonObject): Action {
  const said = Object.entries(given).filter(([, value]) => value !== '');
  return { tool, arguments: JSON.stringify(Object.fromEntries(said)), by: 'system' };
}

function buildWay(way: Scenario['ways'][number]): readonly Action[] {
  const shut = { is_locked: way.locked, is_hidden: way.hidden, opens_with: way.opens_with ?? '' };
  const buildExit = (to: string, name: string) => ({
    to,
    ...(name === '' ? {} : { name }),
    is_one_way: true,
    ...(way.minutes === undefined ? {} : { minutes: way.minutes }),
  });
  const bars = Object.fromEntries(
    Object.entries(shut).filter(([, value]) => value !== '' && value !== false),
  );
  const there = buildAction('place_create', {
    name: way.from,
    exits: [{ ...buildExit(way.to, way.name), ...bars }],
  });
  if (way.isOneWay) return [there];
  return [
    there,
    buildAction('place_create', { name: way.to, exits: [{ ...buildExit(way.from, way.back), ...bars }] }),
  ];
}

function buildPeople(scenario: Scenario, system: System): readonly Action[] {
  const { opponents } = readHints(system.manifest.narrator);
  const buildPerson = (type: 'npc' | 'creature') => (person: ScenarioPerson) => {
    const { name, about, attitude, at = scenario.start.at } = person;
    // A creature without a threat of its own is a foe of the rules if it has the name of one; any other creature gets
    // the system's default threat.
    const isKnown = findKind(system, { type, name, about }) !== undefined;
    const threat = person.threat ?? (type === 'creature' && !isKnown ? opponents?.default : undefined);
    const { set: values = {}, say = '' } = opponents?.threats?.[threat ?? ''] ?? {};
    return buildAction('npc_create', {
      name,
      about: about === '' ? say : about,
      type,
      at,
      attitude,
      ...chooseLikeness(system, person),
      values,
    });
  };
  return [...scenario.people.map(buildPerson('npc')), ...scenario.creatures.map(buildPerson('creature'))];
}

/** The foe of the rules that somebody resembles; empty if the system has no such foe. */
function chooseLikeness(system: System, { like }: ScenarioPerson): JsonObject {
  return like !== undefined && findFoe(system, like).ok ? { like } : {};
}

function buildItems(scenario: Scenario, system: System): readonly Action[] {
  return scenario.items
    .filter(({ hidden_at }) => hidden_at === undefined)
    .flatMap((item) =>
      item.holder === 'player' ? buildOwn(item, system) : buildOther(item, scenario, system),
    );
}

type Item = Scenario['items'][number];

function buildOwn({ name, about }: Item, system: System): readonly Action[] {
  const made = buildAction('entity_create', { type: 'item', name, about, values: { holder: playerId } });
  return hasInventory(system) ? [made, buildAction('item_add', { name })] : [made];
}

function buildOther(
  { name, about, holder, at }: Item,
  scenario: Scenario,
  system: System,
): readonly Action[] {
  const isHeld = [...scenario.people, ...scenario.creatures].some((one) => one.name === holder);
  const keeper = isHeld ? holder : at;
  if (keeper === undefined) return [buildAction('entity_create', { type: 'item', name, about })];
  const isListed = isHeld && (hasInventory(system, 'npc') || hasInventory(system, 'creature'));
  return [buildAction('item_add', { name, target: keeper, ...(isListed ? {} : { about }) })];
}

function buildQuests({ quests }: Scenario): readonly Action[] {
  return quests
    .filter(({ open }) => open)
    .map(({ name, about, giver, steps }) =>
      buildAction('quest_update', {
        name,
        about,
        status: 'open',
        steps: steps.slice(0, 1).map((step) => step.name),
        ...(giver === undefined ? {} : { giver }),
      }),
    );
}
