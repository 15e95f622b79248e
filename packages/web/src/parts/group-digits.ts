// Groups the digits of large numbers in a text, and writes negative ones with a real minus sign.

const numbers = new Intl.NumberFormat('en');
const large = /(?<![\w.])\d{5,}/u;
const word = /\p{L}/u;

/**
 * In a text with words, a number of four digits may be a year, and is grouped only if the text also has a larger
 * number.
 */
export function groupDigits(text: string): string {
  const signed = text.replaceAll(/(?<![\w)])-(?=\d)/gu, '−');
  if (word.test(signed) && !large.test(signed)) return signed;
  return signed.replaceAll(/(?<![\w.])\d{4,}/gu, (digits) => numbers.format(BigInt(digits)));
}

/**
 * Groups the digits in a number of tokens, such as `32000 tokens`. The values of options, which people copy, stay as
 * they are.
 */
export function groupTokens(text: string): string {
  return text.replaceAll(
    /(?<![\d.,=])\d{4,}(?= tokens\b)|(?<=\b(?:about|at least) )\d{4,}(?!\d|\.\d)/gu,
    (digits) => numbers.format(BigInt(digits)),
  );
}
