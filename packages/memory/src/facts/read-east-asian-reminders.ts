// Reads from a person's own Japanese or Chinese words what they ask to be reminded of, and which appointments they have.

import { findDueDate, type Writing } from '../events/find-due-date.ts';
import { hasEastAsianScript } from '../events/script-languages.ts';

/** Words that ask for a reminder, behind what is to be done, and the particles that lead to them. */
const japanese =
  /^(?<plan>.+?)(?:(?:の|こと|件)(?:を|について)?|って|と|よう(?:に)?|を)?[、,]?(?:(?:忘れ(?:ない|ず)(?:ように|に)?[、,]?(?:リマインド(?:を)?し|思い出させ|言っ|声をかけ|知らせ|教え))|リマインド(?:を)?し|思い出させ)て(?!く?い(?:た|る)|くれて|くれた|もらった)/u;
/** In Chinese, what is to be done stands behind the request, and its date on either side of it. */
const chinese =
  /^(?<lead>.*?)(?<!不用|不要|不必|别|別|没|沒|没有|沒有|为什么|為什麼|谢谢你?|謝謝你?)(?:提醒我|[别別](?:让|讓)我忘[了记記]?)[，,：:]?(?:一下[，,]?)?(?<plan>.+?)(?:[，,]?(?:好[吗嗎不]|可以[吗嗎]|行[吗嗎]|[吗嗎吧]))?$/u;
/** An appointment that somebody has: “明日の三時に歯医者の予約がある”. */
const japaneseHaving =
  /^(?<plan>.*(?:予約|約束|予定|会議|打ち合わせ|打合せ|面接|診察|検診|試験|テスト|デート|飲み会|結婚式|授業|レッスン|手術|アポ))が(?:あ(?:る|り)|入って(?:い|る|ま))/u;
const chineseHaving =
  /^(?:我们?|我們|咱们|咱們)?(?<plan>.*(?:有|约了|約了|要参加|要參加).{0,12}(?:预约|預約|约会|約會|会议|會議|面试|面試|考试|考試|手术|手術|婚礼|婚禮|课|課|会|會))$/u;
const unsure =
  /かも|かな|たら|なら|れば|もし|でしょう|だろう|[吗嗎？?]|可能|也许|也許|如果|要是|没有|沒有|不用|取消|キャンセル|なくな/u;
/** What somebody else has is no appointment of the person. */
const ofOthers =
  /(?:さん|ちゃん|くん|君|様|彼女?|母|父|兄|姉|弟|妹|夫|妻|友達)(?:は|が|には|も)|^(?:他|她|它|你|您|.{0,2}[妈媽爸哥姐弟妹])/u;
const over = /昨天|昨日|昨夜|上次|刚才|剛才|先週|さっき|以前/u;
/** A question keeps its mark. */
const sentences = /[^。！？!?\n]+[？?]?/gu;
const longestPlan = 240;

/** Returns plans in the exact words of the text. */
export function readEastAsianReminders(text: string, writing: Writing): readonly string[] {
  if (!hasEastAsianScript(text)) return [];
  return [...text.matchAll(sentences)].flatMap(([sentence]) => {
    const said = sentence.replace(/[？?]$/u, '').trim();
    const plan = over.test(said)
      ? undefined
      : (readChinese(said, writing) ?? readJapanese(said) ?? readHaving(sentence, writing));
    return plan === undefined || plan.length > longestPlan ? [] : [plan];
  });
}

/** Something that somebody has, such as an appointment, is a plan only if its words name a time that is to come. */
function readHaving(sentence: string, writing: Writing): string | undefined {
  const said = sentence.trim();
  if (unsure.test(said) || ofOthers.test(said)) return undefined;
  const plan = (japaneseHaving.exec(said) ?? chineseHaving.exec(said))?.groups?.['plan'];
  return plan === undefined || findDueDate(plan, writing) === undefined ? undefined : plan;
}

function readJapanese(sentence: string): string | undefined {
  return japanese.exec(sentence)?.groups?.['plan'];
}

/** If the date stands before the request, the plan is the whole sentence from there. */
function readChinese(sentence: string, writing: Writing): string | undefined {
  const { lead = '', plan } = chinese.exec(sentence)?.groups ?? {};
  if (plan === undefined || plan.startsWith('了')) return undefined;
  const due = findDueDate(lead, writing);
  const from = due === undefined ? -1 : sentence.indexOf(due.dueWords);
  return from < 0 ? plan : sentence.slice(from, sentence.indexOf(plan, lead.length) + plan.length);
}
