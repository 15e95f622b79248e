// Growth: what a function costs on texts made to be slow, at one length and at four times that length.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readProcessEnvironment } from '../config/process-environment.ts';

/**
 * A function that is given other people's text; what it returns does not matter, and it may throw an error of ours.
 */
export type TextWork = (text: string) => unknown;

/** The shortest length, in characters; the other is four times as long. */
const shortest = 4_000;
/**
 * Four times the text takes linear work four times as long, and quadratic work sixteen times; beyond this factor it
 * counts as more than linear.
 */
const mostGrowth = 9;
/**
 * In milliseconds of the process's processor time (some systems report a single thread's time in steps of 4 ms);
 * shorter times cannot be compared, but quadratic work takes many times as long.
 */
const tooShortMs = 8;
const attempts = 5;

/** Pieces of text that patterns repeat, open or look for; each is repeated to the length that is wanted. */
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

/** The lowest of several attempts, because whatever else the machine does can only make an attempt slower. */
export function measureGrowth(work: TextWork, text: PathologicalText): Growth {
  const [short, long] = [build(text, shortest), build(text, 4 * shortest)];
  measureMs(work, build(text, shortest / 8));
  let growth = measureOnce(work, short, long);
  for (let attempt = 1; attempt < attempts && growth.ratio > mostGrowth; attempt += 1) {
    const again = measureOnce(work, short, long);
    if (again.ratio < growth.ratio) growth = again;
  }
  return growth;
}

/** The shorter text is measured three times: too long a time for it would hide growth. */
function measureOnce(work: TextWork, short: string, long: string): Growth {
  const longMs = measureMs(work, long);
  if (longMs < tooShortMs) return { ratio: 1, longMs };
  const shortMs = Math.min(measureMs(work, short), measureMs(work, short), measureMs(work, short));
  return { ratio: longMs / Math.max(shortMs, tooShortMs / 16), longMs };
}

function build({ unit, before, after }: PathologicalText, length: number): string {
  return before + unit.repeat(Math.ceil(length / unit.length)) + after;
}

function measureMs(work: TextWork, text: string): number {
  const before = process.cpuUsage();
  try {
    work(text);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * A test for each function: usually with some of the texts; in the proofs with all of them, and the measurements are
 * printed.
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
  return `${everyText.length} texts of ${4 * shortest} characters, at most ${longMs.toFixed(1)} ms, ${grown}`;
}
