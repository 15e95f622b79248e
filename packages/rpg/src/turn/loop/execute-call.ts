// Executes a model's call, reports it and returns its answer; a call that only repeats an earlier one is not executed.

import type { ToolCall } from '@terrarium/kernel/language-model';
import { z } from 'zod';
import { cutName, renderArguments } from '../../game/run-action.ts';
import type { RolledCheck } from '../../rules/rolled-check.ts';
import type { Acted } from '../../state/game.ts';
import type { Action } from '../../state/session.ts';
import { reveal } from '../../tools/reveal.ts';
import { sendAgain } from '../../tools/slips/has-slipped-before.ts';
import { type NormalisedCall, normaliseCall } from '../../tools/slips/normalise-call.ts';
import { parseCall } from '../../tools/slips/parse-call.ts';
import { isMissingPath } from '../../tools/write-field.ts';
import { renderCanonicalJson } from '../../values/canonical-json.ts';
import { type Patch, playerId, sceneId } from '../../values/entity.ts';
import { revealSecrets, stripSecrets } from '../../values/hidden-text.ts';
import { renderClock } from '../../values/render-minutes.ts';
import { hasMeanwhile } from '../meanwhile/has-meanwhile.ts';
import {
  isBehindRefused,
  renderBehindRefused,
  renderRefusedAgain,
  renderRepeat,
} from '../prompts/prompts.ts';
import type { TurnRun } from '../turn-run.ts';
import { findAwaited } from './find-awaited.ts';
import { takeDone } from './take-done.ts';

/** The calls of a turn so far. */
export interface CallMemory {
  /** The last answer to each call, by tool and arguments. */
  readonly answers: Map<string, Answered>;
  /** The calls that rolled or changed something, in order. */
  readonly effects: { readonly key: string; readonly round: number }[];
  /** How many calls only repeated an earlier call. */
  repeats: number;
  readonly refused: { readonly call: ToolCall; readonly round: number }[];
}

interface Answered {
  readonly ok: boolean;
  readonly say: string;
  /** Number of the reply that contained the call. */
  readonly round: number;
  /** How many effects there were after the call, including its own. */
  readonly effects: number;
  readonly hasRolled: boolean;
}

export interface ExecutedCall {
  readonly ok: boolean;
  readonly say: string;
  readonly hasRolled: boolean;
  /** Whether the call was done before and was not done again, which is not a refusal. */
  readonly isRepeat?: boolean;
  /** Whether the call was not made because it may depend on a refused one before it. */
  readonly isWaiting?: boolean;
}

export interface CallToExecute {
  readonly call: ToolCall;
  readonly round: number;
  /** All calls of the same reply. */
  readonly beside: readonly ToolCall[];
  readonly memory: CallMemory;
}

export function buildCallMemory(): CallMemory {
  return { answers: new Map(), effects: [], repeats: 0, refused: [] };
}

/** Executes a call and returns its answer. If the call only repeats an earlier one, returns the earlier answer. */
export function executeCall(run: TurnRun, asked: CallToExecute): ExecutedCall {
  run.signal.throwIfAborted();
  const { round, memory } = asked;
  const key = buildCallKey(asked.call);
  const earlier = memory.answers.get(key);
  if (earlier !== undefined && isRepeated(earlier, asked)) return answerRepeat(run, asked, earlier);
  const done = takeDone(run, asked.call);
  const mended = done === undefined ? normaliseSent(run, asked.call) : readMade(asked.call, done);
  const call = { ...asked.call, arguments: mended.arguments };
  const held = done === undefined ? refuseWaiting(run, asked, call) : done;
  if (held !== undefined && isBehindRefused(held.say)) return answerWaiting(run, call, held);
  const acted = done ?? executeOnce(run, call);
  if (!acted.ok) memory.refused.push({ call, round });
  const hasRolled = acted.rolls.length > 0;
  if (hasRolled || acted.patches.length > 0) memory.effects.push({ key, round });
  const answer = renderAnswer(acted);
  const say = mended.say === undefined ? answer : `${mended.say}\n${answer}`;
  memory.answers.set(key, { ok: acted.ok, say, round, effects: memory.effects.length, hasRolled });
  reportCall(run, call, { ok: acted.ok, say });
  reportEffects(run, acted, call);
  return { ok: acted.ok, say, hasRolled };
}

