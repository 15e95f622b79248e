// Audits the hour that a telling gives, and time that it lets pass where the turn let none pass.

import type { NarrativeFlag } from './audit-flag.ts';
import { listWrittenNumbers } from './audit-written-numbers.ts';
import { type Clause, hideSpeech } from './read-clauses.ts';
import type { Told } from './told.ts';

const halfDay = 720;
/** What strikes and what is read off may be some minutes away. */
const leeway = 10;
const hourWords = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';
const spoken = new RegExp(
  `\\b(?:it(?:'s| is| was)|now|time:|clock (?:says|said|reads|read|stands at|stood at)|by(?: the time it is)?|time is|hour is|just|already|at) (?:now |just |about |almost |nearly |some |a little )?(?:(half|quarter|ten|twenty|five|twenty-five) (past|to|after) (${hourWords})|(${hourWords}|\\d{1,2}) o'clock|(\\d{1,2}):(\\d{2}))(?!\\s*(?:feet|paces|men))`,
  'giu',
);
const parts: Readonly<Record<string, number>> = {
  half: 30,
  quarter: 15,
  ten: 10,
  twenty: 20,
  five: 5,
  'twenty-five': 25,
};
const names = hourWords.split('|');

export function auditHours(told: Told): readonly NarrativeFlag[] {
  const { minutes } = told.facts;
  const text = hideSpeech(told.narrative).replaceAll('’', "'");
  const wrong = [...text.matchAll(spoken)].filter((match) => {
    const hour = readHour(match);
    return (
      hour !== undefined && !minutes.some((each, index) => isNear(hour, each, minutes[index + 1] ?? each))
    );
  });
  return [
    ...(minutes.length === 0
      ? []
      : wrong.map(({ 0: quote, index: start }) => ({
          quote,
          start,
          says: `“${quote}”: by the record it is another hour.`,
          kind: 'number' as const,
        }))),
    ...findPassed(told),
  ];
}

function readHour(match: RegExpMatchArray): number | undefined {
  const [, part, way, hour, plain, digits, minutes] = match;
  if (digits !== undefined) return (Number(digits) * 60 + Number(minutes)) % halfDay;
  if (plain !== undefined) return ((names.indexOf(plain.toLowerCase()) + 1 || Number(plain)) * 60) % halfDay;
  const base = (names.indexOf(hour?.toLowerCase() ?? '') + 1) * 60;
  const by = parts[part?.toLowerCase() ?? ''] ?? 0;
  return base === 0 ? undefined : (base + (way === 'to' ? -by : by) + halfDay) % halfDay;
}

/** Whether the hour lies between the two, or beside them. */
function isNear(hour: number, from: number, to: number): boolean {
  for (let at = from - leeway; at <= to + leeway; at += 1)
    if (((at % halfDay) + halfDay) % halfDay === hour) return true;
  return false;
}

const passing =
  /\b(?:pass(?:es|ed)?|go(?:es)? by|went by|slip(?:s|ped)? (?:by|away|past)|later|elapses?|elapsed|drag(?:s|ged)? (?:by|past)|crawl(?:s|ed)? (?:by|past)|tick(?:s|ed)? (?:by|away))\b/;
const leastLong = 30;

/** "Two hours pass", where no call let any time pass. */
function findPassed(told: Told): readonly NarrativeFlag[] {
  const { minutes } = told.facts;
  const elapsed = (minutes.at(-1) ?? 0) - (minutes[0] ?? 0);
  if (elapsed > 0) return [];
  const numbers = listWrittenNumbers(hideSpeech(told.narrative));
  return told.clauses.flatMap((clause) => {
    const length = readLength(clause, numbers);
    if (length === undefined || length < leastLong || clause.doubtAt < clause.words.length) return [];
    const texts = clause.words.map(({ text }) => text).join(' ');
    if (!passing.test(texts) || /\b(?:ago|since|before|had|last)\b/.test(texts)) return [];
    const start = clause.words[0]?.start ?? 0;
    const quote = told.narrative.slice(start, clause.words.at(-1)?.end ?? start);
    return [{ quote, start, says: 'No call let time pass.', kind: 'number' as const }];
  });
}

function readLength({ words }: Clause, numbers: ReturnType<typeof listWrittenNumbers>): number | undefined {
  const at = words.findIndex(({ text }) => /^(?:hours?|minutes?)$/.test(text));
  const unit = words[at];
  if (unit === undefined) return undefined;
  const each = unit.text.startsWith('hour') ? 60 : 1;
  if (
    words
      .slice(Math.max(0, at - 3), at)
      .some(({ text }) => /^(?:half|quarters?|few|several|some|each|every|per)$/.test(text))
  )
    return undefined;
  const before = words[at - 1];
  const number = numbers.find(({ end }) => end === before?.end);
  if (number !== undefined) return number.value * each;
  return /^(?:an|a)$/.test(before?.text ?? '') ? each : undefined;
}
