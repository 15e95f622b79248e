// Reads a roll of a move, a check or a value by its name, with what may follow: target, variant, numbers and reason.

import { planCheckRoll, planFieldRoll } from '@terrarium/composition/plan-field-roll';
import { UsageError } from '@terrarium/kernel/errors';
import { type AskedAdvantage, addAskedAdvantage } from '@terrarium/rpg/add-advantage';
import { findRolledDice } from '@terrarium/rpg/find-rolled-dice';
import type { System } from '@terrarium/rpg/system';

export type NamedRoll = Readonly<Record<string, unknown>>;

/** Each part of a named roll begins with one of these words, in any order; any part may be missing. */
const partStart = / (?=(?:against|as|with|for|versus|vs|>=) )/iu;

/** Advantage is asked for before the reason of the roll, which may contain the same words. */
const advantage =
  /^(?<before>(?:(?! for ).)+?) (?:with |at )?(?<asked>adv|dis)(?:antage|advantage)?(?= |$)/iu;

/**
 * Undefined if the words do not begin with the name of a move, a check, or a value for which there is a check. Throws
 * `UsageError` if advantage is asked for and the dice cannot have it.
 */
export function readNamedRoll(system: System, text: string): NamedRoll | undefined {
  const words = text.trim().replaceAll(/(?<!\s)\s+/gu, ' ');
  const asked = advantage.exec(words);
  // The rules may have a check of that name, such as “Check with advantage”.
  if (asked === null || findNamed(system, asked[0], true) !== undefined) return readPlainRoll(system, words);
  const { before = '', asked: kind = '' } = asked.groups ?? {};
  const plain = readPlainRoll(system, `${before}${words.slice(asked[0].length)}`);
  if (plain === undefined) return undefined;
  const dice = findDice(system, plain);
  const formula = addAskedAdvantage(dice, kind.toLowerCase() as AskedAdvantage);
  if (formula === undefined) throw refuseAdvantage(before, dice);
  return { ...plain, formula };
}

/** The dice that the roll would have without advantage. */
function findDice(system: System, { formula, check, move, as }: NamedRoll): string {
  if (typeof formula === 'string') return formula;
  const [named, made, manner] = [check, move, as].map((one) => (typeof one === 'string' ? one : undefined));
  return findRolledDice(system, { check: named, move: made, as: manner }) ?? '';
}

function refuseAdvantage(name: string, dice: string): UsageError {
  return new UsageError({
    code: 'play.no-advantage',
    happened: `“${name}” cannot be rolled with advantage or disadvantage: these rules roll it with more than one die.`,
    todo: `Nothing was rolled. /roll ${name} rolls it as the rules say${dice === '' ? '' : ', and /rules explains what helps'}.`,
  });
}

function readPlainRoll(system: System, words: string): NamedRoll | undefined {
  const [named = '', ...parts] = words.split(partStart);
  // A name may contain a word with which a part begins, such as “Resist with body”: the longest name counts.
  for (let count = parts.length; count >= 0; count -= 1) {
    const found = findNamed(system, [named, ...parts.slice(0, count)].join(' '), count > 0);
    if (found === undefined) continue;
    return Object.assign({}, found, ...parts.slice(count).map((part) => readValued(system, found, part)));
  }
  const planned = planFieldRoll(system, named);
  if (planned === undefined) return undefined;
  const said: NamedRoll = Object.assign({}, ...parts.map(readPart));
  const reason = said['reason'] === undefined ? planned['reason'] : `${planned['reason']}: ${said['reason']}`;
  return { ...planned, ...said, reason };
}

/** If `isWhole` is true, only the whole name of a check or a move counts. */
function findNamed({ manifest, checks }: System, named: string, isWhole: boolean): NamedRoll | undefined {
  const name = normalise(named);
  const check = [...checks.values()].find(({ id, label }) =>
    [id, label].some((one) => normalise(one) === name),
  );
  if (check !== undefined) return { check: check.id };
  const id = name.replaceAll(' ', '_');
  const moves = manifest.narrator?.intents ?? {};
  if (Object.hasOwn(moves, id)) return { move: id };
  if (isWhole) return undefined;
  // Splits the name into a move and what it is made with: a variant, a thing or a spell.
  const [move = '', ...as] = name.split(' ');
  return Object.hasOwn(moves, move) && as.length > 0 ? { move, as: as.join(' ') } : undefined;
}

/** The form in which names are compared: without capitals, and with spaces between the words. */
function normalise(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[\s_-]+/gu, ' ')
    .trim();
}

/**
 * A check `with` a skill or an attribute is rolled with this value in place of the check's own; any other part is read
 * as it is.
 */
function readValued(system: System, { check }: NamedRoll, part: string): NamedRoll {
  const named = /^with (?<name>[^=]+)$/iu.exec(part)?.groups?.['name'];
  const planned =
    named === undefined || typeof check !== 'string' ? undefined : planCheckRoll(system, check, named);
  return planned ?? readPart(part);
}

/** If one of these words is followed by a number, it is the number to reach. */
const reaching = /^(?:against|versus|vs|>=)$/u;

function readPart(part: string): NamedRoll {
  const at = part.search(/\s/u);
  const word = part.slice(0, at).toLowerCase();
  const said = part.slice(at).trim();
  if (reaching.test(word) && /^\d{1,9}$/u.test(said)) return { versus: Number(said) };
  if (word === 'against' || word === 'as') return { [word]: said };
  if (word === 'with') return { with: readValues(said) };
  return { reason: said };
}

/** Values are written as `stat=2, adds=1` or `stat 2`; each is a number or a path of the sheet. */
function readValues(said: string): NamedRoll {
  return Object.fromEntries(
    said.split(',').map((pair) => {
      const [name = '', value = ''] = pair
        .replaceAll('=', ' ')
        .trim()
        .split(' ')
        .filter((part) => part !== '');
      return [name, /^[+-]?\d+(?:\.\d+)?$/u.test(value) ? Number(value) : value];
    }),
  );
}
