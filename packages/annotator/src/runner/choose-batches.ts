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
  /** The window has no room for a question: it is asked with the instructions alone. */
  readonly isApart: boolean;
  /** Entries that are not asked about, because curation has had its share of the tokens. */
  readonly left: number;
}

// Fewer entries wait for the next thread's end: every question costs its preface, whatever it asks about.
const fewestEntries = 12;
const mostPerBatch = 20;
// With fewer to a question than this, they wait until a fold has made room, or for the corpus's end.
const fewestPerBatch = 6;
// More entries than this never wait at once, unless a reading went on without a curator.
const mostAtOnce = 2_000;
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
  if (waiting.length === 0) return none;
  const weights = chooseAffordable(run, estimateEntries(run, waiting, false));
  const left = waiting.length - weights.size;
  if (weights.size === 0 || (weights.size < fewestEntries && !isEnd)) return none;
  const beside = computeRoom(run, run.session.window.tokens);
  const largest = Math.max(...weights.values());
  const batches = packBatches(weights, beside);
  const isRoomy = batches.length === 1 || weights.size >= batches.length * fewestPerBatch;
  if (largest <= beside && isRoomy) return { batches, isApart: false, left };
  // At the end of the corpus a question apart from the window breaks no prefix that is still needed; before it, the
  // entries wait.
  if (!isEnd) return none;
  const apart = computeRoom(run, estimateTokens(run.preamble.instructions));
  const weightsApart = estimateEntries(run, [...weights.keys()], true);
  const fitting = new Map([...weightsApart].filter(([, tokens]) => tokens <= apart));
  return { batches: packBatches(fitting, apart), isApart: true, left };
}

type Weights = ReadonlyMap<EntryId, number>;

/** The entries that curation may ask about within its share; where there are more, those named most often. */
function chooseAffordable(run: Run, weights: Weights): Weights {
  const { settings, stores, session } = run;
  const { curationShare: share } = settings;
  if (share >= 1 || weights.size === 0) return weights;
  const mean = [...weights.values()].reduce((sum, tokens) => sum + tokens, 0) / weights.size;
  const preface = (estimateTokens(curationRequest) * computeRatio(run)) / mostPerBatch;
  const cost = mean - tokensPerDecision + preface;
  const fresh = stores.context.sumFreshTokens(session.conversation.id) * computeRatio(run);
  const decided = [...stores.curation.countByOutcome().values()].reduce((sum, count) => sum + count, 0);
  const most = Math.max(0, Math.floor(((share / (1 - share)) * fresh) / cost) - decided);
  if (weights.size <= most) return weights;
  const named = [...weights.keys()].map((id) => ({ id, ...stores.glossary.readSpread(id) }));
  const first = named.toSorted((one, other) => other.mentions - one.mentions || one.id - other.id);
  const chosen = new Set(first.slice(0, most).map(({ id }) => id));
  return new Map([...weights].filter(([id]) => chosen.has(id)));
}

/** Calibrated tokens left for dossiers and decisions beside a prompt of `tokens` estimated ones. */
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
