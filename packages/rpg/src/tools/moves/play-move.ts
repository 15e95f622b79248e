// Plays a move in one action: checks what it needs, pays its costs, rolls, and carries out the outcome.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { ToolAnswer } from '@terrarium/kernel/tool';
import type { RolledCheck } from '../../rules/rolled-check.ts';
import type { Check } from '../../system/check.ts';
import type { Effect } from '../../system/narrator-hints.ts';
import { type Entity, playerId } from '../../values/entity.ts';
import { stripSecrets } from '../../values/hidden-text.ts';
import { readName } from '../resolve-target.ts';
import { rollOnce, type Thrown } from '../rolling/roll-once.ts';
import type { Workbench } from '../workbench.ts';
import { applyCalls } from './apply-calls.ts';
import { type AreaThrows, openAreaThrows, rollAmount } from './area-throws.ts';
import { chooseOwnVariant } from './choose-own-variant.ts';
import { drawRow } from './draw-row.ts';
import { isBeatenForGood, isFighting, isHeldBack, isOut } from './is-fighting.ts';
import { isReaction } from './is-reaction.ts';
import { addBonuses, listBonuses, listSpending, renderBonus } from './list-bonuses.ts';
import {
  evaluateFor,
  findWho,
  hasThrow,
  isTrueFor,
  listEffectCalls,
  listFollowing,
  listLessened,
  type RollNumbers,
} from './list-effect-calls.ts';
import { listRecalled } from './list-recalled.ts';
import { listRevealed } from './list-revealed.ts';
import { isTextMet, listSaid } from './list-said.ts';
import { listStakes } from './list-stakes.ts';
import { chooseVariant, findIntent, listOutcomeEffects, type MoveHint } from './move-hint.ts';
import { openEffectView } from './open-effect-view.ts';
import { proposeChoices } from './propose-choices.ts';
import { readRollNumbers } from './read-roll-numbers.ts';
import { recordLessened, renderHarmless } from './record-lessened.ts';

export interface MovePlay {
  readonly id: string;
  readonly hint: MoveHint;
  readonly who: Entity;
  readonly against?: Entity | undefined;
  /** Further targets of a move that may be aimed at several. */
  readonly others?: readonly Entity[] | undefined;
  /**
   * The targets, each as often as the call names it: if a target is named twice, two of several rolls are aimed at it.
   */
  readonly named?: readonly Entity[] | undefined;
  /** Dice and a number to use instead of the move's own. */
  readonly dice?: string | undefined;
  readonly versus?: number | undefined;
  /** The path from which `versus` was read. */
  readonly targetPath?: string | undefined;
  readonly check?: Check | undefined;
  readonly given?: Readonly<Record<string, number>> | undefined;
  readonly reason?: string | undefined;
  /** The name of the thing or spell that is used; it is given as the cause of changes. */
  readonly called?: string | undefined;
  /**
   * How many rolls led to this one. They are counted because nobody strikes back at a blow that was itself struck in
   * return.
   */
  readonly depth?: number | undefined;
  /** The id of the move or further roll that led to this one. */
  readonly from?: string | undefined;
  /** The numbers of the roll whose outcome is carried out. */
  readonly roll?: RollNumbers | undefined;
  /** Throws that are made once for all targets of an area: maps the dice to their roll. */
  readonly thrown?: AreaThrows | undefined;
}

/** Who carries out effects, against whom, and what led to the effects. */
export type Acting = Pick<MovePlay, 'who' | 'against' | 'reason' | 'depth' | 'roll'> &
  Partial<Pick<MovePlay, 'id' | 'from' | 'thrown'>>;

const mostDeep = 4;

/** The reason of a roll that says how much somebody loses. */
export const harmReason = 'damage';
export const oneAtATime = 'This cannot go against so many at once: make a call for each.';
const nobodyNamed =
  '(What the move does to an opponent was left out, because no opponent was named: say against whom.)';

/**
 * Refused before anything changes if the move's conditions are not met, or if it has fewer rolls than targets. The
 * answer to a move that is made has a line for each result.
 */