/** Mends slips in the call of a model; the built-in narrator makes none. */
function normaliseSent({ model, draft, game }: TurnRun, call: ToolCall): NormalisedCall {
  if (isBuiltIn(model)) return { arguments: call.arguments };
  return normaliseCall({ state: draft.state, system: game.system, done: draft.actions }, call);
}

/** The call as it was made before the turn was interrupted; it may differ from the sent one. */
function readMade(sent: ToolCall, { arguments: made }: Action): NormalisedCall {
  return { arguments: made === renderArguments(sent) ? sent.arguments : made };
}

/**
 * The refused call of the same reply for which the call waits. The built-in narrator plans each call by the answers
 * before, so none of its calls waits.
 */
function findRefused(run: TurnRun, { round, memory }: CallToExecute, call: ToolCall): ToolCall | undefined {
  const refused = memory.refused
    .filter((one) => one.round === round && !isBaseless(run, one.call))
    .map((one) => one.call);
  return refused.length === 0 || isBuiltIn(run.model)
    ? undefined
    : findAwaited(call, refused, run.draft.state);
}

const asWrite = z.looseObject({ path: z.string(), target: z.string().optional() });

/**
 * Whether a call was refused because the sheet of its target does not have the path: no other call can depend on such a
 * call.
 */
function isBaseless({ draft: { state }, game: { system } }: TurnRun, call: ToolCall): boolean {
  const given = asWrite.safeParse(parseCall(call)?.arguments).data;
  return given !== undefined && isMissingPath({ state, system }, given.target, given.path);
}

function refuseWaiting(run: TurnRun, asked: CallToExecute, call: ToolCall): Acted | undefined {
  const awaited = findRefused(run, asked, call);
  return awaited && run.draft.refuse(call, renderBehindRefused(cutName(awaited.name)));
}

/** A call that waits for a refused one is not remembered, so that it can be sent again when that one is mended. */
function answerWaiting(run: TurnRun, call: ToolCall, { say }: Acted): ExecutedCall {
  reportCall(run, call, { ok: false, say });
  return { ok: false, say, hasRolled: false, isWaiting: true };
}

function answerRepeat(
  run: TurnRun,
  { call, memory }: CallToExecute,
  { ok: wasDone, say: before }: Answered,
): ExecutedCall {
  memory.repeats += 1;
  const say = wasDone ? renderRepeat(before) : renderRefusedAgain(before);
  reportCall(run, call, { ok: false, say });
  return { ok: false, say, hasRolled: false, isRepeat: wasDone };
}

/**
 * A call is only a repetition if no other call has had an effect since the earlier call. If an earlier reply had an
 * effect by a call that this reply makes again, that does not count, since the whole batch may have been sent again.
 * Equal rolls in one reply, such as two blows, are intended.
 */
function isRepeated(earlier: Answered, { round, beside, memory }: CallToExecute): boolean {
  if (earlier.hasRolled && earlier.round === round) return false;
  const keys = new Set(beside.map(buildCallKey));
  // Some refusals ask the model to confirm: sending the call again confirms it, unless other calls are sent again, too.
  const again = [...keys].filter((key) => (memory.answers.get(key)?.round ?? round) < round);
  if (!earlier.ok && earlier.say.endsWith(sendAgain) && again.length <= 1) return earlier.round === round;
  const since = memory.effects.slice(earlier.effects);
  return since.every((effect) => effect.round !== round && keys.has(effect.key));
}

/** A call that was executed before the turn was interrupted is not executed again, since its answer was stored. */
export function executeOnce(run: TurnRun, call: ToolCall): Acted {
  return (
    takeDone(run, call) ??
    run.draft.execute(call, 'model', {
      isByRules: isBuiltIn(run.model),
      hasMeanwhile: hasMeanwhile(run),
    })
  );
}

