// Roll: throws dice, by themselves, against a number, or as a check of the system.

import { escapeLine } from '@terrarium/kernel/escape-xml';
import { sortByNearness } from '@terrarium/kernel/find-nearest';
import { buildTool, type ToolAnswer, type ToolRefusal } from '@terrarium/kernel/tool';
import { z } from 'zod';
import type { DiceResolver } from '../dice/dice.ts';
import { parseDice } from '../dice/parse-dice.ts';
import { type CheckRolled, rollCheck } from '../dice/roll-check.ts';
import { rollDice } from '../dice/roll-dice.ts';
import type { Check } from '../manifest/check.ts';
import type { Sheet, System } from '../manifest/system.ts';
import { listDiceChoices } from '../prefabs/list-dice-choices.ts';
import { buildScope } from '../rules/build-scope.ts';
import type { Scope } from '../rules/formula.ts';
import { readValue } from '../rules/read-value.ts';
import { resolvePath } from '../rules/resolve-path.ts';
import { type Entity, playerId } from '../state/entity.ts';
import type { JsonObject } from '../state/json.ts';
import { target } from './arguments.ts';
import { findTarget } from './find-target.ts';
import { findSheet, type Workbench } from './workbench.ts';

const input = z.strictObject({
  formula: z.string().min(1).max(500).optional(),
  reason: z.string().max(200).optional(),
  versus: z.union([z.number(), z.string().min(1).max(80)]).optional(),
  check: z.string().min(1).max(80).optional(),
  target,
});

type Input = z.output<typeof input>;

export const roll = buildTool<typeof input, Workbench>({
  name: 'roll',
  description:
    'Roll dice such as 1d20+@path. versus: number to reach. check: a check of the system, judges the result. target: whose sheet.',
  isWrite: true,
  input,
  run(asked, bench) {
    const found = findTarget(bench.state, asked.target);
    if (!found.ok) return found;
    const wanted = readWanted(bench, asked);
    if (!wanted.ok) return wanted;
    const { index, source } = bench.openFaces();
    const ground = { source, ...openSheet(bench, found.entity) };
    const { check, dice, versus } = wanted;
    const rolled =
      check === undefined
        ? rollPlain(dice ?? '', versus, ground)
        : rollCheck({ check, dice, target: versus, ...ground });
    if (!rolled.ok)
      return refuseRoll({ say: rolled.say, check, who: found.entity, isOwn: dice === undefined });
    return record(bench, { index, asked, rolled, check, who: found.entity });
  },
});

type Wanted =
  | {
      readonly ok: true;
      readonly check: Check | undefined;
      readonly dice: string | undefined;
      readonly versus: number | undefined;
    }
  | ToolRefusal;

function readWanted({ system }: Workbench, { formula, versus, check: named }: Input): Wanted {
  const number = typeof versus === 'number' ? versus : readNumber(versus);
  const meant = typeof versus === 'string' && number === undefined ? versus : undefined;
  const check = findCheck(system.checks, named ?? meant);
  if (named !== undefined && check === undefined) return refuseCheck(system, named);
  if (meant !== undefined && findCheck(system.checks, meant) === undefined) {
    const say = `versus is a number to reach, such as 15, or a check; "${escapeLine(meant, 80)}" is neither.`;
    return { ok: false, say };
  }
  if (formula === undefined && check === undefined) {
    return { ok: false, say: `Give a formula, such as ${system.manifest.engine.dice}, or a check.` };
  }
  return { ok: true, check, dice: formula, versus: number };
}

interface FailedRoll {
  readonly say: string;
  readonly check: Check | undefined;
  readonly who: Entity;
  /** By the dice of the check, not by some that were given. */
  readonly isOwn: boolean;
}

/** In many systems only the player's character has what the checks read. */
function refuseRoll({ say, check, who, isOwn }: FailedRoll): ToolRefusal {
  const said = escapeLine(say, 400);
  if (check === undefined || !isOwn || who.id === playerId) return { ok: false, say: said };
  const instead = 'Leave target out to roll it for the player, or give a formula or versus of your own.';
  return { ok: false, say: `${who.id} cannot roll ${check.id}: ${said} ${instead}` };
}

