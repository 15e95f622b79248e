// Takes one call of the model: does it, tells the screen, and answers; what only repeats is not done twice.

import type { ToolCall } from '@terrarium/kernel/language-model';
import { renderCanonicalJson } from '../../state/canonical-json.ts';
import { type Patch, sceneId } from '../../state/entity.ts';
import type { Acted } from '../../state/game.ts';
import { renderClock } from '../context/read-scene.ts';
import type { TurnRun } from '../turn-run.ts';

/** What was asked for in a turn so far. */
export interface CallMemory {
  /** By what was asked. */
  readonly answers: Map<string, Answered>;
  /** Calls that only repeated another. */
  repeats: number;
  /** How often anything changed: what was looked up or refused before may be otherwise now. */
  changes: number;
}

interface Answered {
  readonly say: string;
  /** The reply in which it was asked. */
  readonly round: number;
  /** The changes there had been. */
  readonly changes: number;
  readonly hasChanged: boolean;
  readonly hasRolled: boolean;
}

export interface TakenCall {
  readonly ok: boolean;
  readonly say: string;
  readonly hasRolled: boolean;
}

export interface CallToTake {
  readonly call: ToolCall;
  readonly round: number;
  readonly memory: CallMemory;
}

export function buildCallMemory(): CallMemory {
  return { answers: new Map(), repeats: 0, changes: 0 };
}

/** Does a call and answers it; one that only repeats another is told what came of that. */
export function takeCall(run: TurnRun, { call, round, memory }: CallToTake): TakenCall {
  run.signal.throwIfAborted();
  const key = `${call.name} ${normaliseArguments(call.arguments)}`;
  const earlier = memory.answers.get(key);
  if (earlier !== undefined && isRepeated(earlier, round, memory)) {
    memory.repeats += 1;
    const say = `Already done: ${earlier.say} Nothing was done again. If more is meant, say it in one call, with another reason.`;
    tellCall(run, call, { ok: false, say });
    return { ok: false, say, hasRolled: false };
  }
  const acted = act(run, call);
  const hasChanged = acted.patches.length > 0;
  if (hasChanged) memory.changes += 1;
  const say = renderAnswer(acted);
  const hasRolled = acted.rolls.length > 0;
  memory.answers.set(key, { say, round, changes: memory.changes, hasChanged, hasRolled });
  tellCall(run, call, { ok: acted.ok, say });
  tellEffects(run, acted);
  return { ok: acted.ok, say, hasRolled };
}

/** Equal rolls in one reply are meant: two blows. In a later one they are for a better result. */
function isRepeated(earlier: Answered, round: number, memory: CallMemory): boolean {
  if (earlier.hasRolled) return earlier.round !== round;
  return earlier.hasChanged || earlier.changes === memory.changes;
}

/** What was done before the turn broke off is not done again: its answer was written down. */
function act(run: TurnRun, call: ToolCall): Acted {
  const [before] = run.doneBefore;
  if (before?.tool !== call.name || before.arguments !== call.arguments) return run.draft.act(call, 'model');
  run.doneBefore.shift();
  return before;
}

function renderAnswer({ say, crossed }: Acted): string {
  const unsaid = crossed.filter((one) => !say.includes(one.say)).map((one) => one.say);
  return [say, ...unsaid].join(' ');
}

function tellCall(
  run: TurnRun,
  call: ToolCall,
  answer: { readonly ok: boolean; readonly say: string },
): void {
  run.tell({ kind: 'tool-called', name: call.name, arguments: call.arguments, ...answer });
}

function tellEffects(run: TurnRun, acted: Acted): void {
  for (const roll of acted.rolls) run.tell({ kind: 'rolled', roll });
  if (acted.patches.length > 0) run.tell({ kind: 'state-changed', patches: acted.patches });
  for (const patch of acted.patches.filter(({ entity }) => entity === sceneId)) tellScene(run, patch);
}

function tellScene(run: TurnRun, { path, before, after }: Patch): void {
  if (path === 'mode')
    run.tell({ kind: 'mode-changed', from: String(before ?? ''), to: String(after ?? '') });
  if (path !== 'minutes' || typeof after !== 'number') return;
  const minutes = after - (typeof before === 'number' ? before : 0);
  run.tell({ kind: 'time-advanced', minutes, now: renderClock(after) });
}

function normaliseArguments(raw: string): string {
  try {
    return renderCanonicalJson(JSON.parse(raw));
  } catch (error) {
    if (error instanceof SyntaxError) return raw.trim();
    throw error;
  }
}
