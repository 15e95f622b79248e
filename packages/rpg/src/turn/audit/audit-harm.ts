// Audits how much harm a narrative says that the player's character took, whatever the system calls what is lost.

import { readValue } from '../../rules/read-value.ts';
import type { Field } from '../../system/system.ts';
import { isOfHarm } from '../context/is-of-harm.ts';
import type { NarrativeFlag } from './audit-flag.ts';
import { listWrittenNumbers, type WrittenNumber } from './audit-written-numbers.ts';
import { listBases } from './base-form.ts';
import { findLabels, listLabels, readNumbers } from './list-labels.ts';
import { listPlaced } from './match-numbers.ts';
import type { PlacedNumber } from './number-sense.ts';
import { type Clause, hideSpeech, listSentenceOf } from './read-clauses.ts';
import { buildSpeaker, isOfPlayer, type Told } from './told.ts';
import type { Person, TurnFacts } from './turn-facts.ts';
import type { Word } from './word.ts';

const suffering = listBases('take suffer receive sustain lose');
/** Health is lost by these verbs alone: it may be received or given as well. */
const losing = listBases('lose cost');
const dealing = listBases('deal do inflict cause cost give');
const striking = listBases(
  'hit strike hurt burn slash stab cut bite smash club pierce blast claw maul catch wound sting scratch rake',
);
/** Words that put the harm into an earlier time, or count it with what came before. */
const earlier = /^(?:had|already|earlier|before|ago|yesterday|altogether|total|far|last)$/;
const reckoning =
  /^(?:plus|minus|half|halv\w+|reduc\w+|resist\w*|soak\w*|armou?r|if|unless|would|could|might|most|each|every|per|ago|yesterday)$/;
const counting = new Set('just only a another further full whole good mere some about around'.split(' '));
const following =
  /^(?:from|to|as|and|but|or|for|by|in|on|with|before|now|when|while|where|through|at|that|which|here|there)$/;

/**
 * A number of harm, such as “3 damage”, is held against what the sheet lost in this turn of points of any name. Where a
 * system counts harm otherwise, in boxes or words, a turn that changed any of it bears out any number.
 */
export function auditHarm(told: Told): readonly NarrativeFlag[] {
  const { facts, narrative, words } = told;
  const { player } = facts;
  if (player === undefined) return [];
  const said = new Set(listWrittenNumbers(words).map(({ value }) => value));
  const numbers = listWrittenNumbers(hideSpeech(narrative)).filter(
    ({ value }) => value > 0 && !said.has(value),
  );
  if (numbers.length === 0) return [];
  const isUntouched = !listHarm(player).some(({ path }) => hasChanged(player, path));
  const says = isUntouched ? 'Nothing was lost in this turn.' : 'The sheet lost another number in this turn.';
  return listTaken(told, numbers)
    .filter(({ value }) => !isBorneOut(facts, player, value))
    .map(({ start, end }) => {
      const quote = narrative.slice(start, end);
      return { quote, start, says, kind: isUntouched ? ('loss' as const) : ('number' as const) };
    });
}

/** The numbers that plainly tell how much harm the player's character takes, under no label of the system. */
function listTaken(told: Told, numbers: readonly WrittenNumber[]): readonly PlacedNumber[] {
  const labels = listLabels(told.facts);
  return told.clauses.flatMap((clause, index) => {
    const isPlayer = isOfPlayer(told, index);
    const speaker = buildSpeaker(told, isPlayer);
    const isYou = (at: number) => {
      const word = clause.words[at];
      return word !== undefined && speaker.isYou(word, at);
    };
    return listPlaced(clause.words, numbers).filter((number) => {
      const behind = findHarm(clause.words, number);
      const isNamed = findLabels(clause, labels).some(({ at }) => at >= number.at && at < (behind ?? 0));
      const isPart = listSentenceOf(told.clauses, index).some(isReckoning);
      return !isNamed && !isPart && isTaken({ clause, number, behind, isYou, isPlayer });
    });
  });
}

/** “Ten points of damage, plus six of poison”, “18, reduced to nine”, “if it falls”: the number is not what is lost in all. */
function isReckoning({ words }: Clause): boolean {
  return words.some(({ text }) => reckoning.test(text));
}

