// Tests which words of a person say in Japanese or Chinese what they are called.
import { describe, expect, it } from 'vitest';
import { readEastAsianNames } from './read-east-asian-names.ts';

const read = (text: string) => readEastAsianNames(text).map(({ value }) => value);

describe('a name in Japanese or Chinese', () => {
  it.each([
    ['健太っていいます', '健太'],
    ['はじめまして、健太といいます。よろしく。', '健太'],
    ['私の名前は山田花子です', '山田花子'],
    ['名前はサクラだよ', 'サクラ'],
    ['モチと呼んでね', 'モチ'],
    ['こんにちは！名前は健太です。', '健太'],
    ['我叫小李', '小李'],
    ['我叫做王明', '王明'],
    ['你好，我叫王小明，今年三十岁。', '王小明'],
    ['叫我阿明吧', '阿明'],
  ])('FP21: is read: %s', (text, name) => {
    expect(read(text)).toEqual([name]);
    expect(text).toContain(readEastAsianNames(text)[0]?.quote);
  });

  it.each([
    '猫の名前はモチといいます',
    'この花は桜といいます',
    'ママと呼んでるよ',
    '私は行くと言います',
    '名前は何ですか？',
    '猫を飼い始めた。名前はモチだよ。',
    '娘が生まれました。桜といいます。',
    '名前はまだないです。',
    '私の名前は秘密です。',
    '我叫外卖',
    '我叫了外卖。',
    '我叫不出名字。',
    '我叫醒了他。',
    '我叫服务员。',
    '我叫王师傅。',
    '叫我回家吧',
    '我的名字是爷爷起的',
    '我叫他来',
    '我叫小李来帮忙',
    '你叫什么名字？',
    'My name is Ada.',
  ])('FP21: is not read out of: %s', (text) => {
    expect(read(text)).toEqual([]);
  });
});
