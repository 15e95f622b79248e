// East Asian numbers: reads Japanese and Chinese numbers up to 99, in digits or in characters.

const digits = '〇一二三四五六七八九';

/** A number as part of a pattern. */
export const numberWords = '(?:[0-9０-９]{1,2}|[一二三四五六七八九十两兩]{1,3})';

/** Returns `NaN` if it cannot read the number. */
export function parseEastAsianNumber(said = ''): number {
  const plain = said.normalize('NFKC').replaceAll(/[两兩]/gu, '二');
  if (/^\d+$/u.test(plain)) return Number(plain);
  const parts = /^([一二三四五六七八九])?(十)?([一二三四五六七八九])?$/u.exec(plain);
  if (plain === '' || parts === null) return Number.NaN;
  const [, tens, ten, ones] = parts;
  const unit = Math.max(0, digits.indexOf(ones ?? '〇'));
  if (ten === undefined) return tens === undefined || ones === undefined ? digits.indexOf(plain) : Number.NaN;
  return (tens === undefined ? 1 : digits.indexOf(tens)) * 10 + unit;
}