export function playMove(bench: Workbench, play: MovePlay): ToolAnswer {
  const { against, others = [] } = play;
  const aimed = [against, ...others].map((target) => ({ ...play, against: target }));
  const refusal = aimed.map((one) => refuseUnmet(bench, one)).find((say) => say !== undefined);
  if (refusal !== undefined) return { ok: false, say: refusal };
  const aims = listAims(bench, play, aimed);
  if (aims.length < aimed.length) return { ok: false, say: oneAtATime };
  const { cost = [], always = [] } = play.hint;
  const begun = always.filter(({ mode }) => mode !== undefined);
  const lines = [
    ...applyEffects(bench, play, [...cost, ...always], nameMove(play)),
    ...aimed.slice(1).flatMap((one) => applyEffects(bench, one, begun, nameMove(one))),
  ];
  const thrown = openAreaThrows(play.hint);
  for (const [count, aim] of aims.entries()) {
    const one = count === 0 ? aim : findStanding(bench, aim, aims);
    if (one === undefined) continue;
    const tried = playOnce(bench, { ...one, thrown }, count);
    if (!tried.ok) return tried;
    lines.push(tried.say);
  }
  const asked = play.hint.area === true ? aimed.length : (play.named?.length ?? 0);
  if (asked > aims.length) lines.push(renderFewer(aims.length, asked));
  // After several hits, the game master is reminded only once of what else they do.
  const said = lines.flatMap((line) => line.split('\n')).filter((line) => line !== '');
  const isFirst = (line: string, at: number) => !isSecret(line) || said.indexOf(line) === at;
  return { ok: true, say: said.filter(isFirst).join('\n') };
}

/** Whether the whole line is for the game master alone. */
function isSecret(line: string): boolean {
  return /^<secret>[^<]*<\/secret>$/u.test(line);
}

/** Says that the call named more targets than the move has rolls. */
function renderFewer(rolls: number, asked: number): string {
  return `Only ${rolls} of the ${asked} that were named: the move has no more rolls. A further one is a call of its own, if the rules allow it.`;
}

/**
 * Makes one roll of the move and carries out its outcome, with all that follows, such as a further roll or a sentence.
 */
function playOnce(bench: Workbench, play: MovePlay, count: number): ToolAnswer {
  const { hint } = play;
  // The first roll uses the sheets as they were before the costs were paid.
  const thrown = rollMove(bench, count === 0 ? play : { ...play, ...readParties(bench, play) });
  if (!thrown.ok) return thrown;
  const last = thrown.rolls.at(-1);
  const outcome = last?.outcome ?? { id: undefined, degree: 1, label: play.id };
  const check = play.check ?? findCheck(bench, hint);
  const effects = listOutcomeEffects(hint, { outcome: outcome.id, degree: outcome.degree }, check);
  const [said] = outcome.label.split(':', 1);
  const cause = last === undefined ? nameMove(play) : `${said} (${nameMove(play)})`;
  const besides = [...(count === 0 ? (hint.always ?? []) : []), ...effects];
  const acting = { ...play, roll: last === undefined ? undefined : readRollNumbers(last) };
  const lines = [...thrown.lines, ...applyEffects(bench, acting, effects, cause)];
  return { ok: true, say: [...lines, ...playBesides(bench, acting, besides)].join('\n') };
}

const mostTimes = 8;

/**
 * How often the move is rolled: as often as the roller's sheet says, up to `mostTimes`, or once if the rules say
 * nothing.
 */
function countTimes(bench: Workbench, { hint, who }: MovePlay): number {
  if (hint.times === undefined) return 1;
  const wanted = Number(evaluateFor(openEffectView(bench), hint.times, { id: who.id }) ?? 1);
  return Math.min(mostTimes, Math.max(1, Math.floor(wanted)));
}

/**
 * The aims of the rolls, in order. For an area, one roll is aimed at each target. Otherwise the rolls go through the
 * list of targets again and again; if they may be shared out, a target that the call names twice is in this list twice.
 */
function listAims(bench: Workbench, play: MovePlay, aimed: readonly MovePlay[]): readonly MovePlay[] {
  if (play.hint.area === true) return aimed;
  const times = countTimes(bench, play);
  const named = (play.named ?? []).map((against) => ({ ...play, against }));
  const isShared = play.hint.shared === true && named.length > aimed.length && named.length <= times;
  const shares = isShared ? named : aimed;
  return Array.from({ length: times }).flatMap((_, count) => shares[count % shares.length] ?? []);
}

