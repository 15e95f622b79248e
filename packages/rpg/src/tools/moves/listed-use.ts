// Finds how something on a list, such as a spell, is used if the rules give it no effects: its text, if any, says what it does.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { listShapeNumbers } from '../../system/list-shape-numbers.ts';
import type { System } from '../../system/system.ts';
import type { Entity } from '../../values/entity.ts';
import type { JsonObject } from '../../values/json.ts';
import type { RollNumbers } from './list-effect-calls.ts';
import { findIntent, type MoveHint } from './move-hint.ts';
import { findListedItem, findThingNamed } from './things.ts';

export interface ListedUse {
  readonly name: string;
  /** The path of the list with the thing. */
  readonly path: string;
  readonly hint: MoveHint;
  /** The numbers of the item on the list, such as its level; numbers that it lacks are taken from the rules. */
  readonly numbers: RollNumbers;
  /** Names of numbers that items of this list have, but for which neither this item nor the rules give a value. */
  readonly unknown: readonly string[];
  /** What the rules say of the thing; empty if they say nothing. */
  readonly text: string;
}

/** The value of a number that neither the item nor the rules give. */
const unknownNumber = -1;

/** Undefined if the move is not made with things of a list, or if the list has nothing of this name. */
export function findListedUse(
  system: System,
  { id, as, who }: { readonly id: string; readonly as: string; readonly who: Entity },
): ListedUse | undefined {
  const intent = findIntent(system.manifest.narrator, id);
  const item = intent?.listed === undefined ? undefined : findListedItem(system, who, as, intent.listed.on);
  if (intent?.listed === undefined || item === undefined) return undefined;
  const { on: path, ...rest } = intent.listed;
  const hint = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)) as MoveHint;
  const name = String(item['name'] ?? as);
  const members = listNumbers(system, path);
  // A sheet that a model or a player filled may have only the names of spells, whose levels the rules know.
  const known: JsonObject = findThingNamed(system, name, path)?.with ?? {};
  const told = members.map(
    (member) => [member, readNumber(item, member) ?? readNumber(known, member)] as const,
  );
  const unknown = told.flatMap(([member, number]) => (number === undefined ? [member] : []));
  const numbers = new Map(told.map(([member, number]) => [member, number ?? unknownNumber]));
  return { name, path, hint, numbers, unknown, text: findText(system, name, path) };
}

function listNumbers({ sheets }: System, path: string): readonly string[] {
  return listShapeNumbers(sheets.get('character')?.byPath.get(path)?.definition.config);
}

function readNumber(item: JsonObject, member: string): number | undefined {
  const value = item[member];
  return typeof value === 'number' ? value : undefined;
}

/**
 * The thing's own sentence in the rules, or else the first clause of a rule that begins with its name; empty if there
 * is neither.
 */
function findText(system: System, name: string, path: string): string {
  const own = findThingNamed(system, name, path)?.say;
  if (own !== undefined) return own;
  const wanted = name.toLowerCase();
  const clauses = system.manifest.rules.flatMap(({ text }) => text.split(/(?<=[.;])\s+|(?<=\d):\s+/u));
  return clauses.find((clause) => clause.toLowerCase().startsWith(wanted)) ?? '';
}

/**
 * The part of the answer that follows the costs: the text of the rules for the thing, and the work that is left to the
 * game master.
 */
export function renderListedUse({ name, path, unknown, text }: ListedUse): string {
  const said =
    text === ''
      ? 'The rules of this game do not say what it does.'
      : `By the rules: ${escapeLine(text, 300)}`;
  const missing = unknown.map(
    (member) => ` No ${member} is noted for it in ${path}, so pay by single calls what depends on that.`,
  );
  return `${escapeLine(name, 120)} is used.${missing.join('')} ${said} Nothing of that is done yet: roll what is uncertain, such as the save of whoever withstands it (who), then write what follows (condition_add, adjust).`;
}
