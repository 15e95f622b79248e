// Rule index: searches the rules of a system by their words; there are few enough to score them one by one.

import { splitTerms } from '@terrarium/kernel/split-terms';
import type { System } from '../system/system.ts';
import type { QueryTerm } from './query.ts';
import type { Candidate } from './rank-candidates.ts';

export interface RuleIndex {
  readonly documents: number;
  /** How many rules contain a term. */
  count(term: string): number;
  /**
   * The best `limit` rules for the query, best first, then any others in `near`, which has the ids of rules near in
   * meaning, with their closeness.
   */
  search(
    query: readonly QueryTerm[],
    limit: number,
    near?: ReadonlyMap<string, number>,
  ): readonly Candidate[];
}

interface IndexedRule {
  readonly id: string;
  readonly candidate: Candidate;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** How many times a word of the title or the tags counts, since these say what a rule is about. */
const titleTimes = 3;
const saturation = 1.2;
const lengthShare = 0.75;

const indexes = new WeakMap<System, RuleIndex>();

/** Builds the index once for each system, and keeps it. */
export function openRuleIndex(system: System): RuleIndex {
  const known = indexes.get(system);
  if (known !== undefined) return known;
  const index = buildRuleIndex(system);
  indexes.set(system, index);
  return index;
}

function buildRuleIndex(system: System): RuleIndex {
  const rules = system.manifest.rules.map((rule): IndexedRule => {
    const head = `${rule.title} ${(rule.tags ?? []).join(' ')} `;
    const { counts, length } = splitTerms(`${head.repeat(titleTimes)}${rule.text}`);
    const from = `rules of ${system.name}`;
    const text = `${rule.title}: ${rule.text}`;
    const blank = { kind: 'rule', importance: 0.5, age: 0, score: 0 } as const;
    return {
      id: rule.id,
      counts,
      length,
      candidate: { ...blank, key: `rule:${rule.id}`, text, tags: rule.tags ?? [], from },
    };
  });
  const frequencies = new Map<string, number>();
  for (const { counts } of rules)
    for (const term of counts.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  const mean = rules.reduce((sum, { length }) => sum + length, 0) / Math.max(1, rules.length);
  return {
    documents: rules.length,
    count: (term) => frequencies.get(term) ?? 0,
    search(query, limit, near) {
      const scored = rules
        .map((rule) => ({
          ...rule.candidate,
          score: score(rule, query, mean),
          closeness: near?.get(rule.id),
        }))
        .toSorted((one, other) => other.score - one.score);
      const said = scored.filter((candidate) => candidate.score > 0).slice(0, limit);
      const known = new Set(said);
      return [...said, ...scored.filter((one) => one.closeness !== undefined && !known.has(one))];
    },
  };
}

function score({ counts, length }: IndexedRule, query: readonly QueryTerm[], mean: number): number {
  const heldBack = saturation * (1 - lengthShare + (lengthShare * length) / Math.max(1, mean));
  return query.reduce((sum, { term, weight }) => {
    const count = counts.get(term) ?? 0;
    return sum + (weight * count * (saturation + 1)) / (count + heldBack);
  }, 0);
}