/**
 * Returns `aim` if its target is not down yet. Otherwise returns an aim at another target that still stands, if the
 * rolls may be shared out; undefined if they may not, or if nobody stands.
 */
function findStanding(bench: Workbench, aim: MovePlay, aims: readonly MovePlay[]): MovePlay | undefined {
  if (!isOver(bench, aim)) return aim;
  return aim.hint.shared === true ? aims.find((one) => !isOver(bench, one)) : undefined;
}

/** Whether the target of the move is already down; a sleeper can still be struck by a roll that may be shared out. */
function isOver(bench: Workbench, play: MovePlay): boolean {
  const { against } = readParties(bench, play);
  if (against === undefined || !isOut(openEffectView(bench), against)) return false;
  return (
    play.hint.shared !== true || against.id === playerId || isBeatenForGood(openEffectView(bench), against)
  );
}

/** The name of the move as the cause of a change. */
function nameMove({ id, who, called }: MovePlay): string {
  if (called !== undefined) return called.toLowerCase();
  return id === 'foe_attack' ? `the blow of ${readName(who)}` : id.replaceAll('_', ' ');
}

function refuseUnmet(bench: Workbench, play: MovePlay): string | undefined {
  const { hint, who, against, roll } = play;
  const view = openEffectView(bench);
  const isMet =
    isTrueFor(view, hint.needs, { id: who.id, against: against?.id, roll }) &&
    (isForOther(play) || isTrueFor(view, hint.needs_alone, { id: who.id })) &&
    (against === undefined || isTrueFor(view, hint.needs_opponent, { id: against.id, against: who.id }));
  if (isMet) return undefined;
  const why = hint.needs_say ?? 'That cannot be done as things stand.';
  return bench.by === 'model' && who.id !== playerId ? refuseOther(who, why) : why;
}

/**
 * Quotes the reason, and adds the id of whoever it is about. The reason addresses the player, so without the id a model
 * would think that it is about the player's character.
 */
function refuseOther({ id }: Entity, why: string): string {
  return `By the rules ${id} cannot do that: "${why}" holds for ${id}. Where they can all the same, do it by single calls: roll the check, or the save of whoever withstands it (who), then write what follows.`;
}

function isForOther({ who, against }: MovePlay): boolean {
  return against !== undefined && against.id !== who.id;
}

/**
 * First throws the dice for amounts. Then computes all effects from the present state, and carries them out. Last come
 * the further effects of a loss that took all of a value or more.
 */
export function applyEffects(
  bench: Workbench,
  acting: Acting,
  given: readonly Effect[],
  cause: string,
): readonly string[] {
  const { who, against, roll, depth = 0 } = acting;
  const effects = given.filter((effect) => isTextMet(openEffectView(bench), acting, effect));
  const lines: string[] = [];
  const led = bench.effects.rolls.length - 1;
  const thrownAt = new Map<number, number>();
  const totals = effects.map((effect, index) => {
    const sides = { roller: who, opponent: against };
    if (!hasThrow(openEffectView(bench), effect, sides)) return undefined;
    const reason = effect.lose === undefined ? nameGained(bench, who, effect.gain) : harmReason;
    const on = findWho(effect, sides)?.id;
    const thrown = rollAmount(bench, acting.thrown, {
      who,
      against,
      dice: String(effect.amount),
      reason,
      on,
    });
    if (thrown.ok) thrownAt.set(index, bench.effects.rolls.length - 1);
    lines.push(thrown.ok ? `${reason}: ${thrown.line}` : `(left out: ${thrown.say})`);
    return thrown.ok ? thrown.roll.rolled.total : 0;
  });
  const applying = { roller: who, opponent: against, totals, roll, isReaction: isReaction(acting.reason) };
  const calls = listEffectCalls(openEffectView(bench), effects, applying);
  const lessened = listLessened(openEffectView(bench), effects, applying);
  recordLessened(bench, lessened, (index) => thrownAt.get(index) ?? led);
  const following = listFollowing(openEffectView(bench), effects, applying);
  const isLost = against === undefined && effects.some((effect) => effect.who === 'opponent');
  lines.push(
    ...applyCalls(bench, calls, cause),
    ...renderHarmless(lessened),
    ...(isLost ? [nobodyNamed] : []),
  );
  if (depth >= mostDeep) return lines;
  for (const { effects: further, roll: numbers } of following) {
    const next = { ...acting, ...readParties(bench, acting), roll: numbers, depth: depth + 1 };
    lines.push(...applyEffects(bench, next, further, cause), ...playBesides(bench, next, further));
  }
  return lines;
}

