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
  /** Whether the window has no room for a question; if so, the question is asked with the instructions alone. */
  readonly isApart: boolean;
  /** How many entries have to wait because curation has used up its share of the tokens. */
  readonly left: number;
}

// If fewer entries are waiting, they wait until the end of the next thread, because each question costs tokens however
// few entries it is about.
const fewestEntries = 12;
const mostPerBatch = 20;
/** By the end of a story, however short, at least this many entries are decided about: two questions cost little. */
const fewestByEnd = 30;
// If a question has room for fewer entries than this on average, the entries wait until a fold has made room or the
// corpus ends.
const fewestPerBatch = 6;
// At most this many waiting entries are considered; there are more only if a reading went on without a curator.
const mostAtOnce = 2_000;
/** How many dossiers are collected in one round; one round is nearly always enough. */
const dossiersAtOnce = 200;
/** Tokens of a decision and its reason; a new definition takes a few more. */
const tokensPerDecision = 70;
/** Tokens reserved for asking again: for a part of the unclear reply, and for the list of its faults. */
const tokensToAskAgain = 600;

const none: Batches = { batches: [], isApart: false, left: 0 };

/**
 * Chooses entries that were first seen before the thread that has just ended; at the end of the corpus, also entries
 * that were first seen in it.
 */
export function chooseBatches(run: Run): Batches {
  const scene = requireScene(run);
  const isEnd = run.stores.ledger.findSceneAfter(scene) === undefined;
  const waiting = run.stores.curation.listWaiting(isEnd ? undefined : scene, mostAtOnce);
  const beside = computeRoom(run, run.session.window.tokens);
  if (waiting.length === 0 || (!isEnd && isTooLittle(waiting, beside))) return none;
  const weights = estimateWaiting(run, waiting, isEnd ? fewestByEnd : 0);
  const left = waiting.length - weights.size;
  if (weights.size === 0 || (weights.size < fewestEntries && !isEnd)) return none;
  const largest = Math.max(...weights.values());
  const batches = packBatches(weights, beside);
  const isRoomy = batches.length === 1 || weights.size >= batches.length * fewestPerBatch;
  if (largest <= beside && isRoomy) return { batches, isApart: false, left };
  // At the end of the corpus, a question can be asked without the window, because the server's cached prefix is no
  // longer needed. Before that, the entries wait.
  if (!isEnd) return none;
  const apart = computeRoom(run, estimateTokens(run.session.preamble.instructions));
  const weightsApart = estimateEntries(run, [...weights.keys()], true);
  const fitting = new Map([...weightsApart].filter(([, tokens]) => tokens <= apart));
  return { batches: packBatches(fitting, apart), isApart: true, left };
}

/**
 * Whether there are too few entries or too little room, so that the entries must wait, whatever their dossiers
 * contain.
 */
function isTooLittle(waiting: readonly EntryId[], room: number): boolean {
  return waiting.length < fewestEntries || room < tokensPerDecision * fewestPerBatch;
}

type Weights = ReadonlyMap<EntryId, number>;

function estimateWaiting(run: Run, waiting: readonly EntryId[], fewest: number): Weights {
  return run.settings.curationShare < 1
    ? chooseAffordable(run, waiting, fewest)
    : estimateEntries(run, waiting, false);
}

/**
 * Chooses the entries about which curation can ask within its share of the tokens, most often named first. Collects
 * only as many dossiers as needed, because often ten times as many entries are waiting.
 */
function chooseAffordable(run: Run, waiting: readonly EntryId[], fewest: number): Weights {
  const named = sortByMentions(run, waiting);
  const weights = new Map<EntryId, number>();
  let looked = 0;
  let most = 0;
  do {
    const page = named.slice(looked, looked + dossiersAtOnce);
    for (const [id, tokens] of estimateEntries(run, page, false)) weights.set(id, tokens);
    looked += page.length;
    most = countAffordable(run, weights, fewest);
  } while (most > looked && looked < named.length);
  const chosen = named.filter((id) => weights.has(id)).slice(0, most);
  return new Map(chosen.toSorted((one, other) => one - other).map((id) => [id, weights.get(id) ?? 0]));
}

function sortByMentions({ stores }: Run, ids: readonly EntryId[]): readonly EntryId[] {
  return ids
    .map((id) => ({ id, mentions: stores.glossary.readSpread(id).mentions }))
    .toSorted((one, other) => other.mentions - one.mentions || one.id - other.id)
    .map(({ id }) => id);
}

/**
 * Estimates how many more entries curation can ask about, if they are like these on average. Returns enough to have
 * decided about `fewest` entries in all, whatever that costs.
 */
function countAffordable(run: Run, weights: Weights, fewest: number): number {
  const { settings, stores, session } = run;
  const { curationShare: share } = settings;
  if (weights.size === 0) return 0;
  const mean = [...weights.values()].reduce((sum, tokens) => sum + tokens, 0) / weights.size;
  const preface = (estimateTokens(curationRequest) * computeRatio(run)) / mostPerBatch;
  const cost = mean - tokensPerDecision + preface;
  session.freshTokens = stores.context.sumFreshTokens(session.conversation.id, session.freshTokens);
  const fresh = session.freshTokens.tokens * computeRatio(run);
  const decided = [...stores.curation.countByOutcome().values()].reduce((sum, count) => sum + count, 0);
  return Math.max(0, fewest - decided, Math.floor(((share / (1 - share)) * fresh) / cost) - decided);
}

/** Calibrated tokens that are left for dossiers and decisions after a prompt with `tokens` estimated tokens. */
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
