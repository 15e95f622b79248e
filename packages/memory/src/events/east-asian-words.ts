// East Asian words: Japanese and Chinese words for days and times, and the patterns in which they stand.
import { numberWords as n } from './east-asian-numbers.ts';

export interface PartOfDay {
  readonly hour: number;
  /** Whether an hour on a clock that stands behind this word is before noon or after it. */
  readonly half: 'before' | 'after';
}

export interface EastAsianWords {
  /** Words for a day, each with how many days it is from today. */
  readonly days: Readonly<Record<string, number>>;
  /** Words that name a day with a part of it, such as "tonight". */
  readonly shortDays: Readonly<Record<string, readonly [day: number, part: string]>>;
  /** Words before a weekday, a month or a year, each with how many weeks, months or years later it is. */
  readonly weeks: Readonly<Record<string, number>>;
  readonly months: Readonly<Record<string, number>>;
  readonly years: Readonly<Record<string, number>>;
  readonly feasts: Readonly<Record<string, readonly [month: number, date: number]>>;
  /** What must follow a feast for it to be a date and not what the words are about, as in “Christmas present”. */
  readonly afterFeast: string;
  readonly parts: Readonly<Record<string, PartOfDay>>;
  /** Parts of the day that name a time where no day and no hour stands beside them. */
  readonly partsAlone: string;
  /** Patterns. What stands in curly brackets is replaced by one of the words above. */
  readonly day: string;
  readonly weekday: string;
  readonly weekdayNames: string;
  readonly week: string;
  readonly weekend: string;
  readonly month: string;
  readonly monthEnd: string;
  readonly date: string;
  /** What must not follow a day of a month that stands without its month: “3日分” and “5号电池” name no day. */
  readonly notDateAlone: string;
  readonly dateInMonth: string;
  readonly dayWait: string;
  readonly wait: string;
  readonly clock: string;
  /** What may stand before a date, between its words and after it, and goes with it. */
  readonly lead: string;
  readonly joint: string;
  readonly end: string;
  /** What is done early, or by a timetable, and what is done in the evening. */
  readonly early: RegExp;
  readonly evening: RegExp;
}

const morning = { hour: 8, half: 'before' } as const;
const noon = { hour: 12, half: 'after' } as const;
const afternoon = { hour: 15, half: 'after' } as const;
const dusk = { hour: 18, half: 'after' } as const;
const night = { hour: 20, half: 'after' } as const;

const digit = '[0-9０-９一二三四五六七八九十]';
/** The words “きょう” and “あす” also occur within other words in hiragana, such as “べんきょう” and “きょうだい”. */
const hiraganaWord = {
  before: String.raw`(?<![^\P{Script=Hiragana}をはがにもねよ](?=きょう|あす))`,
  after: String.raw`(?!(?<=きょう|あす)(?!から)[^\P{Script=Hiragana}はのにもま])`,
} as const;

