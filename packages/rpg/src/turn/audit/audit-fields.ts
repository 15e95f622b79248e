// Audits the numbers that a narrative gives for values on sheets: the right field of the right person must have them.

import type { RolledDice } from '../../dice/dice.ts';
import type { NarrativeFlag } from './audit-flag.ts';
import { isShareOf } from './audit-known-numbers.ts';
import { pledged } from './audit-numbers.ts';
import { listWrittenNumbers } from './audit-written-numbers.ts';
import { listNamed } from './find-person.ts';
import {
  findLabels,
  type Label,
  type LabelFound,
  listLabels,
  type Numbers,
  readNumbers,
} from './list-labels.ts';
import { listPlaced, type Matched, matchLabel } from './match-numbers.ts';
import { isMost, type PlacedNumber, type Sense } from './number-sense.ts';
import { type Clause, hideSpeech } from './read-clauses.ts';
import type { Told } from './told.ts';
import type { Person, TurnFacts } from './turn-facts.ts';
import type { Word } from './word.ts';

interface FieldClaim {
  readonly value: number;
  readonly label: Label;
  readonly sense: Sense;
  readonly start: number;
  readonly end: number;
  readonly people: readonly Person[];
  /** Whether the words allow the value to be the most that there can be: "of its ten", "a maximum of eight". */
  readonly isMost: boolean;
}

export interface FieldAudit {
  readonly flags: readonly NarrativeFlag[];
  /** The positions of numbers that were compared with fields, whether the numbers were right or not. */
  readonly judged: ReadonlySet<number>;
}

export function auditFields(told: Told): FieldAudit {
  const said = new Set(listWrittenNumbers(told.words).map(({ value }) => value));
  const claims = listFieldClaims(told).filter(({ value }) => !said.has(value));
  return {
    flags: claims.flatMap((claim) => checkClaim(told, claim)),
    judged: new Set(claims.map(({ start }) => start)),
  };
}

function checkClaim({ narrative, facts }: Told, claim: FieldClaim): readonly NarrativeFlag[] {
  const { label, sense, start, end, people } = claim;
  const known = people.flatMap((person) => readNumbers(person, label.paths) ?? []);
  if (known.length === 0 && label.words.length === 1) return [];
  if (isBorneOut(facts, claim, known)) return [];
  const quote = narrative.slice(start, end);
  const isUntouched = sense === 'change' && known.every(({ changes }) => changes.size === 0);
  const name = label.words.join(' ');
  const says = isUntouched
    ? `Nothing in this turn changed ${name}.`
    : `The sheet has another number for ${name}.`;
  return [{ quote, start, says, kind: isUntouched ? 'loss' : 'number' }];
}

function isBorneOut(facts: TurnFacts, claim: FieldClaim, known: readonly Numbers[]): boolean {
  const { value, label, sense, isMost } = claim;
  if (!label.isCounted && facts.rolls.some(({ rolled, target }) => isOfRoll(rolled, target, value)))
    return true;
  if (isMost && known.some(({ bounds }) => bounds.has(value))) return true;
  const isValue = known.some(({ values, rest }) => (sense === 'rest' ? rest : values).has(value));
  if (sense !== 'change' && isValue) return true;
  const isChange =
    known.some(({ changes }) => changes.has(value) || (label.isCarried && isShareOf(value, changes))) ||
    isAsked(facts, claim);
  // “Where three gold used to be” tells how much was paid.
  return isChange && sense !== 'rest' && (sense !== 'value' || label.isCarried);
}

/** Whether a call asked for this change. The narrative may tell it even if less was left to lose. */
function isAsked({ done }: TurnFacts, { value, label }: FieldClaim): boolean {
  return done.some(({ given }) => {
    const path = String(given['path'] ?? '').replace(/\.(?:current|filled)$/, '');
    return label.paths.has(path) && Math.abs(Number(given['delta'] ?? given['count'])) === value;
  });
}

/** Whether the number is the total, the target or a face of the roll, as in "Fight: 1, 1". */
function isOfRoll({ groups, total }: RolledDice, target: number | undefined, value: number): boolean {
  return (
    total === value || target === value || groups.some(({ dice }) => dice.some(({ face }) => face === value))
  );
}

function listFieldClaims(told: Told): readonly FieldClaim[] {
  const labels = listLabels(told.facts);
  const numbers = listWrittenNumbers(hideSpeech(told.narrative));
  return told.clauses.flatMap((clause, index) => {
    const { words } = clause;
    const placed = [...listPlaced(words, numbers), ...listNone(words), ...listBoth(words)];
    return findOwned(told, index, labels).flatMap((owned) =>
      matchLabel(words, owned.at, placed).flatMap((matched) =>
        buildClaim(clause, matched, owned, told.narrative),
      ),
    );
  });
}

