// Reads the numbers of a text by their value, in digits or in English words.

export interface WrittenNumber {
  readonly shown: string;
  /** Every value that it may mean: a point may separate thousands or be a decimal point. */
  readonly values: readonly number[];
  /** Whether the number is spelled out. */
  readonly isSpelled: boolean;
  /** The word right after the number, in small letters; empty if there is none. */
  readonly next: string;
}

const digits = /\d+(?:[.,]\d+)*(?:\s?(?<unit>k|hundred|thousand|million|billion|bn)(?![\p{L}\p{N}]))?/giu;
const grouped = /^\d{1,3}(?:[.,]\d{3})+$/;
const word = /[\p{L}\p{M}]+/gu;
const units: Readonly<Record<string, number>> = {
  k: 1e3,
  hundred: 100,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  bn: 1e9,
};
const small = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
  'seventeen eighteen nineteen'
).split(' ');
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const spelled: ReadonlyMap<string, number> = new Map([
  ...small.map((name, value) => [name, value] as const),
  ...tens.map((name, at) => [name, (at + 2) * 10] as const),
  ['dozen', 12],
  ['couple', 2],
  ['twice', 2],
  ['half', 0.5],
]);

/** Returns the numbers in digits first, then the numbers in words. */
export function readNumbers(text: string): readonly WrittenNumber[] {
  const plain = text.normalize('NFKC');
  const inDigits = [...plain.matchAll(digits)].map(({ 0: shown, index, groups }) => ({
    shown: shown.trim(),
    values: listValues(shown, groups?.['unit']),
    isSpelled: false,
    next: readNext(plain, index + shown.length),
  }));
  return [...inDigits, ...readSpelled(plain)];
}

const following = /^[ -]?((?:[\p{L}\p{M}]+|%))/u;
const longestNext = 40;

function readNext(text: string, end: number): string {
  return following.exec(text.slice(end, end + longestNext))?.[1]?.toLowerCase() ?? '';
}

function listValues(shown: string, unit: string | undefined): readonly number[] {
  const figure = /^[\d.,]+/.exec(shown)?.[0] ?? '';
  const factor = unit === undefined ? 1 : (units[unit.toLowerCase()] ?? 1);
  const whole = Number(figure.replace(/[.,]/g, ''));
  // If a number has both points and commas, the last of them is the decimal point, as in `1,234.50`.
  const isMixed = figure.includes('.') && figure.includes(',');
  const decimal = Number((isMixed ? figure.replace(/[.,](?=.*[.,])/g, '') : figure).replace(',', '.'));
  const plain = grouped.test(figure) ? [whole, decimal] : [decimal, whole];
  const values = isMixed ? [decimal] : plain;
  return [...new Set(values.filter(Number.isFinite).map((value) => value * factor))];
}

interface Run {
  readonly words: readonly string[];
  readonly end: number;
}

/** Number words that follow each other form one number: `two thousand four hundred`, `twenty-five`. */
function readSpelled(text: string): readonly WrittenNumber[] {
  const runs: Run[] = [];
  for (const { 0: found, index } of text.matchAll(word)) {
    const lower = found.toLowerCase();
    if (!spelled.has(lower) && units[lower] === undefined) continue;
    const before = runs.at(-1);
    const between = before === undefined ? '' : text.slice(before.end, index);
    const isJoined = before !== undefined && /^(?:[\s-]| and )$/.test(between);
    if (isJoined) runs.pop();
    runs.push({ words: [...(isJoined ? before.words : []), lower], end: index + found.length });
  }
  return runs.flatMap(({ words, end }) => {
    const value = computeValue(words);
    const next = readNext(text, end);
    return value === undefined ? [] : [{ shown: words.join(' '), values: [value], isSpelled: true, next }];
  });
}

/**
 * Returns undefined for a unit alone, such as `million`: it belongs to a number in digits, or is only a way of
 * speaking.
 */
function computeValue(words: readonly string[]): number | undefined {
  let [sum, part] = [0, 0];
  let isCounted = false;
  for (const one of words) {
    const value = spelled.get(one);
    if (value !== undefined) {
      part = one === 'dozen' ? Math.max(1, part) * value : part + value;
      isCounted = true;
    } else if (one === 'hundred') part = Math.max(1, part) * 100;
    else [sum, part] = [sum + Math.max(1, part) * (units[one] ?? 1), 0];
  }
  return isCounted ? sum + part : undefined;
}
