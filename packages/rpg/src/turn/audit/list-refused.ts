// Lists a turn's refused calls that no later call made good: a telling must not present them as done.

import type { Acted } from '../../state/game.ts';
import type { Action } from '../../state/session.ts';
import { isUnruled } from '../../tools/moves/read-move.ts';
import { playerWords } from '../../tools/resolve-target.ts';
import { parseCall } from '../../tools/slips/parse-call.ts';
import type { Json, JsonObject } from '../../values/json.ts';

export interface CallMade {
  readonly tool: string;
  readonly given: JsonObject;
}

export interface RefusedCall extends CallMade {
  /** Whether the same had already been done earlier in the turn, so that only doing it once more was refused. */
  readonly isAgain?: boolean;
}

type Made = Pick<Action, 'tool' | 'arguments'> & Pick<Acted, 'ok' | 'say'>;

/**
 * A refused call is left out if a later call did the same. It is also left out if an earlier call did the same, unless
 * it is a roll, since each roll may be told.
 */
export function listRefused(actions: readonly Made[]): readonly RefusedCall[] {
  const calls = actions.map(readOutcome);
  return calls.flatMap((outcome, index) => {
    const { ok, isUnruled: _isUnruled, ...call } = outcome;
    if (ok || isDone(outcome, calls.slice(index + 1))) return [];
    const isAgain = isDone(outcome, calls.slice(0, index));
    return isAgain && call.tool !== 'roll' ? [] : [{ ...call, ...(isAgain ? { isAgain } : {}) }];
  });
}

/** Leaves out refused calls that a later call mended, since a model would only read the same twice. */
export function stripMended<One extends Made>(actions: readonly One[]): readonly One[] {
  const calls = actions.map(readOutcome);
  return actions.filter((action, index) => action.ok || !isDone(readOutcome(action), calls.slice(index + 1)));
}

interface Outcome extends CallMade {
  readonly ok: boolean;
  /** Whether it was refused because the rules have no such use. */
  readonly isUnruled: boolean;
}

function readOutcome(action: Made): Outcome {
  return { ...readCall(action), ok: action.ok, isUnruled: !action.ok && isUnruled(action.say) };
}

/** Whether one of these calls did what was refused. */
function isDone(refused: Outcome, calls: readonly Outcome[]): boolean {
  return calls.some((other) => other.ok && (isSameCall(refused, other) || isDoneSingly(refused, other)));
}

/**
 * Whether a spell or thing for which the rules have no use was used after all, by a single call that names it. A call
 * that was refused for another reason, such as its price, is not made good by a call without the price.
 */
function isDoneSingly(refused: Outcome, { tool: other, given }: CallMade): boolean {
  const { as } = refused.given;
  if (!refused.isUnruled || refused.tool !== 'roll' || as === undefined || other === 'roll') return false;
  return ['condition', 'value', 'name', 'item', 'reason'].some((what) => isAlike(as, given[what]));
}

/**
 * Parses the arguments of a call. A call that ends a condition counts as one that removes it, whichever tool it calls.
 */
export function readCall({ tool, arguments: written }: Omit<Made, 'ok'>): CallMade {
  const given = parseCall({ name: tool, arguments: written })?.arguments ?? {};
  const isEnding = tool === 'condition_add' && (given['ends'] === true || given['ends'] === 'true');
  return { tool: isEnding ? 'condition_remove' : tool, given };
}

/**
 * What a call is about. A change of a value is also recognised by its number, since a call that mends a path names
 * another path.
 */
const whats = [
  'move',
  'check',
  'formula',
  'mode',
  'name',
  'item',
  'destination',
  'condition',
  'path',
  'delta',
  'value',
] as const;

/**
 * Whether both calls have the same tool and the same party, and name the same thing. If the refused call names nothing,
 * the same tool and party are enough.
 */
function isSameCall(refused: CallMade, done: CallMade): boolean {
  if (refused.tool !== done.tool || !isAlike(readParty(refused), readParty(done))) return false;
  const named = whats.filter((what) => refused.given[what] !== undefined);
  return named.length === 0 || named.some((what) => isAlike(refused.given[what], done.given[what]));
}

/** Who makes a roll, or to whom a call does something. */
function readParty({ given }: CallMade): Json {
  const party = String(given['who'] ?? given['target'] ?? '');
  return party === '' || playerWords.test(party) ? 'player' : party;
}

/**
 * Two names are alike if their last words are the same: so an id matches a name, and a short name matches a long one.
 */
function isAlike(one: Json | undefined, other: Json | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return findLastWord(one) === findLastWord(other);
}

const parts = /\.(?:current|filled|max|score)$/u;

function findLastWord(value: Json): string {
  const text = String(value).toLowerCase().replaceAll('’', "'").replace(parts, '');
  return text.match(/[\p{L}\p{N}']+/gu)?.at(-1) ?? text;
}