const japanese: EastAsianWords = {
  days: { 今日: 0, きょう: 0, 本日: 0, 明日: 1, あした: 1, あす: 1, 明後日: 2, あさって: 2, しあさって: 3 },
  shortDays: {
    今夜: [0, '夜'],
    今晩: [0, '夜'],
    明朝: [1, '朝'],
    明晩: [1, '夜'],
  },
  weeks: { 今週: 0, 来週: 1, 再来週: 2 },
  months: { 今月: 0, 来月: 1, 再来月: 2 },
  years: { 今年: 0, 来年: 1, 再来年: 2 },
  feasts: {
    元日: [1, 1],
    元旦: [1, 1],
    大晦日: [12, 31],
    大みそか: [12, 31],
    クリスマスイブ: [12, 24],
    クリスマス: [12, 25],
  },
  afterFeast: '(?=に|まで|から|は|の[朝昼夜晩])',
  parts: {
    早朝: { hour: 6, half: 'before' },
    午前中: morning,
    午前: morning,
    朝: morning,
    正午: noon,
    お昼: noon,
    昼: noon,
    午後: afternoon,
    夕方: dusk,
    夜: night,
    晩: night,
    深夜: { hour: 2, half: 'before' },
    夜中: { hour: 2, half: 'before' },
  },
  partsAlone: '正午|午前中|午後(?!の紅茶|ティー)|夕方|深夜(?![食番ア放便バ料])',
  day: `${hiraganaWord.before}(?<day>{days})${hiraganaWord.after}(?!(?<=明日)(?:香(?!港)|奈(?!良))|(?<=今日)子(?![供ど]))`,
  weekday:
    '(?<!先週の?|先々週の?|前の)(?:(?<week>{weeks})の?|今度の|次の|この)?(?<weekday>[日月火水木金土])曜日?(?!大工)',
  weekdayNames: '日月火水木金土',
  week: '(?<weekAlone>来週|再来週)(?!末)',
  weekend: '(?<![先々毎]|前の)(?:(?<weekendOf>今|来|再来)|この)?(?<weekend>週末)',
  month: '(?<monthAlone>来月|再来月)(?!末)',
  monthEnd: `(?<![先々毎]|前の|${digit})(?<endOf>今|来|再来)?(?<monthEnd>月末)`,
  date: '日(?![間目後前本付]|以内|ぶり|ごと|おき|曜)',
  notDateAlone: `(?![酔続連市町鼠休も]|分(?!か)|中(?!に)|待(?!ち合)|月(?!曜)|以[上下]|か[かけ]|[くぐ]らい|ほど|しか|坊主|[にで]?${digit}{1,2}(?:[回度食錠個杯本粒枚冊歩](?!目)|時間))`,
  dateInMonth: '(?<inMonth>{months})の?',
  dayWait: `(?<count>${n})(?<unit>日|週間|[かヶヵカケ箇]月)後`,
  wait: `(?:(?<hours>${n})時間(?<half>半)?|(?<minutes>${n})分)後に?は?`,
  clock: `(?!一時(?![半にかま頃ご]))(?<hour>${n})時(?![間代期点刻々])(?:(?<half>半)|(?<minute>${n})分)?`,
  lead: '',
  joint: '[の、，\\s]?',
  end: '(?:までに?は?|[ごこ]ろに?は?|頃に?は?|から(?:[0-9０-９一二三四五六七八九十]{1,3}時(?:半|[0-9０-９]{1,2}分)?(?:まで)?)?(?![0-9０-９一二三四五六七八九十])|には?|は|、|の(?!前))?',
  early: /[朝早]|起き|起床|目覚|アラーム|電車|新幹線|飛行機|フライト|バス|出発|始発/u,
  evening: /夕食|夕飯|晩ご飯|晩御飯|飲み会|ディナー|コンサート|ライブ|映画|パーティ|宴会/u,
};

const weekUnit = '(?:周|週|星期|礼拜|禮拜)';
const later = '(?:之后|之後|以后|以後|后|後)';

/** What follows “点” where it is a decimal point and not an hour, as in “三点五公里”. */
const decimal = `${digit}(?:公里|千米|米|公斤|千克|斤|元|块|塊|[万萬亿億倍度升]|[个個]?小时|[个個]?小時|厘米|%)`;

