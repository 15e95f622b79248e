// Tests which brackets in a Japanese text are the reading of a word, and to which word each belongs.

import { describe, expect, it } from 'vitest';
import { toHiragana, toKatakana } from './fold-kana.ts';
import { listKanaReadings } from './list-kana-readings.ts';

const list = (text: string) =>
  listKanaReadings(text).map(({ base, bracket, kana }) => [text.slice(base, bracket), kana]);

describe('readings in a Japanese text', () => {
  it('belong to the Chinese characters before them, or to what begins with ｜', () => {
    expect(list('私は御堂紗夜《みどうさや》、｜鐘ノ浦《かねのうら》の灯守り《ひもり》だ。')).toEqual([
      ['御堂紗夜', 'みどうさや'],
      ['鐘ノ浦', 'かねのうら'],
      ['灯守り', 'ひもり'],
    ]);
    expect(list('御堂《みどう》紗夜(さや)が霧喰い（キリクイ）に食われる（くわれる）')).toEqual([
      ['御堂', 'みどう'],
      ['紗夜', 'さや'],
      ['霧喰い', 'キリクイ'],
      ['食われる', 'くわれる'],
    ]);
    expect(list('｜宿敵《Rival》と｜ただ《・・》の人々《ひとびと》')).toEqual([
      ['宿敵', 'Rival'],
      ['ただ', '・・'],
      ['人々', 'ひとびと'],
    ]);
  });

  it('are no words in brackets that stand behind a particle, a verb or kana, and no title', () => {
    for (const text of [
      '俺は（たぶん）そう思う（たぶん）',
      '彼女の《ファイア》と唱える《ファイア》',
      'モチ《もち》 と、『沈鐘記』（ちんしょうき）',
      'He said (quietly) so; 東京（首都）《一》',
    ])
      expect(list(text)).toEqual([]);
  });
});

it('kana are written as the other kind, and everything else stays', () => {
  expect(toHiragana('リーゼロッテとヴァンA漢')).toBe('りーぜろってとゔぁんA漢');
  expect(toKatakana('さーやゝ、A漢')).toBe('サーヤヽ、A漢');
});
