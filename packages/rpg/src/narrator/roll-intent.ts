// Rolls for an intent: calls the tool for its move in the rules, and adds what follows from the move.

import { computeOdds } from '../dice/compute-odds.ts';
import { parseDice } from '../dice/parse-dice.ts';
import type { Effect } from '../system/narrator-hints.ts';
import { isSafeRoll } from '../tools/moves/is-calm.ts';
import { isFighting, isHeldBack } from '../tools/moves/is-fighting.ts';
import { listOutcomeEffects } from '../tools/moves/move-hint.ts';
import { harmReason } from '../tools/moves/play-move.ts';
import { isPassing } from '../tools/moves/read-order.ts';
import { findRow, findTable } from '../tools/moves/roll-table.ts';
import { type Entity, type Patch, playerId } from '../values/entity.ts';
import type { JsonObject } from '../values/json.ts';
import { type BlowTold, isOfArmour, isStatus, listPlacing, nameBlow } from './blow.ts';
import type { Chronicle } from './chronicle.ts';
import { buildView, type Effected, isTrueFor, readEffected } from './effects.ts';
import type { Move } from './hints.ts';
import type { Answer, Script } from './script.ts';
import { nameOf } from './world.ts';

export interface Tried extends Effected {
  /** From -2, a disaster, to 2, a triumph. */
  readonly degree: number;
  /**
   * Whether the roll itself changed anything on the opponent's sheet. What runs out because the turn passes on after the
   * roll does not count.
   */
  readonly isFelt: boolean;
  /** The kind of lines that tell of the roll if it is somebody's blow against the player's character. */
  readonly told: BlowTold;
  /** Whether a failure brings no danger closer by the rules, such as in a controlled position. */
  readonly isSafe?: boolean | undefined;
  /** What is told if the roller had to recover first and did not, so that nothing else was done. */
  readonly held?: string | undefined;
  /** Why the deed cannot be tried at all. */
  readonly refusal?: string | undefined;
}

export interface Trial {
  /** The move to roll for; if undefined, the rules have none, and the ordinary check is rolled. */
  readonly move: Move | undefined;
  readonly roller: Entity;
  readonly opponent?: Entity | undefined;
  /** What the dice are thrown for, in a few words. */
  readonly reason: string;
}

export function* rollTrial(c: Chronicle, trial: Trial): Script<Tried> {
  const { move, roller, opponent } = trial;
  const hint = move?.hint ?? {};
  if (isUnmet(c, trial)) {
    const refusal = hint.needs_say ?? 'That cannot be done as things stand.';
    return { degree: -1, refusal, isFelt: false, told: 'foe-miss', ...readEffected([]) };
  }
  const isPlayers = roller.id === c.world.player.id;
  const [answer] = yield* c.execute([{ name: 'roll', arguments: buildArguments(c, trial) }]);
  const held = readHeld(c, trial, answer);
  if (held !== undefined) return { degree: -1, held, isFelt: false, told: 'foe-held', ...readEffected([]) };
  const { degree, outcome, check } = readJudged(trial, answer);
  const effects = listOutcomeEffects(hint, { outcome, degree }, c.system.checks.get(check ?? ''));
  if (isPlayers) {
    c.happened.degree = degree;
    recordTide(c, { effects, degree, patches: listOwnPatches(answer, roller) });
  }
  const effected = readEffected([...(hint.always ?? []), ...effects]);
  c.happened.says.push(...effected.says);
  recordRows(c, answer);
  if (isPlayers) recordBlow(c, trial, { effects, isStruckBack: effected.isStruckBack, answer });
  const felt = opponent === undefined ? [] : listOwnPatches(answer, opponent);
  const told = nameBlow({
    patches: felt,
    placing: listPlacing([...(hint.always ?? []), ...effects]),
    degree,
    isAvoided: hasDodged(answer),
  });
  return { degree, isFelt: felt.length > 0, told, isSafe: isSafe(c, trial, answer), ...effected };
}

/** Whether the rules have conditions for the move that are not met. */
function isUnmet(c: Chronicle, { move, roller, opponent }: Trial): boolean {
  const hint = move?.hint ?? {};
  if (!isTrueFor(c, hint.needs, roller)) return true;
  return opponent === undefined
    ? !isTrueFor(c, hint.needs_alone, roller)
    : !isTrueFor(c, hint.needs_opponent, opponent);
}

