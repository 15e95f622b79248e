// Audits the numbers of a narrative: if a number claims something about the game, the game must support it.

import { type Claim, findClaim } from './audit-claims.ts';
import type { NarrativeFlag } from './audit-flag.ts';
import { isShareOf, type KnownNumbers } from './audit-known-numbers.ts';
import { listSentences, type Sentence } from './audit-sentences.ts';
import { listWrittenNumbers } from './audit-written-numbers.ts';
import { hideSpeech } from './read-clauses.ts';

const dice = /(?<![\p{L}\d])(\d{0,4})d(\d{1,4}|%)(?![\p{L}\d])/giu;
const rolling = /\b(?:roll(?:s|ed|ing)?|throw(?:s|n)?|threw|dice)\b/i;
const nearby = 90;
const money = /^ ?(?:\p{L}+ )?(?:gold|silver|copper|platinum|electrum|gp|sp|cp|pp|coins?|crowns?)(?!\p{L})/iu;
/** Words before a number that only counts dice, as in "you roll two and keep the lower". */
const counting = /(?:\broll(?:s|ed)?|\bthrows?|\bthrew|\bdi(?:c)?e of) (?:only |just |all )?$/i;
/** Words that say that a sum is only asked for, offered or owed, and so was not paid. */
export const pledged =
  /\b(?:if|would|will|could|promis\w+|offer\w*|worth|prices?|priced|owe[sd]?|owing|asks?|asked|asking|wants?|wanted|demand\w*|reward|bounty)\b/i;

const complaints: Readonly<Record<Claim, string>> = {
  roll: 'No roll of this turn came to it.',
  target: 'No roll had this target, and no sheet has this number.',
  damage: 'No roll and no change had this number.',
  value: 'No change had this number, and no sheet has it.',
};

/**
 * If `judged` is given, the numbers at these positions and all claims about values are skipped, since `auditFields` has
 * audited them.
 */
export function auditNumbers(
  narrative: string,
  known: KnownNumbers,
  judged: ReadonlySet<number> | undefined,
): readonly NarrativeFlag[] {
  return listSentences(hideSpeech(narrative)).flatMap((sentence) =>
    [...auditWritten(sentence, known, judged === undefined), ...auditNotation(sentence, known)].filter(
      ({ start }) => judged?.has(start) !== true,
    ),
  );
}

function auditWritten(sentence: Sentence, known: KnownNumbers, hasValues: boolean): readonly NarrativeFlag[] {
  return listWrittenNumbers(sentence.text).flatMap(({ value, start, end }) => {
    const before = sentence.text.slice(Math.max(0, start - nearby), start);
    const after = sentence.text.slice(end, end + nearby);
    const claim = readClaim(before, after, hasValues);
    if (claim === undefined || isBorneOut(value, claim, known)) return [];
    if (money.test(after) && (pledged.test(before) || isShareOf(value, known.paid))) return [];
    if (claim === 'roll' && known.counts.has(value) && counting.test(before)) return [];
    const quote = sentence.text.slice(start, end);
    return [
      {
        quote,
        start: sentence.start + start,
        says: complaints[claim],
        kind: 'number' as const,
      },
    ];
  });
}

function readClaim(before: string, after: string, hasValues: boolean): Claim | undefined {
  const claim = findClaim(before, after);
  return claim === 'value' && !hasValues ? undefined : claim;
}

function isBorneOut(value: number, claim: Claim, known: KnownNumbers): boolean {
  if (known.said.has(value)) return true;
  switch (claim) {
    case 'roll':
      return known.rolled.has(value) || known.targets.has(value);
    case 'damage':
      return known.rolled.has(value) || known.changes.has(value);
    case 'target':
      return known.targets.has(value) || known.values.has(value) || known.rolled.has(value);
    case 'value':
      return known.values.has(value) || known.changes.has(value) || known.targets.has(value);
  }
}

/** Flags dice notation such as `2d6` in a sentence about rolling, if no such dice were rolled. */
function auditNotation(sentence: Sentence, known: KnownNumbers): readonly NarrativeFlag[] {
  if (!rolling.test(sentence.text)) return [];
  return [...sentence.text.matchAll(dice)].flatMap((match) => {
    const notation = `${match[1] === '' ? '1' : match[1]}d${match[2] === '%' ? '100' : match[2]}`;
    if ([...known.dice].some((rolled) => rolled.startsWith(notation) || rolled.endsWith(notation.slice(1))))
      return [];
    const says = 'No such dice were rolled in this turn.';
    return [{ quote: match[0], start: sentence.start + match.index, says, kind: 'number' as const }];
  });
}
