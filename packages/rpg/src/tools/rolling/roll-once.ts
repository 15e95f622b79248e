// Makes one roll: rolls its dice, judges the result, records it, and says who rolled.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { ToolRefusal } from '@terrarium/kernel/tool';
import { parseDice } from '../../dice/parse-dice.ts';
import { rollDice } from '../../dice/roll-dice.ts';
import { renderWithstood } from '../../rules/find-withstood.ts';
import { adjustTotal, type CheckRolled, rollCheck } from '../../rules/roll-check.ts';
import type { RolledCheck } from '../../rules/rolled-check.ts';
import type { Check } from '../../system/check.ts';
import { type Entity, playerId } from '../../values/entity.ts';
import { removeCondition } from '../condition-remove.ts';
import { nameOf } from '../resolve-target.ts';
import type { Workbench } from '../workbench.ts';
import { type Advantage, findAdvantage, findModifiers, listUsedUp, takeTurned } from './find-advantage.ts';
import { openSheet, type SheetContext, type Sides } from './open-sheet.ts';
import { type Judged, rollAgain, takeJudging } from './roll-again.ts';

export interface Throwing extends Sides {
  /** Dice to use instead of the check's own dice, or if there is no check. */
  readonly dice?: string | undefined;
  readonly check?: Check | undefined;
  readonly versus?: number | undefined;
  /** The path from which `versus` was read, if it is a value of a sheet. */
  readonly targetPath?: string | undefined;
  readonly reason?: string | undefined;
  readonly move?: string | undefined;
  readonly table?: string | undefined;
  readonly stakes?: RolledCheck['stakes'];
  /** Who loses or gains what is rolled. */
  readonly on?: string | undefined;
  /** The roll whose faces count for this one too. */
  readonly facesOf?: RolledCheck['again'];
  /** Whether this roll decides the result of the action: only that one may be judged again. */
  readonly isDeciding?: boolean | undefined;
}

export type Thrown =
  | {
      readonly ok: true;
      readonly roll: RolledCheck;
      readonly line: string;
      /** The values of the sheets, by name, as formulas may read them after the dice have fallen. */
      readonly sheet: SheetContext;
    }
  | ToolRefusal;

/** Refused without an effect if the dice cannot be read or if the sheet lacks a value that the dice need. */
export function rollOnce(bench: Workbench, throwing: Throwing): Thrown {
  const { check, versus } = throwing;
  const sheet = openSheet(bench, throwing);
  const advantage = findAdvantage(bench, throwing);
  const judging = takeJudging(bench, throwing);
  const kept = check === undefined || bench.again?.keepsDice !== true ? undefined : judging.former;
  const { dice, say } =
    kept === undefined
      ? addModifiers(addAdvantage(throwing, advantage), throwing, findModifiers(bench, throwing))
      : { dice: kept.rolled.expression, say: kept.advantage ?? '' };
  const rollOne = ({ source, changed }: Pick<Judged, 'source' | 'changed'>): CheckRolled => {
    const context = { source, changed, ...sheet };
    return check === undefined
      ? rollPlain(dice ?? '', versus, context)
      : takeTurned(rollCheck({ check, dice, target: versus, ...context }), advantage, check);
  };
  const used = listUsedUp(bench, throwing);
  const { index, rolled, again } = rollAgain(bench, judging, { check, rollOne, facesOf: throwing.facesOf });
  if (!rolled.ok) return refuseRoll(bench, { ...throwing, say: rolled.say });
  const given = say === '' ? {} : { advantage: say };
  const roll = { ...buildRoll(bench, throwing, { index, rolled }), ...given, ...again };
  bench.effects.rolls.push(roll);
  const ended = used.map(({ condition, of }) => removeUsed(bench, condition, of));
  return {
    ok: true,
    roll,
    line: [renderRoll(bench, throwing, { rolled, say }), ...new Set(ended)].join('\n'),
    sheet,
  };
}

