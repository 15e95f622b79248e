// Describes what a roll was for: what was tried, by whom and against whom; hides reasons that would give away a secret.

import type { EntityId, GameState } from '@terrarium/rpg/entity';
import { playerId } from '@terrarium/rpg/entity';
import { findWithstood, nameWithstood } from '@terrarium/rpg/find-withstood';
import type { Acted } from '@terrarium/rpg/game';
import { isTellingSecret } from '@terrarium/rpg/is-telling-secret';
import { isObject, type Json } from '@terrarium/rpg/json';
import { findTable } from '@terrarium/rpg/roll-table';
import type { RolledCheck } from '@terrarium/rpg/rolled-check';
import type { Action } from '@terrarium/rpg/session';
import type { Field, System } from '@terrarium/rpg/system';
import { nameIds, nameOf } from './name-ids.ts';

export interface RollView {
  readonly system: System;
  readonly state: GameState;
}

/**
 * Says what was rolled: the check or move, and the skill, action or other value. Adds the opponent, what was set for
 * the roll (such as its position), what gave it advantage, and the roller unless it is the player. For a roll on a
 * table, names the table; for a loss or gain, whose it is. Words that the reason contains are left out. Empty for bare
 * dice.
 */
export function describeRoll(roll: RolledCheck, view: RollView, reason = ''): string {
  const { table, who, against, on, stakes = [], advantage = '' } = roll;
  const { system, state } = view;
  const stripSaid = (words: string, before = '') =>
    words === '' || hasWords(reason, words) ? '' : `${before}${words}`;
  if (table !== undefined) return stripSaid(findTable(system, table)?.label ?? '');
  if (on !== undefined) return stripSaid(nameOther(on, state), 'to ');
  const tried = isNamedUse(roll, reason, system) ? '' : nameTried(roll, reason, system);
  if (tried === '' && roll.move === undefined) return '';
  const by = who === playerId ? '' : name(who, state);
  const whom = against === undefined ? '' : nameOther(against, state);
  const what = [stripSaid(tried), stripSaid(by, 'of '), stripSaid(whom, 'against ')];
  const set = stakes.map(({ path, says }) => `${nameValue(who, path, system).toLowerCase()} ${says}`.trim());
  return [what.filter((part) => part !== '').join(' '), ...set, nameIds(advantage, state)]
    .filter((part) => part !== '')
    .join(', ');
}

/**
 * Says what was taken off each loss that followed from the roll, such as “Armour takes 3 of 4”. Names the
 * owner of the armour if the loss is not that of the roll's target.
 */
export function describeLessened({ on, lessened = [] }: RolledCheck, { system, state }: RollView) {
  return lessened.map(({ who, of, less, path }) => {
    const label = path === undefined ? '' : nameValue(who, path, system);
    const takes = `takes ${less >= of ? `all ${of}` : `${less} of ${of}`}`;
    if (who === playerId && label !== '') return `Your ${label.toLowerCase()} ${takes}`;
    const what = label === '' ? 'What protects' : label;
    const whose = on === who ? '' : ` of ${nameOther(who, state)}`;
    return `${what}${whose} ${takes}`;
  });
}

/**
 * The outcome in words; undefined if there is none. If the other side rolls to withstand something, such as a
 * spell, the words name the other side, whose success or failure it is.
 */
export function describeOutcome(roll: RolledCheck, { state }: Pick<RollView, 'state'>): string | undefined {
  const withstood = findWithstood(roll);
  if (withstood === undefined || roll.against === undefined) return roll.outcome?.label;
  if (roll.against !== playerId) return nameWithstood(withstood, name(roll.against, state));
  return withstood.rolled >= withstood.needed ? 'You withstand it' : 'You do not withstand it';
}

/** Whether the reason says which thing or spell was used, so that the name of the move adds nothing. */
function isNamedUse({ check, move }: RolledCheck, reason: string, { manifest }: System): boolean {
  if (check !== undefined) return false;
  const said = reason.toLowerCase();
  return (manifest.things ?? []).some((one) => one.move === move && said.startsWith(one.name.toLowerCase()));
}

function nameTried(roll: RolledCheck, reason: string, system: System): string {
  const { move, check, who, targetPath } = roll;
  const label = check === undefined ? undefined : system.checks.get(check)?.label;
  const tried = label ?? move?.replaceAll('_', ' ') ?? '';
  // A foe strikes with values of its own. Their names are words of the rules and mean nothing to the player.
  if (move === foeAttack) return nameAttack(system);
  const values = [...(targetPath === undefined ? [] : [nameValue(who, targetPath, system)])];
  const on = [...new Set([...values, ...listRolledValues(roll, system)])]
    .filter((one) => one !== '' && !hasWords(tried, one) && !hasWords(one, tried))
    // If a roll was asked for by the name of a value, its reason begins with that name.
    .filter((one) => !`${reason}:`.startsWith(`${one}:`))
    .join(' and ');
  return [tried, on].filter((part) => part !== '').join(': ');
}

const foeAttack = 'foe_attack';

function nameAttack({ checks }: System): string {
  return [...checks.values()].find(({ move }) => move === 'attack')?.label ?? 'Attack';
}

/**
 * Matches a value that is added to the dice or says how many there are, but not one that is subtracted, such as a
 * penalty.
 */
const added = /(?<!-)@(?<path>[a-z]\w*(?:\.\w+)+)/giu;
const rolledCategories: ReadonlySet<string> = new Set(['attributes', 'skills']);

/** The labels of the skills and attributes that are added to the dice or say how many there are. */
function listRolledValues({ rolled, who }: RolledCheck, system: System): readonly string[] {
  return [...rolled.expression.matchAll(added)].flatMap(({ groups }) => {
    const field = findValue(who, groups?.['path'] ?? '', system);
    const { category = '', label = '' } = field?.definition ?? {};
    return rolledCategories.has(category) ? [label] : [];
  });
}

/** The label of a value on somebody's sheet, such as that of a skill; empty if it has none. */
function nameValue(who: string, path: string, system: System): string {
  return findValue(who, path, system)?.definition.label ?? '';
}

function findValue(who: string, path: string, { sheets }: System): Field | undefined {
  const byPath = sheets.get(who.split(':', 1)[0] ?? '')?.byPath;
  return byPath?.get(path) ?? byPath?.get(path.replace(/\.\w+$/, ''));
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

/** The player is `you`, as in the story. */
function nameOther(id: string, state: GameState): string {
  return id === playerId ? 'you' : name(id, state);
}

function name(id: string, state: GameState): string {
  return nameOf(state.find(id as EntityId), id as EntityId);
}

/** Leaves out the reason of a roll if the reason would give away a secret of the game master. */
export function hideReason(roll: RolledCheck, state: Pick<GameState, 'list'>): RolledCheck {
  const { reason, ...rest } = roll;
  return reason === undefined || !isTellingSecret(reason, state) ? roll : rest;
}

/** If the player resists something, the reason begins with the character's name, which is replaced by “You”. */
export function renderReason({ who, reason }: RolledCheck, state: GameState): string | undefined {
  const begun = `${name(playerId, state)} resists`;
  return who === playerId && reason?.startsWith(begun) === true
    ? `You resist${reason.slice(begun.length)}`
    : reason;
}

/** The arguments of a call that contain the narrator's own words. */
const wordy = ['reason', 'question'];

/** The action, without reasons and questions that would give away a secret of the game master. */
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
