// Finds the numbers in a text, in digits or in words up to the thousands, with their places.

export interface WrittenNumber {
  readonly value: number;
  readonly start: number;
  readonly end: number;
}

const units = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const values: ReadonlyMap<string, number> = new Map([
  ...units.map((word, index) => [word, index] as const),
  ...tens.map((word, index) => [word, (index + 2) * 10] as const),
]);
const scales: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1000],
]);
const word = [...values.keys(), ...scales.keys()].join('|');
const inWords = `(?:a[ ](?=hundred|thousand))?(?:${word})(?:(?:-|[ ](?:and[ ])?)(?:${word}))*`;
const inDigits = '\\d{1,3}(?:,\\d{3})+|\\d{1,9}';
/**
 * A number that is not part of a word, of dice such as `2d6`, of an ordinal or of a decimal such as `4.5`. A unit such
 * as `hp` may follow directly.
 */
const number = new RegExp(
  `(?<![\\p{L}\\d.,]|[\\p{L}\\d][-–])(?:(${inDigits})(?=(?:hp|gp|sp|cp|xp)?(?![\\p{L}\\d]|[.,]\\d))|(${inWords})(?![\\p{L}\\d]))`,
  'giu',
);

export function listWrittenNumbers(text: string): readonly WrittenNumber[] {
  return [...text.matchAll(number)].map((match) => ({
    value: match[1] === undefined ? readWords(match[0]) : Number(match[1].replaceAll(',', '')),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function readWords(text: string): number {
  let whole = 0;
  let part = 0;
  for (const each of text.toLowerCase().split(/[\s-]+/)) {
    const scale = scales.get(each);
    if (scale === undefined) {
      part += values.get(each) ?? 0;
    } else if (scale === 1000) {
      whole += (part || 1) * scale;
      part = 0;
    } else {
      part = (part || 1) * scale;
    }
  }
  return whole + part;
}
