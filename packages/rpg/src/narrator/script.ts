// Script: plays a turn of the narrator as batches of tool calls, each based on earlier answers, and ends with a narrative.

import type { ToolCall } from '@terrarium/kernel/language-model';
import type { Acted } from '../state/game.ts';
import { listJoined } from '../state/join-followed.ts';
import type { Action } from '../state/session.ts';
import type { GameState } from '../values/entity.ts';
import type { JsonObject } from '../values/json.ts';

export interface Call {
  readonly name: string;
  readonly arguments: JsonObject;
}

export type Answer = Pick<NarratorView['actions'][number], 'ok' | 'say' | 'patches' | 'rolls' | 'choices'>;

/** Yields calls and goes on with their answers; its result is only known once all of them were answered. */
export type Script<Result> = Generator<readonly Call[], Result, readonly Answer[]>;

/** The maximum number of calls in one reply; further calls go into the next reply. */
const mostCalls = 16;
const unanswered: Answer = {
  ok: false,
  say: 'No more calls are taken.',
  patches: [],
  rolls: [],
  choices: [],
};

export type Played<Result> =
  | { readonly kind: 'calls'; readonly calls: readonly ToolCall[] }
  | { readonly kind: 'told'; readonly result: Result };

export interface PlayOptions {
  readonly turn: number;
  readonly actions: NarratorView['actions'];
  /** How many calls of this turn were sent and answered, whether they succeeded or not. */
  readonly sent: number;
  /** Whether the script may still make calls. */
  readonly isOpen: boolean;
}

/**
 * Plays a script from its beginning, with the answers of the calls that were already made: the same script asks for the
 * same calls if it gets the same answers, so nothing has to be remembered between two replies.
 */
export function playScript<Result>(script: Script<Result>, options: PlayOptions): Played<Result> {
  const left = [...listJoined(options.actions)];
  let asked = 0;
  let step = script.next();
  while (step.done !== true) {
    const calls = step.value;
    const answers: Answer[] = [];
    for (const call of calls) {
      const done = takeAnswer(left, call);
      if (done === undefined && asked + answers.length >= options.sent && options.isOpen) {
        const open = calls.slice(answers.length, answers.length + mostCalls);
        return {
          kind: 'calls',
          calls: open.map((one, index) => renderCall(one, options.turn, asked + answers.length + index)),
        };
      }
      answers.push(done ?? unanswered);
    }
    asked += calls.length;
    step = script.next(answers);
  }
  return { kind: 'told', result: step.value };
}

/**
 * Takes the action of a call out of `left`, with all actions before it, since they are in the order of the calls.
 * Undefined if there is none: the call is still to be made, or was refused before it was executed.
 */
function takeAnswer(left: NarratorView['actions'][number][], call: Call): Answer | undefined {
  const written = JSON.stringify(call.arguments);
  const at = left.findIndex(({ tool, arguments: given }) => tool === call.name && given === written);
  return at === -1 ? undefined : left.splice(0, at + 1).at(-1);
}

function renderCall(call: Call, turn: number, index: number): ToolCall {
  return { id: `narrator-${turn}-${index}`, name: call.name, arguments: JSON.stringify(call.arguments) };
}

/** Yields the calls; returns at once if there are none. */
export function* ask(calls: readonly Call[]): Script<readonly Answer[]> {
  return calls.length === 0 ? [] : yield calls;
}

export interface NarratorView {
  /** The state at the head, with which the turn began. */
  readonly before: GameState;
  /** What the player wrote. */
  readonly words: string;
  /** Number of the turn that is being played; 1 is the first after the opening. */
  readonly turn: number;
  /** How many tellings of this turn there are already; each telling uses different words. */
  readonly variant?: number | undefined;
  /** Narratives of the last committed turns, oldest first. */
  readonly narratives: readonly string[];
  /** What has been done in this turn so far, in order. */
  readonly actions: readonly (Action & Acted)[];
}