/** The label of what is gained, such as "Hit points". */
function nameGained({ system }: Workbench, { type }: Entity, path = ''): string {
  const byPath = system.sheets.get(type)?.byPath;
  const field = byPath?.get(path) ?? byPath?.get(path.replace(/\.\w+$/, ''));
  return field?.definition.label ?? 'gain';
}

type ThrownMove =
  | { readonly ok: true; readonly rolls: readonly RolledCheck[]; readonly lines: readonly string[] }
  | Extract<Thrown, { ok: false }>;

/** Rolls for the move, after the opponent's roll if the move is opposed; makes no roll if the move has no dice. */
function rollMove(bench: Workbench, play: MovePlay): ThrownMove {
  const { hint, who, against, reason, given, id } = play;
  const check = play.check ?? findCheck(bench, hint);
  const dice = play.dice ?? hint.dice;
  if (check === undefined && dice === undefined) return { ok: true, rolls: [], lines: [] };
  const versus = findVersus(bench, play);
  if (!versus.ok) return versus;
  const bonuses = listBonuses(bench.system, who, id);
  const added = addBonuses(bench.system, bonuses, { dice: dice ?? check?.dice ?? '', versus: versus.number });
  const helped = bonuses.length === 0 ? { dice, versus: versus.number } : added;
  const isDeciding = (play.depth ?? 0) === 0;
  const targetPath = play.versus === undefined ? readPath(hint.versus) : play.targetPath;
  const stakes = isDeciding ? listStakes(bench.system, who, { hint, check }) : [];
  const rolled = { check, given, ...helped, targetPath, reason, move: id, stakes, isDeciding };
  const thrown = rollOnce(bench, { who, against, ...rolled });
  if (!thrown.ok) return thrown;
  const spent = applyCalls(bench, listSpending(bonuses, who), 'it helped once');
  const lines = [...versus.lines, ...bonuses.map(renderBonus), thrown.line, ...spent];
  return { ok: true, rolls: [thrown.roll], lines };
}

type FoundVersus =
  | { readonly ok: true; readonly number?: number | undefined; readonly lines: readonly string[] }
  | Extract<Thrown, { ok: false }>;

/**
 * Finds the number to reach; for an opposed move, makes the opponent's roll to find it. No number if the move needs
 * none.
 */
function findVersus(bench: Workbench, play: MovePlay): FoundVersus {
  const { hint, who, against, versus, called } = play;
  if (versus === undefined && hint.opposed !== undefined && against !== undefined) {
    const thrown = rollOnce(bench, {
      who: against,
      against: who,
      dice: hint.opposed,
      reason: `${readName(against)} resists${called === undefined ? '' : ` ${called}`}`.slice(0, 200),
    });
    return thrown.ok
      ? { ok: true, number: thrown.roll.rolled.total, lines: [`To withstand it: ${thrown.line}`] }
      : thrown;
  }
  return { ok: true, number: versus ?? readWanted(bench, play), lines: [] };
}

function readWanted(bench: Workbench, { hint, who, against }: MovePlay): number | undefined {
  const { versus: wanted } = hint;
  const view = openEffectView(bench);
  if (wanted === undefined || typeof wanted === 'number') return wanted;
  if (typeof wanted === 'string')
    return readNumber(evaluateFor(view, wanted, { id: who.id, against: against?.id }));
  const theirs =
    wanted.opponent === undefined || against === undefined
      ? undefined
      : readNumber(evaluateFor(view, wanted.opponent, { id: against.id, against: who.id }));
  const { difficulties } = bench.system.manifest.narrator ?? {};
  return theirs ?? wanted.else ?? difficulties?.[wanted.difficulty ?? 'normal'];
}

