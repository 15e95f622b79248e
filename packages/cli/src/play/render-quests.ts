// Renders the quests and clocks of a game, what its rules say is true here, and the map of known places.

import { listSituation } from '@terrarium/composition/list-situation';
import { listToldQuests } from '@terrarium/composition/list-told-quests';
import { nameIds, nameOf } from '@terrarium/composition/name-ids';
import { listKnownPlaces } from '@terrarium/composition/require-known';
import type { Entity, GameState } from '@terrarium/rpg/entity';
import type { Game } from '@terrarium/rpg/game';
import { isObject, type Json } from '@terrarium/rpg/json';
import { normaliseName } from '@terrarium/rpg/match-name';
import { isStoryOver, storyOver } from '@terrarium/rpg/notebook';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';

export function renderQuests(game: Game, width: number): readonly string[] {
  const { state, system } = game;
  const quests = listToldQuests(game);
  const here = renderSituation(game, width);
  const clocks = state.list('clock').flatMap((clock) => {
    const field = system.sheets.get('clock')?.byPath.get('progress');
    const value = clock.sheet['progress'];
    if (field === undefined || value === undefined) return [];
    const text = `${nameOf(clock, clock.id)} ${field.kind.view(value)}`;
    return wrapText(text, { width, indent: '    ', first: '  ' });
  });
  if (quests.length + clocks.length + here.length === 0) return ['No quest is open, and no clock runs.'];
  return [
    ...quests.flatMap((quest) => renderQuest(quest, width)),
    ...(clocks.length === 0 ? [] : ['', 'Clocks', ...clocks]),
    ...(here.length === 0 ? [] : ['', 'Here', ...here]),
    ...(isStoryOver(state) ? ['', ...wrapText(storyOver, { width })] : []),
  ];
}

/** Lists what is true here by the rules of the game, such as aspects. */
export function renderSituation(game: Game, width: number): readonly string[] {
  return listSituation(game).flatMap(({ label, shows }) =>
    wrapText(`${label}: ${shows}`, { width, indent: '    ', first: '  ' }),
  );
}

function renderQuest(quest: Entity, width: number): readonly string[] {
  const status = typeof quest.sheet['status'] === 'string' ? quest.sheet['status'] : 'open';
  const steps = Array.isArray(quest.sheet['steps']) ? quest.sheet['steps'] : [];
  const about = typeof quest.sheet['about'] === 'string' ? quest.sheet['about'] : '';
  return [
    ...wrapText(
      `${paint(nameOf(quest, quest.id), 'bold')} · ${paint(status, status === 'open' ? 'yellow' : 'dim')}`,
      {
        width,
        indent: '  ',
        first: '',
      },
    ),
    ...wrapText(about, { width, indent: '  ' }),
    ...steps.flatMap((step) => wrapText(renderStep(step), { width, indent: '    ', first: '  ' })),
  ];
}

export function renderStep(step: Json): string {
  if (!isObject(step)) return '';
  return `${step['is_done'] === true ? paint('✓', 'green') : '·'} ${String(step['name'] ?? '')}`;
}

/** Shows the places that the player knows, with their ways out, but nothing hidden. */
export function renderMap(state: GameState, here: string | undefined, width: number): readonly string[] {
  const places = listKnownPlaces(state);
  if (places.length === 0) return ['No place is known yet.'];
  return places.flatMap((place) => {
    const exits = Array.isArray(place.sheet['exits']) ? place.sheet['exits'] : [];
    const mark = place.id === here ? paint('▸', 'cyan') : ' ';
    const shown = exits.flatMap((exit) => describeExit(exit, state));
    return [
      `${mark} ${paint(nameOf(place, place.id), 'bold')}`,
      ...(shown.length === 0
        ? []
        : wrapText(shown.join(' · '), { width, indent: '      ', first: '    → ' })),
    ];
  });
}

function describeExit(exit: Json, state: GameState): readonly string[] {
  if (!isObject(exit) || typeof exit['to'] !== 'string' || exit['is_hidden'] === true) return [];
  const to = nameIds(exit['to'], state);
  const way = typeof exit['name'] === 'string' ? exit['name'] : '';
  const lock = exit['is_locked'] === true ? ' (locked)' : '';
  const isPlain = way === '' || normaliseName(way) === normaliseName(to);
  return [`${isPlain ? to : `${way}: ${to}`}${lock}`];
}
