// Checks a formula: it parses, its names and tables exist, and its value has the required kind.

import { findNearest } from '@terrarium/kernel/find-nearest';
import { listNearestPaths } from '../../rules/list-paths.ts';
import { parseFormula } from '../../rules/parse-formula.ts';
import type { Formula } from '../../system/formula.ts';
import { type Names, toKnown } from './names.ts';
import type { Place, ProblemList } from './problem-list.ts';
import { listNames, suggestName } from './suggest.ts';

export interface FormulaCheck {
  readonly source: string;
  readonly at: Place;
  readonly names: Names;
  /** Names of the manifest's tables, including those that are at fault. */
  readonly tables: ReadonlySet<string>;
  /** `any` for a formula whose value may be of any kind, such as an alias. */
  readonly needs: 'number' | 'truth' | 'any';
  readonly problems: ProblemList;
}

/**
 * The formula if it parses, whatever else is wrong with it; undefined if it does not, or if the problem list is
 * full.
 */
export function checkFormula(check: FormulaCheck): Formula | undefined {
  const { source, at, names, problems } = check;
  if (problems.isFull) return undefined;
  const parsed = parseFormula(source);
  if (!parsed.ok) {
    problems.add(
      at,
      `The formula cannot be read: ${completeReason(parsed.say)}`,
      describePlace(source, parsed.at),
    );
    return undefined;
  }
  const { formula } = parsed;
  const unknown = formula.reads.filter(
    (name) => names.findKind(name) === undefined && !names.isExcused(name),
  );
  for (const name of unknown) {
    problems.add(at, `There is no "${name}" here to read.`, () => suggestPath(name, names.list()));
  }
  for (const table of formula.tables.filter((name) => !check.tables.has(name))) {
    problems.add(at, `There is no table "${table}".`, () => suggestName(table, [...check.tables]));
  }
  if (unknown.length > 0) return formula;
  return checkKinds(check, formula);
}

function checkKinds(check: FormulaCheck, formula: Formula): Formula {
  const { source, at, names, needs, problems } = check;
  const typed = parseFormula(source, (name) => toKnown(names.findKind(name)));
  if (!typed.ok) {
    problems.add(
      at,
      `A value of the wrong kind is used: ${completeReason(typed.say)}`,
      describePlace(source, typed.at),
    );
    return formula;
  }
  const { kind } = typed.formula;
  if (kind === 'list' && needs !== 'any') {
    const suggestion = 'Turn the list into a number with sum, count, min or max.';
    problems.add(
      at,
      `The formula gives a list, but ${needs === 'truth' ? 'a condition' : 'a number'} is needed.`,
      suggestion,
    );
  } else if (kind === 'number' && needs === 'truth') {
    const suggestion = `Compare it with something, such as "${source.slice(0, 60)} > 0".`;
    problems.add(at, 'The formula gives a number, but a condition is needed.', suggestion);
  }
  return typed.formula;
}

/** Adds a full stop unless the text ends with a question mark. */
function completeReason(text: string): string {
  return text.endsWith('?') ? text : `${text}.`;
}

function describePlace(source: string, at: number): string {
  const piece = source.slice(Math.max(0, at - 10), at + 20).trim();
  if (piece === '') return 'Look at the end of the formula.';
  const isLast = source.slice(at).trim().split(/\s+/).length < 3;
  return `Look at "${piece}"${isLast ? '' : '. Nothing after this place was checked'}.`;
}

export function suggestPath(name: string, paths: readonly string[]): string {
  // Looks first for a path that is spelt nearly like the name, then for the nearest path of which a part resembles the
  // last part of the name.
  const nearest =
    findNearest(name, paths) ?? listNearestPaths(name, paths).find((path) => isNear(name, path));
  return nearest === undefined ? listNames(paths) : `Did you mean "${nearest}"?`;
}

const fewestShared = 3;

/**
 * Whether the last part of the written name resembles a part of the path. Even the nearest path may be too different.
 */
function isNear(written: string, path: string): boolean {
  const last = written.slice(written.lastIndexOf('.') + 1).toLowerCase();
  const names = path.toLowerCase().split('.');
  const isWithin = (piece: string, whole: string) => piece.length >= fewestShared && whole.includes(piece);
  return (
    findNearest(last, names) !== undefined ||
    names.some((name) => isWithin(name, last) || isWithin(last, name))
  );
}