/** The position behind the word for harm that a number counts, as in “3 piercing damage” or “two points of harm”. */
function findHarm(words: readonly Word[], { behind }: PlacedNumber): number | undefined {
  const read = (at: number) => words[at]?.text ?? '';
  const points = read(behind) === 'hit' ? behind + 1 : behind;
  const of = [points + 1, points + 2].find((at) => /^points?$/.test(read(points)) && read(at) === 'of');
  const from = of === undefined ? behind : of + 1;
  const nouns = of === undefined ? /^(?:damage|harm)$/ : /^(?:damage|harm|hurt|health)$/;
  const health = points === behind ? /^(?:hp|health)$/ : /^points?$/;
  const isHealth = of === undefined && health.test(read(points));
  const at = isHealth ? points : [from, from + 1, from + 2].find((place) => nouns.test(read(place)));
  if (at === undefined) return undefined;
  const next = words[at + 1]?.text;
  return next === undefined || following.test(next) ? at + 1 : undefined;
}

interface Counted {
  readonly clause: Clause;
  readonly number: PlacedNumber;
  /** The position behind the word for harm; undefined if there is none. */
  readonly behind: number | undefined;
  readonly isYou: (at: number) => boolean;
  /** Whether the player's character is the subject. */
  readonly isPlayer: boolean;
}

/** Whether the words plainly say that the player's character takes this much harm now. */
function isTaken({ clause, number, behind, isYou, isPlayer }: Counted): boolean {
  const { words, negators, doubtAt } = clause;
  if (doubtAt <= number.at || negators.length > 0 || words.some(({ text }) => earlier.test(text)))
    return false;
  const last = words.slice(0, number.at).findLastIndex(({ text }) => !counting.has(text));
  const verb = words[last];
  const isFor = verb?.text === 'for' && words.slice(0, last).some(isStriking(isYou));
  if (behind === undefined) return isFor && number.behind >= words.length;
  const [taken, given] = chooseVerbs(words[behind - 1]);
  const isSuffered = isPlayer && verb !== undefined && taken.has(verb.base);
  const isDealt = isYou(last) && given.has(words[last - 1]?.base ?? '');
  return isFor || isSuffered || isDealt || (words[behind]?.text === 'to' && isYou(behind + 1));
}

/** The verbs by which somebody loses what the word counts, and by which something takes it from them. */
function chooseVerbs(counted: Word | undefined): readonly [ReadonlySet<string>, ReadonlySet<string>] {
  const isHealth = /^(?:health|hp|points?)$/.test(counted?.text ?? '');
  return isHealth ? [losing, losing] : [suffering, dealing];
}

/** “It hits you for 3.” */
function isStriking(isYou: (at: number) => boolean) {
  return ({ base }: Word, at: number) => striking.has(base) && isYou(at + 1);
}

function isBorneOut({ rolls, done }: TurnFacts, player: Person, value: number): boolean {
  const [points, others] = [listHarm(player).filter(isPoints), listHarm(player).filter(isOtherwise)];
  if (others.some(({ path }) => hasChanged(player, path))) return true;
  const changes = points.map(({ path }) => [...(readNumbers(player, new Set([path]))?.changes ?? [])]);
  const all = changes.reduce((sum, each) => sum + Math.max(0, ...each), 0);
  if (all === value || changes.flat().includes(value)) return true;
  const asked = done.some(({ given }) => Math.abs(Number(given['delta'] ?? given['count'])) === value);
  return asked || rolls.some((roll) => isRolledOn(roll, player.id, value));
}

/** Dice that somebody else threw, or that were thrown for what the character loses. */
function isRolledOn(
  { who, against, on, rolled, challenge, lessened }: TurnFacts['rolls'][number],
  player: string,
  value: number,
): boolean {
  const isMeant = who !== player || against === player || on === player;
  const whole = (lessened ?? []).flatMap(({ of, less }) => [of, less]);
  return (isMeant && (rolled.total === value || challenge?.total === value)) || whole.includes(value);
}

function listHarm({ fields }: Person): readonly Field[] {
  return fields.filter(isOfHarm);
}

/** Whether each point counts one, unlike the boxes of a track. */
function isPoints({ parts }: Field): boolean {
  return parts.some(({ name, kind }) => name === '' && kind === 'number') && !hasBoxes(parts);
}

function isOtherwise(field: Field): boolean {
  return !isPoints(field);
}

function hasBoxes(parts: Field['parts']): boolean {
  return parts.some(({ name }) => name === 'filled');
}

function hasChanged({ sheets }: Person, path: string): boolean {
  const [first, last] = [sheets[0], sheets.at(-1)].map((sheet) =>
    JSON.stringify(readValue(sheet ?? {}, path)),
  );
  return first !== last;
}
