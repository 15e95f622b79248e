// Builds the prompt of a turn: instructions and rules, then the past, then the present as one last message.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { Message, ToolDeclaration } from '@terrarium/kernel/language-model';
import type { Game, Past } from '../../state/game.ts';
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
  readonly systemTokens: number;
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
  readonly past: Past;
  readonly settings: TurnSettings;
  readonly tools: readonly ToolDeclaration[];
  readonly promptTokens: number;
}

/** Only a shortcut: from nothing the same comes, more slowly. */
const keptGrounds = new WeakMap<Game, { readonly key: string; readonly ground: Ground }>();

/** What was laid for the turn before serves this one, with one turn more. */
export function layGround(game: Game, options: GroundOptions): Ground {
  const { past, settings, promptTokens } = options;
  const key = `${settings.isFast} ${promptTokens} ${options.tools.length}`;
  const kept = keptGrounds.get(game);
  const before = kept?.key === key ? kept.ground : layFirstGround(game, options);
  const { history, chapters } = before.budget;
  const ground = { ...before, history: followHead(past, before.history, { history, chapters }) };
  keptGrounds.set(game, { key, ground });
  return ground;
}

function layFirstGround({ system }: Game, { settings, tools, promptTokens }: GroundOptions): Ground {
  const instructions = renderInstructions(settings.isFast);
  const toolTokens = tools.reduce((sum, tool) => sum + estimateTokens(JSON.stringify(tool)) + 8, 0);
  const budget = planBudget(promptTokens, toolTokens + estimateTokens(instructions));
  const content = `${instructions}\n\n${renderRules(system, budget.rules)}`;
  return {
    budget,
    system: { role: 'system', content },
    systemTokens: estimateTokens(content),
    history: emptyHistory,
  };
}

export interface PresentTurn {
  readonly past: Past;
  readonly words: string;
  readonly settings: TurnSettings;
  readonly recalled: readonly Recollection[];
}

export function buildPrompt(game: Game, ground: Ground, turn: PresentTurn): Prompt {
  const recalled = fitRecalled(turn.recalled, ground.budget.recalled);
  const { words, settings, past } = turn;
  const { state } = past;
  const now = renderNow({
    words,
    settings,
    system: game.system,
    state,
    recalled,
    budget: ground.budget,
  });
  const history = renderHistory(ground.history);
  const messages = [ground.system, ...history, { role: 'user' as const, content: joinNow(now) }];
  const parts = {
    system: ground.systemTokens,
    history: ground.history.shownTokens + ground.history.tellChapters().tokens,
    ...Object.fromEntries(Object.entries(now).map(([name, text]) => [name, estimateTokens(text)])),
  };
  const promptTokens = Object.values(parts).reduce((sum, tokens) => sum + tokens, 0);
  const lore = recalled.map(({ key, text, from, because }) => ({ key, text, from, because }));
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

/** The history of what a turn follows: one turn more than the one that is known, or all turns anew. */
function followHead({ head, listTurns }: Past, known: History, budget: HistoryBudget): History {
  if (known.head === head.id) return known;
  if (known.head !== undefined && known.head === head.parent) return appendTurn(known, head, budget);
  const turns = listTurns(Number.MAX_SAFE_INTEGER);
  return turns.reduce((history, turn) => appendTurn(history, turn, budget), emptyHistory);
}