/** Ends a condition that counts for one roll, and says so. */
function removeUsed(bench: Workbench, condition: string, of: Entity): string {
  removeCondition(bench, condition, of.id);
  return `${nameRoller(of)}: "${escapeLine(condition, 80)}" has ended, since it counts for one roll.`;
}

interface Advanced {
  readonly dice: string | undefined;
  /** What gave advantage or disadvantage; empty if nothing did, or if the dice cannot have it. */
  readonly say: string;
}

const asked = /(?<![a-z_.@])(?:with |at )?(adv|dis)(?:antage|advantage)?(?![a-z])/iu;

/**
 * The dice with advantage or disadvantage. If either is asked for with the dice, it counts like a rule: only once, and
 * its opposite cancels it. Dice that are not a single die stay as they are.
 */
function addAdvantage({ check, dice }: Throwing, { word, say }: Advantage): Advanced {
  const source = dice ?? check?.dice;
  if (say === '' || source === undefined) return { dice, say };
  const own = asked.exec(source)?.[1]?.toLowerCase();
  if (own === word) return { dice, say };
  if (own !== undefined) return cancelAdvantage(source, own, { word, say });
  if (word === '') return { dice, say };
  const added = `${source} ${word}`;
  return parseDice(added).ok ? { dice: added, say } : { dice, say: '' };
}

/** The dice with what the rules add, such as the die of a spell at work. */
function addModifiers(
  advanced: Advanced,
  { check }: Throwing,
  { adds, say }: ReturnType<typeof findModifiers>,
): Advanced {
  const parsed = adds === '' ? undefined : parseDice(advanced.dice ?? check?.dice ?? '');
  if (parsed?.ok !== true) return advanced;
  const added = `${parsed.dice.expression}${adds}`;
  if (!parseDice(added).ok) return advanced;
  return { dice: added, say: [advanced.say, say].filter((one) => one !== '').join('; ') };
}

/** Takes advantage or disadvantage off dice that have it, if the rules give the other one, or both. */
function cancelAdvantage(
  source: string,
  own: string,
  { word, say }: Pick<Advantage, 'word' | 'say'>,
): Advanced {
  const plain = source.replace(asked, '').trim();
  if (!parseDice(plain).ok) return { dice: source, say: '' };
  const kind = own === 'adv' ? 'advantage' : 'disadvantage';
  return { dice: plain, say: word === '' ? say : `${say}; ${kind}: asked for; they cancel each other out` };
}

/** Rolls without a check: the total must reach the number, if one is given. */
function rollPlain(
  formula: string,
  versus: number | undefined,
  { resolve, source, changed }: SheetContext & Pick<Judged, 'source' | 'changed'>,
): CheckRolled {
  const parsed = parseDice(formula);
  if (!parsed.ok) return parsed;
  const thrown = rollDice(parsed.dice, { source, resolve });
  if (!thrown.ok) return thrown;
  const rolled = { ok: true as const, rolled: adjustTotal(thrown.rolled, changed) };
  if (versus === undefined) return rolled;
  const isReached = rolled.rolled.total >= versus;
  const outcome = isReached
    ? { id: 'success', label: 'success', degree: 1 }
    : { id: 'failure', label: 'failure', degree: -1 };
  return { ok: true, rolled: rolled.rolled, target: versus, outcome };
}

interface Fallen {
  readonly index: number;
  readonly rolled: Extract<CheckRolled, { ok: true }>;
}