function isSafe({ system }: Chronicle, { roller }: Trial, answer: Answer | undefined): boolean {
  return answer?.rolls.some((roll) => roll.who === roller.id && isSafeRoll(system, roll)) === true;
}

/**
 * The changes of this sheet; in a fight, only those before the turn passed on, since later ones may merely count down
 * the rounds of conditions.
 */
function listOwnPatches(answer: Answer | undefined, { id }: Entity): readonly Patch[] {
  const patches = answer?.patches ?? [];
  const passed = patches.findIndex((patch) => isPassing(patch));
  return patches.slice(0, passed === -1 ? undefined : passed).filter(({ entity }) => entity === id);
}

function buildArguments({ system }: Chronicle, { move, roller, opponent, reason }: Trial): JsonObject {
  const { check, dice } = system.manifest.engine;
  const plain: JsonObject = check === undefined ? { formula: dice } : { check };
  return {
    ...(move === undefined ? plain : { move: move.id }),
    ...(move?.as === undefined ? {} : { as: move.as }),
    who: roller.id,
    ...(opponent === undefined ? {} : { against: opponent.id }),
    reason: reason.slice(0, 160),
  };
}

/**
 * The text for a roller who had to recover first and did not, so that the move was not made; undefined in all other
 * cases. Its words are about the player's character.
 */
function readHeld(c: Chronicle, { move, roller }: Trial, answer: Answer | undefined): string | undefined {
  const { recover } = c.hints.order ?? {};
  const own = answer?.rolls.filter(({ who }) => who === roller.id) ?? [];
  const isMade = own.some((roll) => roll.move === move?.id);
  const isTried = own.some(({ move: id }) => id !== undefined && id === recover?.check);
  // A move without dice leaves no roll, though it was made.
  return recover !== undefined && isTried && !isMade && isHeldBack(buildView(c), roller)
    ? recover.say
    : undefined;
}

interface Judged {
  readonly degree: number;
  readonly outcome?: string | undefined;
  readonly check?: string | undefined;
}

/**
 * The best degree of the rolls for the deed itself, which have the same check as the first roll. Rolls for what follows
 * from the deed, such as damage, a blow in return or the resistance to what went wrong, say nothing about it.
 */
function readJudged({ move, roller }: Trial, answer: Answer | undefined): Judged {
  const rolls = answer?.rolls.filter((one) => one.who === roller.id && one.move === move?.id) ?? [];
  const own = rolls.filter((one) => one.check === rolls[0]?.check);
  const best = Math.max(...own.map(({ outcome }) => outcome?.degree ?? 0));
  const roll = own.find(({ outcome }) => (outcome?.degree ?? 0) === best);
  if (roll === undefined) return { degree: answer?.ok === true ? 1 : -1 };
  const { outcome, check, rolled, target } = roll;
  if (outcome !== undefined) return { degree: outcome.degree, outcome: outcome.id, check };
  return { degree: scoreTotal(rolled.expression, rolled.total, target), check };
}

/** Notes the rows of tables that were rolled with the deed, to be told after it. */
function recordRows(c: Chronicle, answer: Answer | undefined): void {
  const rows = readRows(c, answer);
  if (rows.length > 0) c.happened.rows.push(...rows);
}

function readRows(c: Chronicle, answer: Answer | undefined): readonly { id: string; said: string }[] {
  return (answer?.rolls ?? []).flatMap(({ table, rolled }) => {
    const found = table === undefined ? undefined : findTable(c.system, table);
    const said = found === undefined ? undefined : findRow(found, rolled.total)?.say;
    return found === undefined || said === undefined ? [] : [{ id: found.id, said }];
  });
}

interface Blow {
  readonly effects: readonly Effect[];
  readonly isStruckBack: boolean;
  readonly answer: Answer | undefined;
}

/**
 * Notes a blow of the foe that came with the player's own roll: one struck back, or a price that is told as a blow. It
 * is told later in the turn.
 */
function recordBlow(c: Chronicle, trial: Trial, blow: Blow): void {
  const foe = trial.opponent && (c.world.find(trial.opponent.id) ?? trial.opponent);
  if (foe === undefined) return;
  const isBack = blow.isStruckBack && isFighting(buildView(c), foe) && !isHeldBack(buildView(c), foe);
  const told = isBack ? nameReturn(c, foe, blow.answer) : namePrice(c, trial, blow);
  if (told !== undefined) c.happened.struck.set(foe.id, told);
}

