// Rolls for an intent: cost, roll and effects as the manifest's hints say; the ordinary check where they say nothing.

import { computeOdds } from '../dice/compute-odds.ts';
import { parseDice } from '../dice/parse-dice.ts';
import type { Effect } from '../system/narrator-hints.ts';
import type { Entity } from '../values/entity.ts';
import type { JsonObject } from '../values/json.ts';
import type { Chronicle } from './chronicle.ts';
import { type Effected, evaluate, isTrueFor, listCalls, readEffected, rollAmounts } from './effects.ts';
import { chooseVariant, type IntentHint } from './hints.ts';
import type { Script } from './script.ts';

export interface Tried extends Effected {
  /** From -2, a disaster, to 2, a triumph. */
  readonly degree: number;
  /** Why it cannot be tried at all. */
  readonly refusal?: string | undefined;
}

export interface Trial {
  readonly opponent?: Entity | undefined;
  /** What the dice are thrown for, in a few words. */
  readonly reason: string;
}

const degreeNames: Readonly<Record<number, readonly string[]>> = {
  2: ['triumph', 'success'],
  1: ['success'],
  0: ['mixed'],
  [-1]: ['failure'],
  [-2]: ['disaster', 'failure'],
};

export function* rollTrial(
  c: Chronicle,
  trial: Trial & { readonly hint: IntentHint; readonly roller: Entity },
): Script<Tried> {
  const { hint, roller, opponent } = trial;
  if (
    !isTrueFor(c, hint.needs, roller) ||
    (opponent !== undefined && !isTrueFor(c, hint.needs_opponent, opponent))
  ) {
    const refusal = hint.needs_say ?? 'That cannot be done as things stand.';
    return { degree: -1, refusal, ...readEffected([]) };
  }
  const parties = { roller, opponent };
  const sure = [...(hint.cost ?? []), ...(hint.always ?? [])];
  const before = listCalls(c, sure, { ...parties, totals: yield* rollAmounts(c, sure, parties) });
  const { degree, outcome } = yield* rollHint(c, { ...trial, before });
  c.happened.degree = roller.id === c.world.player.id ? degree : c.happened.degree;
  const effects = findEffects(hint, outcome, degree);
  const totals = yield* rollAmounts(c, effects, parties);
  const sheet = c.world.player.sheet;
  yield* c.execute(listCalls(c, effects, { ...parties, totals }));
  if (roller.id === c.world.player.id)
    recordTide(c, { effects, degree, isTouched: sheet !== c.world.player.sheet });
  yield* rollFurther(c, trial, effects);
  const effected = readEffected([...(hint.always ?? []), ...effects]);
  c.happened.oracles.push(...effected.oracles);
  c.happened.says.push(...effected.says);
  return { degree, ...effected };
}

interface Tide {
  readonly effects: readonly Effect[];
  readonly degree: number;
  readonly isTouched: boolean;
}

/**
 * Notes how the player's character stands after a roll, to be told after the deed: worse placed, better placed, out of
 * breath, or overheard.
 */
function recordTide(c: Chronicle, { effects, degree, isTouched }: Tide): void {
  if (effects.some(({ clock }) => clock !== undefined)) c.happened.tides.add('alarm');
  const isPlaced = effects.some(({ set, who }) => set?.startsWith('status.') === true && who === 'player');
  if (isPlaced && isTouched) c.happened.tides.add(degree > 0 ? 'position-better' : 'position-worse');
  const isCostly = effects.some(({ mark, count = 1 }) => mark !== undefined && Number(count) > 0);
  if (degree === 0 && isCostly && isTouched) c.happened.tides.add('toll');
}

/** Makes the further rolls that a result asks for, such as how hard a blow lands. */
function* rollFurther(
  c: Chronicle,
  trial: Trial & { readonly roller: Entity },
  effects: readonly Effect[],
): Script<void> {
  const { degree } = c.happened;
  for (const { further } of effects) {
    if (further === undefined) continue;
    const hint = chooseVariant(further, '');
    const check = hint.check === undefined ? undefined : c.system.checks.get(hint.check);
    const about = check === undefined ? 'how hard' : check.label.toLowerCase();
    yield* rollTrial(c, { ...trial, reason: `${trial.reason}: ${about}`, hint });
  }
  c.happened.degree = degree;
}

