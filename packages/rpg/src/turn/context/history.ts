// History: the turns that a prompt shows word for word, and the chapters that sum up the turns before them.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { Message } from '@terrarium/kernel/language-model';
import type { Turn } from '../../state/session.ts';
import { cutOldest, renderBeside } from './render-beside.ts';
import { cutText, renderBlock, renderLine, stripControls } from './render-data.ts';
import { renderClosing } from './render-done.ts';
import { renderRecalled, renderWords } from './render-words.ts';

/** Turns that were folded together: the numbers of the first and the last of them. */
interface Chapter {
  readonly first: number;
  readonly last: number;
}

/** The past as a prompt shows it; everything but its end changes only when it is folded. */
export interface History {
  readonly head: number | undefined;
  /** The turns shown word for word, oldest first. */
  readonly shown: readonly ShownTurn[];
  readonly shownTokens: number;
  /**
   * Lines about what was done outside the story since the last of these turns; they come before the words of the next
   * turn.
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

/** A turn as a prompt shows it. Both texts are empty for something done outside the story that has no narrative. */
interface ShownTurn {
  readonly turn: Turn;
  /** What was recalled for the turn, and the player's words. */
  readonly asked: string;
  readonly told: string;
  readonly tokens: number;
}

interface Summary {
  readonly number: number;
  readonly text: string;
  readonly importance: number;
  readonly tokens: number;
}

export interface HistoryBudget {
  readonly history: number;
  readonly chapters: number;
}

export interface PastTurn {
  readonly turn: Turn;
  /** What was done in the turn, as `renderDone` renders it. */
  readonly done: string;
  /** What was done outside the story, as `describeBeside` renders it. */
  readonly beside?: readonly string[];
}

/** A fold leaves this share of the budget filled, so that the next fold is not needed soon. */
const leftByFold = 0.5;
/** How many of the newest turns are shown however long they are. */
const alwaysShown = 2;
/** How many tokens a chat template adds around the two messages of a turn. */
const tokensPerTurn = 10;
/** A telling of this length stands whole, as far as the history has room for two of them. */
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
      told ??= summariseChapters(folded, chapters, budget.chapters);
      return told;
    },
  };
}

function summariseChapters(
  folded: readonly Summary[],
  chapters: readonly Chapter[],
  budget: number,
): ToldChapters {
  const lines = renderChapters(folded, chapters, budget);
  return { lines, tokens: estimateTokens(lines.join('\n')) };
}

function summarise(turn: Turn): Summary {
  const text = renderLine(isTypedAside(turn) ? '' : turn.summary);
  return { number: turn.number, text, importance: turn.importance, tokens: estimateTokens(text) + 1 };
}

/** In older games, the summary of something done outside the story is the command itself. */
function isTypedAside({ isAside, summary }: Turn): boolean {
  return isAside && summary.startsWith('/');
}

/** How many tokens the heading of a chapter takes. */
const tokensPerChapter = 12;
/** The share of the chapters' tokens that headings may take. */
const shareOfHeadings = 0.15;

function computeChapterLimit(tokens: number): number {
  return Math.max(1, Math.min(12, Math.floor((tokens * shareOfHeadings) / tokensPerChapter)));
}

/** Joins the oldest chapters into one: the older the story, the coarser its chapters. */
function joinOldest(chapters: readonly Chapter[], tokens: number): readonly Chapter[] {
  const extra = chapters.length - computeChapterLimit(tokens);
  const last = chapters[extra];
  if (extra <= 0 || last === undefined) return chapters;
  return [{ first: chapters[0]?.first ?? 0, last: last.last }, ...chapters.slice(extra + 1)];
}

function renderChapters(
  folded: readonly Summary[],
  chapters: readonly Chapter[],
  tokens: number,
): readonly string[] {
  const kept = chooseMostImportant(folded, tokens - chapters.length * tokensPerChapter);
  return chapters.flatMap(({ first, last }) => {
    const own = folded.filter(({ number, text }) => number >= first && number <= last && text !== '');
    const texts = own.flatMap(({ number }) => kept.get(number) ?? []);
    const left = own.length - texts.length;
    const heading = `Turns ${first} to ${last}${left === 0 ? '' : ` (${left} left out)`}`;
    return texts.length === 0 ? [] : [`${heading}: ${texts.join(' ')}`];
  });
}

/** How much importance the newest summary gains by being the newest; older ones gain less. */
const worthOfNewest = 0.1;
/** A summary is not cut to fewer tokens than this. */
const leastCut = 28;

/**
 * Keeps the most important summaries that fit; being newer adds a little to the importance. Where not all fit, long ones
 * are cut to an equal share, so that more turns are told; what is left makes the most important ones whole again.
 */
function chooseMostImportant(folded: readonly Summary[], tokens: number): ReadonlyMap<number, string> {
  const ranked = folded
    .filter(({ text }) => text !== '')
    .map((summary, index, { length }) => ({
      summary,
      worth: summary.importance + (worthOfNewest * (index + 1)) / length,
    }))
    .sort((one, other) => other.worth - one.worth || other.summary.number - one.summary.number)
    .map(({ summary }) => summary);
  const whole = ranked.reduce((sum, one) => sum + one.tokens, 0);
  const share = whole <= tokens ? tokens : Math.max(leastCut, Math.floor(tokens / ranked.length));
  const kept = new Map<number, string>();
  let left = tokens;
  for (const { number, text, tokens: own } of ranked) {
    const shown = own <= share ? text : cutSummary(text, share);
    const cost = Math.min(own, share);
    if (cost > left) continue;
    kept.set(number, shown);
    left -= cost;
  }
  for (const { number, text, tokens: own } of ranked) {
    const missing = own - share;
    if (missing <= 0 || missing > left || !kept.has(number)) continue;
    kept.set(number, text);
    left -= missing;
  }
  return kept;
}

/** The beginning of a summary, up to the end of a clause if there is one. */
function cutSummary(text: string, tokens: number): string {
  let length = text.length;
  while (estimateTokens(`${text.slice(0, length)} …`) + 1 > tokens && length > 0)
    length = Math.floor(length * 0.9);
  const begun = text.slice(0, length).toWellFormed();
  const clause = Math.max(begun.lastIndexOf(', '), begun.lastIndexOf('; '));
  return `${begun.slice(0, clause > length / 2 ? clause : begun.lastIndexOf(' '))} …`;
}
