// Renders who is here: opponents and people whom the player names come first, in full, then one line for each of the others.

import { renderSheetForModel } from '../../manifest/render-sheet-for-model.ts';
import type { System } from '../../system/system.ts';
import { listLying } from '../../tools/lying-things.ts';
import type { Entity, GameState } from '../../values/entity.ts';
import { readName, type SceneView } from './read-scene.ts';
import { cutLines, renderBlock, renderLine } from './render-data.ts';

export interface PeopleHere {
  readonly system: System;
  readonly state: Pick<GameState, 'list'>;
  readonly scene: SceneView;
  /** The player's words. */
  readonly words: string;
}

const longestWhole = 600;
const longestBrief = 200;
/** If at most this many people are here, all of them are described in full. */
const mostWhole = 4;
/**
 * Lines that are left out: the place of somebody who is listed as present, what is empty, and what a name says already.
 */
const unsaid = /^(?:at=|name=|empty: |derived:$)/;

export function renderPresent({ system, state, scene, words }: PeopleHere, tokens: number): string {
  const heard = words.toLowerCase();
  const foes = new Set(scene.opponents.map(({ id }) => id));
  const others = scene.present.filter(({ id }) => !foes.has(id));
  const isNamed = (who: Entity) =>
    readName(who)
      .toLowerCase()
      .split(/\s+/)
      .some((word) => word.length > 2 && heard.includes(word));
  const named = others.filter(isNamed);
  const rest = others.filter((who) => !isNamed(who));
  const isFew = scene.opponents.length + others.length <= mostWhole;
  const lines = [
    ...scene.opponents.map((who) => `opponent ${renderWhole(who, system, false)}`),
    ...named.map((who) => `${renderWhole(who, system)}${renderHeld(who, state)}`),
    ...rest.map((who) => (isFew ? renderWhole(who, system) : renderBrief(who, system))),
  ];
  return renderBlock('present', cutLines(lines, tokens));
}

/** Renders all numbers of opponents; of others, only those that differ from the usual ones. */
function renderWhole(who: Entity, system: System, isShort = true): string {
  const fields = renderSheetForModel(who, system, { isShort }).split('\n');
  return renderLine(
    `${nameBoth(who)}: ${fields.filter((line) => !unsaid.test(line)).join('; ')}`,
    longestWhole,
  );
}

/** The things of somebody whose sheet has no list of things. */
function renderHeld({ id }: Entity, state: Pick<GameState, 'list'>): string {
  const things = listLying(state, id).map(readName);
  return things.length === 0 ? '' : `; has: ${renderLine(things.join(', '), 120)}`;
}

function renderBrief(who: Entity, system: System): string {
  const { about, attitude } = who.sheet;
  const field = system.sheets.get(who.type)?.byPath.get('attitude');
  const mood = field === undefined || attitude === undefined ? '' : ` (${field.kind.view(attitude)})`;
  const text = typeof about === 'string' && about !== '' ? `: ${about}` : '';
  return renderLine(`${nameBoth(who)}${mood}${text}`, longestBrief);
}

function nameBoth(who: Entity): string {
  return `${who.id} "${readName(who)}"`;
}
