// Builds the part of a game's world that the player knows.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { listDrawnTables } from '@terrarium/rpg/answer-tables';
import { type Entity, type GameState, sceneId } from '@terrarium/rpg/entity';
import type { Game } from '@terrarium/rpg/game';
import { isObject, type Json } from '@terrarium/rpg/json';
import { cutPronouns } from '@terrarium/rpg/noun';
import { describeState } from './describe-state.ts';
import { listMet } from './list-met.ts';
import { listSituation } from './list-situation.ts';
import { listToldQuests } from './list-told-quests.ts';
import { nameIds, nameOf } from './name-ids.ts';
import { nameWhereabouts } from './name-whereabouts.ts';
import { listKnownPlaces } from './require-known.ts';

export type KnownWorld = RouteAnswer<'GET /api/worlds/{world}/games/{game}/known'>;

export function buildKnown(game: Game): KnownWorld {
  const { state, system } = game;
  const here = state.find(sceneId)?.sheet['here'];
  return {
    people: listMet(game).map((person) => {
      const { at, is_gone: isGone } = person.sheet;
      return {
        id: person.id,
        name: nameOf(person, person.id),
        about: cutPronouns(readText(person, 'about')),
        place: nameWhereabouts(person, state),
        isHere: at !== undefined && at === here,
        isGone: isGone === true,
        state: describeState(person, system),
      };
    }),
    quests: listToldQuests(game).map((quest) => ({
      id: quest.id,
      name: nameOf(quest, quest.id),
      about: nameIds(readText(quest, 'about'), state),
      status: readText(quest, 'status') || 'open',
      steps: readList(quest, 'steps').map((step) => ({
        text: nameIds(String(step['name'] ?? ''), state),
        isDone: step['is_done'] === true,
      })),
    })),
    places: listKnownPlaces(state).map((place) => ({
      id: place.id,
      name: nameOf(place, place.id),
      about: nameIds(readText(place, 'about'), state),
      isHere: place.id === here,
      ways: readList(place, 'exits')
        .filter((exit) => exit['is_hidden'] !== true && typeof exit['to'] === 'string')
        .map((exit) => describeWay(exit, state)),
    })),
    situation: [...listSituation(game)],
    tables: listDrawnTables(system.manifest).map(({ id, label }) => ({ id, label })),
  };
}

function describeWay(exit: Readonly<Record<string, Json>>, state: GameState) {
  const to = nameIds(String(exit['to']), state);
  const name = typeof exit['name'] === 'string' ? exit['name'] : '';
  return { to, name: name === to ? '' : name, isLocked: exit['is_locked'] === true };
}

function readText({ sheet }: Entity, name: string): string {
  const text = sheet[name];
  return typeof text === 'string' ? text : '';
}

function readList({ sheet }: Entity, name: string): readonly Readonly<Record<string, Json>>[] {
  const list = sheet[name];
  return Array.isArray(list) ? list.filter(isObject) : [];
}