function refuseCheck({ checks }: System, wanted: string): ToolRefusal {
  const known = sortByNearness(wanted, [...checks.keys()]).slice(0, 6);
  const nearest = known.length === 0 ? 'This system has none.' : `Nearest: ${known.join(', ')}.`;
  return { ok: false, say: `There is no check "${escapeLine(wanted, 80)}". ${nearest}` };
}

/** `15`, or with what it is called, such as `AC 15`. */
const numberWithName = /^(?:[a-z][a-z ]*)?([+-]?\d{1,9}(?:\.\d{1,4})?)$/i;

function readNumber(text: string | number | undefined): number | undefined {
  const number = numberWithName.exec(String(text ?? '').trim())?.[1];
  return number === undefined ? undefined : Number(number);
}

function findCheck(checks: ReadonlyMap<string, Check>, wanted: string | undefined): Check | undefined {
  if (wanted === undefined) return undefined;
  const label = wanted.trim().toLowerCase();
  return checks.get(wanted) ?? [...checks.values()].find((check) => check.label.toLowerCase() === label);
}

interface SheetGround {
  readonly resolve: DiceResolver;
  readonly scope: Scope;
}

/** What a sheet stores of a die, such as `d8` or `d12+1`. */
const oneDie = /^\d*d\d+([+-]\d+)?$/;

/** Dice read numbers and dice of the sheet; what is not there is refused with the nearest paths. */
function openSheet({ system }: Workbench, { type, sheet: values }: Entity): SheetGround {
  const sheet = findSheet(system, type);
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

/** Undefined where dice may read what is named. */
function findNameFault(
  { sheet, values }: { readonly sheet: Sheet; readonly values: JsonObject },
  path: string,
): string | undefined {
  const field = sheet.byPath.get(path);
  const choices = field === undefined ? [] : listDiceChoices(field);
  if (choices.length > 0) return `\`${path}\` may mean @${choices.join(' or @')}: write one of them.`;
  if (sheet.aliases.has(path)) return undefined;
  const resolved = resolvePath(sheet, path, values);
  return resolved.ok ? undefined : resolved.say;
}

/** Without a check the total must reach the number. */
function rollPlain(
  formula: string,
  versus: number | undefined,
  { resolve, source }: SheetGround & { readonly source: Parameters<typeof rollDice>[1]['source'] },
): CheckRolled {
  const parsed = parseDice(formula);
  if (!parsed.ok) return parsed;
  const rolled = rollDice(parsed.dice, { source, resolve });
  if (!rolled.ok || versus === undefined) return rolled;
  const isReached = rolled.rolled.total >= versus;
  const outcome = isReached
    ? { id: 'success', label: 'success', degree: 1 }
    : { id: 'failure', label: 'failure', degree: -1 };
  return { ok: true, rolled: rolled.rolled, target: versus, outcome };
}

interface Recording {
  readonly index: number;
  readonly asked: Input;
  readonly rolled: Extract<CheckRolled, { ok: true }>;
  readonly check: Check | undefined;
  readonly who: Entity;
}

function record(bench: Workbench, { index, asked, rolled, check, who }: Recording): ToolAnswer {
  const { rolled: dice, challenge, target: versus, outcome, fault } = rolled;
  bench.effects.rolls.push({
    ...{ index, rolled: dice, askedBy: bench.by, who: who.id },
    ...(challenge === undefined ? {} : { challenge }),
    ...(check === undefined ? {} : { check: check.id }),
    ...(versus === undefined ? {} : { target: versus }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(asked.reason === undefined ? {} : { reason: asked.reason }),
  });
  const parts = [
    who.id === playerId ? '' : `${who.id} `,
    escapeLine(dice.rendered, 600),
    challenge === undefined ? '' : ` against ${escapeLine(challenge.rendered, 300)}`,
    versus === undefined ? '' : ` versus ${versus}`,
    outcome === undefined ? '' : `: ${escapeLine(outcome.label, 80)}`,
    fault === undefined ? '' : `. No outcome: ${escapeLine(fault, 200)}`,
  ];
  return { ok: true, say: parts.join('') };
}