/** The formula of a number to reach, if it is only the path of one value, such as a skill. */
function readPath(versus: MoveHint['versus']): string | undefined {
  return typeof versus === 'string' && /^\w+(?:\.\w+)+$/.test(versus) ? versus : undefined;
}

function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function findCheck({ system }: Workbench, { check }: MoveHint): Check | undefined {
  return check === undefined ? undefined : system.checks.get(check);
}

/**
 * What happens besides the changes: further rolls, a blow in return, a table, reminders, a sentence, something to
 * choose.
 */
function playBesides(bench: Workbench, play: Acting, given: readonly Effect[]): readonly string[] {
  const { depth = 0 } = play;
  if (depth >= mostDeep) return [];
  const effects = given.filter((effect) =>
    isTextMet(openEffectView(bench), readParties(bench, play), effect),
  );
  return effects.flatMap((effect) => [
    ...(effect.further === undefined ? [] : playFurther(bench, play, effect)),
    ...(effect.strike_back === undefined ? [] : playReturn(bench, play, effect.strike_back)),
    ...(effect.oracle === undefined ? [] : drawRow(bench, play, effect)),
    ...(effect.reveal === true ? listRevealed(bench, play) : []),
    ...(effect.recall === undefined ? [] : listRecalled(bench, play.who, effect.recall)),
    ...listSaid(effect),
    ...(effect.choose === undefined ? [] : proposeChoices(bench, play, effect.choose)),
  ]);
}

/** Makes a further roll, by the same entity or by the one that the effect is about. */
function playFurther(bench: Workbench, play: Acting, { further = {}, who: side }: Effect): readonly string[] {
  const hint = chooseVariant(further, '');
  const about = findCheck(bench, hint)?.label.toLowerCase() ?? 'how hard';
  const { id = 'threshold', depth = 0 } = play;
  const tried = id === 'foe_attack' ? `${readName(play.who)} strikes` : id.replaceAll('_', ' ');
  const reason = `${play.reason ?? tried}: ${about}`.slice(0, 200);
  const { who, against } = readParties(bench, play);
  const isTurned =
    (side === 'opponent' || (side === 'player' && who.id !== playerId)) && against !== undefined;
  const parties = isTurned ? { who: against, against: who } : { who, against };
  // If the other side makes the roll, the roll is not part of this move, and is named after its check.
  const own = isTurned ? (findCheck(bench, hint)?.id ?? nameReturned(play, id)) : id;
  const played = playMove(bench, { id: own, hint, reason, depth: depth + 1, from: id, ...parties });
  return played.say === ''
    ? []
    : [played.ok ? played.say : `(left out: ${escapeLine(stripSecrets(played.say), 200)})`];
}

/**
 * The id of a further roll that the other side makes without a check. After a failed dodge, such a roll is the harm of
 * the foe's blow, so it has the id of the blow.
 */
function nameReturned({ from }: Acting, id: string): string {
  return from === 'foe_attack' ? from : id;
}

/** Both sides in their present state. */
function readParties({ state }: Workbench, { who, against }: Acting) {
  return {
    who: state.find(who.id) ?? who,
    against: against === undefined ? undefined : (state.find(against.id) ?? against),
  };
}

/**
 * Lets an opponent who can fight strike back at the player's character, with the variant of the blow that `how` names,
 * if any. A blow in return is not itself returned.
 */
function playReturn(bench: Workbench, play: Acting, how: true | string): readonly string[] {
  const { who: struck, against: striker } = readParties(bench, play);
  const attack = findIntent(bench.system.manifest.narrator, 'foe_attack');
  const isOver = attack === undefined || striker === undefined || struck.id !== playerId;
  const view = openEffectView(bench);
  if (isOver || (play.depth ?? 0) > 0 || !isFighting(view, striker) || isHeldBack(view, striker)) return [];
  const played = playMove(bench, {
    id: 'foe_attack',
    hint: how === true ? chooseOwnVariant(bench, attack, striker) : chooseVariant(attack, how),
    who: striker,
    against: struck,
    reason: `${readName(striker)} strikes`,
    depth: 1,
  });
  return [`${striker.id} strikes back.`, played.say === '' ? 'It does no harm.' : played.say];
}