interface Owned {
  readonly label: Label;
  readonly people: readonly Person[];
  readonly at: LabelFound;
}

/**
 * The labels in a clause, each with the people whose field it may be. Coins are left out unless they are clearly the
 * character's, since they may just lie about.
 */
function findOwned(
  { clauses, subjects, facts }: Told,
  index: number,
  labels: readonly Label[],
): readonly Owned[] {
  const clause = clauses[index];
  if (clause === undefined) return [];
  return findLabels(clause, labels).flatMap((at) => {
    const people = choosePeople(clause, { at: at.at, subject: subjects[index], facts });
    const isLoose =
      at.label.isCarried &&
      !(people.every(({ isPlayer }) => isPlayer) && isOwnMoney(clause, at.at, subjects[index]));
    return isLoose ? [] : [{ label: at.label, people, at }];
  });
}

/**
 * "Four gold pieces that he had off somebody like you" are not the character's. Coins are if "you" or "your" comes
 * before them, if the character is the subject, or if a word such as "left" comes after them.
 */
function isOwnMoney({ words }: Clause, at: number, subject: Person | undefined): boolean {
  const behind = words
    .slice(at)
    .some(({ text }) => /^(?:poorer|richer|lighter|left|remains?|remaining)$/.test(text));
  return behind || subject?.isPlayer === true || words.slice(0, at).some(({ text }) => /^your?$/.test(text));
}

/** "There is none left" claims the number 0. */
function listNone(words: readonly Word[]): readonly PlacedNumber[] {
  return words.flatMap(({ text, start, end }, at) =>
    text === 'none' && /^(?:left|remains?|remaining)$/.test(words[at + 1]?.text ?? '')
      ? [{ value: 0, at, behind: at + 1, start, end }]
      : [],
  );
}

/** "Both of your fate points" claims the number 2. */
function listBoth(words: readonly Word[]): readonly PlacedNumber[] {
  return words.flatMap(({ text, start, end }, at) => {
    const behind = words[at + 1]?.text === 'of' ? at + 2 : at + 1;
    return text === 'both' ? [{ value: 2, at, behind, start, end }] : [];
  });
}

/** Nothing if the number is denied, or only possible or wished for. */
function buildClaim(
  { words, doubtAt, negators }: Clause,
  { number, sense }: Matched,
  { label, people }: Pick<Owned, 'label' | 'people'>,
  narrative: string,
): readonly FieldClaim[] {
  // “Nothing has cost you a point yet” tells of no loss, but “not one box of stress” does tell a value: none.
  const isDenied = sense === 'change' ? negators.length > 0 : negators.includes(number.at - 1);
  if (doubtAt <= number.at || isDenied) return [];
  if (label.isCarried && words.slice(0, number.at).some(({ text }) => pledged.test(text))) return [];
  const { value, start, end } = number;
  return [
    {
      value,
      start,
      end,
      label,
      sense,
      people,
      isMost: isMost(words, number) || narrative[start - 1] === '/',
    },
  ];
}

interface Owning {
  readonly at: number;
  readonly subject: Person | undefined;
  readonly facts: TurnFacts;
}

/**
 * The people whose field it may be: one person if the words show whose it is, as in "Mira's health" or "your health";
 * otherwise everybody who may be meant.
 */
function choosePeople(clause: Clause, { at, subject, facts }: Owning): readonly Person[] {
  const named = listNamed(clause, facts);
  const owner = named.filter((one) => one.at < at && one.person !== facts.player).at(-1);
  const isYours = ({ text }: Word) =>
    /^(?:you|your|yours|poorer|richer|lighter|price|cost|costs|change)$/.test(text);
  const ahead = clause.words.slice(0, at).findLastIndex(isYours);
  const yours = ahead < 0 && owner === undefined ? clause.words.findIndex(isYours) : ahead;
  const possessor = named.find(
    (one) => one.at + one.length === at && /'s?$/.test(clause.words[at - 1]?.text ?? ''),
  );
  if (possessor !== undefined) return [possessor.person];
  if (owner !== undefined && owner.at > yours) return [owner.person];
  const isSure = yours < 0 && named.some(({ person }) => person === subject);
  if (isSure && subject !== undefined) return [subject];
  return chooseUnnamed({ at, subject, facts }, yours);
}

/**
 * For a field whose owner is not named: the player's character if the words or the subject show it, otherwise everybody
 * who may be meant.
 */
function chooseUnnamed({ at, subject, facts }: Owning, yours: number): readonly Person[] {
  const { player, people } = facts;
  const isOther = subject !== undefined && !subject.isPlayer;
  const isPlayers = yours >= 0 && !(yours > at && isOther);
  if (isPlayers || (yours < 0 && subject?.isPlayer === true)) return player === undefined ? [] : [player];
  return people.filter((one) => one.isHere || one.isPlayer || one === subject);
}
