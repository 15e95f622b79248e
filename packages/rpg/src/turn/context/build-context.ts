// Builds the prompt of a turn: instructions and rules, then the past, then the present as one last message.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { Message, ToolDeclaration } from '@terrarium/kernel/language-model';
import type { Game, Past } from '../../state/game.ts';
import type { FrozenLore, Turn } from '../../state/session.ts';
import { readWish } from '../../state/wish.ts';
import type { GameState } from '../../values/entity.ts';
import { renderInstructions } from '../prompts/prompts.ts';
import type { Recollection } from '../recollector.ts';
import type { TurnSettings } from '../turn-settings.ts';
import { appendTurn, emptyHistory, type History, type HistoryBudget, renderHistory } from './history.ts';
import { type PromptBudget, planBudget } from './plan-budget.ts';
import { readScene } from './read-scene.ts';
import { describeBeside } from './render-beside.ts';
import { renderText } from './render-data.ts';
import { renderDone } from './render-done.ts';
import { joinNow, renderNow } from './render-now.ts';
import { renderRules } from './render-rules.ts';
import { renderWish } from './render-wish.ts';

/** The part of a prompt that hardly changes from turn to turn, and the tokens that each part may have. */
export interface PromptBase {
  readonly budget: PromptBudget;
  readonly system: Message;
  /** The text of `system` with single blanks, since recollections are compared with it. */
  readonly systemTold: string;
  readonly systemTokens: number;
  readonly history: History;
}

export interface Prompt {
  readonly messages: readonly Message[];
  /** Estimated tokens of each part. */
  readonly parts: Readonly<Record<string, number>>;
  readonly promptTokens: number;
  /** The recollections for which there was room; they are stored with the turn. */
  readonly lore: readonly FrozenLore[];
}

export interface PromptBaseOptions {
  readonly past: Past;
  readonly settings: TurnSettings;
  readonly tools: readonly ToolDeclaration[];
  readonly promptTokens: number;
}

/** Only saves time: a base that is built anew is the same. */
const cachedBases = new WeakMap<Game, { readonly key: string; readonly base: PromptBase }>();

/**
 * Brings the base of the turn before up to the head, usually by adding one turn to its history. Builds a new base if
 * there is none, or if what it is built from has changed.
 */
export function buildPromptBase(game: Game, options: PromptBaseOptions): PromptBase {
  const { past, settings, promptTokens } = options;
  const wish = renderWish(readWish(settings, past.state));
  const key = `${settings.isFast} ${promptTokens} ${options.tools.length} ${wish}`;
  const kept = cachedBases.get(game);
  const before = kept?.key === key ? kept.base : buildFirstBase(game, options, wish);
  const budget = buildHistoryBudget(game, before);
  const base = { ...before, history: followHead(game, past, { known: before.history, budget }) };
  cachedBases.set(game, { key, base });
  return base;
}

export function buildHistoryBudget(
  { listStories }: Pick<Game, 'listStories'>,
  { budget: { history, chapters } }: Pick<PromptBase, 'budget'>,
): HistoryBudget {
  return { history, chapters, listStories };
}

function buildFirstBase(
  { system }: Game,
  { settings, tools, promptTokens }: PromptBaseOptions,
  wish: string,
): PromptBase {
  const instructions = [renderInstructions(settings.isFast), wish].filter((part) => part !== '').join('\n\n');
  const toolTokens = tools.reduce((sum, tool) => sum + estimateTokens(JSON.stringify(tool)) + 8, 0);
  const budget = planBudget(promptTokens, toolTokens + estimateTokens(instructions));
  const content = `${instructions}\n\n${renderRules(system, budget.rules)}`;
  return {
    budget,
    system: { role: 'system', content },
    systemTold: normaliseTold(content),
    systemTokens: estimateTokens(content),
    history: emptyHistory,
  };
}

export interface PresentTurn {
  readonly past: Past;
  readonly words: string;
  readonly settings: TurnSettings;
  readonly recalled: readonly Recollection[];
  /** What was wrong with the last telling, in the words of the prompt. */
  readonly marks?: string | undefined;
  /** The earlier telling of a turn that is told anew, in the words of the prompt. */
  readonly retold?: string | undefined;
}

export function buildPrompt(game: Game, base: PromptBase, turn: PresentTurn): Prompt {
  const { words, settings, past, marks, retold } = turn;
  const { state } = past;
  const recalled = cutRecalled(listUntold(turn.recalled, base, state), base.budget.recalled);
  const now = renderNow({
    words,
    before: past.listTurns(1)[0]?.narrative ?? '',
    settings,
    system: game.system,
    state,
    recalled,
    beside: base.history.beside,
    retold,
    marks,
    budget: base.budget,
    spare: countSpare(base),
  });
  const history = renderHistory(base.history);
  const messages = [base.system, ...history, { role: 'user' as const, content: joinNow(now) }];
  const parts = {
    system: base.systemTokens,
    history: base.history.shownTokens + base.history.summariseChapters().tokens,
    ...Object.fromEntries(Object.entries(now).map(([name, text]) => [name, estimateTokens(text)])),
  };
  const promptTokens = Object.values(parts).reduce((sum, tokens) => sum + tokens, 0);
  const lore = recalled.map(({ key, text, from, because }) => ({ key, text, from, because }));
  return { messages, parts, promptTokens, lore };
}

/** The tokens for the past that it does not need yet. */
function countSpare({ budget, history: { shownTokens, summariseChapters } }: PromptBase): number {
  return Math.max(0, budget.history + budget.chapters - shownTokens - summariseChapters().tokens);
}

/** Leaves out what the rules, the chapters, or the texts about the place and the people here already say. */
function listUntold(
  recalled: readonly Recollection[],
  { systemTold, history }: PromptBase,
  state: GameState,
): readonly Recollection[] {
  const { place, present } = readScene(state);
  const told = [place, ...present].map((one) => String(one?.sheet['about'] ?? ''));
  const { lines: chapters } = history.summariseChapters();
  const shown = `${systemTold} ${normaliseTold([...chapters, ...told.map(renderText)].join('\n'))}`;
  return recalled.filter(({ text }) => {
    const whole = normaliseTold(renderText(text));
    const isNamed = /^[^:]{1,80}: (.+)$/s.exec(whole)?.[1];
    return !shown.includes(whole) && (isNamed === undefined || !shown.includes(isNamed));
  });
}

function normaliseTold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function cutRecalled(recalled: readonly Recollection[], tokens: number): readonly Recollection[] {
  let left = tokens;
  return recalled.filter(({ text, from }) => {
    const needed = estimateTokens(text) + estimateTokens(from) + 12;
    if (needed > left) return false;
    left -= needed;
    return true;
  });
}

interface Following {
  readonly known: History;
  readonly budget: HistoryBudget;
}

/** The history up to the head: the known one as it is or with one turn more, or else a new one from all turns. */
function followHead(game: Game, { head, listTurns }: Past, { known, budget }: Following): History {
  const append = (history: History, turn: Turn) => {
    const actions = game.readActions(turn.id);
    const beside = describeBeside(turn, actions);
    return appendTurn(history, { turn, done: renderDone(actions), beside }, budget);
  };
  if (known.head === head.id) return known;
  if (known.head !== undefined && known.head === head.parent) return append(known, head);
  return listTurns(Number.MAX_SAFE_INTEGER).reduce(append, emptyHistory);
}
