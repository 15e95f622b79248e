// Takes the marks of emphasis out of a text where they come in pairs, in one pass.

interface Run {
  readonly mark: string;
  readonly start: number;
  /** Signs that stay. */
  left: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
}

const runs = /\*+|_+|~~+/gu;

/** `*`, `_` and `~~`; what has no partner is a sign like any other. */
export function stripEmphasis(text: string): string {
  const found = [...text.matchAll(runs)].map((match) => parseRun(text, match.index, match[0]));
  const openers = new Map<string, Run[]>();
  for (const run of found) {
    const stack = openers.get(run.mark) ?? [];
    openers.set(run.mark, stack);
    if (run.canClose) closeRuns(stack, run);
    if (run.canOpen && run.left > 0) stack.push(run);
  }
  let plain = '';
  let at = 0;
  for (const run of found) {
    plain += text.slice(at, run.start) + run.mark.repeat(run.left);
    at = run.start + measureRun(text, run);
  }
  return plain + text.slice(at);
}

function parseRun(text: string, start: number, signs: string): Run {
  const before = start === 0 ? ' ' : text.charAt(start - 1);
  const after = text.charAt(start + signs.length) || ' ';
  const isLeft = !isSpace(after) && (!isSign(after) || isSpace(before) || isSign(before));
  const isRight = !isSpace(before) && (!isSign(before) || isSpace(after) || isSign(after));
  const mark = signs.charAt(0);
  const isInside = mark === '_' && isWord(before) && isWord(after);
  return { mark, start, left: signs.length, canOpen: isLeft && !isInside, canClose: isRight && !isInside };
}

function closeRuns(stack: Run[], run: Run): void {
  for (let opener = stack.at(-1); opener !== undefined && run.left > 0; opener = stack.at(-1)) {
    const pairs = Math.min(opener.left, run.left);
    opener.left -= pairs;
    run.left -= pairs;
    if (opener.left === 0) stack.pop();
  }
}

function measureRun(text: string, run: Run): number {
  let end = run.start;
  while (text.charAt(end) === run.mark) end += 1;
  return end - run.start;
}

function isSpace(sign: string): boolean {
  return /\s/u.test(sign);
}

function isSign(sign: string): boolean {
  return /[\p{P}\p{S}]/u.test(sign);
}

function isWord(sign: string): boolean {
  return /[\p{L}\p{N}]/u.test(sign);
}
