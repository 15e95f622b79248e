// Reads from a person's own Japanese or Chinese words what they are called.
import { hasEastAsianScript } from '../events/script-languages.ts';
import type { ReadFact } from './read-facts.ts';

const script = String.raw`[\p{Script=Han}]{1,6}|[\p{Script=Katakana}ー・]{2,12}|[\p{Script=Hiragana}]{1,3}[\p{Script=Han}]{1,2}|[A-Za-z]{2,20}`;
/** Where nothing says that a name follows, one in hiragana may be any word. */
const bareName = `(?<name>(?!誰|何|今日|明日|本当)(?:${script}))`;
const japaneseName = String.raw`(?<name>(?:${script}|[\p{Script=Hiragana}]{2,6}?))`;
const own = '(?:私|わたし|わたくし|僕|ぼく|俺|おれ|あたし)';
const greeting =
  '(?:はじめまして|初めまして|こんにちは|こんばんは|おはよう(?:ございます)?|どうも)[、,！! 　]*';
const called =
  '(?:って|と)(?:言い?います|いいます|申します|言うんだ|いうんだ|言うよ|いうよ|呼んで(?![るいた]))';
const patterns = [
  `^(?:${greeting})?(?:${own}は[、,]?)?${bareName}${called}`,
  `^(?:${greeting})?(?:${own}の)?名前は[、,]?${japaneseName}(?:です|だよ|だ|${called})(?:。|$|[！!、,よね])`,
  String.raw`^(?:(?:你好|您好|大家好|嗨|嘿)[，,！! ]*)?(?:我叫|我的名字(?:是|叫)|我名叫)(?<name>(?![他她它你您大谁誰什啥车車外人])(?!.*[来來去帮幫妈媽爸])(?:[\p{Script=Han}·]{2,4}|[A-Za-z]{2,20}))$`,
  String.raw`^(?:你)?(?:可以|就)?叫我(?<name>(?![他她它你您去来來起])(?:[\p{Script=Han}·]{1,4}?|[A-Za-z]{2,20}))(?:就好|就行|就可以|吧)$`,
].map((pattern) => new RegExp(pattern, 'u'));
const sentences = /[^。！？!?\n，]+[？?]?/gu;
const whole = /[^。！？!?\n]+[？?]?/gu;

/** Returns the first name that is found, as the speaker's own. All clauses are tried first, then whole sentences. */
export function readEastAsianNames(text: string): readonly ReadFact[] {
  if (!hasEastAsianScript(text)) return [];
  const said = [...text.matchAll(sentences), ...text.matchAll(whole)].map(([part]) => part.trim());
  for (const sentence of said.filter((one) => !/[？?]$/u.test(one)))
    for (const pattern of patterns) {
      const value = pattern.exec(sentence)?.groups?.['name'];
      if (value !== undefined)
        return [{ owner: '', relation: 'name', value, quote: sentence, ends: undefined }];
    }
  return [];
}
