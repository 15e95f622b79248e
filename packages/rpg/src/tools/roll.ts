// The tool `roll`: rolls dice freely, against a number, as a check of the system, or as a move with all its consequences.

import { filterAlike } from '@terrarium/kernel/find-nearest';
import { escapeLine } from '@terrarium/kernel/foreign-text';
import { buildTool, type Tool, type ToolAnswer, type ToolRefusal } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { parseDice } from '../dice/parse-dice.ts';
import type { Check } from '../system/check.ts';
import type { System } from '../system/system.ts';
import type { Entity } from '../values/entity.ts';
import { isReaction } from './moves/is-reaction.ts';
import { renderListedUse } from './moves/listed-use.ts';
import type { MoveHint } from './moves/move-hint.ts';
import { type MovePlay, oneAtATime, playMove } from './moves/play-move.ts';
import { type NamedMove, readMove } from './moves/read-move.ts';
import { rollRecovery } from './moves/recover-first.ts';
import { findThing } from './moves/things.ts';
import { resolveSeveral } from './resolve-several.ts';
import { resolveTarget } from './resolve-target.ts';
import { findCheck } from './rolling/find-check.ts';
import { readGiven } from './rolling/read-given.ts';
import { readVersus } from './rolling/read-versus.ts';
import { retryRoll } from './rolling/retry-roll.ts';
import { rollOnce } from './rolling/roll-once.ts';
import type { Workbench } from './workbench.ts';

const someone = z.string().min(1).max(120).optional();

const input = z.strictObject({
  move: z.string().min(1).max(80).optional(),
  as: z.string().min(1).max(80).optional(),
  check: z.string().min(1).max(80).optional(),
  formula: z.string().min(1).max(500).optional(),
  who: someone,
  against: someone,
  versus: z.union([z.number(), z.string().min(1).max(80)]).optional(),
  with: z.record(z.string().max(80), z.union([z.number(), z.string().max(200)])).optional(),
  reason: z.string().max(200).optional(),
  /** Pays one of the prices that the rules name, so that the last roll of the player's character is judged again. */
  spend: z.string().min(1).max(80).optional(),
  /** How much to pay, if the player decides that. */
  points: z.number().int().min(1).max(1_000).optional(),
  /** Which roll is judged again; the game adds it to the call, so that a replay judges the same one. */
  judges: z
    .strictObject({ turn: z.number().int(), index: z.number().int(), less: z.boolean().optional() })
    .optional(),
  /** The former name of `who`, from the time before `against` existed; games from that time are replayed with it. */
  target: someone,
});

type Input = z.output<typeof input>;

const tool = buildTool<typeof input, Workbench>({
  name: 'roll',
  description:
    'Roll. move: of the rules, with all that follows. Or check, formula (1d20+@path), or both. who rolls (default: player) against whom (or a, b). as: variant. with: values for a check.',
  isWrite: true,
  input,
  run(asked, bench) {
    if (asked.spend === undefined) return rollAsked(asked, bench);
    return retryRoll(bench, asked.spend, {
      points: asked.points,
      judges: asked.judges,
      rollAgain: (given) => {
        const read = input.safeParse(given);
        return read.success ? rollAsked(read.data, bench) : refuse('The roll cannot be made again.');
      },
    });
  },
});

function rollAsked(asked: Input, bench: Workbench): ToolAnswer {
  const sides = resolveSides(bench, asked);
  if (!sides.ok) return sides;
  const wanted = readWanted(bench, asked, sides);
  if (!wanted.ok) return wanted;
  const { check, dice, versus, targetPath, given, move } = wanted;
  const { who, against, others = [], named } = sides;
  const { reason } = asked;
  if (others.length > 0 && move === undefined) return refuse(oneAtATime);
  if (move !== undefined) {
    const aimed = { who, against, others, named };
    return playNamed(bench, move, { ...aimed, dice, versus, targetPath, check, given, reason });
  }
  const effects = check?.outcomes.some((one) => one.effects !== undefined) === true;
  if (effects) {
    const id = check?.id ?? '';
    return playMove(bench, { id, hint: {}, who, against, dice, versus, targetPath, check, given, reason });
  }
  const plain = { dice, versus, targetPath, check, given, reason };
  const thrown = rollOnce(bench, { who, against, ...plain, isDeciding: true });
  return thrown.ok ? { ok: true, say: thrown.line } : thrown;
}

/**
 * Makes a move of the rules. In a fight, somebody who must recover first, as from being shaken, rolls for this; if they
 * do not recover, the move is not made.
 */
function playNamed(bench: Workbench, move: NamedMove, play: Omit<MovePlay, 'id' | 'hint'>): ToolAnswer {
  const { who, reason } = play;
  // The first sight of somebody takes no time, and a reaction is made out of turn, so neither uses up a turn.
  const isOwnTurn = move.id !== 'first_sight' && !isReaction(reason);
  if (isOwnTurn) bench.moved.push(who.id);
  const recovered = isOwnTurn ? rollRecovery(bench, move.id, who) : undefined;
  if (recovered?.isFree === false) return { ok: true, say: recovered.say };
  const { id, hint, called } = move;
  const played = playMove(bench, {
    ...play,
    id,
    hint,
    who: bench.state.find(who.id) ?? who,
    reason: nameUse(called, reason),
    called,
    roll: move.listed?.numbers,
  });
  const described = describePlayed(bench.system, move, played);
  if (recovered === undefined || !described.ok) return described;
  return { ...described, say: `${recovered.say}\n${described.say}` };
}

