// Renders who is here: opponents come first, with numbers, then those whom the player names, then the others in a line each.

import { isWorth, renderOpponentSheet } from '../../manifest/render-opponent-sheet.ts';
import { renderSheetForModel } from '../../manifest/render-sheet-for-model.ts';
import { readValue } from '../../rules/read-value.ts';
import type { Field, System } from '../../system/system.ts';
import { listLying } from '../../tools/lying-things.ts';
import { isBeaten, isFighting, isHostile } from '../../tools/moves/is-fighting.ts';
import { openEffectView } from '../../tools/moves/open-effect-view.ts';
import { readOrder } from '../../tools/moves/read-order.ts';
import { readPronounOf } from '../../tools/resolve-target.ts';
import type { Entity, GameState } from '../../values/entity.ts';
import { isObject, type Json } from '../../values/json.ts';
import { isOfHarm } from './is-of-harm.ts';
import { readName, type SceneView } from './read-scene.ts';
import { cutEnds, renderBlock, renderLine } from './render-data.ts';

export interface PeopleHere {
  readonly system: System;
  readonly state: Pick<GameState, 'list' | 'find'>;
  readonly scene: SceneView;
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
  const view = openEffectView({ system, state });
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
  const renderOne = (who: Entity, render: (who: Entity, system: System) => string) =>
    isBeaten(view, who) ? renderBrief(who, system, 'beaten') : render(who, system);
  const order = readOrder(state);
  const inOrder = new Set(order?.places.map(({ id }) => id));
  const renderFull = (who: Entity) => {
    if (inOrder.has(who.id)) return renderOne(who, renderOpponent);
    // Once there is an order of turns, whoever has no place in it only stands by.
    const isIn = order === undefined ? isFighting(view, who) : isHostile(view, who);
    return renderOne(who, isIn ? renderWhole : renderPeaceful);
  };
  const lines = [
    ...scene.opponents.map((who) => `opponent ${renderOne(who, renderOpponent)}`),
    ...named.map((who) => `${renderFull(who)}${renderHeld(who, state, describeThing)}`),
    ...rest.map((who) =>
      isFew ? `${renderFull(who)}${renderHeld(who, state, readName)}` : renderOne(who, renderBrief),
    ),
  ];
  return renderBlock('present', cutEnds(lines, tokens));
}

/** Renders only what differs from the usual. */
function renderWhole(who: Entity, system: System): string {
  return renderFields(who, renderSheetForModel(who, system, { isShort: true }));
}

/** Renders somebody who does not fight: who they are comes first; numbers of fights and skills are left out. */
function renderPeaceful(who: Entity, system: System): string {
  const fields = (system.sheets.get(who.type)?.fields ?? []).filter(
    (field) => !said.has(field.path) && (isOfHarm(field) || !isNumeric(readValue(who.sheet, field.path))),
  );
  const lines = renderSheetForModel(who, system, { isShort: true, fields }).split('\n').filter(isSaid);
  return renderLine([renderHead(who, system), ...lines].join('; '), longestWhole);
}

/** Members that the head of a line tells already. */
const said: ReadonlySet<string> = new Set(['about', 'attitude']);

function isNumeric(value: Json | undefined): boolean {
  if (typeof value === 'number') return true;
  return (
    value !== undefined && isObject(value) && Object.values(value).every((one) => typeof one === 'number')
  );
}

/** The pronoun at the end of a description; the line tells it before the description already. */
const spoken = / Pronouns: (?:she\/her|he\/him|they\/them)\.$/u;

/** Id, name, pronoun, attitude and description. */
function renderHead(who: Entity, system: System, mark?: string): string {
  const { about, attitude } = who.sheet;
  const field = system.sheets.get(who.type)?.byPath.get('attitude');
  const mood = field === undefined || attitude === undefined ? undefined : field.kind.view(attitude);
  const marks = [readPronounOf(who), mood, mark].filter((one) => one !== undefined && one !== '');
  const text = typeof about === 'string' && about !== '' ? `: ${about.replace(spoken, '')}` : '';
  return `${nameBoth(who)}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}${text}`;
}

function renderOpponent(who: Entity, system: System): string {
  return renderFields(who, renderOpponentSheet(who, system));
}

function isSaid(line: string): boolean {
  return line !== '' && !unsaid.test(line);
}

function renderFields(who: Entity, rendered: string): string {
  const lines = rendered.split('\n').filter(isSaid);
  return renderLine(`${nameBoth(who)}: ${lines.join('; ')}`, longestWhole);
}

/** The things of somebody whose sheet has no list of things. */
function renderHeld(
  { id }: Entity,
  state: Pick<GameState, 'list'>,
  describe: (thing: Entity) => string,
): string {
  const things = listLying(state, id).map(describe);
  return things.length === 0 ? '' : `; has: ${renderLine(things.join(', '), longestHeld)}`;
}

const longestHeld = 300;
const longestThing = 80;

/** A thing with what is told of it, such as its price. */
function describeThing(thing: Entity): string {
  const { about } = thing.sheet;
  const text = typeof about === 'string' && about !== '' ? ` (${renderLine(about, longestThing)})` : '';
  return `${readName(thing)}${text}`;
}

/** Renders who somebody is, with the points that can be lost and what afflicts them, if these are not as usual. */
function renderBrief(who: Entity, system: System, mark?: string): string {
  const isHarm = (field: Field) => isOfHarm(field) || (mark !== undefined && isWorth(field));
  const fields = system.sheets.get(who.type)?.fields.filter(isHarm);
  const harm = renderSheetForModel(who, system, { isShort: true, fields }).split('\n').filter(isSaid);
  const head = renderLine(renderHead(who, system, mark), longestBrief);
  return harm.length === 0 ? head : `${head}; ${renderLine(harm.join('; '), longestBrief)}`;
}

function nameBoth(who: Entity): string {
  return `${who.id} "${readName(who)}"`;
}
