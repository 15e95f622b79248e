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
import { buildScope } from '../rules/build-scope.ts';
import type { Scope } from '../rules/formula.ts';
import { readValue } from '../rules/read-value.ts';
import { resolvePath } from '../rules/resolve-path.ts';
import { type Entity, playerId } from '../state/entity.ts';
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
    if (!rolled.ok) return { ok: false, say: escapeLine(rolled.say, 400) };
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
  const id = named ?? (number === undefined ? (versus as string | undefined) : undefined);
  const check = id === undefined ? undefined : findCheck(system.checks, id);
  if (id !== undefined && check === undefined) {
    const known = sortByNearness(id, [...system.checks.keys()]).slice(0, 6);
    const nearest = known.length === 0 ? 'This system has none.' : `Nearest: ${known.join(', ')}.`;
    return { ok: false, say: `There is no check "${escapeLine(id, 80)}". ${nearest}` };
  }
  if (formula === undefined && check === undefined) {
    return { ok: false, say: `Give a formula, such as ${system.manifest.engine.dice}, or a check.` };
  }
  return { ok: true, check, dice: formula, versus: number };
}

function readNumber(text: string | undefined): number | undefined {
  const number = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

function findCheck(checks: ReadonlyMap<string, Check>, wanted: string): Check | undefined {
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
    if (typeof read === 'number') return read;
    if (typeof read === 'boolean') return read ? 1 : 0;
    const resolved = resolvePath(sheet, path, values);
    return resolved.ok ? undefined : { say: resolved.say };
  };
  return { resolve, scope };
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
