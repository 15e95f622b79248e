// Renders who is here: opponents and people whom the player names come first, in full, then one line for each of the others.

import { renderCompactSheet } from '../../manifest/render-compact-sheet.ts';
import { renderSheetForModel } from '../../manifest/render-sheet-for-model.ts';
import { readValue } from '../../rules/read-value.ts';
import type { Field, System } from '../../system/system.ts';
import { listLying } from '../../tools/lying-things.ts';
import type { Entity, GameState } from '../../values/entity.ts';
import { isList } from '../../values/json.ts';
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

/**
 * Renders all that a fight needs: what may be lost and what is fought with comes first, and skills at 0 are left out.
 * Rows of boxes are shown also if none is marked, since their length says when somebody is beaten.
 */
function renderOpponent(who: Entity, system: System): string {
  const isUntaught = ({ path, kind, parts, definition }: Field) => {
    const value = readValue(who.sheet, path) ?? kind.blank();
    const written = parts.filter((part) => part.isWritable);
    const isAtZero = written.length > 0 && written.every(({ name }) => kind.read(value, name) === 0);
    return definition.category === 'skills' && isAtZero;
  };
  const fields = (system.sheets.get(who.type)?.fields ?? []).filter((field) => !isUntaught(field));
  const isTrack = ({ path }: Field) => isList(readValue(who.sheet, path) ?? null);
  const [needed, others] = splitBy(fields, ({ definition }) => ofFights.has(definition.category));
  const [tracks, values] = splitBy(needed, isTrack);
  const first = renderSheetForModel(who, system, { fields: tracks });
  return renderFields(who, `${first}\n${renderCompactSheet(who, system, [...values, ...others])}`);
}

const ofHarm: ReadonlySet<string> = new Set(['resources', 'status']);
const ofFights: ReadonlySet<string> = new Set([...ofHarm, 'combat']);

/** Those that pass the test, and the others. */
function splitBy<One>(all: readonly One[], isIn: (one: One) => boolean): [One[], One[]] {
  return [all.filter(isIn), all.filter((one) => !isIn(one))];
}

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
