// Renders a sheet for a person at a terminal, and the list of people and things.

import { describeState } from '@terrarium/composition/describe-state';
import { listHeardOf } from '@terrarium/composition/list-met';
import { nameIds, nameOf } from '@terrarium/composition/name-ids';
import { nameWhereabouts } from '@terrarium/composition/name-whereabouts';
import { type Entity, playerId } from '@terrarium/rpg/entity';
import type { Game } from '@terrarium/rpg/game';
import { hideUnseen } from '@terrarium/rpg/hide-unseen';
import { cutPronouns } from '@terrarium/rpg/noun';
import { renderSheet } from '@terrarium/rpg/render-sheet';
import { cutText, wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import { renderSituation } from './render-quests.ts';

interface SheetViewOptions {
  readonly width: number;
  /** Whether also to show what is empty, and what only the rules reckon with. */
  readonly isWhole: boolean;
}

export function renderSheetView(
  game: Game,
  given: Entity,
  { width, isWhole }: SheetViewOptions,
): readonly string[] {
  const { system, state } = game;
  const { entity, fields: seen } = hideUnseen(given, system);
  // The name is shown above the sheet, and the status line shows where the player's character is.
  const fields = seen.filter(({ path }) => path !== 'name' && !(path === 'at' && given.id === playerId));
  const translate = (view: string) => nameIds(view, state);
  const here = given.id === playerId ? renderSituation(game, width) : [];
  const groups = renderSheet(entity, system, { width, fields, translate, isWhole });
  return [
    paint(nameOf(entity, entity.id), 'bold'),
    ...groups.flatMap(({ category, lines }) => ['', paint(nameGroup(category), 'cyan'), ...lines]),
    ...(here.length === 0 ? [] : ['', paint('here', 'cyan'), ...here]),
  ];
}

/** Manifests call fields that only rules use `meta`, which would tell a player nothing. */
function nameGroup(category: string): string {
  return category === 'meta' ? 'further values' : category;
}

/** Renders who the people are, and where they are; last come those whom the story only named. */
export function renderPeople(game: Game, people: readonly Entity[], width: number): readonly string[] {
  const heardOf = listHeardOf(game).map((person) => nameOf(person, person.id));
  const met = people.flatMap((person) => renderMet(game, person, width));
  return [
    ...(met.length === 0 ? ['You have not met anybody yet.'] : met),
    ...(heardOf.length === 0
      ? []
      : wrapText(`You do not know where they are: ${heardOf.join(', ')}.`, {
          width,
          indent: '    ',
          first: '  ',
        })),
  ];
}

/** A description is cut after the second line: /people with a name shows it whole. */
function renderMet(game: Game, person: Entity, width: number): readonly string[] {
  const [one = '', two, ...more] = wrapText(renderLine(game, person), { width, indent: '    ', first: '  ' });
  if (two === undefined) return [one];
  if (more.length === 0) return [one, two];
  return [one, `    ${cutText([two, ...more].join(' '), width - 4)}`];
}

/** Shows one person with the whole description, or a place with what lies there. */
export function renderPerson(game: Game, person: Entity, width: number): readonly string[] {
  const lines = [
    ...wrapText(renderLine(game, person), { width, indent: '    ', first: '  ' }),
    ...wrapText(renderAttitude(game, person), { width, indent: '    ' }),
  ];
  const things = game.state.list('item').filter(({ sheet }) => sheet['holder'] === person.id);
  if (person.type !== 'location' || things.length === 0) return lines;
  const lying = `Lying here: ${things.map((thing) => nameOf(thing, thing.id)).join(', ')}.`;
  return [...lines, ...wrapText(lying, { width, indent: '    ' })];
}

/** The attitude of somebody to the player, in the words of the rules; empty for somebody without one. */
function renderAttitude({ system }: Game, { type, sheet }: Entity): string {
  const field = system.sheets.get(type)?.byPath.get('attitude');
  const value = sheet['attitude'];
  if (field === undefined || value === undefined) return '';
  return `${field.definition.label}: ${field.kind.view(value)}`;
}

function renderLine({ state, system }: Game, person: Entity): string {
  const where = nameWhereabouts(person, state);
  const standing = describeState(person, system);
  const shown = standing === '' ? '' : ` (${standing})`;
  const about = typeof person.sheet['about'] === 'string' ? cutPronouns(person.sheet['about']) : '';
  const place = where === '' ? '' : ` · ${where}`;
  return `${paint(nameOf(person, person.id), 'bold')}${shown}${place} ${paint(`· ${about}`, 'dim')}`;
}
