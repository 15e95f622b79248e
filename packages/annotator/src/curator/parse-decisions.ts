// Parses a curator's decisions: finds them anywhere in the reply, judges each strictly, and says what is not clear.

import { parseItems } from '@terrarium/kernel/parse-items';
import { z } from 'zod';
import type { EvidenceClaim } from '../glossary/citable-text.ts';
import type { EntryId } from '../glossary/entry.ts';
import {
  buildTolerantLine,
  buildTolerantObject,
  type SaidRemoval,
  tolerantEvidence,
  tolerantInteger,
  tolerantRemovals,
} from '../tools/tolerant-input.ts';

export type Verdict = CuratorDecision['verdict'];

/** The reason becomes the reason of the revisions that the decision makes. */
export type CuratorDecision = {
  readonly entryId: EntryId;
  readonly reason: string;
  /** Relations to remove from an entry that stays, because the story does not support them. */
  readonly removals?: readonly SaidRemoval[];
} & (
  | { readonly verdict: 'CONFIRM' | 'REJECT' }
  /** The entry is the same thing as the target, and is merged into it. */
  | { readonly verdict: 'MERGE'; readonly targetId: EntryId }
  | { readonly verdict: 'REVISE'; readonly definition: string; readonly evidence: readonly EvidenceClaim[] }
);

export interface ParsedDecisions {
  readonly decisions: readonly CuratorDecision[];
  /** What was wrong, in words for the curator; empty if every entry has its decision. */
  readonly faults: readonly string[];
}

const longestReason = 1_000;
const longestDefinition = 2_000;
const shownFaults = 6;
const longestFault = 160;

const reason = buildTolerantLine(longestReason).refine((text) => text !== '', 'must say why');
const verdict = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim().toUpperCase() : value),
  z.enum(['CONFIRM', 'REJECT', 'MERGE', 'REVISE']),
);
const itemSchema = buildTolerantObject(
  {
    entry_id: tolerantInteger,
    verdict,
    reason,
    target_id: tolerantInteger.optional(),
    definition: buildTolerantLine(longestDefinition).optional(),
    evidence: tolerantEvidence.optional(),
    remove_relations: tolerantRemovals.optional(),
  },
  { id: 'entry_id', decision: 'verdict', target: 'target_id', merge_into: 'target_id', reasoning: 'reason' },
);

/** An object must look like this to be treated as a decision at all. */
const itemLike = z.union([z.looseObject({ verdict: z.string() }), z.looseObject({ decision: z.string() })]);

type Item = z.output<typeof itemSchema>;

/** The decisions of a reply about the entries `asked`, at most one for each; entries in `decided` need none. */
export function parseDecisions(
  reply: string,
  asked: readonly EntryId[],
  decided: readonly EntryId[] = [],
): ParsedDecisions {
  const { isReadable, items, broken } = parseItems(reply, { item: itemLike });
  if (!isReadable) return { decisions: [], faults: ['The reply holds no JSON list of decisions.'] };
  const faults: string[] = broken.map((source) => `${source.slice(0, 40)}… is not JSON.`);
  const decisions = new Map<EntryId, CuratorDecision>();
  const contradicted = new Set<EntryId>();
  for (const value of items) {
    const decision = parseItem(value, asked);
    if (decision === undefined) continue;
    if (typeof decision === 'string') faults.push(decision);
    else if (isContradicted(decision, decisions.get(decision.entryId))) contradicted.add(decision.entryId);
    else if (!decisions.has(decision.entryId)) decisions.set(decision.entryId, decision);
  }
  for (const id of contradicted) {
    decisions.delete(id);
    faults.push(`There are two different decisions about entry ${id}.`);
  }
  const missing = asked.filter((id) => !decisions.has(id) && !decided.includes(id));
  // Other faults of the reply do not matter once every entry has its decision.
  if (missing.length === 0) return { decisions: [...decisions.values()], faults: [] };
  faults.push(`There is no valid decision about ${missing.join(', ')}.`);
  const shown = faults.slice(-shownFaults).map((fault) => fault.slice(0, longestFault));
  return { decisions: [...decisions.values()], faults: shown };
}

function isContradicted(decision: CuratorDecision, former: CuratorDecision | undefined): boolean {
  return former !== undefined && former.verdict !== decision.verdict;
}

/** Returns a decision, or says what is wrong with it; undefined if the curator was not asked about the entry. */
function parseItem(value: unknown, asked: readonly EntryId[]): CuratorDecision | string | undefined {
  const parsed = itemSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${describeItem(value)}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is not clear'}.`;
  }
  const item = parsed.data;
  const entryId = asked.find((id) => id === item.entry_id);
  return entryId && buildDecision(entryId, item);
}

function buildDecision(entryId: EntryId, item: Item): CuratorDecision | string {
  const stays = item.verdict === 'CONFIRM' || item.verdict === 'REVISE';
  const said = stays ? (item.remove_relations ?? []) : [];
  const removals = said.map((one) => ({ ...one, reason: one.reason === '' ? item.reason : one.reason }));
  const base = { entryId, reason: item.reason, ...(removals.length === 0 ? {} : { removals }) };
  switch (item.verdict) {
    case 'CONFIRM':
    case 'REJECT':
      return { ...base, verdict: item.verdict };
    case 'MERGE': {
      const { target_id: targetId } = item;
      if (targetId === undefined || targetId === entryId)
        return `Entry ${entryId}: MERGE needs the target_id of another entry.`;
      return { ...base, verdict: 'MERGE', targetId: targetId as EntryId };
    }
    case 'REVISE': {
      const { definition = '', evidence = [] } = item;
      if (definition === '' || evidence.length === 0)
        return `Entry ${entryId}: REVISE needs a definition and evidence.`;
      return { ...base, verdict: 'REVISE', definition, evidence };
    }
  }
}

function describeItem(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
