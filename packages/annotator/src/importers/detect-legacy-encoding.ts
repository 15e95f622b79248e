// Detects older encodings of Chinese, Japanese, Korean and Cyrillic texts by how often their commonest letters occur.

const legacyEncodings = [
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'windows-1251',
  'koi8-r',
] as const;
export type LegacyEncoding = (typeof legacyEncodings)[number];

interface Script {
  /** The commonest letters of the languages that are written in this encoding. */
  readonly common: RegExp;
  /**
   * At least this share of the non-ASCII characters of prose are common letters. A text that is decoded in the wrong
   * encoding has hardly any of them.
   */
  readonly leastShare: number;
}

const chinese =
  '的一是不了在人有上来他中大到说地子就那要出也得里后自以会着去而过她看起好小么心道没还天对然之事能想只当成';
const traditional =
  '的一是不了在人有上來他中大到說地子就那要出也得裡後自以會著去而過她看起好小麼心道沒還天對然之事能想只當成';
const korean = '이다는을에의가고지하기리도나어로사아그서를자은한들만라니해었게있';

const simplifiedProse: Script = { common: buildPattern(chinese), leastShare: 0.12 };
const traditionalProse: Script = { common: buildPattern(traditional), leastShare: 0.12 };
const japaneseProse: Script = { common: /\p{Script=Hiragana}/gu, leastShare: 0.25 };
const koreanProse: Script = { common: buildPattern(korean), leastShare: 0.18 };
const cyrillicProse: Script = { common: /[оеаинтсрвл]/gu, leastShare: 0.45 };

const scripts: Readonly<Record<LegacyEncoding, Script>> = {
  gb18030: simplifiedProse,
  big5: traditionalProse,
  shift_jis: japaneseProse,
  'euc-jp': japaneseProse,
  'euc-kr': koreanProse,
  'windows-1251': cyrillicProse,
  'koi8-r': cyrillicProse,
};
/** In a long text, a few bytes may be damaged. */
const mostDamaged = 0.005;

/**
 * `sample` is the beginning of a text, and may end within a character. If the text may be Western European, Cyrillic
 * encodings are not considered, because their letters have the same bytes as accented ones. Undefined if the text does
 * not read as prose in any encoding.
 */
export function detectLegacyEncoding(sample: Uint8Array, isWestern: boolean): LegacyEncoding | undefined {
  const scored = legacyEncodings
    .filter((encoding) => !isWestern || scripts[encoding] !== cyrillicProse)
    .map((encoding) => ({ encoding, score: scoreEncoding(sample, encoding) }));
  const [best] = scored.toSorted((one, other) => other.score - one.score);
  return best !== undefined && best.score >= 1 ? best.encoding : undefined;
}

/**
 * The share of common letters in the decoded text, divided by the least share that the encoding must reach; 0 if the
 * sample cannot be decoded.
 */
function scoreEncoding(sample: Uint8Array, encoding: LegacyEncoding): number {
  const text = new TextDecoder(encoding).decode(sample, { stream: true });
  const beyond = count(text, /[^\0-\u007f]/gu);
  if (beyond === 0 || count(text, /\ufffd|[\u0080-\u009f]/gu) > beyond * mostDamaged) return 0;
  const { common, leastShare } = scripts[encoding];
  return count(text, common) / beyond / leastShare;
}

function count(text: string, pattern: RegExp): number {
  let found = 0;
  for (const _ of text.matchAll(pattern)) found += 1;
  return found;
}

function buildPattern(letters: string): RegExp {
  return new RegExp(`[${letters}]`, 'gu');
}
