// Builds the prompt of a turn: instructions and rules, then the past, then the present as one last message.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { Message, ToolDeclaration } from '@terrarium/kernel/language-model';
import type { Game } from '../../state/game.ts';
import type { FrozenLore } from '../../state/session.ts';
import { renderInstructions } from '../prompts/prompts.ts';
import type { Recollection } from '../recollector.ts';
import type { TurnSettings } from '../turn-settings.ts';
import { appendTurn, emptyHistory, type History, type HistoryBudget, renderHistory } from './history.ts';
import { type PromptBudget, planBudget } from './plan-budget.ts';
import { joinNow, renderNow } from './render-now.ts';
import { renderRules } from './render-rules.ts';

/** What of a prompt is the same from turn to turn, and what the present may take. */
export interface Ground {
  readonly budget: PromptBudget;
  readonly system: Message;
  readonly history: History;
}

export interface Prompt {
  readonly messages: readonly Message[];
  /** Estimated, by part. */
  readonly parts: Readonly<Record<string, number>>;
  readonly promptTokens: number;
  /** What of the recalled found room: frozen into the history with the turn. */
  readonly lore: readonly FrozenLore[];
}

export interface GroundOptions {
  readonly settings: TurnSettings;
  readonly tools: readonly ToolDeclaration[];
  readonly promptTokens: number;
}

interface KeptHistory {
  readonly budget: HistoryBudget;
  readonly history: History;
}

/** Only a shortcut: from nothing the same comes, more slowly. */
const keptHistories = new WeakMap<Game, KeptHistory>();

export function layGround(game: Game, { settings, tools, promptTokens }: GroundOptions): Ground {
  const instructions = renderInstructions(settings.isFast);
  const toolTokens = tools.reduce((sum, tool) => sum + estimateTokens(JSON.stringify(tool)) + 8, 0);
  const budget = planBudget(promptTokens, toolTokens + estimateTokens(instructions));
  const rules = renderRules(game.system, budget.rules);
  return {
    budget,
    system: { role: 'system', content: `${instructions}\n\n${rules}` },
    history: readHistory(game, { history: budget.history, chapters: budget.chapters }),
  };
}

export interface PresentTurn {
  readonly words: string;
  readonly settings: TurnSettings;
  readonly recalled: readonly Recollection[];
}

export function buildPrompt(game: Game, ground: Ground, turn: PresentTurn): Prompt {
  const recalled = fitRecalled(turn.recalled, ground.budget.recalled);
  const { system, state } = game;
  const now = renderNow({ ...turn, system, state, recalled, budget: ground.budget });
  const history = renderHistory(ground.history);
  const messages = [ground.system, ...history, { role: 'user' as const, content: joinNow(now) }];
  const parts = {
    system: estimateTokens(ground.system.content),
    history: history.reduce((sum, { content }) => sum + estimateTokens(content), 0),
    ...Object.fromEntries(Object.entries(now).map(([name, text]) => [name, estimateTokens(text)])),
  };
  const promptTokens = Object.values(parts).reduce((sum, tokens) => sum + tokens, 0);
  const lore = recalled.map(({ key, text, from }) => ({ key, text, from }));
  return { messages, parts, promptTokens, lore };
}

function fitRecalled(recalled: readonly Recollection[], tokens: number): readonly Recollection[] {
  let left = tokens;
  return recalled.filter(({ text, from }) => {
    const needed = estimateTokens(text) + estimateTokens(from) + 12;
    if (needed > left) return false;
    left -= needed;
    return true;
  });
}

/** The history at the head: one turn more than the one that is kept, or all turns anew. */
function readHistory(game: Game, budget: HistoryBudget): History {
  const { head } = game;
  const kept = keptHistories.get(game);
  const isSame = kept?.budget.history === budget.history && kept.budget.chapters === budget.chapters;
  let history = isSame ? kept.history : emptyHistory;
  if (history.head !== head.id) {
    const follows = history.head !== undefined && history.head === head.parent;
    const missing = follows ? [head] : game.listTurns(Number.MAX_SAFE_INTEGER);
    if (!follows) history = emptyHistory;
    for (const turn of missing) history = appendTurn(history, turn, budget);
  }
  keptHistories.set(game, { budget, history });
  return history;
}
