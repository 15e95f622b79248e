// Roll: throws dice, by themselves, against a number, or as a check of the system.

import { sortByNearness } from '@terrarium/kernel/find-nearest';
import { escapeLine } from '@terrarium/kernel/foreign-text';
import { buildTool, type ToolAnswer, type ToolRefusal } from '@terrarium/kernel/tool';
import { z } from 'zod';
import type { DiceResolver } from '../dice/dice.ts';
import { parseDice } from '../dice/parse-dice.ts';
import { rollDice } from '../dice/roll-dice.ts';
import { listDiceChoices } from '../prefabs/list-dice-choices.ts';
import { buildScope } from '../rules/build-scope.ts';
import { readValue } from '../rules/read-value.ts';
import { resolvePath } from '../rules/resolve-path.ts';
import { type CheckRolled, rollCheck } from '../rules/roll-check.ts';
import type { Check } from '../system/check.ts';
import type { Scope } from '../system/formula.ts';
import type { Sheet, System } from '../system/system.ts';
import { type Entity, playerId } from '../values/entity.ts';
import type { JsonObject } from '../values/json.ts';
import { target } from './arguments.ts';
import { resolveTarget } from './resolve-target.ts';
import { requireSheet, type Workbench } from './workbench.ts';

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
    'Roll dice such as 1d20+@path. versus: number to reach, or its path. check: a check of the system, judges the result. target: whose sheet.',
  isWrite: true,
  input,
  run(asked, bench) {
    const found = resolveTarget(bench.state, asked.target);
    if (!found.ok) return found;
    const sheet = openSheet(bench, found.entity);
    const wanted = readWanted(bench, asked, sheet);
    if (!wanted.ok) return wanted;
    const { index, source } = bench.openFaces();
    const context = { source, ...sheet };
    const { check, dice, versus } = wanted;
    const rolled =
      check === undefined
        ? rollPlain(dice ?? '', versus, context)
        : rollCheck({ check, dice, target: versus, ...context });
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

function readWanted({ system }: Workbench, asked: Input, sheet: SheetContext): Wanted {
  const { formula, check: named } = asked;
  const versus = readVersus(system, asked.versus, sheet);
  if (!versus.ok) return versus;
  const check = findCheck(system.checks, named) ?? versus.check;
  if (named !== undefined && findCheck(system.checks, named) === undefined) return refuseCheck(system, named);
  if (formula === undefined && check === undefined) {
    return { ok: false, say: `Give a formula, such as ${system.manifest.engine.dice}, or a check.` };
  }
  const { number } = versus;
  const judge = check ?? (number === undefined ? undefined : findOrdinaryCheck(system, formula ?? ''));
  return { ok: true, check: judge, dice: formula, versus: number };
}

type Versus =
  | { readonly ok: true; readonly number?: number | undefined; readonly check?: Check | undefined }
  | ToolRefusal;

/** Reads a number, the name of a check, or a path on the sheet that is used for the roll. */
function readVersus(
  { checks }: System,
  versus: string | number | undefined,
  { resolve }: SheetContext,
): Versus {
  if (versus === undefined) return { ok: true };
  const number = typeof versus === 'number' ? versus : readNumber(versus);
  if (number !== undefined) return { ok: true, number };
  const text = String(versus).trim();
  const check = findCheck(checks, text);
  if (check !== undefined) return { ok: true, check };
  const stored = resolve(text.replace(/^@/, ''));
  if (typeof stored === 'number') return { ok: true, number: stored };
  const nearest = typeof stored === 'object' ? ` ${escapeLine(stored.say, 300)}` : '';
  const shown = escapeLine(text, 80);
  return {
    ok: false,
    say: `versus is a number to reach, such as 15, a path of the sheet, or a check; "${shown}" is none of them.${nearest}`,
  };
}

/** The check that judges the system's ordinary dice against a number, since in many systems higher is not better. */
function findOrdinaryCheck({ manifest, checks }: System, formula: string): Check | undefined {
  const { dice, check } = manifest.engine;
  const [ordinary, given] = [parseDice(dice), parseDice(formula)];
  if (!ordinary.ok || !given.ok || ordinary.dice.expression !== given.dice.expression) return undefined;
  const found = check === undefined ? undefined : checks.get(check);
  return found?.outcomes.some(({ when }) => when.reads.includes('target')) === true ? found : undefined;
}

interface FailedRoll {
  readonly say: string;
  readonly check: Check | undefined;
  readonly who: Entity;
  /** Whether the dice were the check's own and not ones that were given. */
  readonly isOwn: boolean;
}

/** Adds what to do instead where an NPC rolls: in many systems only the player's character has what the checks read. */
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

/** A number alone, such as `15`, or with its name, such as `AC 15`. */
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

interface SheetContext {
  readonly resolve: DiceResolver;
  readonly scope: Scope;
}

/** A die as a sheet stores it, such as `d8` or `d12+1`. */
const oneDie = /^\d*d\d+([+-]\d+)?$/;

/** Dice may read numbers and dice of the sheet; a path that does not exist is refused with the nearest ones. */
function openSheet({ system }: Workbench, { type, sheet: values }: Entity): SheetContext {
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

/** What keeps dice from reading a name; undefined where nothing does. */
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

/** Rolls without a check: the total must reach the number, where one is given. */
function rollPlain(
  formula: string,
  versus: number | undefined,
  { resolve, source }: SheetContext & { readonly source: Parameters<typeof rollDice>[1]['source'] },
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
    index,
    rolled: dice,
    askedBy: bench.by,
    who: who.id,
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