/** The answer of a move; never an empty one. */
function describePlayed(system: System, move: NamedMove, played: ToolAnswer): ToolAnswer {
  if (played.ok && move.listed !== undefined)
    return { ...played, say: [played.say, renderListedUse(move.listed)].join('\n').trim() };
  return played.say === '' ? { ...played, say: renderNothing(system, move) } : played;
}

/** The answer to a move without dice if none of its effects applies, such as bandaging somebody who is hardly hurt. */
function renderNothing(system: System, { id, called }: Pick<NamedMove, 'id' | 'called'>): string {
  const does = called === undefined ? undefined : findThing(system, called, id)?.say;
  const [name, about] = [
    escapeLine(called ?? id, 120),
    does === undefined ? '' : ` ${escapeLine(does, 300)}`,
  ];
  return `${name}:${about} Nothing of what it does applies now: nothing was rolled or changed. If more is meant, roll a check for it.`;
}

/** The reason of a roll. If the roll uses a thing or a spell, the reason begins with its name. */
function nameUse(called: string | undefined, reason: string | undefined): string | undefined {
  if (called === undefined) return reason;
  const isSaid = reason === undefined || reason.trim().toLowerCase() === called.toLowerCase();
  return isSaid ? called : `${called}: ${reason}`.slice(0, 200);
}

/** Models are not shown `target`, which does not say whose roll it is, nor `judges`, which the game adds. */
export const roll: Tool<Workbench> = { ...tool, declaration: hideArguments(tool.declaration) };

function hideArguments(declaration: Tool<Workbench>['declaration']): Tool<Workbench>['declaration'] {
  const { parameters } = declaration;
  const {
    target: _target,
    judges: _judges,
    ...properties
  } = z.record(z.string(), z.unknown()).parse(parameters['properties']);
  return { ...declaration, parameters: { ...parameters, properties } };
}

type FoundSides =
  | {
      readonly ok: true;
      readonly who: Entity;
      readonly against?: Entity | undefined;
      /** The other targets of a move that is made against several. */
      readonly others?: readonly Entity[] | undefined;
      /** The targets, each as often as it is named. */
      readonly named?: readonly Entity[] | undefined;
    }
  | ToolRefusal;

function resolveSides({ state }: Workbench, { who, target, against }: Input): FoundSides {
  const roller = resolveTarget(state, who ?? target, ['character', 'npc', 'creature', ...things]);
  if (!roller.ok) return roller;
  if (against === undefined) return { ok: true, who: roller.entity };
  const found = resolveSeveral(state, against);
  if (!found.ok) return found;
  const [first, ...others] = found.entities;
  return { ok: true, who: roller.entity, against: first, others, named: found.named };
}

const things = ['location', 'item', 'quest', 'clock', 'faction', 'scene'];

interface RolledSides {
  readonly who: Entity;
  readonly against?: Entity | undefined;
}

function readWanted(bench: Workbench, asked: Input, sides: RolledSides) {
  const { system } = bench;
  const { formula } = asked;
  const versus = readVersus(bench, asked.versus, sides);
  if (!versus.ok) return versus;
  const named = findCheck(system, asked.check);
  if (asked.check !== undefined && named === undefined) return refuseCheck(system, asked.check);
  const check = named ?? versus.check;
  const move = readMove(bench, {
    named: asked.move,
    as: asked.as,
    check,
    who: sides.who,
    against: sides.against,
  });
  if (move?.ok === false) return move;
  if ((formula ?? check ?? move) === undefined)
    return refuse(`Give a formula, such as ${system.manifest.engine.dice}, a check or a move.`);
  const judge = check ?? (move === undefined ? findJudge(system, versus.number, formula) : undefined);
  const given = readGiven(bench, {
    asked: asked.with,
    check: judge ?? findMoveCheck(system, move),
    ...sides,
  });
  if (!given.ok) return given;
  const dice = formula ?? findGivenDice(asked, named);
  const reached = { versus: versus.number, targetPath: versus.path };
  return { ok: true, check: judge, dice, ...reached, given: given.values, move } as const;
}

/** If the check is given values, the check's own dice are used: the dice of a move read only the sheet. */
function findGivenDice(asked: Input, named: Check | undefined): string | undefined {
  return asked.with === undefined ? undefined : named?.dice;
}

function findJudge(system: System, versus: number | undefined, formula = ''): Check | undefined {
  return versus === undefined ? undefined : findOrdinaryCheck(system, formula);
}

function findMoveCheck(system: System, move: { readonly hint: MoveHint } | undefined): Check | undefined {
  return move?.hint.check === undefined ? undefined : system.checks.get(move.hint.check);
}

/**
 * The check that judges a roll of the system's ordinary dice against a number: whether the total is higher says little,
 * since in many systems higher is not better. Undefined for other dice, and if the system has no such check.
 */
function findOrdinaryCheck({ manifest, checks }: System, formula: string): Check | undefined {
  const { dice, check } = manifest.engine;
  const [ordinary, given] = [parseDice(dice), parseDice(formula)];
  if (!ordinary.ok || !given.ok || ordinary.dice.expression !== given.dice.expression) return undefined;
  const found = check === undefined ? undefined : checks.get(check);
  return found?.outcomes.some(({ when }) => when.reads.includes('target')) === true ? found : undefined;
}

function refuseCheck({ checks }: System, wanted: string): ToolRefusal {
  const known = filterAlike(wanted, [...checks.keys()]).slice(0, 6);
  const nearest = known.length === 0 ? 'This system has none.' : `Nearest: ${known.join(', ')}.`;
  return refuse(`There is no check "${escapeLine(wanted, 80)}". ${nearest}`);
}

function refuse(say: string): ToolRefusal & ToolAnswer {
  return { ok: false, say };
}
