// Recurrence end: finds the last day of something that recurs, as in "every Tuesday until Christmas".

import { computeDay } from './calendar-days.ts';
import { dayRules } from './day-rules.ts';
import { loadDateParser } from './load-date-parser.ts';
import type { WallMs } from './local-time.ts';

export interface EndClock {
  readonly wallMs: WallMs;
  readonly timeZone: string;
}

export interface RecurrenceEnd {
  readonly untilDay: number;
  /** Where the words end in the text. */
  readonly end: number;
}

/** A time of day may stand between: "every Tuesday at 9 until Christmas". */
const until =
  /^(?:,?\s(?:at|around|by|from|in\sthe)\s[\p{L}\d:.]{1,12}(?:\s[ap]\.?m\b\.?)?)?,?\s(?:until|till|up\sto|through)\s/iu;
/** Days that count from now would mean another day each time that the words are read again. */
const fromNow = /^(?:today|tonight|tomorrow|next|this|the\snext|the\sday\safter|in)\b/iu;
const longestEnd = 40;
const dayMs = 86_400_000;
const lead = 'until ';

/** Reads the words right behind a place in the text. Undefined if they name no day, as in "until 5". */
export function findRecurrenceEnd(
  text: string,
  from: number,
  { wallMs, timeZone }: EndClock,
): RecurrenceEnd | undefined {
  const match = until.exec(text.slice(from));
  if (match === null) return undefined;
  const start = from + match[0].length;
  const said = text.slice(start, start + longestEnd);
  if (fromNow.test(said)) return undefined;
  const { read, grown } = translate(`${lead}${said}`, wallMs);
  // From the beginning of the day on, so that today may be the last day.
  const instant = new Date(computeDay(wallMs) * dayMs);
  const [result] = loadDateParser('en', timeZone).parse(
    read,
    { instant, timezone: 0 },
    { forwardDate: true },
  );
  if (result === undefined || result.index > lead.length) return undefined;
  const day = computeDay(result.start.date().getTime());
  const isWhole = (['day', 'weekday'] as const).some((part) => result.start.isCertain(part));
  if (!isWhole && !result.start.isCertain('month')) return undefined;
  const length = result.index + result.text.length - lead.length - grown;
  // "Until June" ends with the last day of May.
  return { untilDay: isWhole ? day : day - 1, end: Math.min(text.length, start + Math.max(0, length)) };
}

/** Replaces words such as "Christmas" by days that the date library reads; `grown` is by how much the text grew. */
function translate(text: string, wallMs: WallMs): { readonly read: string; readonly grown: number } {
  for (const { pattern, render } of dayRules) {
    const match = pattern.exec(text);
    const by = match === null || match.index > 0 ? undefined : render(match.groups ?? {}, wallMs);
    if (match !== null && by !== undefined) {
      const read = `${lead}${by}${text.slice(match[0].length)}`;
      return { read, grown: read.length - text.length };
    }
  }
  return { read: text, grown: 0 };
}
