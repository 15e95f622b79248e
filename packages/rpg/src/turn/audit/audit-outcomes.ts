// Audits how a narrative tells what the dice gave: it must not name another outcome, or tell of the plain opposite.

import type { NarrativeFlag } from './audit-flag.ts';
import { listSentences, type Sentence } from './audit-sentences.ts';
import { hideSpeech } from './read-clauses.ts';
import { readDegree } from './read-degree.ts';
import type { Told } from './told.ts';

/**
 * Words that say by themselves how an attempt went. "Misses" or "holds" is not among them: it may be about another
 * attempt.
 */
const failing =
  /\b(?:you (?:have )?fail(?:ed)?|it fail(?:s|ed)(?=\s*(?:[.,;:!—]|$))|the (?:attempt|roll|check|save|try) fail(?:s|ed))\b/gi;
const succeeding =
  /\b(?:you (?:have )?succeed(?:ed)?|it work(?:s|ed)(?=\s*(?:[.,;:!—]|$))|the (?:attempt|roll|check|save|try) succeed(?:s|ed))\b/gi;
const negated = /\b(?:not|no|never|nothing|hardly|nearly|almost|without|cannot)\b|n['’]t\b/i;
const doubted =
  /\b(?:if|would|could|might|may|as though|before|until|or else|want|hope|how|where|whether)\b/i;

export function auditOutcomes(told: Told): readonly NarrativeFlag[] {
  const degree = readDegree(told.facts.rolls);
  return listSentences(hideSpeech(told.narrative)).flatMap((sentence) => {
    if (sentence.text.endsWith('?')) return [];
    return [...findMisnamed(told, sentence), ...(degree === undefined ? [] : findOpposite(sentence, degree))];
  });
}

/** Finds the name of an outcome that the dice did not give, such as "a weak hit" after a strong one. */
function findMisnamed({ facts }: Told, { text, start }: Sentence): readonly NarrativeFlag[] {
  const own = facts.rolls.flatMap(({ outcome }) =>
    outcome === undefined ? [] : [outcome.label.toLowerCase()],
  );
  const lower = text.toLowerCase();
  const wrong = facts.outcomeNames.find(
    (name) => lower.includes(name) && !own.some((label) => label.includes(name)),
  );
  const at = wrong === undefined ? -1 : lower.indexOf(wrong);
  if (wrong === undefined || isTurned(text.slice(0, at))) return [];
  const says = 'The dice did not give this.';
  return [{ quote: text.slice(at, at + wrong.length), start: start + at, says, kind: 'outcome' }];
}

function findOpposite({ text, start }: Sentence, degree: number): readonly NarrativeFlag[] {
  const [wrong, says] =
    degree >= 0
      ? ([failing, 'The dice gave success, at worst with a price; this tells of failure.'] as const)
      : ([succeeding, 'The dice gave failure; this tells of success.'] as const);
  return [...text.matchAll(wrong)]
    .slice(0, 1)
    .flatMap((match) =>
      isTurned(text.slice(0, match.index))
        ? []
        : [{ quote: match[0], start: start + match.index, says, kind: 'outcome' as const }],
    );
}

/** Whether the clause denies the outcome or leaves it open, as in "it does not fail" or "if it works". */
function isTurned(ahead: string): boolean {
  const own = ahead.split(/[,;:]/).at(-1) ?? '';
  return negated.test(own) || doubted.test(own);
}
