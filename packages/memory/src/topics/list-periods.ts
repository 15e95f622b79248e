// Lists the days and months of a talk that are over, each with its most telling statements, for summaries.

import { renderWallDay } from '../events/local-time.ts';
import { buildWeighing, chooseStatements, listStatements, type Statement } from './compile-topic.ts';
import type { KeyedTopic } from './list-keyed-topics.ts';
import type { Talk } from './rank-topics.ts';

/** A day or a month counts as over this long after its end: until then, a talk that began in it may go on. */
const closedAfterMs = 12 * 3_600_000;
const kinds = [
  { prefix: 'session', dateLength: '2026-07-08'.length, statements: 12, fewestDays: 1 },
  { prefix: 'month', dateLength: '2026-07'.length, statements: 24, fewestDays: 2 },
] as const;
/** A day or a month with fewer utterances needs no summary. */
const fewestUtterances = 8;
const fewestStatements = 3;

interface Present {
  readonly nowMs: number;
  /** The person's time zone; if undefined, the machine's. */
  readonly timeZone: string | undefined;
}

/**
 * Lists the periods under the keys of their summaries: first the days, then the months, each in order of time.
 * `written` are the keys of existing summaries. Their days count toward a month although the talk no longer contains
 * them. New talk of such a day or month is listed, however little it is.
 */
export function listPeriods(
  talk: Talk,
  { nowMs, timeZone }: Present,
  written: Iterable<string> = [],
): readonly KeyedTopic[] {
  const keys = new Set(written);
  const former = [...keys].flatMap((key) =>
    key.startsWith('session-') ? [key.slice('session-'.length)] : [],
  );
  const weighing = buildWeighing(talk);
  const days = listDays(talk);
  // Nobody knows on which day something undated was said: its time is only that of its import.
  const dated = [...talk.sentences.keys()].filter(
    (place) => talk.utterances[talk.sentences[place]?.at ?? 0]?.isUndated !== true,
  );
  const open = renderWallDay(nowMs - closedAfterMs, timeZone);
  return kinds.flatMap(({ prefix, dateLength, statements: most, fewestDays }) => {
    const periods = Map.groupBy(dated, (place) =>
      (days[talk.sentences[place]?.at ?? 0] ?? '').slice(0, dateLength),
    );
    const over = [...periods].filter(([date]) => date < open.slice(0, dateLength));
    return over.flatMap(([date, places]): readonly KeyedTopic[] => {
      const key = `${prefix}-${date}`;
      const utterances = new Set(places.map((place) => talk.sentences[place]?.at ?? 0));
      const others = prefix === 'month' ? former.filter((day) => day.startsWith(date)) : [];
      const dayCount = new Set([...[...utterances].map((at) => days[at]), ...others]).size;
      const statements: readonly Statement[] = chooseStatements(listStatements(talk, places, weighing), most);
      const isShort = utterances.size < fewestUtterances && others.length === 0;
      const isSlight = isShort || dayCount < fewestDays || statements.length < fewestStatements;
      const isListed = statements.length > 0 && (!isSlight || keys.has(key));
      return isListed ? [{ key, statements, utterances }] : [];
    });
  });
}

function listDays(talk: Talk): readonly string[] {
  const began = new Map<number, string>();
  return talk.utterances.map((utterance, at) => {
    const session = talk.sessions[at] ?? 0;
    const day = began.get(session) ?? utterance.day;
    began.set(session, day);
    return day;
  });
}
