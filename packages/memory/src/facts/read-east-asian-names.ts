// Reads from a person's own Japanese or Chinese words what they are called.
import { hasEastAsianScript } from '../events/script-languages.ts';
import type { ReadFact } from './read-facts.ts';

const noName =
  '誰|何|今日|明日|本当|本名|嘘|正直|感謝|多分|秘密|ひみつ|内緒|まだ|嫌|好|同じ|漢字|(?:no|yes|ok)(?![A-Za-z])';
const script = String.raw`[\p{Script=Han}]{1,6}|[\p{Script=Katakana}ー・]{2,12}|[\p{Script=Hiragana}]{1,3}[\p{Script=Han}]{1,2}|[A-Za-z]{2,20}`;
/** A name that no word such as “名前” announces. One that is all in hiragana is not read, since it may be any word. */
const bareName = `(?<name>(?!${noName})(?:${script}))`;
const japaneseName = String.raw`(?<name>(?!${noName})(?:${script}|[\p{Script=Hiragana}]{2,6}?))`;
const own = '(?:私|わたし|わたくし|僕|ぼく|俺|おれ|あたし)';
const greetings = 'はじめまして|初めまして|こんにちは|こんばんは|おはよう(?:ございます)?|どうも|やあ';
const greeting = `(?:${greetings})[、,！! 　]*`;
const called =
  '(?:って|と)(?:言い?います|いいます|申します|言うんだ|いうんだ|言うよ|いうよ)(?=$|[、,！!よねが]|けど|ので|から)';
const toCall = '(?:って|と)呼んで(?![るいた])';
const nameIs = `名前は[、,]?${japaneseName}(?:です|だよ|だ|${called})(?:$|[！!、,よね])`;

const surname =
  '[王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝韩韓唐冯馮于董萧蕭程曹袁邓鄧许許傅沈曾彭吕呂苏蘇卢盧蒋蔣蔡贾賈丁魏薛叶葉阎閻余潘杜戴夏钟鍾汪田任姜范方石姚谭譚廖邹鄒熊金陆陸郝孔崔康毛邱秦江史顾顧侯邵孟龙龍段雷钱錢尹黎易常武乔喬贺賀赖賴龚龔樊殷施陶洪翟颜顏倪严嚴温溫季俞章鲁魯葛韦韋尤毕畢聂聶焦柳邢岳齐齊梅莫庄莊辛祝左祁舒耿詹关關苗凌纪紀盛童欧歐项項裴卫衛霍翁甘景柏宁寧柯阮桂]';
const han = String.raw`\p{Script=Han}`;
/** Words that may follow “叫” but are no name, because “叫” also means to order something or to have somebody come. */
const noCalled =
  '方便|黄焖|小(?:孩|朋友|偷|狗|猫|伙|费|費)|老(?:师|師|板|公|婆|爸|妈|媽)|[妈媽爸爷爺奶哥姐弟妹叔婆公滴]|(?:uber|didi|ok)(?![A-Za-z])';
const title = '(?:师傅|師傅|老师|老師|医生|醫生|先生|女士|小姐|阿姨|经理|經理|[哥姐总總来來去走帮幫])';
const chineseName = String.raw`(?<name>(?!${noCalled})(?:${surname}${han}{1,2}|[小阿]${han}{1,2}|老${surname}|(?<twice>${han})\k<twice>|[A-Za-z]{2,20})(?<!${title}))`;

const build = (pattern: string) => new RegExp(pattern, 'iu');
const sure = [
  `^(?:${greeting})?${own}は[、,]?${bareName}(?:${called}|${toCall})`,
  `^(?:${greeting})?${own}の${nameIs}`,
  `^(?:(?:你好|您好|大家好|嗨|嘿)[，,！! ]*)?(?:我叫做?|我的名字(?:是|叫)|我名叫)${chineseName}$`,
  `^(?:你)?(?:可以|就)?叫我${chineseName}(?:就好|就行|就可以|吧)$`,
].map(build);
/** Tried only at the beginning of a message or after greetings: later, it may name somebody told of before. */
const atBeginning = build(`^(?:${greeting})?${bareName}${toCall}`);
/**
 * Beginnings that may also answer a question about somebody else: they count only as long as the person has no name.
 */
const ifNameless = [`^(?:${greeting})?${bareName}${called}`, `^(?:${greeting})?${nameIs}`].map(build);
const onlyGreeting = build(`^(?:${greetings}|[。、,！!？?s])*$`);
const sentences = /[^。！？!?\n，]+[？?]?/gu;
const whole = /[^。！？!?\n]+[？?]?/gu;

/** Returns at most one fact: the name that the speaker tells first as their own. */
export function readEastAsianNames(text: string): readonly ReadFact[] {
  if (!hasEastAsianScript(text)) return [];
  for (const { 0: part, index } of [...text.matchAll(sentences), ...text.matchAll(whole)]) {
    const fact = readName(part.trim(), onlyGreeting.test(text.slice(0, index)));
    if (fact !== undefined) return [fact];
  }
  return [];
}

/** `isFirst`: whether nothing but greetings comes before the sentence. */
function readName(sentence: string, isFirst: boolean): ReadFact | undefined {
  if (/[？?]$/u.test(sentence)) return undefined;
  const find = (patterns: readonly RegExp[]) =>
    patterns.map((pattern) => pattern.exec(sentence)?.groups?.['name']).find(Boolean);
  const told = find(isFirst ? [...sure, atBeginning] : sure);
  const value = told ?? (isFirst ? find(ifNameless) : undefined);
  if (value === undefined) return undefined;
  const fact = { owner: '', relation: 'name', value, quote: sentence, ends: undefined };
  return told === undefined ? { ...fact, isIfUnknown: true } : fact;
}
