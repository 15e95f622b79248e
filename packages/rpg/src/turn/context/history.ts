// History: the turns that a prompt shows word for word, and the chapters that sum up the turns before them.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { Message } from '@terrarium/kernel/language-model';
import type { StorySoFar, Turn } from '../../state/session.ts';
import {
  type Chapter,
  type FoldedPast,
  joinOldest,
  renderChapters,
  type Summary,
  summarise,
} from './chapters.ts';
import { cutOldest, renderBeside } from './render-beside.ts';
import { cutText, renderBlock, stripControls } from './render-data.ts';
import { renderClosing } from './render-done.ts';
import { renderRecalled, renderWords } from './render-words.ts';

/** The past as a prompt shows it; everything but its end changes only when it is folded. */
export interface History {
  readonly head: number | undefined;
  /** The turns shown word for word, oldest first. */
  readonly shown: readonly ShownTurn[];
  readonly shownTokens: number;
  /**
   * Lines about what was done outside the story since the last narrative; they come before the words of the next turn.
   */
  readonly beside: readonly string[];
  /** Summaries of the turns that are no longer shown. */
  readonly folded: readonly Summary[];
  readonly chapters: readonly Chapter[];
  /**
   * The lines for the chapters, as the last fold left them. They are rendered only when asked for: while the program
   * goes through a long past, only those of the last fold are needed.
   */
  readonly summariseChapters: () => ToldChapters;
}

interface ToldChapters {
  readonly lines: readonly string[];
  readonly tokens: number;
}

/**
 * A turn as a prompt shows it. Both texts are empty if the turn has no narrative, and was done outside the story or has
 * no words.
 */
interface ShownTurn {
  readonly turn: Turn;
  /** The message before the narrative: the player's words, with what was recalled for the turn and what was done. */
  readonly asked: string;
  readonly told: string;
  readonly tokens: number;
}

export interface HistoryBudget {
  readonly history: number;
  readonly chapters: number;
  /**
   * The stories that models wrote when they summed up older turns, the one that reaches furthest first; they are read
   * at most once after each fold.
   */
  readonly listStories?: (() => readonly StorySoFar[]) | undefined;
}

export interface PastTurn {
  readonly turn: Turn;
  /** What was done in the turn, as `renderDone` renders it. */
  readonly done: string;
  /** What was done outside the story, as `describeBeside` renders it. */
  readonly beside?: readonly string[];
}

/** A fold aims to leave at most this share of the budget filled, so that the next fold is not needed soon. */
const leftByFold = 0.5;
/** How many of the newest turns are shown however long they are. */
const alwaysShown = 2;
/** A fold leaves one turn more than `alwaysShown` if no more than this share is filled then. */
const leftAtMost = 0.7;
/** How many tokens a chat template adds around the two messages of a turn. */
const tokensPerTurn = 10;
/** A telling of up to this many tokens is not cut, if the history has room for more than two of them. */
const usualTold = 350;

export const emptyHistory: History = {
  head: undefined,
  shown: [],
  shownTokens: 0,
  beside: [],
  folded: [],
  chapters: [],
  summariseChapters: () => ({ lines: [], tokens: 0 }),
};

/**
 * The history with one more turn. A pure function of the turns in order: beginning again at the opening gives the same
 * history, so none of it needs to be stored.
 */
export function appendTurn(history: History, past: PastTurn, budget: HistoryBudget): History {
  const { turn, beside = [] } = past;
  const shown = renderTurn(past, history.beside, budget);
  const longer: History = {
    ...history,
    head: turn.id,
    shown: [...history.shown, shown],
    shownTokens: history.shownTokens + shown.tokens,
    beside: shown.tokens > 0 ? [] : cutOldest([...history.beside, ...beside]),
  };
  return longer.shownTokens > budget.history ? fold(longer, budget) : longer;
}

/** The past as alternating messages of user and assistant; the chapters come before the first of the player's words. */
export function renderHistory(history: History): readonly Message[] {
  const chapters = renderBlock('story_so_far', history.summariseChapters().lines);
  const shown = history.shown.filter(({ tokens }) => tokens > 0);
  return shown.flatMap(({ asked, told }, index): readonly Message[] => [
    { role: 'user', content: index === 0 && chapters !== '' ? `${chapters}\n${asked}` : asked },
    { role: 'assistant', content: told },
  ]);
}

/** Keys of the lore and of the turns that are still in the prompt. */
export function listKnownLore(history: History): ReadonlySet<string> {
  return new Set(
    history.shown.flatMap(({ turn }) => [`turn:${turn.id}`, ...turn.lore.map(({ key }) => key)]),
  );
}

/**
 * A single long turn must not push out all others, so each text of a turn except what was done is cut to its own share
 * of the history. A telling of usual length gets the largest share.
 */
function renderTurn({ turn, done }: PastTurn, beside: readonly string[], budget: HistoryBudget): ShownTurn {
  const isSilent = turn.isAside || turn.words.trim() === '';
  if (isSilent && turn.narrative.trim() === '') return { turn, asked: '', told: '', tokens: 0 };
  const most = Math.max(150, Math.floor(budget.history / 3));
  const recalled = renderRecalled(turn.lore, most * 0.25);
  const words = turn.words.trim() === '' ? '<begin/>' : renderWords(turn.words, most * 0.25);
  const asked = [renderBeside(beside, most * 0.25), recalled, words, done]
    .filter((part) => part !== '')
    .join('\n');
  const mostTold = Math.max(most * 0.5, Math.min(usualTold, budget.history * 0.4));
  const narrative = stripControls(cutText(turn.narrative, mostTold)).trim() || '…';
  const closing = renderClosing(turn);
  const told = closing === '' ? narrative : `${narrative}\n\n${closing}`;
  return { turn, asked, told, tokens: tokensPerTurn + estimateTokens(asked) + estimateTokens(told) };
}

function fold(history: History, budget: HistoryBudget): History {
  let { shownTokens } = history;
  let count = 0;
  while (shownTokens > budget.history * leftByFold && count < history.shown.length - alwaysShown) {
    const isLastBut = history.shown.length - count === alwaysShown + 1;
    if (isLastBut && count > 0 && shownTokens <= budget.history * leftAtMost) break;
    shownTokens -= history.shown[count]?.tokens ?? 0;
    count += 1;
  }
  if (count === 0) return history;
  const gone = history.shown.slice(0, count).map(({ turn }) => turn);
  const folded = [...history.folded, ...gone.map(summarise)];
  const chapter = { first: gone[0]?.number ?? 0, last: gone.at(-1)?.number ?? 0 };
  const chapters = joinOldest([...history.chapters, chapter], budget.chapters);
  let told: ToldChapters | undefined;
  return {
    head: history.head,
    beside: history.beside,
    shown: history.shown.slice(count),
    shownTokens,
    folded,
    chapters,
    summariseChapters() {
      told ??= renderFolded({ folded, chapters, stories: budget.listStories?.() ?? [] }, budget.chapters);
      return told;
    },
  };
}

function renderFolded(past: FoldedPast, budget: number): ToldChapters {
  const lines = renderChapters(past, budget);
  return { lines, tokens: estimateTokens(lines.join('\n')) };
}
