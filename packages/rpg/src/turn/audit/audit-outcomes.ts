// Audits how a narrative says that a try went: what the dice gave it must not turn into the opposite.

import type { RolledCheck } from '../../rules/rolled-check.ts';
import { playerId } from '../../values/entity.ts';
import type { NarrativeFlag } from './audit-flag.ts';
import { listSentences } from './audit-sentences.ts';
import { hideSpeech } from './read-clauses.ts';
import type { Told } from './told.ts';
import outcomes from './words/outcomes.json' with { type: 'json' };

const failing = compileWords(outcomes.failure);
const succeeding = compileWords(outcomes.success);
const negated = /\b(?:not|no|never|nothing|hardly|without|cannot)\b|n't\b/i;
const doubted = /\b(?:if|would|could|might|may|almost|nearly|as though|before|until|or else|want|hope)\b/i;

function compileWords(words: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}])(?:${words.join('|')})(?![\\p{L}])`, 'giu');
}

export function auditOutcomes({ narrative, facts }: Told): readonly NarrativeFlag[] {
  const degree = readDegree(facts.rolls);
  if (degree === undefined) return [];
  const [wrong, says] =
    degree >= 0
      ? ([failing, 'The dice gave success, at most with a price; this tells of failure.'] as const)
      : ([succeeding, 'The dice gave failure; this tells of success.'] as const);
  return listSentences(hideSpeech(narrative)).flatMap(({ text, start }) =>
    [...text.matchAll(wrong)].slice(0, 1).flatMap((match) => {
      const ahead = text.slice(0, match.index);
      if (isTurned(ahead) || doubted.test(ahead) || text.endsWith('?')) return [];
      return [{ quote: match[0], start: start + match.index, says, kind: 'outcome' as const }];
    }),
  );
}

/** "It does not fall short": turned round within the same clause. */
function isTurned(ahead: string): boolean {
  return negated.test(ahead.split(/[,;:]/).at(-1) ?? '');
}

/** How the player's rolls went: undefined where there were none, or they went different ways. */
function readDegree(rolls: readonly RolledCheck[]): number | undefined {
  const degrees = rolls
    .filter(({ who }) => who === playerId)
    .flatMap(({ outcome }) => (outcome === undefined ? [] : [outcome.degree]));
  if (degrees.length === 0) return undefined;
  const isGood = degrees.every((degree) => degree >= 0);
  const isBad = degrees.every((degree) => degree < 0);
  return isGood || isBad ? degrees[0] : undefined;
}
