// Opens the sheet of a roll: the numbers that dice and outcomes read, from given values and the sheets of both sides.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { DiceResolver } from '../../dice/dice.ts';
import { listDiceChoices } from '../../prefabs/list-dice-choices.ts';
import { buildScope } from '../../rules/build-scope.ts';
import { readValue } from '../../rules/read-value.ts';
import { resolvePath } from '../../rules/resolve-path.ts';
import type { Scope } from '../../system/formula.ts';
import type { Sheet } from '../../system/system.ts';
import type { Entity } from '../../values/entity.ts';
import type { JsonObject } from '../../values/json.ts';
import { requireSheet, type Workbench } from '../workbench.ts';

export interface SheetContext {
  readonly resolve: DiceResolver;
  readonly scope: Scope;
}

export interface Sides {
  readonly who: Entity;
  readonly against?: Entity | undefined;
  /** Values that are on no sheet, by name. */
  readonly given?: Readonly<Record<string, number>> | undefined;
}

/** The beginning of names that are read on the opponent's sheet. */
export const againstPrefix = 'against.';

/** Dice as a sheet stores them, such as `d8` or `d12+1`. */
const oneDie = /^\d*d\d+([+-]\d+)?$/;

/** Dice may read numbers and dice of the sheet; a path that does not exist is refused with the nearest ones. */
export function openSheet(bench: Workbench, { who, against, given = {} }: Sides): SheetContext {
  const own = openOwnSheet(bench, who);
  const other = against === undefined ? undefined : openOwnSheet(bench, against);
  const readGiven = (name: string) => (Object.hasOwn(given, name) ? given[name] : undefined);
  const resolve: DiceResolver = (path) => {
    if (!path.startsWith(againstPrefix)) return readGiven(path) ?? own.resolve(path);
    return other === undefined
      ? { say: `\`${path}\` is a value of whoever the roll is against: say against whom.` }
      : other.resolve(path.slice(againstPrefix.length));
  };
  const read: Scope['read'] = (name) =>
    name.startsWith(againstPrefix)
      ? other?.scope.read(name.slice(againstPrefix.length))
      : (readGiven(name) ?? own.scope.read(name));
  return { resolve, scope: { ...own.scope, read } };
}

function openOwnSheet({ system }: Workbench, { type, sheet: values }: Entity): SheetContext {
  const sheet = requireSheet(system, type);
  const scope = buildScope(sheet, values, system.tables);
  const resolve: DiceResolver = (path) => {
    const stored = readValue(values, path);
    if (typeof stored === 'string' && oneDie.test(stored)) return stored;
    const read = scope.read(path);
    const fault = findNameFault({ sheet, values }, path);
    if (fault !== undefined) return { say: fault };
    return typeof read === 'number' || typeof read === 'boolean' ? Number(read) : undefined;
  };
  return { resolve, scope };
}

/** Why dice cannot read a name; undefined if they can. */
function findNameFault(
  { sheet, values }: { readonly sheet: Sheet; readonly values: JsonObject },
  path: string,
): string | undefined {
  const field = sheet.byPath.get(path);
  const choices = field === undefined ? [] : listDiceChoices(field);
  if (choices.length > 0) return `\`${path}\` may mean @${choices.join(' or @')}: write one of them.`;
  if (sheet.aliases.has(path)) return undefined;
  const resolved = resolvePath(sheet, path, values);
  return resolved.ok ? undefined : escapeLine(resolved.say, 500);
}