const chinese: EastAsianWords = {
  days: { 今天: 0, 今日: 0, 明天: 1, 明日: 1, 后天: 2, 後天: 2, 大后天: 3, 大後天: 3 },
  shortDays: {
    今晚: [0, '晚'],
    今夜: [0, '晚'],
    今早: [0, '早'],
    明早: [1, '早'],
    明晨: [1, '早'],
    明晚: [1, '晚'],
  },
  weeks: { 这: 0, 這: 0, 本: 0, 下: 1, 下下: 2, 这个: 0, 這個: 0, 下个: 1, 下個: 1, 下下个: 2, 下下個: 2 },
  months: { 这个: 0, 這個: 0, 本: 0, 下: 1, 下个: 1, 下個: 1, 下下个: 2, 下下個: 2 },
  years: { 今年: 0, 明年: 1, 后年: 2, 後年: 2 },
  feasts: {
    元旦: [1, 1],
    圣诞节: [12, 25],
    聖誕節: [12, 25],
    圣诞: [12, 25],
    聖誕: [12, 25],
    平安夜: [12, 24],
  },
  afterFeast: '(?![礼禮树樹卡派的歌老])',
  parts: {
    凌晨: { hour: 2, half: 'before' },
    清晨: { hour: 6, half: 'before' },
    早上: morning,
    早晨: morning,
    上午: morning,
    早: morning,
    中午: noon,
    正午: noon,
    下午: afternoon,
    午后: afternoon,
    午後: afternoon,
    傍晚: dusk,
    晚上: night,
    夜里: night,
    夜裡: night,
    晚: night,
  },
  partsAlone: '凌晨|中午|正午|下午(?!茶)|傍晚',
  day: '(?<day>{days})',
  weekday: `(?<![上每隔两兩]|[上每隔][个個]|${digit})(?<week>{weeks})?${weekUnit}(?<weekday>[日天一二三四五六])(?![个個次遍趟])`,
  weekdayNames: '日一二三四五六',
  week: `(?<!一)(?<weekAlone>下[个個]?|下下[个個]?)${weekUnit}(?![日天一二三四五六末围圍边邊到年岁歲])`,
  weekend: '(?<![上每][个個]?)(?<weekendOf>{weeks})?(?<weekend>[周週]末)',
  month: '(?<monthAlone>下[个個]|下下[个個])月(?![底末])',
  monthEnd: `(?<![上每][个個]?月?|${digit})(?<endOf>{months})?(?<monthEnd>月[底末])`,
  date: '[日号號](?![线線楼樓门門房码碼店院厅廳])',
  notDateAlone:
    '(?![游遊桌球座柜櫃馆館床令間间後后以目分連连続续]|电池|電池|[机機](?![场場])|[车車][厢廂间間]|窗口|公[路寓馆館]|教[室学]|登[机機]|出口|[选選]手|房(?![租贷貸])|染色|文[件字])',
  dateInMonth: '(?<inMonth>{months})月',
  dayWait: `(?<count>${n})[个個]?(?<unit>天|周|週|星期|礼拜|禮拜|月)${later}`,
  wait: `(?:(?<hours>${n})[个個]?(?<half>半)?(?:小时|小時|钟头|鐘頭)|(?<halfAlone>半)[个個]?(?:小时|小時|钟头|鐘頭)|(?<minutes>${n})分[钟鐘]?)${later}`,
  clock: `(?<!注意|说|說|讲|講)(?<hour>${n})(?:(?<!一)[点點]|(?<=十一)[点點]|[点點](?=[钟鐘半整\\d])|[时時](?![间間候代期]))(?!建议|建議|意见|意見|要求|之间|之間|事项|事項|原因|理由|${decimal})(?:(?<half>半)|(?<quarter>[一三])刻|(?!(?:${digit}|[两兩])(?![0-9０-９十分]))(?<minute>${n})分?|[钟鐘整])?`,
  lead: '[在于於]?',
  joint: '[的，,\\s]?',
  end: '(?:[到至][0-9一二三四五六七八九十两]{1,3}[点點](?:半|[0-9]{1,2}分)?|之前|以前|前|左右|的|，)?',
  early: /早|起床|闹钟|鬧鐘|火车|火車|高铁|高鐵|飞机|飛機|航班|出发|出發/u,
  evening: /晚饭|晚飯|晚餐|聚会|聚會|音乐会|音樂會|电影|電影|派对|派對|演唱会|演唱會/u,
};

export type EastAsianLanguage = 'ja' | 'zh';

export const eastAsianWords: Readonly<Record<EastAsianLanguage, EastAsianWords>> = {
  ja: japanese,
  zh: chinese,
};
