// Renders what a turn changed: whose, what, from what to what, and why.

import type { Entity, GameState, Patch } from '@terrarium/rpg/entity';
import { fightId, playerId } from '@terrarium/rpg/entity';
import { isObject, type Json } from '@terrarium/rpg/json';
import type { System } from '@terrarium/rpg/system';
import { cutText, wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import { nameIds, nameOf } from './name-ids.ts';
import { renderStep } from './render-quests.ts';

/** Types whose changes are shown elsewhere, or do not concern the player. */
const silentTypes: ReadonlySet<string> = new Set(['note', 'scene', 'secret']);
/** Paths whose changes are not shown: the narrative says where somebody is, and the map what was visited. */
const silentPaths: ReadonlySet<string> = new Set(['at', 'is_visited', 'about', 'exits', 'giver', 'holder']);
/** Reasons that tell a player nothing. */
const plainReasons: ReadonlySet<string> = new Set([
  'it was asked for',
  'it came',
  'it was made anew',
  'had no value yet',
  'items were put in order',
]);

export interface ChangeView {
  readonly system: System;
  readonly state: GameState;
  readonly width: number;
}

/** A line or more for each change a player cares for. */
export function renderChanges(patches: readonly Patch[], view: ChangeView): readonly string[] {
  return patches.flatMap((patch) => {
    if (patch.path === 'steps') return renderSteps(patch, view);
    if (patch.entity === fightId) return renderFight(patch, view);
    if (isRevealed(patch)) return renderRevealed(patch, view);
    const line = describePatch(patch, view);
    if (line === undefined) return [];
    const reason = plainReasons.has(patch.because) ? '' : nameIds(patch.because, view.state);
    const because = reason === '' ? '' : ` ${paint(`(${reason})`, 'dim')}`;
    return wrapText(`${line}${because}`, {
      width: view.width,
      indent: '      ',
      first: `  ${paint('•', 'cyan')} `,
    });
  });
}

/** Who acts in which order, and when a round begins; whose turn it is follows from that. */
function renderFight({ path, after }: Patch, { width, state }: ChangeView): readonly string[] {
  const first = `  ${paint('•', 'cyan')} `;
  if (path === 'round') return wrapText(`round ${String(after)}`, { width, indent: '      ', first });
  if (path !== 'order' || !Array.isArray(after)) return [];
  const places = after.filter((one: Json) => isObject(one));
  const named = places.map(({ name, rolled }) => `${nameIds(String(name), state)} ${String(rolled)}`);
  return wrapText(`order of turns: ${named.join(', ')}`, { width, indent: '      ', first });
}

/** What was secret and has come out is the one change of a secret that a player sees. */
function isRevealed({ entity, path, after }: Patch): boolean {
  return entity.startsWith('secret:') && path === 'text' && typeof after === 'string' && after !== '';
}

function renderRevealed({ after }: Patch, { width, state }: ChangeView): readonly string[] {
  const line = `you know now: ${nameIds(String(after), state)}`;
  return wrapText(line, { width, indent: '      ', first: `  ${paint('•', 'cyan')} ` });
}

/** Steps that are new or newly done; those that did not change are left out. */
function renderSteps({ before, after }: Patch, { width }: ChangeView): readonly string[] {
  const known = new Set((Array.isArray(before) ? before : []).map(renderStep));
  const steps = (Array.isArray(after) ? after : []).map(renderStep);
  return steps.filter((step) => !known.has(step)).map((step) => `  ${cutText(step, width - 2)}`);
}

function describePatch(patch: Patch, { system, state }: ChangeView): string | undefined {
  const [type = ''] = patch.entity.split(':', 1);
  if (silentTypes.has(type) || silentPaths.has(patch.path)) return undefined;
  const entity = state.find(patch.entity);
  const name = nameOf(entity ?? readMade(patch, type), patch.entity);
  if (patch.path === '') return describeWhole(patch, { type, name });
  const field = system.sheets.get(type)?.byPath.get(patch.path);
  if (field === undefined || field.definition.category === 'meta') return undefined;
  const changed = describeMoved(patch) ?? describeValues(patch, field, state);
  if (changed === '') return undefined;
  const isOwn = patch.entity === playerId;
  return describeEnd(patch, name) ?? `${isOwn ? '' : `${name}: `}${nameField(type, field)}${changed}`;
}

/** What a turn under way has made is in its change alone. */
function readMade({ entity: id, path, after }: Patch, type: string): Entity | undefined {
  return path === '' && isObject(after) ? { id, type, key: '', sheet: after } : undefined;
}

/** Says of an entity or a quest that it is over, which needs no name of a value. */
function describeEnd({ entity, path, after }: Patch, name: string): string | undefined {
  if (path === 'is_gone' && after === true) return `${name} has left the story`;
  if (entity.startsWith('quest:') && path === 'status') return `${paint(name, 'bold')} is ${String(after)}`;
  return undefined;
}

/** A clock's only value is how far it is, so its label is left out. */
function nameField(type: string, { definition }: Field): string {
  return type === 'clock' ? '' : `${definition.label} `;
}

interface Whole {
  readonly type: string;
  readonly name: string;
}

/** An entity came or went as a whole; nothing is said of a new item, because the list that it is put into shows it. */
function describeWhole({ before }: Patch, { type, name }: Whole): string | undefined {
  if (before !== undefined) return `${name} is gone`;
  return type === 'item' ? undefined : `new ${type}: ${paint(name, 'bold')}`;
}

function describeValues({ before, after }: Patch, { kind }: Field, state: GameState): string {
  const show = (value: Patch['before']) => (value === undefined ? '–' : nameIds(kind.view(value), state));
  return `${show(before)} → ${paint(show(after), 'bold')}`;
}

type Field = NonNullable<ReturnType<System['sheets']['get']>>['fields'][number];

/**
 * What came into a list and what left it; empty where only durations have run down; undefined for what is not a list.
 */
function describeMoved({ before, after, path }: Patch): string | undefined {
  const [was, is] = [readNames(before), readNames(after)];
  if (was === undefined || is === undefined) return undefined;
  const came = is.filter((name) => !was.includes(name)).map((name) => `+ ${paint(name, 'bold')}`);
  const went = was.filter((name) => !is.includes(name)).map((name) => `− ${name}`);
  const moved = [...came, ...went];
  if (moved.length === 0 && path !== 'conditions') return undefined;
  return moved.join(', ');
}

/**
 * Names of the items of a list, in either form in which it is stored: items alone, or together with what the list can
 * carry.
 */
function readNames(value: Patch['before']): readonly string[] | undefined {
  const items = isObject(value) ? value['items'] : (value ?? []);
  if (!Array.isArray(items)) return undefined;
  const names = items.map((item: Json) => (isObject(item) ? item['name'] : item));
  return names.every((name) => typeof name === 'string') ? names : undefined;
}
