// Chooses what a curator is asked about at a thread's end, in batches that fit beside the window.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { collectDossier } from '../curator/collect-dossier.ts';
import { renderDossier } from '../curator/render-curation.ts';
import type { EntryId } from '../glossary/entry.ts';
import { curationRequest } from '../prompts/prompts.ts';
import { computeRatio } from './count-window.ts';
import { type Run, requireScene, toPosition } from './run.ts';

export interface Batches {
  readonly batches: readonly (readonly EntryId[])[];
  /** The window has no room for a question: it is asked with the instructions alone. */
  readonly isApart: boolean;
}

// Fewer wait for the next thread's end: a question costs its preface whatever it asks about.
const fewestEntries = 12;
const mostPerBatch = 20;
// More than ever wait at once, unless a reading went on without a curator.
const mostAtOnce = 2_000;
/** Tokens of a decision with its reason; a new definition takes a few more. */
const tokensPerDecision = 70;
/** Kept for asking once more: part of the reply that was not clear, and what was wrong with it. */
const tokensToAskAgain = 450;

/** Entries first seen before the thread that has just ended, and at the corpus's end those of it too. */
export function chooseBatches(run: Run): Batches {
  const scene = requireScene(run);
  const isEnd = run.stores.ledger.findSceneAfter(scene) === undefined;
  const waiting = run.stores.curation.listWaiting(isEnd ? undefined : scene, mostAtOnce);
  if (waiting.length === 0 || (waiting.length < fewestEntries && !isEnd))
    return { batches: [], isApart: false };
  const beside = computeRoom(run, run.session.window.tokens);
  const weights = estimateEntries(run, waiting);
  const largest = Math.max(...weights.values());
  if (largest <= beside) return { batches: packBatches(weights, beside), isApart: false };
  // Where nothing follows, no prefix is lost by a question of its own; elsewhere the entries wait.
  if (!isEnd) return { batches: [], isApart: false };
  const apart = computeRoom(run, estimateTokens(run.preamble.instructions));
  const fitting = new Map([...weights].filter(([, tokens]) => tokens <= apart));
  return { batches: packBatches(fitting, apart), isApart: true };
}

/** Calibrated tokens left for dossiers and decisions beside so many, before calibration. */
function computeRoom(run: Run, tokens: number): number {
  const question = tokens + estimateTokens(curationRequest) + tokensToAskAgain;
  return run.limits.budget - question * computeRatio(run);
}

function estimateEntries(run: Run, ids: readonly EntryId[]): ReadonlyMap<EntryId, number> {
  const sources = {
    glossary: run.stores.glossary,
    corpora: run.corpora,
    position: toPosition(requireScene(run)),
  };
  const ratio = computeRatio(run);
  const weights = new Map<EntryId, number>();
  for (const id of ids) {
    const dossier = collectDossier(sources, id);
    if (dossier === undefined) continue;
    weights.set(id, estimateTokens(renderDossier(dossier)) * ratio + tokensPerDecision);
  }
  return weights;
}

function packBatches(weights: ReadonlyMap<EntryId, number>, room: number): readonly (readonly EntryId[])[] {
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
