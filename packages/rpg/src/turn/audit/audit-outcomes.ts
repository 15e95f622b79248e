// Audits how a narrative says that a try went: what the dice gave it must not turn into the opposite.

import { readValue } from '../../rules/read-value.ts';
import { isObject, type Json } from '../../values/json.ts';
import type { NarrativeFlag } from './audit-flag.ts';
import { listSentences } from './audit-sentences.ts';
import { hideSpeech, isDenied } from './read-clauses.ts';
import { readDegree } from './read-degree.ts';
import { completeSubject } from './structure/complete-subject.ts';
import { buildFlag, buildSpeaker, isOfPlayer, type Told } from './told.ts';
import type { Word } from './word.ts';
import { compilePattern, matchPattern, type WordPattern } from './word-pattern.ts';
import outcomePhrases from './words/outcome-phrases.json' with { type: 'json' };
import outcomes from './words/outcomes.json' with { type: 'json' };

interface Telling {
  readonly phrases: RegExp;
  readonly patterns: readonly WordPattern[];
}

const failing: Telling = {
  phrases: compileWords(outcomes.failure),
  patterns: outcomePhrases.failure.map(compilePattern),
};
const succeeding: Telling = {
  phrases: compileWords(outcomes.success),
  patterns: outcomePhrases.success.map(compilePattern),
};
const healing = { patterns: outcomePhrases.healing.map(compilePattern) };
const negated = /\b(?:not|no|never|nothing|hardly|without|cannot)\b|n't\b/i;
const doubted = /\b(?:if|would|could|might|may|almost|nearly|as though|before|until|or else|want|hope)\b/i;

function compileWords(words: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}])(?:${words.join('|')})(?![\\p{L}])`, 'giu');
}

export function auditOutcomes(told: Told): readonly NarrativeFlag[] {
  const degree = readDegree(told.facts.rolls);
  const unhealed = isHealed(told)
    ? []
    : findPatterns(told, healing, 'Nothing on the sheet was healed or gained.');
  if (degree === undefined) return unhealed;
  const [wrong, says] =
    degree >= 0
      ? ([failing, 'The dice gave success, at most with a price; this tells of failure.'] as const)
      : ([succeeding, 'The dice gave failure; this tells of success.'] as const);
  return [...findPhrases(told, wrong, says), ...findPatterns(told, wrong, says), ...unhealed];
}

function findPhrases(
  { narrative, facts }: Told,
  { phrases }: Telling,
  says: string,
): readonly NarrativeFlag[] {
  // Somebody who is beaten yields, whatever the dice gave.
  const isDown = facts.people.some((person) => person.isDown && person.isHere);
  return listSentences(hideSpeech(narrative)).flatMap(({ text, start }) =>
    [...text.matchAll(phrases)].slice(0, 1).flatMap((match) => {
      const ahead = text.slice(0, match.index);
      if (isTurned(ahead) || doubted.test(ahead) || text.endsWith('?')) return [];
      if (isDown && /yield/i.test(match[0])) return [];
      return [{ quote: match[0], start: start + match.index, says, kind: 'outcome' as const }];
    }),
  );
}

/** "It does not fall short": turned round within the same clause. */
function isTurned(ahead: string): boolean {
  return negated.test(ahead.split(/[,;:]/).at(-1) ?? '');
}

function findPatterns(
  told: Told,
  { patterns }: Pick<Telling, 'patterns'>,
  says: string,
): readonly NarrativeFlag[] {
  return told.clauses.flatMap((original, index) => {
    const clause = completeSubject(told, index) ?? original;
    const speaker = buildSpeaker(told, isOfPlayer(told, index));
    const isTold = patterns.some((pattern) => {
      const found =
        told.subjects[index]?.isDown === true ? undefined : matchPattern(clause.words, pattern, speaker);
      if (found === undefined || clause.doubtAt < found.behind || isOf(clause.words[found.at - 1]))
        return false;
      const denying = clause.negators.filter((at) => at < found.at || at >= found.behind);
      return !isDenied({ ...clause, negators: denying }, found.at);
    });
    return isTold ? [buildFlag(told, original, { says, kind: 'outcome' })] : [];
  });
}

/** Whether any number of the player's rose, or a condition of theirs ended. */
function isHealed({ facts }: Told): boolean {
  const { player, done } = facts;
  if (player === undefined || done.some(({ tool }) => tool === 'condition_remove')) return true;
  return player.fields.some(({ path }) => {
    const [first, last] = [player.sheets[0], player.sheets.at(-1)].map((sheet) =>
      readFilled(readValue(sheet ?? {}, path)),
    );
    return first !== undefined && last !== undefined && last > first;
  });
}

function readFilled(value: Json | undefined): number | undefined {
  const filled = isObject(value) ? value['current'] : value;
  return typeof filled === 'number' ? filled : undefined;
}

/** "The rest of you finds the floor" is not what you find. */
function isOf(before: Word | undefined): boolean {
  return before?.text === 'of' || before?.text === 'to';
}
