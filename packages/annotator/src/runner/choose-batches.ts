// Chooses the entries that a curation asks about, and packs them into questions.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { collectDossier } from '../curator/collect-dossier.ts';
import { renderDossier } from '../curator/render-curation.ts';
import type { EntryId } from '../glossary/entry.ts';
import { curationRequest } from '../prompts/prompts.ts';
import { computeRatio } from './count-window.ts';
import { listPointable } from './list-pointable.ts';
import { type Run, requireScene } from './run.ts';

export interface Batches {
  readonly batches: readonly (readonly EntryId[])[];
  /** Whether the window has no room for a question, which is then asked with the instructions alone. */
  readonly isApart: boolean;
  /** Entries that are not asked about, because curation has had its share of the tokens. */
  readonly left: number;
}

// If there are fewer entries, they wait for the next thread's end: every question costs its preface, whatever
// it asks about.
const fewestEntries = 12;
const mostPerBatch = 20;
// If a question has room for fewer entries than this, the entries wait until a fold has made room, or until the corpus
// ends.
const fewestPerBatch = 6;
// No more entries than this ever wait at once, unless a reading went on without a curator.
const mostAtOnce = 2_000;
/** How many dossiers are collected in one round, which nearly always suffices. */
const dossiersAtOnce = 200;
/** Tokens of a decision with its reason; a new definition takes a few more. */
const tokensPerDecision = 70;
/** Tokens kept for asking once more: part of the unclear reply, and what was wrong with it. */
const tokensToAskAgain = 600;

const none: Batches = { batches: [], isApart: false, left: 0 };

/**
 * Entries first seen before the thread that has just ended, and at the corpus's end also those first seen in that
 * thread.
 */
export function chooseBatches(run: Run): Batches {
  const scene = requireScene(run);
  const isEnd = run.stores.ledger.findSceneAfter(scene) === undefined;
  const waiting = run.stores.curation.listWaiting(isEnd ? undefined : scene, mostAtOnce);
  const beside = computeRoom(run, run.session.window.tokens);
  if (waiting.length === 0 || (!isEnd && isTooLittle(waiting, beside))) return none;
  const weights = estimateWaiting(run, waiting);
  const left = waiting.length - weights.size;
  if (weights.size === 0 || (weights.size < fewestEntries && !isEnd)) return none;
  const largest = Math.max(...weights.values());
  const batches = packBatches(weights, beside);
  const isRoomy = batches.length === 1 || weights.size >= batches.length * fewestPerBatch;
  if (largest <= beside && isRoomy) return { batches, isApart: false, left };
  // At the end of the corpus, a question apart from the window breaks no prefix that is still needed. Before the end,
  // the entries wait.
  if (!isEnd) return none;
  const apart = computeRoom(run, estimateTokens(run.session.preamble.instructions));
  const weightsApart = estimateEntries(run, [...weights.keys()], true);
  const fitting = new Map([...weightsApart].filter(([, tokens]) => tokens <= apart));
  return { batches: packBatches(fitting, apart), isApart: true, left };
}

/** Whether they have to wait whatever their dossiers contain, because so few are waiting or so little room is left. */
function isTooLittle(waiting: readonly EntryId[], room: number): boolean {
  return waiting.length < fewestEntries || room < tokensPerDecision * fewestPerBatch;
}

type Weights = ReadonlyMap<EntryId, number>;

function estimateWaiting(run: Run, waiting: readonly EntryId[]): Weights {
  return run.settings.curationShare < 1
    ? chooseAffordable(run, waiting)
    : estimateEntries(run, waiting, false);
}

/**
 * The entries that curation may ask about within its share; if there are more, those named most often. Only as many
 * dossiers are collected as are needed for this: often ten times as many entries wait as can be asked about.
 */
function chooseAffordable(run: Run, waiting: readonly EntryId[]): Weights {
  const named = sortByMentions(run, waiting);
  const weights = new Map<EntryId, number>();
  let looked = 0;
  let most = 0;
  do {
    const page = named.slice(looked, looked + dossiersAtOnce);
    for (const [id, tokens] of estimateEntries(run, page, false)) weights.set(id, tokens);
    looked += page.length;
    most = countAffordable(run, weights);
  } while (most > looked && looked < named.length);
  const chosen = named.filter((id) => weights.has(id)).slice(0, most);
  return new Map(chosen.toSorted((one, other) => one - other).map((id) => [id, weights.get(id) ?? 0]));
}

/** The entries, those named most often first. */
function sortByMentions({ stores }: Run, ids: readonly EntryId[]): readonly EntryId[] {
  return ids
    .map((id) => ({ id, mentions: stores.glossary.readSpread(id).mentions }))
    .toSorted((one, other) => other.mentions - one.mentions || one.id - other.id)
    .map(({ id }) => id);
}

/** How many more entries like these curation may ask about. */
function countAffordable(run: Run, weights: Weights): number {
  const { settings, stores, session } = run;
  const { curationShare: share } = settings;
  if (weights.size === 0) return 0;
  const mean = [...weights.values()].reduce((sum, tokens) => sum + tokens, 0) / weights.size;
  const preface = (estimateTokens(curationRequest) * computeRatio(run)) / mostPerBatch;
  const cost = mean - tokensPerDecision + preface;
  session.freshTokens = stores.context.sumFreshTokens(session.conversation.id, session.freshTokens);
  const fresh = session.freshTokens.tokens * computeRatio(run);
  const decided = [...stores.curation.countByOutcome().values()].reduce((sum, count) => sum + count, 0);
  return Math.max(0, Math.floor(((share / (1 - share)) * fresh) / cost) - decided);
}

/** Calibrated tokens left for dossiers and decisions besides a prompt of `tokens` estimated ones. */
function computeRoom(run: Run, tokens: number): number {
  const question = tokens + estimateTokens(curationRequest) + tokensToAskAgain;
  return run.limits.budget - question * computeRatio(run);
}

function estimateEntries(run: Run, ids: readonly EntryId[], isApart: boolean): Weights {
  const sources = { glossary: run.stores.glossary, corpora: run.corpora, shown: listPointable(run, isApart) };
  const ratio = computeRatio(run);
  const weights = new Map<EntryId, number>();
  for (const id of ids) {
    const dossier = collectDossier(sources, id);
    if (dossier === undefined) continue;
    weights.set(id, estimateTokens(renderDossier(dossier)) * ratio + tokensPerDecision);
  }
  return weights;
}

function packBatches(weights: Weights, room: number): readonly (readonly EntryId[])[] {
  const batches: EntryId[][] = [];
  let left = 0;
  for (const [id, tokens] of weights) {
    const open = batches.at(-1);
    if (open === undefined || tokens > left || open.length >= mostPerBatch) {
      batches.push([id]);
      left = room - tokens;
    } else {
      open.push(id);
      left -= tokens;
    }
  }
  return batches;
}
