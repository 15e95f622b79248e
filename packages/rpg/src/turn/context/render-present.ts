// Renders who is here: opponents and people whom the player names come first, in full, then one line for each of the others.

import { renderOpponentSheet } from '../../manifest/render-opponent-sheet.ts';
import { renderSheetForModel } from '../../manifest/render-sheet-for-model.ts';
import type { Field, System } from '../../system/system.ts';
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
    ...scene.opponents.map((who) => `opponent ${renderOpponent(who, system)}`),
    ...named.map((who) => `${renderWhole(who, system)}${renderHeld(who, state)}`),
    ...rest.map((who) => (isFew ? renderWhole(who, system) : renderBrief(who, system))),
  ];
  return renderBlock('present', cutLines(lines, tokens));
}

/** Renders only what differs from the usual. */
function renderWhole(who: Entity, system: System): string {
  return renderFields(who, renderSheetForModel(who, system, { isShort: true }));
}

function renderOpponent(who: Entity, system: System): string {
  return renderFields(who, renderOpponentSheet(who, system));
}

const ofHarm: ReadonlySet<string> = new Set(['resources', 'status']);

function isSaid(line: string): boolean {
  return line !== '' && !unsaid.test(line);
}

function renderFields(who: Entity, rendered: string): string {
  const lines = rendered.split('\n').filter(isSaid);
  return renderLine(`${nameBoth(who)}: ${lines.join('; ')}`, longestWhole);
}

/** The things of somebody whose sheet has no list of things. */
function renderHeld({ id }: Entity, state: Pick<GameState, 'list'>): string {
  const things = listLying(state, id).map(readName);
  return things.length === 0 ? '' : `; has: ${renderLine(things.join(', '), 120)}`;
}

/** Shows besides the text what may be lost and what afflicts them, as far as it is not as usual. */
function renderBrief(who: Entity, system: System): string {
  const { about, attitude } = who.sheet;
  const field = system.sheets.get(who.type)?.byPath.get('attitude');
  const mood = field === undefined || attitude === undefined ? '' : ` (${field.kind.view(attitude)})`;
  const text = typeof about === 'string' && about !== '' ? `: ${about}` : '';
  const isHarm = ({ definition }: Field) => ofHarm.has(definition.category);
  const fields = system.sheets.get(who.type)?.fields.filter(isHarm);
  const harm = renderSheetForModel(who, system, { isShort: true, fields }).split('\n').filter(isSaid);
  const head = renderLine(`${nameBoth(who)}${mood}${text}`, longestBrief);
  return harm.length === 0 ? head : `${head}; ${renderLine(harm.join('; '), longestBrief)}`;
}

function nameBoth(who: Entity): string {
  return `${who.id} "${readName(who)}"`;
}
