// Sums up older turns that no longer fit into the prompt: one request after the narrative, whose answer later prompts show.

import { askModel } from '@terrarium/kernel/ask-model';
import { ModelError, ProviderError } from '@terrarium/kernel/errors';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { TurnEnd } from '../../state/game.ts';
import type { Turn } from '../../state/session.ts';
import { buildHistoryBudget, buildPromptBase, type PromptBase } from '../context/build-context.ts';
import { findUnsummed, type Unsummed } from '../context/chapters.ts';
import { appendTurn } from '../context/history.ts';
import { renderDone } from '../context/render-done.ts';
import { promptVersion } from '../prompt-version.ts';
import { renderSumming } from '../prompts/prompts.ts';
import { buildRequest, type TurnRun } from '../turn-run.ts';
import { parseStory } from './parse-story.ts';
import { renderOlder } from './render-older.ts';

/** However large the window is, the older turns take at most this many tokens of the request. */
const mostOlder = 6_000;
/** Of turns further back only the summaries are shown. */
const mostRead = 400;
/** How many words a model is told to write for each token that its text should take. */
const wordsPerToken = 0.6;
/** The text should take at most this share of the longest reply: a reply that is cut off does not count. */
const shareOfReply = 0.75;

/**
 * Asks for the story so far when the turn that has just been told pushes others out of the next prompt, so that this
 * prompt has the story already. The turns are on the way to the head and stay as they are, so the story is stored at
 * once. If the request fails or is stopped, the prompt has the turns' own summaries, and the turn goes on; the model is
 * asked again when the next turns are pushed out.
 */
export async function sumUpOlder(run: TurnRun, end: TurnEnd): Promise<void> {
  if (!run.settings.sumsUp || run.model.id.startsWith('builtin:')) return;
  const base = findBase(run);
  const unsummed = findPushedOut(run, base, end);
  const last = unsummed?.turns.at(-1);
  if (unsummed === undefined || last === undefined) return;
  const older = renderOlder(readOlder(run, unsummed), countRoom(base, unsummed.mostTokens));
  const most = Math.min(unsummed.tokens, run.settings.maxOutputTokens * shareOfReply);
  const words = Math.floor(most * wordsPerToken);
  const content = `${older}\n\n${renderSumming(last.number, words)}`;
  run.report({ kind: 'summing-up', first: 0, last: last.number });
  const text = await askOnce(run, base, { content, older, tokens: unsummed.mostTokens });
  if (text !== undefined)
    run.game.addStory({ turn: last.turn, text }, { model: run.model.id, promptVersion });
}

/** The base of the turn's last prompt. */
function findBase({ game, draft, settings, tools, laid }: TurnRun): PromptBase {
  return buildPromptBase(game, { past: draft.past, settings, tools, promptTokens: laid.allowedTokens });
}

/**
 * The turns whose summaries will not all fit into the next prompt; undefined unless this turn pushes turns out of it.
 */
function findPushedOut({ game, draft }: TurnRun, base: PromptBase, end: TurnEnd): Unsummed | undefined {
  const bounds = buildHistoryBudget(game, base);
  const { history } = base;
  const turn = buildTurn(draft, end);
  const { folded, chapters } = appendTurn(history, { turn, done: renderDone(draft.actions) }, bounds);
  if (chapters === history.chapters) return undefined;
  return findUnsummed({ folded, chapters, stories: game.listStories() }, bounds.chapters);
}

/** The turn as it will be once it is committed, without its id, hash and time, which nothing here needs. */
function buildTurn({ past, number, words }: TurnRun['draft'], end: TurnEnd): Turn {
  const { lore = [], toldBy = [] } = end;
  const kept = { parent: past.head.id, number, words, stateHash: '', isAside: false, atMs: 0 };
  return { ...kept, ...end, id: 0, lore, toldBy };
}

function readOlder({ game, draft: { past } }: TurnRun, unsummed: Unsummed) {
  const first = unsummed.turns[0]?.number ?? 0;
  const read = past.listTurns(Math.min(mostRead, past.head.number - first + 1));
  return {
    ...unsummed,
    whole: new Map(read.map((turn) => [turn.id, turn])),
    renderDoneIn: (turn: number) => renderDone(game.readActions(turn)),
  };
}

/** The request has neither the history nor the present: what these may take is left for the older turns and the answer. */
function countRoom({ budget }: PromptBase, answerTokens: number): number {
  const { total, rules, ...parts } = budget;
  const free = Object.values(parts).reduce((sum, tokens) => sum + tokens, 0);
  return Math.min(mostOlder, free - estimateTokens(renderSumming(0, 0)) - answerTokens);
}

interface Asked {
  readonly content: string;
  readonly older: string;
  readonly tokens: number;
}

/**
 * The request begins with the rules of the game and with its tools, as every prompt does: so a server has them computed
 * already, and what the player wishes to be left out is left out here too.
 */
async function askOnce(
  run: TurnRun,
  base: PromptBase,
  { content, ...wanted }: Asked,
): Promise<string | undefined> {
  const { model, environment, settings, signal, report } = run;
  const messages = [base.system, { role: 'user' as const, content }];
  const question = { ...buildRequest(run, 'none'), messages, temperature: 0 };
  const patience = { ...environment, retries: settings.retries };
  try {
    const reply = await askModel({ model, patience }, question, { signal });
    report({ kind: 'replied', usage: reply.usage });
    const parsed = parseStory(reply, wanted);
    if (parsed.ok) return parsed.text;
    report({ kind: 'warned', says: `Older turns were not summed up: ${parsed.says}.` });
  } catch (error) {
    const isPassing = error instanceof ProviderError || error instanceof ModelError;
    if (!signal.aborted && !isPassing) throw error;
    const why = signal.aborted ? 'it was stopped.' : (error as Error).message;
    report({ kind: 'warned', says: `Older turns were not summed up: ${why}` });
  }
  return undefined;
}
