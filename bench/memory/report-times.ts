// Counts how many questions about a day, weekday, month or span of time get a wake with a moment from that time.
import { join } from 'node:path';
import { renderTable, writeResults } from '../report.ts';
import { type Conversation, readConversations, type Turn } from './locomo.ts';
import type { PartOptions } from './part-options.ts';
import { openWakes } from './wake-evidence.ts';

const dayMs = 86_400_000;
const perKind = 3;
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

interface TimeQuestion {
  readonly kind: string;
  readonly question: string;
  readonly fromMs: number;
  readonly untilMs: number;
  /** How many turns have been said when the question is asked, and how long after the last of them it is asked. */
  readonly said: number;
  readonly askedAfterMs: number;
}

function startDay(atMs: number): number {
  return Math.floor(atMs / dayMs) * dayMs;
}

function nameDay(atMs: number): string {
  const date = new Date(atMs);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]}`;
}

/** Lists the index of the first turn of each session. */
function listSessions(turns: readonly Turn[]): readonly number[] {
  return turns.flatMap((turn, at) => (turn.date === turns[at - 1]?.date ? [] : [at]));
}

/** Picks sessions at even distances, so that every run asks about the same sessions. */
function pickSessions(turns: readonly Turn[], offset: number): readonly number[] {
  const sessions = listSessions(turns);
  return Array.from(
    { length: perKind },
    (_, at) => sessions[Math.floor(((at + offset) * sessions.length) / perKind) % sessions.length] ?? 0,
  );
}

function askDays({ turns }: Conversation): readonly TimeQuestion[] {
  const forms = [
    (day: string, year: number) => `What did we talk about on ${day} ${year}?`,
    (day: string) => `What did I tell you on ${day}?`,
    (day: string, year: number) => `Do you remember ${day}, ${year}?`,
  ];
  return pickSessions(turns, 0.2).map((at, index) => {
    const fromMs = startDay(turns[at]?.atMs ?? 0);
    const question = forms[index]?.(nameDay(fromMs), new Date(fromMs).getUTCFullYear()) ?? '';
    return {
      kind: 'a day',
      question,
      fromMs,
      untilMs: fromMs + dayMs,
      said: turns.length,
      askedAfterMs: dayMs,
    };
  });
}

function askWeekdays({ turns }: Conversation): readonly TimeQuestion[] {
  const forms = ['What did we talk about last', 'What was it that you told me on', 'What was going on on'];
  return pickSessions(turns, 0.7).map((at, index) => {
    const end = turns.findIndex((turn, place) => place > at && turn.date !== turns[at]?.date);
    const said = end < 0 ? turns.length : end;
    const fromMs = startDay(turns[at]?.atMs ?? 0);
    return {
      kind: 'a weekday',
      question: `${forms[index]} ${weekdays[new Date(fromMs).getUTCDay()]}?`,
      fromMs,
      untilMs: fromMs + dayMs,
      said,
      askedAfterMs: (2 + index) * dayMs,
    };
  });
}

function askMonths({ turns }: Conversation): readonly TimeQuestion[] {
  const forms = ['What happened in', 'What did we speak of in', 'How was'];
  return pickSessions(turns, 0.4).map((at, index) => {
    const date = new Date(turns[at]?.atMs ?? 0);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    return {
      kind: 'a month',
      question: `${forms[index]} ${months[month]}${index === 1 ? '' : ` ${year}`}?`,
      fromMs: Date.UTC(year, month, 1),
      untilMs: Date.UTC(year, month + 1, 1),
      said: turns.length,
      askedAfterMs: dayMs,
    };
  });
}

function askSpans({ turns }: Conversation): readonly TimeQuestion[] {
  return pickSessions(turns, 0.6).map((at, index) => {
    const middleMs = startDay(turns[at]?.atMs ?? 0);
    const [fromMs, lastMs] = [middleMs - 2 * dayMs, middleMs + 3 * dayMs];
    const year = new Date(lastMs).getUTCFullYear();
    const questions = [
      `What did we talk about between ${nameDay(fromMs)} and ${nameDay(lastMs)} ${year}?`,
      `What was new from ${nameDay(fromMs)} to ${nameDay(lastMs)}?`,
      `What did I say in the week of ${nameDay(middleMs)} ${year}?`,
    ];
    return {
      kind: 'a span',
      question: questions[index] ?? '',
      fromMs: middleMs - 3 * dayMs,
      untilMs: middleMs + 5 * dayMs,
      said: turns.length,
      askedAfterMs: dayMs,
    };
  });
}

interface Asked extends TimeQuestion {
  /** How many turns in the wake are from the time that the question asks about. */
  readonly inside: number;
}

async function ask(conversation: Conversation, folder: string, one: TimeQuestion): Promise<Asked> {
  const turns = conversation.turns.slice(0, one.said);
  const { wake, close } = openWakes({ ...conversation, turns }, folder, one.askedAfterMs);
  const found = await wake(one.question, {});
  close();
  const inside = [...found].filter((at) => {
    const atMs = turns[at]?.atMs ?? 0;
    return atMs >= one.fromMs && atMs < one.untilMs;
  });
  return { ...one, inside: inside.length };
}

export async function reportTimes({ folder, conversations: wanted }: PartOptions): Promise<string> {
  const asked: Asked[] = [];
  for (const [at, conversation] of readConversations().entries()) {
    if (wanted?.includes(at) === false) continue;
    const questions = [askDays, askWeekdays, askMonths, askSpans].flatMap((list) => list(conversation));
    for (const [number, one] of questions.entries())
      asked.push(await ask(conversation, join(folder, `${at}-${number}`), one));
  }
  writeResults('memory', asked, 'times');
  const kinds = [...new Set(asked.map(({ kind }) => kind))];
  const rows = [...kinds, 'all'].map((kind) => {
    const some = asked.filter((one) => kind === 'all' || one.kind === kind);
    const share = some.filter(({ inside }) => inside > 0).length / some.length;
    const mean = some.reduce((sum, { inside }) => sum + inside, 0) / some.length;
    return [kind, String(some.length), (100 * share).toFixed(1), mean.toFixed(1)];
  });
  return renderTable(
    ['questions of', 'asked', 'a moment of that time in the wake, %', 'such moments, mean'],
    rows,
  );
}
