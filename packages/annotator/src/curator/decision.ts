// Decision: what a curator says about an entry, and why.

import type { EntryId } from '../glossary/entry.ts';
import type { EvidenceClaim } from '../glossary/evidence-gate.ts';

export type Verdict = CuratorDecision['verdict'];

/** Every decision gives its reason: it becomes the reason of the revisions it makes. */
export type CuratorDecision = { readonly entryId: EntryId; readonly reason: string } & (
  | { readonly verdict: 'CONFIRM' | 'REJECT' }
  /** The entry is the same thing as the target and goes into it. */
  | { readonly verdict: 'MERGE'; readonly targetId: EntryId }
  | { readonly verdict: 'REVISE'; readonly definition: string; readonly evidence: readonly EvidenceClaim[] }
);