function nameReturn(c: Chronicle, foe: Entity, answer: Answer | undefined): BlowTold {
  const cause = `the blow of ${nameOf(foe)}`;
  const patches = listOwnPatches(answer, c.world.player).filter(({ because }) => because.includes(cause));
  const { always, outcomes } = c.hints.opponents?.attack ?? {};
  const placing = listPlacing([...(always ?? []), ...Object.values(outcomes ?? {}).flat()]);
  const rolls = (answer?.rolls ?? []).filter(({ who, move }) => who === foe.id && move === 'foe_attack');
  const degree = rolls.length === 0 ? 1 : Math.max(...rolls.map(({ outcome }) => outcome?.degree ?? 0));
  return nameBlow({ patches, placing, degree, isAvoided: hasDodged(answer) });
}

/**
 * Whether the player's character dodged every blow that hit. If harm was rolled, a blow came through, even if armour
 * took all of the harm.
 */
function hasDodged(answer: Answer | undefined): boolean {
  const rolls = answer?.rolls ?? [];
  const isHarmed = rolls.some(({ who, reason }) => who !== playerId && reason === harmReason);
  const dodged = rolls.filter(({ who, check }) => who === playerId && check === 'dodge');
  return !isHarmed && dodged.some(({ outcome }) => (outcome?.degree ?? 0) > 0);
}

/**
 * In systems whose foes act only in answer to what the player does, the price of the player's own blow is told as a
 * blow of the foe if the price is harm or used-up armour.
 */
function namePrice(c: Chronicle, { move, roller }: Trial, { effects, answer }: Blow): BlowTold | undefined {
  if (move?.id !== 'attack' || c.hints.opponents?.acts === 'each-round') return undefined;
  const patches = listOwnPatches(answer, roller);
  const harmed = effects.flatMap(({ add, who }) => (add !== undefined && who === 'player' ? [add] : []));
  if (patches.some(({ path }) => harmed.includes(path))) return 'foe-hit';
  return patches.some(isOfArmour) ? 'foe-caught' : undefined;
}

interface Tide {
  readonly effects: readonly Effect[];
  readonly degree: number;
  readonly patches: readonly Patch[];
}

/**
 * Notes what a roll changed for the player's character besides its outcome, such as a worse position, to be told after
 * the deed.
 */
function recordTide(c: Chronicle, { effects, degree, patches }: Tide): void {
  if (effects.some(({ clock }) => clock !== undefined)) c.happened.tides.add('alarm');
  const isDone = (at: string | undefined) => patches.some(({ path }) => path === at);
  const isPlaced = effects.some(({ set, who }) => who === 'player' && isStatus(set) && isDone(set));
  if (isPlaced) c.happened.tides.add(degree > 0 ? 'position-better' : 'position-worse');
  const isCostly = effects.some(({ mark, count = 1 }) => Number(count) > 0 && isDone(mark));
  if (degree === 0 && isCostly && !patches.some(isOfArmour)) c.happened.tides.add('toll');
}

/**
 * The degree of a roll that no check judges: its total is compared with the number to reach, or if there is none, with
 * the mean of the dice.
 */
function scoreTotal(expression: string, total: number, versus: number | undefined): number {
  if (versus !== undefined) return total >= versus ? 1 : -1;
  const parsed = parseDice(expression.replace(/@[\w.]+/g, '0'));
  const found = parsed.ok ? computeOdds(parsed.dice) : undefined;
  const mean = found?.ok === true ? found.odds.mean : total;
  if (Math.abs(total - mean) < 1) return 0;
  return total > mean ? 1 : -1;
}

/** Rolls on a table of the system, and returns the text of the row; undefined if the system lacks the table. */
export function* rollOracle(
  c: Chronicle,
  id: string | undefined,
  reason: string,
): Script<string | undefined> {
  const table = c.system.manifest.oracles?.find((one) => one.id === id);
  if (table === undefined) return undefined;
  const asked = { table: table.id, question: reason.slice(0, 160) };
  const [answer] = yield* c.execute([{ name: 'oracle', arguments: asked }]);
  return readRows(c, answer).at(-1)?.said;
}
