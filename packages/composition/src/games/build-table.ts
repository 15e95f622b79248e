// Builds a game as its player sees it: the narrative, the present state, and what the player may do next.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { findVerdict } from '@terrarium/rpg/audit-turn';
import { playerId, sceneId } from '@terrarium/rpg/entity';
import type { Game } from '@terrarium/rpg/game';
import { isObject } from '@terrarium/rpg/json';
import { findFall } from '@terrarium/rpg/refuse-deed-when-down';
import type { Turn } from '@terrarium/rpg/session';
import { isBuiltIn } from '../models/is-built-in.ts';
import { buildSheet } from './build-sheet.ts';
import { buildRolls } from './build-telling.ts';
import { describeChanges } from './describe-changes.ts';
import { isJudgedAgain, listOpenSpends } from './describe-spends.ts';
import { describeStanding } from './describe-standing.ts';
import { listOpenChoices, openChoiceSays } from './list-open-choices.ts';
import { listTellings } from './list-tellings.ts';
import { auditNewest } from './list-told-flags.ts';
import { nameOf } from './name-ids.ts';
import { renderSaid } from './render-said.ts';

export type GameTable = RouteAnswer<'GET /api/worlds/{world}/games/{game}'>;
export type ShownTurn = GameTable['turns'][number];

/** A table without the fields that only the server can fill: whether a turn is being told just now. */
type StoredTable = Omit<GameTable, 'telling' | 'isElsewhere'>;

/** How many turns are shown; a screen asks for earlier ones when somebody scrolls up. */
const shownTurns = 20;

export function buildTable(game: Game, modelId: string | undefined): StoredTable {
  const { session, system, state, head } = game;
  const { sequence } = game.readStanding();
  const turns = game.listTurns(shownTurns);
  const player = state.find(playerId);
  const left = game.findLeftDraft();
  return {
    id: session.id,
    name: session.name,
    system: { id: system.id, name: system.name },
    sequence,
    teller: modelId ?? null,
    head: head.id,
    standing: describeStanding(state),
    turns: markNewest(
      game,
      turns,
      turns.map((turn) => buildTurn(game, turn)),
    ),
    hasEarlier: (turns[0]?.number ?? 0) > 0,
    suggestions: head.suggestions,
    spends: listOpenSpends(game),
    open: [
      ...listOpenChoices(game).map((options) => ({
        says: openChoiceSays,
        options: options.map(({ says, line }) => ({ says, line })),
      })),
      ...(isJudgedAgain(game) ? [tellingJudged] : []),
      ...(findFall(game) === 'rolls' ? [rollingDown] : []),
    ],
    sheet:
      player === undefined
        ? { entity: playerId, name: session.name, about: '', sections: [] }
        : buildSheet(player, { system, state }),
    clocks: listClocks(game),
    next: game.findNext()?.words ?? null,
    tellings: (head.isAside || head.number === 0 ? [head] : listTellings(game)).map(({ id, words }) => ({
      id,
      words,
    })),
    left:
      left === undefined
        ? null
        : { words: left.words, ...(left.retold === undefined ? {} : { retells: left.retold.number }) },
    unanswered: game.listUnanswered().map(({ words }) => words),
  };
}

/** Offered after a payment changed a roll: the story still tells the first result of the roll. */
const tellingJudged = {
  says: 'The roll came out differently now, and the story does not tell it yet.',
  options: [{ says: 'Tell what it brings', line: '/continue' }],
};

/** Offered while the character is down and a roll decides what happens to them. */
const rollingDown = {
  says: 'You are down. A roll decides what becomes of you.',
  options: [{ says: 'Let it be rolled', line: '/continue' }],
};

interface EarlierTurns {
  /** The number of the turn before which turns are wanted. */
  readonly before: number;
  /** The number of the earliest turn that is wanted; by default one page is returned. */
  readonly from?: number | undefined;
}

/** At most this many turns are returned at once. */
const mostTurns = 400;

/** Turns before the one with this number, oldest first. */
export function buildEarlierTurns(
  game: Game,
  { before, from = before - shownTurns }: EarlierTurns,
): RouteAnswer<'GET /api/worlds/{world}/games/{game}/turns'> {
  const wanted = Math.min(mostTurns, Math.max(shownTurns, before - from));
  const reach = Math.max(0, game.head.number - before + 1 + wanted);
  const turns = game
    .listTurns(reach)
    .filter(({ number }) => number < before)
    .slice(-wanted);
  return { turns: turns.map((turn) => buildTurn(game, turn)), hasEarlier: (turns[0]?.number ?? 0) > 0 };
}

/**
 * Flags unsupported claims in the newest narrative if a model wrote it. The built-in narrator's narratives
 * get no flags, because its grammar is expected to repeat phrases.
 */
function markNewest(game: Game, turns: readonly Turn[], shown: readonly ShownTurn[]): readonly ShownTurn[] {
  const at = turns.findLastIndex(({ isAside }) => !isAside);
  const [newest, turn] = [shown[at], turns[at]];
  if (newest === undefined || turn === undefined || !isByModel(turn.toldBy)) return shown;
  return shown.with(at, { ...newest, flags: auditNewest(game, turn, turns) });
}

function isByModel(toldBy: Turn['toldBy']): boolean {
  return toldBy.some(({ model }) => !isBuiltIn(model));
}

function buildTurn(game: Game, turn: Turn): ShownTurn {
  const { id, number, words, narrative, isAside, atMs } = turn;
  // The actions of the opening contain the whole world, with everything that the player has yet to find, so
  // they are not shown.
  const actions = number === 0 ? [] : game.readActions(id);
  const patches = actions.flatMap((action) => action.patches);
  const minutes = patches
    .filter(({ entity, path }) => entity === sceneId && path === 'minutes')
    .reduce((sum, { before, after }) => sum + Number(after ?? 0) - Number(before ?? 0), 0);
  return {
    id,
    number,
    words: isAside ? renderSaid(words, game.system) : words,
    narrative,
    isAside,
    rolls: buildRolls(
      actions.flatMap(({ rolls }) => rolls),
      game,
    ),
    changes: describeChanges(patches, game),
    ...(minutes === 0 ? {} : { minutes }),
    // Earlier turns are not audited here, because that takes a while (`listToldFlags` does it); but the findings of a
    // model's check were stored.
    flags: isByModel(turn.toldBy) ? (findVerdict(game, turn) ?? []) : [],
    toldBy: turn.toldBy.map(({ model }) => model),
    atMs,
  };
}

export function listClocks({ state }: Pick<Game, 'state'>): GameTable['clocks'] {
  return state.list('clock').flatMap((clock) => {
    const progress = clock.sheet['progress'];
    if (!isObject(progress)) return [];
    const { filled, segments } = progress;
    return typeof filled === 'number' && typeof segments === 'number'
      ? [{ name: nameOf(clock, clock.id), filled, segments }]
      : [];
  });
}
