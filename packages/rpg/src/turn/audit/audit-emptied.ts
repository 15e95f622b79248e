// Audits what a telling says to be used up: money, pools and things of which there is still some.

import type { NarrativeFlag } from './audit-flag.ts';
import { findLabels, type Label, listLabels, readNumbers } from './list-labels.ts';
import { type Clause, findPhrase, isDenied, toSingular } from './read-clauses.ts';
import { isOfClass } from './structure/word-classes.ts';
import { buildFlag, type Told } from './told.ts';
import { splitWords } from './turn-facts.ts';
import type { Word } from './word.ts';

const purses = /^(?:purses?|coins?|money|gold|silver|pockets?|cash|crowns?|pennies|penny|pence)$/;
const last = /^(?:last|end)$/;

export function auditEmptied(told: Told): readonly NarrativeFlag[] {
  const labels = listLabels(told.facts).filter(({ isCounted, isCarried }) => isCounted || isCarried);
  return told.clauses.flatMap((clause) => {
    const says = findEmptied(told, clause, labels);
    return says === undefined ? [] : [buildFlag(told, clause, { says, kind: 'number' })];
  });
}

function findEmptied(told: Told, clause: Clause, labels: readonly Label[]): string | undefined {
  const at = findEnd(clause);
  if (at < 0 || isDenied({ ...clause, negators: [] }, at) || isPartial(clause)) return undefined;
  const found = findLabels(clause, labels).map(({ label }) => label);
  const money = clause.words.some(
    ({ text }, place) => purses.test(text) && !clause.words.slice(Math.max(0, place - 2), place).some(isFrom),
  )
    ? labels.filter(({ isCarried }) => isCarried)
    : [];
  const { player } = told.facts;
  if (player === undefined || !isTheirs(told, clause)) return undefined;
  const left = [...found, ...money].find(({ paths }) =>
    [...(readNumbers(player, paths)?.rest ?? [])].some((value) => value > 0),
  );
  const isAny = [...found, ...money].some(({ paths }) => readNumbers(player, paths)?.rest.has(0) === true);
  if (left !== undefined && !isAny) return `There is some ${left.words.join(' ')} left.`;
  const thing = findThing(told, clause);
  return thing === undefined ? undefined : `There is some ${thing} left.`;
}

/** "Gone from your pocket" is something else. */
function isFrom({ text }: Word): boolean {
  return text === 'from' || text === 'of';
}

/** "Empty", "all gone", "none left", "the last of": where the clause says that something is over. */
function findEnd({ words }: Clause): number {
  return words.findIndex(({ text }, at) => {
    const [next, before] = [words[at + 1]?.text ?? '', words[at - 1]?.text ?? ''];
    if (last.test(text))
      return (
        before === 'the' && next === 'of' && /^(?:your|her|his|their|the)$/.test(words[at + 2]?.text ?? '')
      );
    if (text === 'none' || text === 'nothing') return /^(?:left|remains?)$/.test(next);
    if (!isOfClass('emptying', text)) return false;
    return words
      .slice(Math.max(0, at - 3), at)
      .some((word) => /^(?:is|are|was|were|all|now|stands?)$/.test(word.text));
  });
}

/** "One of your tokens is spent" leaves others. */
function isPartial({ words }: Clause): boolean {
  return words.some(
    ({ text }, at) =>
      /^(?:one|two|three|four|five|half|some|most|part|another|a)$/.test(text) &&
      /^(?:of|more|point|box|mark)$/.test(words[at + 1]?.text ?? ''),
  );
}

/** Whether it is said of what the character has, and of nobody else's. */
function isTheirs(told: Told, { words }: Clause): boolean {
  return (
    words.some(({ text }) => text === 'your' || (told.isThird && /^(?:her|his|their)$/.test(text))) ||
    words.some(
      ({ text }) =>
        purses.test(text) &&
        isOwnPurse(
          words.map((word) => word.text),
          text,
        ),
    )
  );
}

/** "The purse is empty": with an article alone it is the one that was spoken of. */
function isOwnPurse(texts: readonly string[], purse: string): boolean {
  const at = texts.indexOf(purse);
  return texts[at - 1] === 'the' && /^(?:purse|coins?|money)$/.test(purse) && texts.length <= 8;
}

function findThing(told: Told, { words }: Clause): string | undefined {
  return told.facts.quantities.find(({ name, counts }) => {
    const noun = splitWords(name.split(/,| of /i)[0] ?? '').at(-1) ?? '';
    const isNamed =
      findPhrase(words, [noun]) >= 0 && words.some(({ text }) => toSingular(text) === toSingular(noun));
    const isKept = told.facts.kept.includes(name) && !counts.has(0);
    return isNamed && isKept && words.some(({ text }) => last.test(text));
  })?.name;
}
