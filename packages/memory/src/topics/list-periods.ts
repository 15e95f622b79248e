// Lists the days and months of a talk that are over, each with its most telling statements, for summaries.

import { renderInstant } from '@terrarium/kernel/environment';
import { buildWeighing, chooseStatements, listStatements, type Statement } from './compile-topic.ts';
import type { KeyedTopic } from './list-keyed-topics.ts';
import type { Talk } from './rank-topics.ts';

/** How long after its end a day or a month counts as over: until then, a talk that began in it may go on. */
const closedAfterMs = 12 * 3_600_000;
const kinds = [
  { prefix: 'session', dateLength: '2026-07-08'.length, statements: 12, fewestDays: 1 },
  { prefix: 'month', dateLength: '2026-07'.length, statements: 24, fewestDays: 2 },
] as const;
/** A day or a month with fewer utterances needs no summary. */
const fewestUtterances = 8;
const fewestStatements = 3;

/**
 * The periods under the keys of their summaries: first the days, then the months, each in order of time. `written`
 * are the keys of existing summaries; their days count toward a month although they are no longer in the talk.
 */
export function listPeriods(
  talk: Talk,
  nowMs: number,
  written: Iterable<string> = [],
): readonly KeyedTopic[] {
  const former = [...written].flatMap((key) =>
    key.startsWith('session-') ? [key.slice('session-'.length)] : [],
  );
  const weighing = buildWeighing(talk);
  const days = listDays(talk);
  const open = renderInstant(nowMs - closedAfterMs);
  return kinds.flatMap(({ prefix, dateLength, statements: most, fewestDays }) => {
    const periods = Map.groupBy(talk.sentences.keys(), (place) =>
      (days[talk.sentences[place]?.at ?? 0] ?? '').slice(0, dateLength),
    );
    return [...periods].flatMap(([date, places]): readonly KeyedTopic[] => {
      const utterances = new Set(places.map((place) => talk.sentences[place]?.at ?? 0));
      const others = prefix === 'month' ? former.filter((day) => day.startsWith(date)) : [];
      const dayCount = new Set([...[...utterances].map((at) => days[at]), ...others]).size;
      const isShort = utterances.size < fewestUtterances && others.length === 0;
      if (date >= open.slice(0, dateLength) || isShort || dayCount < fewestDays) return [];
      const statements: readonly Statement[] = chooseStatements(listStatements(talk, places, weighing), most);
      return statements.length < fewestStatements
        ? []
        : [{ key: `${prefix}-${date}`, statements, utterances }];
    });
  });
}

/** For each utterance, the day on which its talk began. */
function listDays(talk: Talk): readonly string[] {
  const began = new Map<number, string>();
  return talk.utterances.map(({ atMs }, at) => {
    const session = talk.sessions[at] ?? 0;
    const day = began.get(session) ?? renderInstant(atMs).slice(0, 10);
    began.set(session, day);
    return day;
  });
}
