// Finds the readings that Japanese texts write behind a word: `御堂紗夜《みどうさや》`, `霧喰い（きりくい）`, `｜灯核《コア》`.

import { toHiragana } from './fold-kana.ts';

/** A reading in a text; all offsets are in UTF-16 units. */
export interface KanaReading {
  /** Where the word begins that is read so; behind its `｜`, if it has one. */
  readonly base: number;
  /** Where the word begins with its `｜`; equal to `base` if it has none. */
  readonly start: number;
  /** Where the opening bracket is; the word ends there. */
  readonly bracket: number;
  /** The offset behind the closing bracket. */
  readonly end: number;
  /** What stands between the brackets. */
  readonly kana: string;
}

const kana = String.raw`[\p{sc=Hiragana}\p{sc=Katakana}ー・\s]`;
/** Signs that are written within words of Chinese characters. */
const han = String.raw`[\p{sc=Han}〆ヶヵ]`;
/**
 * A bracket with a reading. The author may mark with `｜` where the word begins; otherwise it is a run of Chinese
 * characters, perhaps with an ending in hiragana that is no particle. Behind other letters no reading is expected.
 */
const reading = new RegExp(
  [
    String.raw`《(?<=｜[^\s《｜]{1,20}《)(?<marked>[^\s《》]{1,40})》`,
    String.raw`《(?<=${han}\p{sc=Hiragana}{0,3}《)(?<![はがをにともへでのや]《)(?<ruby>${kana}{1,40})》`,
    String.raw`[（(](?<=${han}\p{sc=Hiragana}{0,3}[（(])(?<![はがをにともへでのや][（(])(?<printed>${kana}{1,40})[）)]`,
  ].join('|'),
  'gu',
);
const longestBase = 24;
const markedBase = /｜([^\s《｜]+)$/u;
const plainBase = new RegExp(String.raw`(?<!${han})${han}+(\p{sc=Hiragana}{0,3})$`, 'u');

/** The readings in a text, in order. A reading belongs to the word right before it. */
export function listKanaReadings(text: string): readonly KanaReading[] {
  return [...text.matchAll(reading)].flatMap(({ index, 0: whole, groups }) => {
    const before = text.slice(Math.max(0, index - longestBase), index);
    const { marked, ruby, printed } = groups ?? {};
    const kana = marked ?? ruby ?? printed ?? '';
    const [word = '', ending = ''] =
      marked === undefined ? (plainBase.exec(before) ?? []) : [markedBase.exec(before)?.[1]];
    // `霧喰い（きりくい）`, but not `思う（たぶん）`: a reading ends as its word does.
    if (!toHiragana(kana).trimEnd().endsWith(ending)) return [];
    const base = index - word.length;
    const start = marked === undefined ? base : base - 1;
    return [{ base, start, bracket: index, end: index + whole.length, kana }];
  });
}
