// All guards: lists what is checked besides the tests, in the order in which it is checked.
import { findUncleanText } from './clean-text.ts';
import { findUnexplainedCodes } from './error-codes.ts';
import { findMisplacedCodes } from './error-exits.ts';
import { findMissingFirstLines } from './first-lines.ts';
import { findStalePages } from './generated-docs.ts';
import { findLostCauses } from './kept-causes.ts';
import { findSlowPatterns } from './linear-patterns.ts';
import { findLongFunctions } from './long-functions.ts';
import { findUnnamedParameters } from './named-parameters.ts';
import { findPoorNames } from './names.ts';
import { findStrayAsking } from './one-asking.ts';
import { findStrayFiles } from './one-door.ts';
import { findWrongEdges } from './package-edges.ts';
import { findUnversionedTexts } from './prompt-texts.ts';
import { findSpecGaps } from './spec-rules.ts';
import { findSpreadLiterals } from './spread-literals.ts';
import { findStraySql } from './sql-only-in-stores.ts';
import { findStrayVerbs } from './verbs.ts';

/** A function that returns a line for each thing that is wrong, or the command of a tool. */
export type Guard =
  | (() => readonly string[] | Promise<readonly string[]>)
  | readonly [tool: string, ...string[]];

export type Guards = Readonly<Record<string, Guard>>;

/** Two lists that can be worked through at the same time. */
export function listGuards(root: string): readonly Guards[] {
  const withSeveralThreads: Guards = {
    // With one checker and one project at a time, the compiler takes half as much processor time.
    types: ['tsc', '-b', '--checkers', '1', '--builders', '1'],
    // This guard comes last, since it uses all the processors that the others leave free.
    'style and limits': ['biome', 'check', '--error-on-warnings', '.'],
  };

  const withOneThread: Guards = {
    'first lines': () => findMissingFirstLines(root),
    names: () => findPoorNames(root),
    verbs: () => findStrayVerbs(root),
    'SQL only in stores': () => findStraySql(root),
    'one door': () => findStrayFiles(root),
    'one asking': () => findStrayAsking(root),
    'package edges': () => findWrongEdges(root),
    'clean text': () => findUncleanText(root),
    'long functions': () => findLongFunctions(root),
    'spread literals': () => findSpreadLiterals(root),
    'named parameters': () => findUnnamedParameters(root),
    'kept causes': () => findLostCauses(root),
    'linear patterns': () => findSlowPatterns(root),
    'prompt texts': () => findUnversionedTexts(root),
    'explained codes': () => findUnexplainedCodes(root),
    'explained exits': () => findMisplacedCodes(root),
    'spec and tests': () => findSpecGaps(root),
    'generated pages': () => findStalePages(root),
    walls: ['depcruise', '--config', '.dependency-cruiser.mjs', 'packages', 'guards', 'bench'],
    'dead code and dependencies': ['knip', '--no-progress'],
  };
  return [withSeveralThreads, withOneThread];
}
