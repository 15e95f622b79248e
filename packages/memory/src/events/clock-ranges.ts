// Clock ranges: replaces English ranges of clock time, such as "between 10 and 12", by the time at which they begin.
import { monthWords } from './date-words.ts';
import { hourWords, parseHour, timeEnd } from './time-words.ts';

const half = String.raw`\s?[ap]\.?m\b\.?`;
const oClock = String.raw`\so['’]?\s?clock\b`;
const names = `${hourWords}|noon|midday|midnight`;
/** A number that may be a time or may count other things. */
const open = String.raw`(?:\d{1,2}|${hourWords})\b(?![:.]\d)`;
/** A time that has minutes, "am" or "pm", or "o'clock", or that is noon, midday or midnight. */
const sure = String.raw`(?:\d{1,2}[:.][0-5]\d(?:${half})?|\d{1,2}${half}|(?:\d{1,2}|${hourWords})${oClock}|noon\b|midday\b|midnight\b)`;
const part = String.raw`(?:\s(?<part>in\sthe\s(?:morning|afternoon|evening)|at\snight)\b)`;
const until = `(?<until>${sure}${part}?|${open}(?:${part}|${timeEnd}))`;
const dayBefore = String.raw`(?<=\b(?:today|tomorrow|tonight|morning|afternoon|evening|\p{L}+day|\d(?:st|nd|rd|th)|${monthWords}),?\s)`;

interface ClockRange {
  readonly pattern: RegExp;
  readonly render: (groups: Readonly<Record<string, string | undefined>>) => string | undefined;
}

export const clockRanges: readonly ClockRange[] = [
  String.raw`\bbetween\s(?<from>${sure}|${open})\sand\s${until}`,
  String.raw`\bfrom\s(?<from>${sure})\s?(?:to|till|until|[–-])\s?${until}`,
  String.raw`${dayBefore}from\s(?<from>${open})\s?(?:to|till|until|[–-])\s?${until}`,
  String.raw`${dayBefore}(?<from>${sure}|${open})\s?(?:to|[–-])\s?${until}`,
].map((pattern) => ({ pattern: new RegExp(pattern, 'iu'), render: renderBeginning }));

interface Clock {
  /** In hours from midnight; fractions are minutes. */
  readonly hour: number;
  readonly isSure: boolean;
}

const oneClock = new RegExp(
  String.raw`^(?<hour>\d{1,2}|${names})(?:[:.](?<minute>\d\d))?(?:\s?(?<half>[ap])\.?m)?`,
  'iu',
);

function readClock(said: string): Clock {
  const { hour = '', minute = '0', half: side } = oneClock.exec(said)?.groups ?? {};
  const named = parseHour(hour) + Number(minute) / 60;
  const isSure = side !== undefined || /^(?:noon|mid)/iu.test(hour) || named >= 13;
  if (side === undefined) return { hour: named, isSure };
  return { hour: (named % 12) + (side.toLowerCase() === 'p' ? 12 : 0), isSure };
}

/**
 * Renders the time at which a range begins. In "between 2 and 4 pm", both times are after noon; in "between 10 and 2
 * pm", only the second is; in "between 11 and 1 am", only the first is. Undefined for an hour that no day has, and for a range that begins at midnight.
 */
function renderBeginning({
  from = '',
  until: to = '',
  part: ofDay = '',
}: Readonly<Record<string, string | undefined>>): string | undefined {
  const [first, last] = [readClock(from), readClock(to)];
  if (first.hour >= 24 || last.hour > 24) return undefined;
  const isKnown = first.isSure || last.isSure || ofDay !== '';
  const lastHour = last.hour < 12 && /afternoon|evening|night/iu.test(ofDay) ? last.hour + 12 : last.hour;
  const isOverMidnight = last.isSure && last.hour > 0 && last.hour < first.hour && first.hour < 12;
  const isLater = !first.isSure && isKnown && (isOverMidnight || first.hour + 12 < lastHour);
  return renderHour(isLater ? first.hour + 12 : first.hour, isKnown);
}

/** Renders "at 10" if the hour may be before or after noon, otherwise "at 10:00 am" or "at 10:00 pm". */
function renderHour(hour: number, isKnown: boolean): string {
  const [whole, minute] = [Math.floor(hour), Math.round((hour % 1) * 60)];
  const digits = `:${String(minute).padStart(2, '0')}`;
  if (!isKnown) return `at ${whole}${minute === 0 ? '' : digits}`;
  return whole < 12 ? `at ${whole}${digits} am` : `at ${whole === 12 ? 12 : whole - 12}${digits} pm`;
}
