// Reads from a person's own Japanese or Chinese words what they ask to be reminded of, and which appointments they have.

import { findDueDate, type Writing } from '../events/find-due-date.ts';
import { hasEastAsianScript } from '../events/script-languages.ts';

/** What follows “リマインドして” in a request. “…してくれる。” and “…してくれた” tell instead of somebody who reminds. */
const asking =
  '(?=$|[、,！!？?。]|ね|よ|ください(?!まし)|下さい(?!まし)|くれ(?:$|[よ、！!]|る(?:[？?]|かな|よね)|ない(?:[？?か])|ません?か|ますか)|ほしい|欲しい|もらえ(?:る[？?か]|ない[？?か]|ますか|ませんか)|もらいたい|いただけ|頂け|ちょうだい|頂戴|おいて)';
/** In Japanese, what is to be done comes first, then the words that ask for a reminder. */
const japanese = new RegExp(
  `^(?<plan>.+?)(?:(?:の(?:こと|件)?|こと|件)(?:を|について)?|って|と|よう(?:に)?|を)?[、,]?(?:(?:忘れ(?:ない|ず)(?:ように|に)?[、,]?(?:リマインド(?:を)?し|思い出させ|言っ|声をかけ|知らせ|教え))|リマインド(?:を)?し|思い出させ)て${asking}`,
  'u',
);
/** In Chinese, what is to be done follows the request. Its date may come before the request or after it. */
const chinese =
  /^(?<lead>.*?)(?:提醒我|[别別](?:让|讓)我忘[了记記]?)[，,：:]?(?:一下[，,]?)?(?<plan>.+?)(?:[，,]?(?:好[吗嗎不]|可以[吗嗎]|行[吗嗎]|[吗嗎吧]))?$/u;
/** What may stand before “提醒我” besides a date. Anything else there says that others remind, or that nobody shall. */
const chineseAsking =
  /^(?:[你您]|请|請|麻烦|麻煩|拜托|拜託|记得|記得|(?:[别別]|不要)忘[了记記]?|帮我|幫我|给我|給我|能不能|可不可以|能|可以|可否|到时候?|到時候?|再|也|还|還|就|务必|務必|一定要?|要|得|希望|想让|想讓|[让讓在于於\s])*$/u;
/** An appointment that somebody has: “明日の三時に歯医者の予約がある”. */
const japaneseHaving =
  /^(?<plan>.*(?:予約|約束|予定|会議|打ち合わせ|打合せ|面接|診察|検診|試験|テスト|デート|飲み会|結婚式|授業|レッスン|手術|アポ))が(?:あ(?:る|り)|入って(?:い|る|ま))/u;
const chineseHaving =
  /^(?:我们?|我們|咱们|咱們)?(?<plan>(?<lead>.*?)(?:有|约了|約了|要参加|要參加).{0,12}(?:预约|預約|约会|約會|会议|會議|面试|面試|考试|考試|手术|手術|婚礼|婚禮|(?<!功)[课課]|(?<![机機社不才都只就学學])[会會]))$/u;
const chineseOwn = /^(?:我们?|我們|咱们|咱們|也|还|還|都|[\s的在])*$/u;
const unsure =
  /かも|かな|[すの]か(?!ら)|たら|なら|れば|もし|でしょう|だろう|[吗嗎？?]|可能|也许|也許|如果|要是|没有|沒有|不用|取消|キャンセル|なくな/u;
/** An appointment of somebody else does not count. In Japanese, “明日は” and “僕は” do not name somebody else. */
const ofOthers =
  /(?:さん|ちゃん|くん|君|様|彼女?|母|父|兄|姉|弟|妹|夫|妻|友達)が|(?<!^|[、,]|[日後週月時朝夜晩曜前中末方年半分昼度回私僕俺]に?)(?<!(?:あした|きょう|あす|あさって|わたし|ぼく|おれ|あたし)に?)[はも]/u;
const over = /昨天|昨日|昨夜|上次|刚才|剛才|先週|さっき|(?:^|[我你、，はも])以前/u;
/** Words that name nothing of which somebody could be reminded, such as “また” and “それ”. */
const noThing =
  /^(?:また|もう|もう一度|もう一回|ちゃん|ちゃんと|絶対に?|必ず|あとで|後で|それ|これ|あれ|何か|[のにをはも、,\s])*$/u;
const reason = /^(?:なんで|何で|どうして|なぜ)/u;
/** A question keeps its mark. */
const sentences = /[^。！？!?\n]+[？?]?/gu;
const longestPlan = 240;

/** Returns plans in the exact words of the text. */
export function readEastAsianReminders(text: string, writing: Writing): readonly string[] {
  if (!hasEastAsianScript(text)) return [];
  return [...text.matchAll(sentences)].flatMap(([part]) => {
    const sentence = part.trim();
    const said = sentence.replace(/[？?]$/u, '');
    const plan = over.test(said)
      ? undefined
      : (readChinese(said, writing) ?? readJapanese(sentence, writing) ?? readHaving(sentence, writing));
    return plan === undefined || plan.length > longestPlan ? [] : [plan];
  });
}

/** Something that somebody has, such as an appointment, is a plan only if its words name a time that is to come. */
function readHaving(sentence: string, writing: Writing): string | undefined {
  if (unsure.test(sentence)) return undefined;
  const plan = readJapaneseHaving(sentence) ?? readChineseHaving(sentence, writing);
  return plan === undefined || findDueDate(plan, writing) === undefined ? undefined : plan;
}

function readJapaneseHaving(sentence: string): string | undefined {
  const plan = japaneseHaving.exec(sentence)?.groups?.['plan'];
  return plan === undefined || ofOthers.test(plan) ? undefined : plan;
}

/** Finds the appointment in “我明天有会议”. Nothing but a date and words for the speaker may come before “有”. */
function readChineseHaving(sentence: string, writing: Writing): string | undefined {
  for (const clause of sentence.split(/[，,；;]/u)) {
    const { plan, lead = '' } = chineseHaving.exec(clause.trim())?.groups ?? {};
    if (plan !== undefined && chineseOwn.test(removeDue(lead, writing))) return plan;
  }
  return undefined;
}

function readJapanese(sentence: string, writing: Writing): string | undefined {
  const plan = japanese.exec(sentence)?.groups?.['plan'];
  // “健太に” alone says whom to tell, and not what.
  const isAsked =
    plan !== undefined &&
    !reason.test(plan) &&
    !plan.endsWith('に') &&
    !noThing.test(removeDue(plan, writing));
  return isAsked ? plan : undefined;
}

/** If the date comes before the request, the plan reaches from the date to the end of what is to be done. */
function readChinese(sentence: string, writing: Writing): string | undefined {
  const { lead = '', plan } = chinese.exec(sentence)?.groups ?? {};
  if (plan === undefined || plan.startsWith('了')) return undefined;
  const nearest = lead.split(/[，,；;：:]/u).at(-1) ?? '';
  // “你提醒我吃药了” tells what was done.
  const isDone = lead !== '' && plan.endsWith('了') && !/^[该該要]/u.test(plan);
  if (isDone || !chineseAsking.test(removeDue(nearest, writing))) return undefined;
  const due = findDueDate(lead, writing);
  const from = due === undefined ? -1 : sentence.indexOf(due.dueWords);
  return from < 0 ? plan : sentence.slice(from, sentence.indexOf(plan, lead.length) + plan.length);
}

function removeDue(text: string, writing: Writing): string {
  const due = findDueDate(text, writing);
  return due === undefined ? text : text.replace(due.dueWords, '').replace(due.timeWords ?? '', '');
}
