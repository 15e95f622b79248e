// Renders a played path as a SillyTavern chat: a header, then one message on each line.

import { renderInstant } from '@terrarium/kernel/environment';
import {
  describeLoss,
  listStoryTurns,
  type PlayedStory,
  type PlayedTurn,
  readStoryWords,
} from './played-story.ts';

export interface ChatExportOptions {
  /** A fresh id. SillyTavern compares it before it overwrites a chat. */
  readonly integrity: string;
}

/** Variants of a turn become swipes of its message. */
export function renderSillyTavernChat(story: PlayedStory, { integrity }: ChatExportOptions): string {
  const [first] = story.turns;
  const lost = describeLoss(story);
  const header = {
    user_name: story.playerName,
    character_name: story.narratorName,
    create_date: renderInstant(first?.atMs ?? 0),
    chat_metadata: { integrity, ...(lost === undefined ? {} : { salvaged: lost }) },
  };
  const messages = listStoryTurns(story).flatMap((turn) => listMessages(turn, story));
  return [header, ...messages].map((line) => JSON.stringify(line)).join('\n');
}

function listMessages(turn: PlayedTurn, { playerName, narratorName }: PlayedStory): readonly object[] {
  const words = readStoryWords(turn);
  const date = renderInstant(turn.atMs);
  const told = { name: narratorName, is_user: false, is_system: false, send_date: date, mes: turn.narrative };
  const swipes = listSwipes(turn);
  const message = swipes.length < 2 ? told : { ...told, ...buildSwipes(turn, swipes, date) };
  if (words === '') return [message];
  return [{ name: playerName, is_user: true, is_system: false, send_date: date, mes: words }, message];
}

function listSwipes({
  id,
  narrative,
  variants = [],
}: PlayedTurn): readonly { id: number; narrative: string }[] {
  const others = variants.filter((variant) => variant.id !== id && variant.narrative.trim() !== '');
  return [{ id, narrative }, ...others].toSorted((one, other) => one.id - other.id);
}

function buildSwipes(
  { id }: PlayedTurn,
  swipes: readonly { id: number; narrative: string }[],
  date: string,
): object {
  return {
    swipes: swipes.map(({ narrative }) => narrative),
    swipe_id: swipes.findIndex((swipe) => swipe.id === id),
    swipe_info: swipes.map(() => ({ send_date: date, extra: {} })),
  };
}
