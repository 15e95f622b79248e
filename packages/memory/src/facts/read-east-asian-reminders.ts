// Reads from a person's own Japanese or Chinese words what they ask to be reminded of.

import { findDueDate, type Writing } from '../events/find-due-date.ts';
import { hasEastAsianScript } from '../events/script-languages.ts';

/** Words that ask for a reminder, behind what is to be done, and the particles that lead to them. */
const japanese =
  /^(?<plan>.+?)(?:(?:の|こと|件)(?:を|について)?|って|と|よう(?:に)?|を)?[、,]?(?:(?:忘れ(?:ない|ず)(?:ように|に)?[、,]?(?:リマインド(?:を)?し|思い出させ|言っ|声をかけ|知らせ|教え))|リマインド(?:を)?し|思い出させ)て(?!く?い(?:た|る)|くれて|くれた|もらった)/u;
/** In Chinese, what is to be done stands behind the request, and its date on either side of it. */
const chinese =
  /^(?<lead>.*?)(?<!不用|不要|不必|别|別|没|沒|没有|沒有|为什么|為什麼|谢谢你?|謝謝你?)(?:提醒我|[别別](?:让|讓)我忘[了记記]?)[，,：:]?(?:一下[，,]?)?(?<plan>.+?)(?:[，,]?(?:好[吗嗎不]|可以[吗嗎]|行[吗嗎]|[吗嗎吧]))?$/u;
const over = /昨天|昨日|昨夜|上次|刚才|剛才|先週|さっき|以前/u;
const sentences = /[^。！？!?\n]+/gu;
const longestPlan = 240;

/** Returns plans in the exact words of the text. */
export function readEastAsianReminders(text: string, writing: Writing): readonly string[] {
  if (!hasEastAsianScript(text)) return [];
  return [...text.matchAll(sentences)].flatMap(([sentence]) => {
    const said = sentence.trim();
    const plan = over.test(said) ? undefined : (readChinese(said, writing) ?? readJapanese(said));
    return plan === undefined || plan.length > longestPlan ? [] : [plan];
  });
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
