// The built-in reader's answer to a curator's question: a JSON list of decisions.

import type { Message } from '@terrarium/kernel/language-model';
import { chooseDecisions } from './choose-decisions.ts';
import { parseDossiers } from './parse-dossiers.ts';

/** The answer to the newest question, asked again or not; undefined when the newest message is none. */
export function answerCuration(messages: readonly Message[]): string | undefined {
  const newest = messages.at(-1);
  if (newest?.role !== 'user' || !/^<curation_(?:request|refused)/.test(newest.content)) return undefined;
  const question = messages.findLast(({ content }) => content.startsWith('<curation_request'));
  return JSON.stringify(chooseDecisions(parseDossiers(question?.content ?? '')));
}
