// Parses the modifiers after dice: keep and drop, rerolls, explosions, least and greatest face, successes, advantage.

import { DiceFault } from '../dice-fault.ts';
import type { Amount, Comparison, Condition, DiceRules, DiceTerm, Explosion, Keep } from '../dice-node.ts';
import type { DiceCursor } from './dice-cursor.ts';

export type ParseAmount = (cursor: DiceCursor) => Amount;

const comparison = /<=|>=|<>|[<>=]/y;
const amountStart = /\s*(?:\d|\(|@|-\d)/y;

interface Reader {
  readonly name: keyof DiceRules;
  readonly opening: RegExp;
  read(cursor: DiceCursor, parse: ParseAmount, opening: string): Partial<DiceRules>;
}

const readers: readonly Reader[] = [
  {
    name: 'explode',
    opening: /!!|!p|!/iy,
    read: (cursor, parse, opening) => ({ explode: readExplosion(cursor, parse, opening) }),
  },
  {
    name: 'reroll',
    opening: /ro|r/iy,
    read: (cursor, parse, opening) => ({
      reroll: { isOnce: opening.length === 2, when: readCondition(cursor, parse) },
    }),
  },
  { name: 'least', opening: /mi/iy, read: (cursor, parse) => ({ least: parse(cursor) }) },
  { name: 'most', opening: /ma/iy, read: (cursor, parse) => ({ most: parse(cursor) }) },
  {
    name: 'keep',
    opening: /k[hl]?|d[hl]/iy,
    read: (cursor, parse, opening) => ({ keep: readKeep(cursor, parse, opening) }),
  },
  { name: 'lowestOfTwoWhenNone', opening: /z/iy, read: () => ({ lowestOfTwoWhenNone: true }) },
  {
    name: 'success',
    opening: /(?=[<>=])/y,
    read: (cursor, parse) => ({ success: readCondition(cursor, parse) }),
  },
  {
    name: 'failure',
    opening: /f/iy,
    read: (cursor, parse) => ({ failure: readCondition(cursor, parse) }),
  },
];

/**
 * The modifiers at the cursor. If `dice` is given, advantage is parsed too, and the result is the dice with all
 * modifiers.
 */
export function parseRules(cursor: DiceCursor, parse: ParseAmount): DiceRules;
export function parseRules(cursor: DiceCursor, parse: ParseAmount, dice: DiceTerm): DiceTerm;
export function parseRules(cursor: DiceCursor, parse: ParseAmount, dice?: DiceTerm): DiceRules | DiceTerm {
  let rules: DiceRules = {};
  let term = dice;
  for (;;) {
    cursor.skipBlanks();
    const at = cursor.at;
    const advantage = term === undefined ? undefined : takeAdvantage(cursor);
    if (term !== undefined && advantage !== undefined) {
      term = addAdvantage({ ...term, rules }, advantage, at);
      rules = term.rules;
      continue;
    }
    const found = readOne(cursor, parse);
    if (found === undefined) break;
    rules = addRule(rules, found, at);
  }
  if (rules.failure !== undefined && rules.success === undefined) {
    throw cursor.refuse('a condition for success (such as >=7 in 5d10>=7f1)');
  }
  return term === undefined ? rules : { ...term, rules };
}

function readOne(cursor: DiceCursor, parse: ParseAmount) {
  for (const reader of readers) {
    const opening = cursor.take(reader.opening);
    if (opening !== undefined) return { name: reader.name, rule: reader.read(cursor, parse, opening) };
  }
  return undefined;
}

function addRule(
  rules: DiceRules,
  { name, rule }: { name: keyof DiceRules; rule: Partial<DiceRules> },
  at: number,
): DiceRules {
  if (rules[name] === undefined) return { ...rules, ...rule };
  throw new DiceFault(
    `At position ${at + 1} there is a second modifier of the same kind (${name}); one is enough.`,
    at,
  );
}

function readExplosion(cursor: DiceCursor, parse: ParseAmount, opening: string): Explosion {
  const kind = explosionKinds[opening.toLowerCase()] ?? 'plain';
  if (!cursor.isAt(comparison) && !cursor.isAt(amountStart)) return { kind };
  if (cursor.isAt(/\s*-/y)) return { kind };
  return { kind, when: readCondition(cursor, parse) };
}

const explosionKinds: Readonly<Record<string, Explosion['kind']>> = { '!!': 'compound', '!p': 'penetrating' };

function readCondition(cursor: DiceCursor, parse: ParseAmount): Condition {
  cursor.skipBlanks();
  const sign = (cursor.take(comparison) ?? '=') as Comparison;
  return { comparison: sign, value: parse(cursor) };
}

export function takeKeep(cursor: DiceCursor, parse: ParseAmount): Keep | undefined {
  cursor.skipBlanks();
  const opening = cursor.take(/k[hl]?|d[hl]/iy);
  return opening === undefined ? undefined : readKeep(cursor, parse, opening);
}

function readKeep(cursor: DiceCursor, parse: ParseAmount, opening: string): Keep {
  if (!cursor.isAt(amountStart)) {
    throw cursor.refuse(`a number after ${opening} (such as ${opening}1)`);
  }
  const letters = opening.toLowerCase();
  return {
    which: letters.endsWith('l') ? 'low' : 'high',
    how: letters.startsWith('k') ? 'keep' : 'drop',
    count: parse(cursor),
  };
}

export function takeAdvantage(cursor: DiceCursor): 'high' | 'low' | undefined {
  const word = cursor.take(/(?:with |at )?(?:adv(?:antage)?|dis(?:advantage)?)(?![a-z])/iy);
  if (word === undefined) return undefined;
  return /dis/i.test(word) ? 'low' : 'high';
}

/** Replaces the single die by two dice, of which the higher or the lower one counts. */
export function addAdvantage(dice: DiceTerm, which: 'high' | 'low', at: number): DiceTerm {
  if (dice.count !== 1 || dice.rules.keep !== undefined) {
    throw new DiceFault('Advantage and disadvantage need a single die, such as 1d20 adv.', at);
  }
  return { ...dice, count: 2, rules: { ...dice.rules, keep: { which, how: 'keep', count: 1 } } };
}
