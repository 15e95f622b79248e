// Roll command: rolls dice, or a move, a check or a skill by its name, and says which names there are.

import { listFieldRolls } from '@terrarium/composition/plan-field-roll';
import { UsageError } from '@terrarium/kernel/errors';
import { sortByNearness } from '@terrarium/kernel/find-nearest';
import { computeOdds } from '@terrarium/rpg/compute-odds';
import { parseDice } from '@terrarium/rpg/parse-dice';
import { resolveMeantPath } from '@terrarium/rpg/resolve-meant-path';
import type { Sheet, System } from '@terrarium/rpg/system';
import { paint } from '../screen/style.ts';
import { executeAside } from './execute-aside.ts';
import type { PlayCommand } from './play-command.ts';
import { readNamedRoll } from './read-named-roll.ts';
import { refuseEmpty } from './refuse-empty.ts';
import { measureReaching, renderShare } from './render-odds.ts';
import { resolveFieldPath } from './resolve-field-path.ts';
import { type SplitRoll, splitRoll } from './split-roll.ts';

export const rollCommand: PlayCommand = {
  usage: '/roll 2d6+1 [for what]',
  about:
    'rolls dice, and notes them in the log. @path takes a value from your sheet; >= 15 shows how likely it was to reach 15. A check, a move or a value of your sheet is rolled by its name, with all its consequences: /roll strike against Hob. A check is rolled with another value if you say so: /roll skill check with stealth',
  explain: ({ game }) => {
    const { fields, checks, moves } = listNames(game.system);
    const groups = [
      ['Of your sheet', fields],
      ['Checks', checks],
      ['Moves', moves],
    ] as const;
    return groups.flatMap(([title, names]) => (names.length === 0 ? [] : [`${title}: ${names.join(', ')}.`]));
  },
  run: (context, rest) => {
    const { system } = context.game;
    if (rest === '') throw refuseEmpty('/roll', 'dice, such as /roll 2d6+1, or the name of a roll');
    const named = readNamedRoll(system, rest);
    if (named !== undefined) {
      executeAside(context, `/roll ${rest}`, { name: 'roll', arguments: named });
      return;
    }
    const sheet = system.sheets.get('character');
    if (isName(sheet, rest)) throw refuseName(system, rest);
    const split = splitRoll(rest);
    const formula = completePaths(sheet, split.formula);
    executeAside(
      context,
      `/roll ${rest}`,
      { name: 'roll', arguments: { ...split, formula } },
      renderChance(split),
    );
  },
};

function listNames(system: System) {
  const { manifest, checks } = system;
  return {
    fields: listFieldRolls(system),
    checks: [...checks.values()].map(({ label }) => label),
    moves: Object.entries(manifest.narrator?.intents ?? {})
      .filter(([, { check, dice }]) => (check ?? dice ?? '') !== '')
      .map(([id]) => id.replaceAll('_', ' ')),
  };
}

/**
 * Whether the words are a name and not dice. They are a name if they are a path that the sheet does not have,
 * or if they begin with a letter, but not as dice and functions do (`d20`, `max(`).
 */
function isName(sheet: Sheet | undefined, text: string): boolean {
  const path = /^@(?<path>[\p{L}\w.]+)$/u.exec(text)?.groups?.['path'];
  if (path !== undefined) return sheet === undefined || !resolveMeantPath(sheet, path).ok;
  return /^\p{L}/u.test(text) && !/^(?:d[\d%f(@]|(?:min|max)\()/iu.test(text);
}

const mostNear = 12;

function refuseName(system: System, text: string): UsageError {
  const { fields, checks, moves } = listNames(system);
  const name = text.replace(/^@/u, '').slice(0, 80);
  const names = [
    ...new Map([...moves, ...checks, ...fields].map((one) => [one.toLowerCase(), one])).values(),
  ];
  const near = sortByNearness(name, names).slice(0, mostNear);
  const left = names.length - near.length;
  const more = left === 0 ? '' : `, and ${left} more, which /help roll lists`;
  return new UsageError({
    code: 'play.unknown-roll',
    happened: `There is no roll named “${name}” in these rules.`,
    todo: `Rolls: ${near.join(', ')}${more}. Dice are written like this: /roll 2d6+1.`,
  });
}

/** The dice with each short path, such as `@supply`, written in full. */
function completePaths(sheet: Sheet | undefined, formula: string): string {
  return formula.replaceAll(/@([a-z_][\w.]*)/giu, (_whole, path: string) =>
    sheet?.aliases.has(path) === true ? `@${path}` : `@${resolveFieldPath(sheet, path)}`,
  );
}

/**
 * How likely the roll was to reach a number; empty if there is no such number, if the formula reads values of a sheet,
 * or if its odds cannot be computed.
 */
function renderChance({ formula, versus }: SplitRoll): readonly string[] {
  const parsed = versus === undefined ? undefined : parseDice(formula);
  if (parsed?.ok !== true || versus === undefined || parsed.dice.references.length > 0) return [];
  const found = computeOdds(parsed.dice);
  if (!found.ok || found.odds.distribution === undefined) return [];
  const share = measureReaching(found.odds.distribution, versus);
  return [paint(`  The chance of reaching ${versus} was ${renderShare(share)}.`, 'dim')];
}
