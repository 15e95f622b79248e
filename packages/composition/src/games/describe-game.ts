// Describes a game for a list: which character is played where, how far the game has come, and what was told last.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { playerId } from '@terrarium/rpg/entity';
import { type GameOptions, openGame } from '@terrarium/rpg/open-game';
import { describeStanding } from './describe-standing.ts';
import { nameOf } from './name-ids.ts';

type ListedGame = RouteAnswer<'GET /api/worlds/{world}/games'>['games'][number];

const longestLast = 160;
const lookedBack = 20;

export function describeGame(options: GameOptions): ListedGame {
  const game = openGame(options);
  const { session, system, state, head } = game;
  try {
    // Turns outside the story, such as a player's own roll, have no narrative.
    const told = game.listTurns(lookedBack).findLast(({ narrative }) => narrative !== '')?.narrative ?? '';
    return {
      id: session.id,
      name: session.name,
      system: system.name,
      player: nameOf(state.find(playerId), playerId),
      place: describeStanding(state).place,
      turn: head.number,
      last: cutAtWord(told.replaceAll(/\s+/gu, ' ').trim()),
      playedAtMs: session.playedAtMs,
    };
  } finally {
    game.close();
  }
}

function cutAtWord(text: string): string {
  if (text.length <= longestLast) return text;
  const cut = text.lastIndexOf(' ', longestLast);
  return `${text.slice(0, cut > 0 ? cut : longestLast).toWellFormed()} …`;
}
