// Exports a game as it was played up to its head: as a story, as a chat, or as a corpus.

import type { Ids } from '@terrarium/kernel/environment';
import { refuseDamaged } from '@terrarium/kernel/explain-damage';
import { escapeMarkdown, stripEscapes } from '@terrarium/kernel/foreign-text';
import type { Connection } from '@terrarium/kernel/open-database';
import { z } from 'zod';
import { requireSession } from '../game/open-game.ts';
import { verifyRpg } from '../game/verify-rpg-store.ts';
import { openGameStores } from '../state/game-dependencies.ts';
import type { TurnStore } from '../state/turn-store.ts';
import { playerId } from '../values/entity.ts';
import {
  describeLoss,
  listStoryTurns,
  type PlayedStory,
  type PlayedTurn,
  readStoryWords,
} from './played-story.ts';
import { renderCorpus } from './render-corpus.ts';
import { renderSillyTavernChat } from './render-silly-tavern-chat.ts';

export type GameExportFormat = 'story' | 'sillytavern' | 'corpus';

export const gameExportEndings: Readonly<Record<GameExportFormat, string>> = {
  story: '.story.md',
  sillytavern: '.sillytavern.jsonl',
  corpus: '.corpus.jsonl',
};

export interface GameExport {
  readonly connection: Connection;
  /** The game's id or name. */
  readonly session: string;
  readonly format: GameExportFormat;
  readonly ids: Ids;
  readonly narratorName?: string | undefined;
  /** Only for games that were salvaged: how many damaged things were left out. The export says so. */
  readonly leftOut?: number | undefined;
}

/**
 * Throws `UsageError` (`session.unknown`) if there is no such game, and `StorageError` (`store.damaged`) if anything
 * stored about the games is damaged. Changes nothing.
 */
export function exportGame(wanted: GameExport): string {
  refuseDamaged(wanted.connection.name, verifyRpg(wanted.connection, { isWritten: false }));
  return exportSalvaged(wanted);
}

/** Does the same as `exportGame` for games that were salvaged, but does not verify them. */
export function exportSalvaged({ format, ids, ...wanted }: GameExport): string {
  const story = readStory(wanted);
  if (format === 'story') return renderStory(story);
  return format === 'corpus' ? renderCorpus(story) : renderSillyTavernChat(story, { integrity: ids.next() });
}

/** Loads no system: an export must not depend on how a system interprets the state. */
function readStory({
  connection,
  session: wanted,
  narratorName = 'Narrator',
  leftOut,
}: Omit<GameExport, 'format' | 'ids'>): PlayedStory {
  const { sessions, turns: store, states } = openGameStores(connection);
  const session = requireSession(sessions, wanted);
  const turns = store.listVisible(session.id, Number.MAX_SAFE_INTEGER).map((turn): PlayedTurn => {
    const siblings = turn.parent === undefined ? [] : store.listChildren(session.id, turn.parent);
    return {
      ...turn,
      variants: siblings.filter(({ id, words }) => id !== turn.id && words === turn.words),
    };
  });
  const player = states.read(session.id).find(({ entity }) => entity.id === playerId);
  const name = player?.entity.sheet['name'];
  const playerName = typeof name === 'string' && name !== '' ? name : 'Player';
  const title = readTitle(store, session.id) ?? session.name;
  return { title, playerName, narratorName, turns, leftOut };
}

const opening = z.looseObject({ title: z.string() });

/** The title of the story, from the first action of the game; undefined if the game began without a title. */
function readTitle(turns: TurnStore, session: string): string | undefined {
  const [first] = turns.listVisible(session, Number.MAX_SAFE_INTEGER);
  const [begun] = first?.number === 0 ? turns.readActions(first.id) : [];
  if (begun?.tool !== 'begin') return undefined;
  return opening.safeParse(JSON.parse(begun.arguments)).data?.title;
}

/**
 * The player's words are a quote before the narrative that answers them. Nothing in the texts becomes a link or HTML.
 */
export function renderStory(story: PlayedStory): string {
  const turns = listStoryTurns(story).map((turn) => {
    const words = readStoryWords(turn);
    return [...(words === '' ? [] : [renderQuote(words)]), renderProse(turn.narrative)].join('\n\n');
  });
  const lost = describeLoss(story);
  const head = [
    `# ${escapeMarkdown(story.title.replace(/\s+/g, ' '))}`,
    ...(lost === undefined ? [] : [`*${lost}*`]),
  ];
  return `${[...head, ...turns].join('\n\n')}\n`;
}

function renderQuote(text: string): string {
  return renderProse(text)
    .replace(/^/gm, '> ')
    .replace(/(?<! ) +$/gm, '');
}

const strong = /\\\*\\\*(?=\S)((?:(?!\\\*)[^\n])+)(?<=\S)\\\*\\\*/g;
const stressed = /(?<!\*)\\\*(?=\S)((?:(?!\\\*)[^\n])+)(?<=\S)\\\*/g;

/** Escapes the narrative, but keeps the emphasis that the narrator gave to words. */
function renderProse(text: string): string {
  return escapeMarkdown(stripEscapes(text).trim()).replace(strong, '**$1**').replace(stressed, '*$1*');
}
