// Describes what a roll was for: what was tried, by whom and against whom; hides reasons that would give away a secret.

import type { EntityId, GameState } from '@terrarium/rpg/entity';
import { playerId } from '@terrarium/rpg/entity';
import type { Acted } from '@terrarium/rpg/game';
import { isTellingSecret } from '@terrarium/rpg/is-telling-secret';
import { isObject, type Json } from '@terrarium/rpg/json';
import { findTable } from '@terrarium/rpg/roll-table';
import type { RolledCheck } from '@terrarium/rpg/rolled-check';
import type { Action } from '@terrarium/rpg/session';
import type { System } from '@terrarium/rpg/system';
import { nameOf } from './name-ids.ts';

export interface RollView {
  readonly system: System;
  readonly state: GameState;
}

/**
 * The name of the check or move, the skill or other value that gives the number to reach, the roller if it is not the
 * player, and the opponent; for a roll on a table, the name of the table. Words that the reason contains are left out.
 * Empty for bare dice.
 */
export function describeRoll(roll: RolledCheck, view: RollView, reason = ''): string {
  const { table, who, against } = roll;
  const { system, state } = view;
  const stripSaid = (words: string, before = '') =>
    words === '' || hasWords(reason, words) ? '' : `${before}${words}`;
  if (table !== undefined) return stripSaid(findTable(system, table)?.label ?? '');
  const tried = isNamedUse(roll, reason, system) ? '' : nameTried(roll, system);
  if (tried === '' && roll.move === undefined) return '';
  const by = who === playerId ? '' : name(who, state);
  const whom = against === undefined ? '' : name(against, state);
  return [stripSaid(tried), stripSaid(by, 'of '), stripSaid(whom, 'against ')]
    .filter((part) => part !== '')
    .join(' ');
}

/** Whether the reason says which thing or spell was used, so that the name of the move adds nothing. */
function isNamedUse({ check, move }: RolledCheck, reason: string, { manifest }: System): boolean {
  if (check !== undefined) return false;
  const said = reason.toLowerCase();
  return (manifest.things ?? []).some((one) => one.move === move && said.startsWith(one.name.toLowerCase()));
}

function nameTried({ move, check, who, targetPath }: RolledCheck, system: System): string {
  const label = check === undefined ? undefined : system.checks.get(check)?.label;
  const tried = label ?? move?.replaceAll('_', ' ') ?? '';
  const on = targetPath === undefined ? '' : nameValue(who, targetPath, system);
  return on === '' || hasWords(tried, on) || hasWords(on, tried)
    ? tried
    : [tried, on].filter((part) => part !== '').join(': ');
}

/** The label of a value on somebody's sheet, such as that of a skill; empty if it has none. */
function nameValue(who: string, path: string, { sheets }: System): string {
  const byPath = sheets.get(who.split(':', 1)[0] ?? '')?.byPath;
  const field = byPath?.get(path) ?? byPath?.get(path.replace(/\.\w+$/, ''));
  return field?.definition.label ?? '';
}

/** Whether a text contains the words, in capital or small letters. */
function hasWords(text: string, words: string): boolean {
  const normalise = (said: string) =>
    ` ${said
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  return normalise(text).includes(normalise(words));
}

function name(id: string, state: GameState): string {
  return nameOf(state.find(id as EntityId), id as EntityId);
}

/** Leaves out the reason of a roll if the reason would give away a secret of the game master. */
export function hideReason(roll: RolledCheck, state: Pick<GameState, 'list'>): RolledCheck {
  const { reason, ...rest } = roll;
  return reason === undefined || !isTellingSecret(reason, state) ? roll : rest;
}

/** The arguments of a call that contain the narrator's own words. */
const wordy = ['reason', 'question'];

/** The action, without reasons that would give away a secret of the game master. */
export function hideReasons<One extends Action & Acted>(action: One, state: Pick<GameState, 'list'>): One {
  const rolls = action.rolls.map((roll) => hideReason(roll, state));
  return { ...action, rolls, arguments: hideWords(action.arguments, state) };
}

function hideWords(written: string, state: Pick<GameState, 'list'>): string {
  const given = parse(written);
  if (!isObject(given)) return written;
  const isKept = ([key, value]: readonly [string, Json]) =>
    !wordy.includes(key) || typeof value !== 'string' || !isTellingSecret(value, state);
  const kept = Object.entries(given).filter(isKept);
  return kept.length === Object.keys(given).length ? written : JSON.stringify(Object.fromEntries(kept));
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
