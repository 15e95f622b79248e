// Exports a game as it was played up to its head: as a story, as a chat, or as a corpus.

import type { Clock, Ids } from '@terrarium/kernel/environment';
import type { Connection } from '@terrarium/kernel/open-database';
import { openGame } from '../game/open-game.ts';
import { openTurnStore } from '../state/turn-store.ts';
import { playerId } from '../values/entity.ts';
import type { PlayedStory, PlayedTurn } from './played-story.ts';
import { renderCorpus } from './render-corpus.ts';
import { renderSillyTavernChat } from './render-silly-tavern-chat.ts';
import { renderStory } from './render-story.ts';

export type GameExportFormat = 'story' | 'sillytavern' | 'corpus';

/** How the file of each format ends. */
export const gameExportEndings: Readonly<Record<GameExportFormat, string>> = {
  story: '.story.md',
  sillytavern: '.sillytavern.jsonl',
  corpus: '.corpus.jsonl',
};

export interface GameExport {
  readonly connection: Connection;
  /** Its id or its name. */
  readonly session: string;
  readonly format: GameExportFormat;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly narratorName?: string | undefined;
}

/** Throws `UsageError` (`session.unknown`) where there is no such game. Changes nothing. */
export function exportGame({ format, ids, ...wanted }: GameExport): string {
  const story = readStory(wanted);
  if (format === 'story') return renderStory(story);
  return format === 'corpus' ? renderCorpus(story) : renderSillyTavernChat(story, { integrity: ids.next() });
}

function readStory({
  connection,
  session,
  clock,
  narratorName = 'Narrator',
}: Omit<GameExport, 'format' | 'ids'>): PlayedStory {
  const game = openGame({ connection, session, clock });
  try {
    const store = openTurnStore(connection);
    const turns = game.listTurns(Number.MAX_SAFE_INTEGER).map((turn): PlayedTurn => {
      const siblings = turn.parent === undefined ? [] : store.listChildren(game.session.id, turn.parent);
      return {
        ...turn,
        variants: siblings.filter(({ id, words }) => id !== turn.id && words === turn.words),
      };
    });
    const name = game.state.find(playerId)?.sheet['name'];
    const playerName = typeof name === 'string' && name !== '' ? name : 'Player';
    return { title: game.session.name, playerName, narratorName, turns };
  } finally {
    game.close();
  }
}