function buildRoll(bench: Workbench, throwing: Throwing, { index, rolled }: Fallen): RolledCheck {
  const { rolled: dice, challenge, target: versus, outcome } = rolled;
  const { check, who, against, reason, move, table, targetPath, stakes = [], on } = throwing;
  return {
    index,
    rolled: dice,
    askedBy: bench.by,
    who: who.id,
    ...(against === undefined ? {} : { against: against.id }),
    ...(move === undefined ? {} : { move }),
    ...(table === undefined ? {} : { table }),
    ...(stakes.length === 0 ? {} : { stakes }),
    ...(on === undefined ? {} : { on }),
    ...(challenge === undefined ? {} : { challenge }),
    ...(check === undefined ? {} : { check: check.id }),
    ...(versus === undefined ? {} : { target: versus }),
    ...(versus === undefined || targetPath === undefined ? {} : { targetPath }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/**
 * Names the skills that the dice of a check read, such as ` (Stealth)`, if the label of the check does not name them
 * already.
 */
function nameSkills({ system }: Workbench, { who, check, dice }: Throwing): string {
  if (check === undefined) return '';
  const named = [...(dice ?? check.dice).matchAll(/@([a-z_0-9]+\.[a-z_0-9]+)/gu)].map(
    ([, path = '']) => path,
  );
  const sheet = system.sheets.get(who.type);
  const labels = named.flatMap((path) => {
    const definition = sheet?.byPath.get(path)?.definition;
    return definition?.category === 'skills' ? [definition.label] : [];
  });
  const told = [...new Set(labels)].filter(
    (label) => !check.label.toLowerCase().includes(label.toLowerCase()),
  );
  return told.length === 0 ? '' : ` (${escapeLine(told.join(', '), 80)})`;
}

interface ThrownSay extends Pick<Fallen, 'rolled'> {
  readonly say: string;
}

function renderRoll(bench: Workbench, throwing: Throwing, { rolled, say }: ThrownSay): string {
  const { who, against, check } = throwing;
  const { rolled: dice, challenge, target: versus, outcome, fault } = rolled;
  const what = check === undefined ? '' : ` ${escapeLine(check.label, 80)}${nameSkills(bench, throwing)}`;
  const whom = against === undefined ? '' : ` against ${against.id}`;
  const spell = { rolled: dice, check: check?.id, target: versus, against: against?.id };
  const withstood = renderWithstood(spell, against === undefined ? '' : nameRoller(against));
  const label = outcome === undefined ? '' : `: ${escapeLine(outcome.label, 80)}`;
  if (withstood !== undefined) return `${nameRoller(who)}${whom}: ${withstood}`;
  return [
    `${nameRoller(who)}${what === '' ? '' : `,${what}`}${whom}: `,
    escapeLine(dice.rendered, 600),
    challenge === undefined ? '' : ` against ${escapeLine(challenge.rendered, 300)}`,
    versus === undefined ? '' : ` versus ${versus}`,
    say === '' ? '' : ` (${escapeLine(say, 300)})`,
    label,
    fault === undefined ? '' : `. No outcome: ${escapeLine(fault, 200)}`,
  ].join('');
}

interface FailedRoll extends Throwing {
  readonly say: string;
}

/**
 * If somebody other than the player's character makes a check or a move, adds what to do instead, since in many systems
 * only this character has the values that checks read.
 */
function refuseRoll({ system }: Workbench, { say, check, dice, move, who }: FailedRoll): ToolRefusal {
  const said = escapeLine(say, 400);
  const isOwnDice = move === undefined && (check === undefined || dice !== undefined);
  if (isOwnDice || who.id === playerId) return { ok: false, say: said };
  const free = [...system.checks.values()].filter((one) => !one.dice.includes('@')).map(({ id }) => id);
  const others = free.length === 0 ? '' : ` Anybody can roll ${free.slice(0, 2).join(' or ')}.`;
  const instead = 'Leave out `who` to roll it for the player, or give a formula or `versus` of your own.';
  return { ok: false, say: `${who.id} cannot roll ${move ?? check?.id}: ${said} ${instead}${others}` };
}

/** The name of the player's character; for anybody else the id, which tools accept. */
function nameRoller(who: Entity): string {
  return who.id === playerId ? nameOf(who) : who.id;
}
