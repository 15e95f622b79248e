// Parses a curator's decisions strictly: what is not clear counts as nothing, and is said.

import { z } from 'zod';
import type { EntryId } from '../glossary/entry.ts';
import { tolerantEvidence, tolerantInteger, tolerantLine, tolerantObject } from '../tools/tolerant-input.ts';
import type { CuratorDecision } from './decision.ts';

export interface ParsedDecisions {
  readonly decisions: readonly CuratorDecision[];
  /** What was wrong, in words for the curator; empty when every entry has its decision. */
  readonly faults: readonly string[];
}

const longestReason = 1_000;
const longestDefinition = 2_000;
const shownFaults = 6;
const longestFault = 160;

const reason = tolerantLine(longestReason).refine((text) => text !== '', 'must say why');
const verdict = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim().toUpperCase() : value),
  z.enum(['CONFIRM', 'REJECT', 'MERGE', 'REVISE']),
);
const itemSchema = tolerantObject(
  {
    entry_id: tolerantInteger,
    verdict,
    reason,
    target_id: tolerantInteger.optional(),
    definition: tolerantLine(longestDefinition).optional(),
    evidence: tolerantEvidence.optional(),
  },
  { id: 'entry_id', decision: 'verdict', target: 'target_id', merge_into: 'target_id', reasoning: 'reason' },
);

type Item = z.output<typeof itemSchema>;

/** The decisions of a reply about the entries `asked`, each once. */
export function parseDecisions(reply: string, asked: readonly EntryId[]): ParsedDecisions {
  const list = findList(reply);
  if (list === undefined) {
    return { decisions: [], faults: ['The reply holds no JSON list of decisions.'] };
  }
  const faults: string[] = [];
  const decisions = new Map<EntryId, CuratorDecision>();
  for (const value of list) {
    const decision = parseItem(value, asked);
    if (typeof decision === 'string') faults.push(decision);
    else if (decisions.has(decision.entryId))
      faults.push(`Entry ${decision.entryId} is decided about twice.`);
    else decisions.set(decision.entryId, decision);
  }
  const missing = asked.filter((id) => !decisions.has(id));
  if (missing.length > 0) faults.push(`There is no valid decision about ${missing.join(', ')}.`);
  const shown = faults.slice(0, shownFaults).map((fault) => fault.slice(0, longestFault));
  return { decisions: [...decisions.values()], faults: shown };
}

/** The outermost JSON list of the reply, behind words or in a fence. */
function findList(reply: string): readonly unknown[] | undefined {
  const start = reply.indexOf('[');
  const end = reply.lastIndexOf(']');
  if (start === -1 || end <= start) return undefined;
  try {
    const value: unknown = JSON.parse(reply.slice(start, end + 1));
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined; // Not JSON: the caller asks again and says so.
  }
}

function parseItem(value: unknown, asked: readonly EntryId[]): CuratorDecision | string {
  const parsed = itemSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${describeItem(value)}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is not clear'}.`;
  }
  const item = parsed.data;
  const entryId = asked.find((id) => id === item.entry_id);
  if (entryId === undefined) return `Entry ${item.entry_id} was not asked about.`;
  return buildDecision(entryId, item);
}

function buildDecision(entryId: EntryId, item: Item): CuratorDecision | string {
  const base = { entryId, reason: item.reason };
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