function renderAnswer({ say, crossed }: Acted): string {
  const unsaid = crossed
    .filter((one) => !say.includes(one.say))
    .map(({ of, say: says }) => `! ${of === undefined || of === playerId ? '' : `${of}: `}${says}`);
  return [revealSecrets(say), ...unsaid].join('\n');
}

const revealedLater = 'The player now knows what has been told.';

/** Reports a call to screens, without what only the game master knows. */
function reportCall(
  run: TurnRun,
  call: ToolCall,
  { ok, say }: { readonly ok: boolean; readonly say: string },
): void {
  const given = hideWhy(run, call);
  const told = call.name === reveal.name && ok ? revealedLater : stripSecrets(say);
  const shown = { name: call.name, arguments: given, ok, say: told };
  run.report({ kind: 'tool-called', ...shown });
}

function reportEffects(run: TurnRun, acted: Acted, call: ToolCall): void {
  const lead = acted.lead?.patches ?? [];
  if (lead.length > 0) run.report({ kind: 'state-changed', patches: lead });
  for (const roll of acted.rolls) run.report({ kind: 'rolled', roll: hideReason(run, roll, call) });
  run.revealed.push(...acted.patches.filter(isNoted));
  const patches = acted.patches.slice(lead.length).filter((patch) => !isNoted(patch));
  if (patches.length > 0) run.report({ kind: 'state-changed', patches });
  for (const patch of acted.patches.filter(({ entity }) => entity === sceneId)) reportScene(run, patch);
}

function isNoted({ entity }: Patch): boolean {
  return entity.startsWith('secret:');
}

/**
 * The reason that a model gives for a roll may reveal something too early, so the screen is only told the check. A name
 * that the rules give to a roll, such as damage, is kept.
 */
function hideReason({ model }: TurnRun, roll: RolledCheck, call: ToolCall): RolledCheck {
  const { reason, ...rest } = roll;
  if (reason === undefined || isBuiltIn(model)) return roll;
  const words = readWhy(call);
  if (!words.some((one) => reason.includes(one))) return roll;
  const own = words
    .reduce((left, one) => left.replace(one, ''), reason)
    .replace(/^[\s:]+/u, '')
    .replace(/(?<![\s:])[\s:]+$/u, '');
  return own === '' ? rest : { ...rest, reason: own };
}

function isBuiltIn({ id }: Pick<TurnRun['model'], 'id'>): boolean {
  return id.startsWith('builtin:');
}

const asWhy = z.looseObject({ reason: z.string().optional(), question: z.string().optional() });

function readWhy({ arguments: written }: ToolCall): readonly string[] {
  const { reason, question } = parseWhy(written) ?? {};
  return [reason, question].flatMap((one) => (one === undefined || one.trim() === '' ? [] : [one.trim()]));
}

function parseWhy(written: string): z.output<typeof asWhy> | undefined {
  try {
    return asWhy.safeParse(JSON.parse(written)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Tools for whose calls a model gives a reason. */
const reasoned: ReadonlySet<string> = new Set(['roll', 'oracle', 'set']);

/** The arguments of a call without the model's reason, which may reveal something too early. */
function hideWhy({ model }: TurnRun, call: ToolCall): string {
  const written = renderArguments(call);
  const given = reasoned.has(call.name) && !isBuiltIn(model) ? parseWhy(written) : undefined;
  if (given === undefined) return written;
  const { reason: _reason, question: _question, ...rest } = given;
  return JSON.stringify(rest);
}

function reportScene(run: TurnRun, { path, before, after }: Patch): void {
  if (path === 'mode')
    run.report({ kind: 'mode-changed', from: String(before ?? ''), to: String(after ?? '') });
  if (path !== 'minutes' || typeof after !== 'number') return;
  const minutes = after - (typeof before === 'number' ? before : 0);
  run.report({ kind: 'time-advanced', minutes, now: renderClock(after) });
}

function buildCallKey(call: ToolCall): string {
  return `${call.name} ${normaliseArguments(call.arguments)}`;
}

function normaliseArguments(raw: string): string {
  try {
    return renderCanonicalJson(JSON.parse(raw));
  } catch (error) {
    if (error instanceof SyntaxError) return raw.trim();
    throw error;
  }
}
