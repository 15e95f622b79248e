// Reads the LoCoMo data: long conversations of two people over months, with questions and the turns that answer them.

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { findEvaluationData } from '../evaluation-data.ts';

const turnShape = z.object({
  speaker: z.string(),
  dia_id: z.string(),
  text: z.string(),
  blip_caption: z.string().optional(),
});
const conversationShape = z.object({
  sample_id: z.string(),
  conversation: z.record(z.string(), z.unknown()),
  qa: z.array(
    z.object({
      question: z.string(),
      answer: z.union([z.string(), z.number()]).optional(),
      category: z.number(),
      evidence: z.array(z.string()).default([]),
    }),
  ),
});

export interface Turn {
  readonly speaker: string;
  /** What was said, and the caption of a photo that was shown. */
  readonly text: string;
  /** Date of the session in which it was said. */
  readonly date: string;
  readonly atMs: number;
}

export interface Question {
  readonly question: string;
  /** What answers the question: 1 for several turns together, 2 for times, 3 for inference, 4 for one turn. */
  readonly category: number;
  /** Indexes of the turns that answer the question. */
  readonly evidence: readonly number[];
  readonly answer: string;
}

export interface Conversation {
  readonly id: string;
  readonly turns: readonly Turn[];
  readonly questions: readonly Question[];
}

const turnMs = 60_000;

/** The conversations, each with its questions of categories 1 to 4 that have evidence. */
export function readConversations(): readonly Conversation[] {
  const path = findEvaluationData('locomo/conversations.dev.json');
  return z
    .array(conversationShape)
    .parse(JSON.parse(readFileSync(path, 'utf8')))
    .map(buildConversation);
}

function buildConversation(raw: z.infer<typeof conversationShape>): Conversation {
  const turns: Turn[] = [];
  const byId = new Map<string, number>();
  for (let session = 1; raw.conversation[`session_${session}_date_time`] !== undefined; session++) {
    const date = String(raw.conversation[`session_${session}_date_time`]);
    const list = z.array(turnShape).parse(raw.conversation[`session_${session}`] ?? []);
    for (const [at, turn] of list.entries()) {
      byId.set(turn.dia_id, turns.length);
      const photo = turn.blip_caption === undefined ? '' : ` [photo: ${turn.blip_caption}]`;
      turns.push({
        speaker: turn.speaker,
        text: `${turn.text}${photo}`,
        date,
        atMs: parseDate(date) + at * turnMs,
      });
    }
  }
  const questions = raw.qa
    .filter(({ category }) => category >= 1 && category <= 4)
    .map(({ question, answer = '', category, evidence }) => ({
      question,
      answer: String(answer),
      category,
      evidence: findTurns(evidence, byId),
    }));
  return { id: raw.sample_id, turns, questions: questions.filter(({ evidence }) => evidence.length > 0) };
}

/** Some strings hold two ids, and some ids are written with zeros before the number. */
function findTurns(evidence: readonly string[], byId: ReadonlyMap<string, number>): readonly number[] {
  const ids = evidence.flatMap((text) => text.match(/D\d+:\d+/g) ?? []);
  const turns = ids.map((id) => byId.get(id.replace(/D0+/, 'D').replace(/:0+/, ':')));
  return [...new Set(turns.filter((turn) => turn !== undefined))];
}

/** Parses a date such as "1:56 pm on 8 May, 2023". */
function parseDate(date: string): number {
  const [time, day] = date.split(' on ');
  return Date.parse(`${day?.replace(',', '')} ${time} UTC`);
}
