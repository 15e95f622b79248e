// Reads what a person and the reader of a bookmark have said to each other, without the reader's look-ups.

import { decodeXml } from '@terrarium/kernel/foreign-text';
import type { Message } from '@terrarium/kernel/language-model';
import type { Annotator } from '../journal/open-annotator.ts';
import { detectTurn } from '../moments/open-summoned.ts';
import { findQuestion } from '../prompts/prompts.ts';

export interface Exchange {
  readonly question: string;
  /** The reply; absent if it has not arrived yet, or if none came. */
  readonly answer?: string;
}

/** Returns what was said in the open dialogue, which the next question will continue; empty if no dialogue is open. */
export function readDialogue(
  { stores: { summons } }: Pick<Annotator, 'stores'>,
  snapshotId: number,
): readonly Exchange[] {
  const id = summons.findOpen(snapshotId);
  const messages = id === undefined ? [] : summons.readMessages(id);
  return splitByQuestion(messages).map((part) => {
    const [asked] = part;
    const question = decodeXml(findQuestion(asked?.content ?? ''));
    const turn = detectTurn(part);
    return turn.at === 'answered' && turn.text !== '' ? { question, answer: turn.text } : { question };
  });
}

function splitByQuestion(messages: readonly Message[]): readonly (readonly Message[])[] {
  const starts = messages.flatMap(({ role }, index) => (role === 'user' ? [index] : []));
  return starts.map((start, index) => messages.slice(start, starts[index + 1]));
}
