// Lists unsupported claims in narratives that a model wrote, each checked against the state of the game at its turn.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { chooseFlags } from '@terrarium/rpg/audit-flag';
import { auditTurn, findVerdict } from '@terrarium/rpg/audit-turn';
import type { Game } from '@terrarium/rpg/game';
import type { Turn } from '@terrarium/rpg/session';
import { isBuiltIn } from '../models/is-built-in.ts';

type ToldFlags = RouteAnswer<'GET /api/worlds/{world}/games/{game}/flags'>[number];
type Flags = ToldFlags['flags'];

/** The flags of turns already checked. A turn never changes, so it is checked only once. */
const judged = new WeakMap<Game, Map<number, Flags>>();
const comparedTurns = 5;

/**
 * Lists the flags of turns from number `from` on, the newest first, without turns that have none. Checking takes a
 * while, so `rest` is called after each turn that is checked. Ends early if the game moves on meanwhile.
 */
export async function listToldFlags(
  game: Game,
  from: number,
  rest: () => Promise<void>,
): Promise<readonly ToldFlags[]> {
  const known = readJudged(game);
  const { id: head, number } = game.head;
  const turns = game.listTurns(number - from + 1 + comparedTurns);
  const found: ToldFlags[] = [];
  for (const { turn, state } of game.iterateStates(Math.max(0, number - from + 1))) {
    if (!isByModel(turn)) continue;
    const flags = known.get(turn.id) ?? auditStanding(game, { turn, state, turns });
    if (!known.has(turn.id)) {
      known.set(turn.id, flags);
      await rest();
    }
    if (flags.length > 0) found.push({ turn: turn.id, flags });
    if (game.head.id !== head) break;
  }
  return found;
}

/** Checks `turn`, the newest turn of the story. `turns` are the last turns of the game, the oldest first. */
export function auditNewest(game: Game, turn: Turn, turns: readonly Turn[]): Flags {
  const known = readJudged(game);
  const before = known.get(turn.id);
  if (before !== undefined || !isByModel(turn)) return before ?? [];
  for (const { turn: one, state } of game.iterateStates(turns.length)) {
    if (one.id !== turn.id) continue;
    const flags = auditStanding(game, { turn, state, turns });
    known.set(turn.id, flags);
    return flags;
  }
  return [];
}

function readJudged(game: Game): Map<number, Flags> {
  const known = judged.get(game) ?? new Map<number, Flags>();
  judged.set(game, known);
  return known;
}

function isByModel({ number, isAside, narrative, toldBy }: Turn): boolean {
  return number > 0 && !isAside && narrative !== '' && toldBy.some(({ model }) => !isBuiltIn(model));
}

interface Judged {
  readonly turn: Turn;
  readonly state: Game['state'];
  readonly turns: readonly Turn[];
}

function auditStanding(game: Game, { turn, state, turns }: Judged): Flags {
  const { narrative, words } = turn;
  const at = turns.findIndex(({ id }) => id === turn.id);
  const earlier = turns.slice(Math.max(0, at - comparedTurns), at).map((one) => one.narrative);
  const actions = game.readActions(turn.id);
  return chooseFlags(auditTurn(game, { narrative, words, actions, state, earlier }), findVerdict(game, turn));
}
