// Prepares the prompt of a turn, and replaces it by a shorter one if a server refuses it as too long.

import { ProviderError } from '@terrarium/kernel/errors';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { renderMarks } from './audit-turn.ts';
import { buildPrompt, buildPromptBase, type PromptBase } from './context/build-context.ts';
import { cutAllowed, recordOverflow } from './context/plan-budget.ts';
import { renderRetold } from './context/render-retold.ts';
import type { Recollection } from './recollector.ts';
import type { TurnRun } from './turn-run.ts';

/**
 * How often a prompt may be shortened. Each time at most three quarters of its budget are left, so that the largest
 * usual budget can shrink to the smallest one in which a game fits.
 */
const mostShortenings = 9;
/**
 * The earlier telling of a turn gets at least this share of the prompt, even if the player's words leave no room: a
 * wish such as "shorter" means nothing without it. This leaves less room for new calls, but the earlier telling lists
 * most of them.
 */
const shareOfRetold = 0.05;
/** A new prompt must have at most this share of the old one's length: otherwise it would probably be refused again. */
const shorter = 0.9;

/** The prompt is made from the state before the turn, so that it is the same when the turn is resumed. */
export function preparePrompt(run: TurnRun, base: PromptBase, recalled: readonly Recollection[]): void {
  const { game, draft, laid, settings } = run;
  const { past, words } = draft;
  const marks = renderMarks(run);
  const left = base.budget.words - estimateTokens(words);
  const retold = renderRetold(game, draft, Math.max(left, base.budget.total * shareOfRetold));
  const prompt = buildPrompt(game, base, { past, words, settings, recalled, marks, retold });
  const { promptTokens, parts, lore } = prompt;
  const isSame = lore.length === laid.lore.length;
  run.messages.splice(0, laid.messages, ...prompt.messages);
  Object.assign(laid, { allowedTokens: base.budget.total, messages: prompt.messages.length, recalled });
  Object.assign(laid, { promptTokens, lore });
  run.report({ kind: 'context-built', promptTokens, parts });
  const keys = new Set(lore.map(({ key }) => key));
  const recollections = recalled.filter(({ key }) => keys.has(key));
  if (!isSame) run.report({ kind: 'recalled', recollections });
}

/**
 * Shortens the prompt if the server refused it as too long. True if the request can be sent again. Replies and answers
 * so far are kept after the new prompt.
 */
export function cutPrompt(run: TurnRun, error: unknown): boolean {
  const { laid, stream, model } = run;
  if (!isOverflow(error) || stream.hasTold || laid.shortenings >= mostShortenings) return false;
  const before = laid.promptTokens;
  const base = findShorterBase(run, before * shorter);
  if (base === undefined) return false;
  laid.shortenings += 1;
  recordOverflow(model, base.budget.total);
  preparePrompt(run, base, laid.recalled);
  const says = `The server refuses the prompt as too long: about ${before} tokens are cut to ${laid.promptTokens}, and the server is asked again.`;
  run.report({ kind: 'warned', says });
  return true;
}

/**
 * A prompt may be refused although it is far below its budget, so the budget is cut until the prompt is really shorter.
 */
function findShorterBase(run: TurnRun, most: number): PromptBase | undefined {
  const { game, settings, tools, draft, laid } = run;
  let allowed = laid.allowedTokens;
  for (;;) {
    const promptTokens = cutAllowed(allowed);
    if (promptTokens >= allowed) return undefined;
    allowed = promptTokens;
    const { past, words } = draft;
    const base = buildPromptBase(game, { past, settings, tools, promptTokens });
    const { recalled } = laid;
    if (buildPrompt(game, base, { past, words, settings, recalled }).promptTokens <= most) return base;
  }
}

function isOverflow(error: unknown): boolean {
  return error instanceof ProviderError && error.code === 'model.context-overflow';
}