interface Rolling extends Trial {
  readonly hint: IntentHint;
  readonly roller: Entity;
  readonly before: ReturnType<typeof listCalls>;
}

function* rollHint(
  c: Chronicle,
  rolling: Rolling,
): Script<{ readonly degree: number; readonly outcome?: string }> {
  const { hint, roller, reason, before } = rolling;
  if (hint.check === undefined && hint.dice === undefined) {
    yield* c.execute(before);
    return { degree: 1 };
  }
  const versus = yield* findVersus(c, rolling);
  const asked: JsonObject = {
    ...(hint.dice === undefined ? {} : { formula: hint.dice }),
    reason: reason.slice(0, 160),
    ...(versus === undefined ? {} : { versus }),
    ...(hint.check === undefined ? {} : { check: hint.check }),
    target: roller.id,
  };
  const answers = yield* c.execute([...before, { name: 'roll', arguments: asked }]);
  const roll = answers.at(-1)?.rolls[0];
  if (roll === undefined) return { degree: -1 };
  if (roll.outcome !== undefined) return { degree: roll.outcome.degree, outcome: roll.outcome.id };
  return { degree: scoreTotal(roll.rolled.expression, roll.rolled.total, versus) };
}

/** The number to reach; in an opposed roll it is what the opponent rolls first. */
function* findVersus(c: Chronicle, { hint, roller, opponent }: Rolling): Script<number | undefined> {
  if (hint.opposed !== undefined && opponent !== undefined) {
    const rolled = { formula: hint.opposed, reason: 'against it', target: opponent.id };
    const [answer] = yield* c.execute([{ name: 'roll', arguments: rolled }]);
    const total = answer?.rolls[0]?.rolled.total;
    if (total !== undefined) return total;
  }
  const { versus } = hint;
  if (versus === undefined || typeof versus === 'number') return versus;
  if (typeof versus === 'string') return readNumber(evaluate(c, versus, roller.id));
  const against =
    versus.opponent === undefined || opponent === undefined
      ? undefined
      : readNumber(evaluate(c, versus.opponent, opponent.id));
  return against ?? versus.else ?? c.hints.difficulties[versus.difficulty ?? 'normal'];
}

function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/**
 * The degree of a roll that no check judges: against the number to reach, or without one against the mean of the dice.
 */
function scoreTotal(expression: string, total: number, versus: number | undefined): number {
  if (versus !== undefined) return total >= versus ? 1 : -1;
  const parsed = parseDice(expression.replace(/@[\w.]+/g, '0'));
  const found = parsed.ok ? computeOdds(parsed.dice) : undefined;
  const mean = found?.ok === true ? found.odds.mean : total;
  if (Math.abs(total - mean) < 1) return 0;
  return total > mean ? 1 : -1;
}

function findEffects(hint: IntentHint, outcome: string | undefined, degree: number): readonly Effect[] {
  const { outcomes } = hint;
  if (outcomes === undefined) return [];
  if (outcome !== undefined && Object.hasOwn(outcomes, outcome)) return outcomes[outcome] ?? [];
  const named = (degreeNames[degree] ?? []).find((name) => Object.hasOwn(outcomes, name));
  return named === undefined ? [] : (outcomes[named] ?? []);
}

/** What the row says; undefined where the system has no such table. */
export function* rollOracle(
  c: Chronicle,
  id: string | undefined,
  reason: string,
): Script<string | undefined> {
  const oracle = c.system.manifest.oracles?.find((one) => one.id === id);
  if (oracle === undefined) return undefined;
  const asked = { formula: oracle.dice, reason: `${oracle.label}: ${reason}`.slice(0, 180) };
  const [answer] = yield* c.execute([{ name: 'roll', arguments: asked }]);
  const total = answer?.rolls[0]?.rolled.total;
  if (total === undefined) return undefined;
  return oracle.rows.find(({ from, to }) => total >= from && total <= to)?.say;
}
