// Finds functions that need more than linear time: compares their times on difficult texts and on texts four times as long.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { assert } from '../base/errors.ts';
import { readProcessEnvironment } from '../config/process-environment.ts';

/** A function that handles texts of other people. Its result does not matter, and it may throw one of our errors. */
export type TextWork = (text: string) => unknown;

/** The length of the shorter text, in characters. */
const shortest = 4_000;
/** The longer text is this many times as long as the shorter one. */
const factor = 4;
/**
 * With a text four times as long, linear work takes four times as long, and quadratic work sixteen times. Above this
 * factor, work counts as more than linear.
 */
const mostGrowth = 9;
/** If an attempt has at most this factor, no further attempts are made. */
const plainlyLinear = 5;
/**
 * Shorter times are too inexact to compare. Quadratic work takes far longer. In milliseconds of the process's
 * processor time, because some systems report a thread's time only in steps of 4 ms.
 */
const tooShortMs = 8;
/** An odd number, so that one attempt is the median. */
const attempts = 7;

/** Pieces of text that patterns look for, begin with or match repeatedly. Each is repeated up to the wanted length. */
const units: readonly string[] =
  ` |\n|\t|\r\n|\r|\u2028|<|< |</|<a |<a>|</a>|<say>|<think>|<!--|<after>|<tool_call>|[TOOL_CALLS]|[|](|[[|[a](|(|)|"|“|”|'|>|.|…|!|?!|*|_|**a|_a_ |\`|\`\`\`\n|{|{"|{"a":|a="|-|- |—|:|/|\\|#|# |¦|¦ -|0|1d6+|a|A|Anna |Anna of |Mr. |and |said Anna, |水|é|e\u0301|\u{1f469}\u200d|\u001b|\u001b[|\u001b]|\u0090|&amp;|&|a\n|a\n\n|1. |x.y.|http://|C:\\|@|twenty |twenty-|five hundred |tomorrow |at |. A|word |o'|~|=|===\n|CHAPTER I\n\n`
    .split('|')
    .map((unit) => unit.replaceAll('¦', '|'));
const edges = [
  ['', ''],
  ['<', 'x'],
  ['x', '\n.'],
  ['"', '>'],
] as const;

export interface PathologicalText {
  readonly unit: string;
  readonly before: string;
  readonly after: string;
}

const everyText: readonly PathologicalText[] = units.flatMap((unit) =>
  edges.map(([before, after]) => ({ unit, before, after })),
);

/** Texts of one repeated unit between two edges. */
export const pathologicalTexts: fc.Arbitrary<PathologicalText> = fc.constantFrom(...everyText);

interface Growth {
  readonly ratio: number;
  /** The time for the longer text, in milliseconds of processor time. */
  readonly longMs: number;
}

/**
 * The median of several attempts, or the first attempt that is plainly linear. A busy machine can slow down either
 * length, so both lengths of an attempt are measured directly one after the other.
 */
export function measureGrowth(work: TextWork, text: PathologicalText): Growth {
  const [short, long] = [build(text, shortest), build(text, factor * shortest)];
  measureMs(work, build(text, shortest / 8));
  const measured: Growth[] = [];
  while (measured.length < attempts) {
    const growth = measureOnce(work, short, long);
    if (growth.ratio <= plainlyLinear) return growth;
    measured.push(growth);
  }
  const median = measured.toSorted((a, b) => a.ratio - b.ratio)[(attempts - 1) / 2];
  assert(median !== undefined, 'the attempts have no median');
  return median;
}

/** Works on the shorter text several times, so that both lengths take the same time if growth is linear. */
function measureOnce(work: TextWork, short: string, long: string): Growth {
  const longMs = measureMs(work, long);
  if (longMs < tooShortMs) return { ratio: 1, longMs };
  const shortMs = measureMs(work, short, factor) / factor;
  return { ratio: longMs / Math.max(shortMs, tooShortMs / factor ** 2), longMs };
}

function build({ unit, before, after }: PathologicalText, length: number): string {
  return before + unit.repeat(Math.ceil(length / unit.length)) + after;
}

function measureMs(work: TextWork, text: string, times = 1): number {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) {
    try {
      work(text);
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error)) throw error;
    }
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Registers a test for each function. Ordinary tests try some of the texts; the long proofs try all of them, and print
 * the measurements.
 */
export function registerGrowthTests(works: Readonly<Record<string, TextWork>>): void {
  const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
  const runs = isProof
    ? { examples: everyText.map((text): [PathologicalText] => [text]), numRuns: everyText.length }
    : { numRuns: 12 };
  it.each(Object.entries(works))('%s takes time in proportion to the text', (name, work) => {
    let worst: Growth = { ratio: 1, longMs: 0 };
    fc.assert(
      fc.property(pathologicalTexts, (text) => {
        const growth = measureGrowth(work, text);
        if (growth.longMs > worst.longMs) worst = growth;
        expect(growth.ratio).toBeLessThanOrEqual(mostGrowth);
      }),
      runs,
    );
    if (isProof) process.stdout.write(`${name}: ${renderGrowth(worst)}\n`);
  });
}

function renderGrowth({ ratio, longMs }: Growth): string {
  const grown = ratio === 1 ? 'too short to compare' : `${ratio.toFixed(1)} times that of a fourth of it`;
  return `${everyText.length} texts of ${factor * shortest} characters, at most ${longMs.toFixed(1)} ms, ${grown}`;
}
