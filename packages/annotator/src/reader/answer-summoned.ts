// What the built-in reader says when it is asked about an earlier moment: what its glossary held then, and what it is.

import { decodeXml } from '@terrarium/kernel/foreign-text';
import type { Message, ToolCall } from '@terrarium/kernel/language-model';
import { isPlainWord } from './lexicon.ts';

const requestPattern = /^<summon_request [^>]*\/>/;
const questionStart = 'The question:\n';
const maxWords = 8;
const shownEntries = 4;

/** Whether the messages end in a talk with a summoned reader. */
export function isSummoned(messages: readonly Message[]): boolean {
  const spoken = messages.filter(({ role }) => role === 'user');
  return spoken.some(({ content }) => requestPattern.test(content));
}

/** Looks the question's words up first; then says what was found. */
export function answerSummoned(messages: readonly Message[]): {
  readonly text: string;
  readonly calls: readonly ToolCall[];
} {
  const newest = messages.at(-1);
  const question = readQuestion(messages);
  if (newest?.role === 'user') {
    const call = { query: chooseWords(question), limit: shownEntries };
    const id = `look_${messages.length}`;
    return { text: '', calls: [{ id, name: 'glossary_search', arguments: JSON.stringify(call) }] };
  }
  return { text: renderFound(newest?.content ?? ''), calls: [] };
}

function readQuestion(messages: readonly Message[]): string {
  const asked = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const at = requestPattern.test(asked) ? asked.indexOf(questionStart) : -1;
  return decodeXml(at === -1 ? asked : asked.slice(at + questionStart.length)).trim();
}

/** Names and rare words; all of them when there are none. */
function chooseWords(question: string): string {
  const words = question.match(/[\p{L}\p{N}'’-]+/gu) ?? [];
  const telling = words.filter((word, index) => {
    const isName = index > 0 && /^\p{Lu}/u.test(word);
    return isName || !isPlainWord(word.toLowerCase());
  });
  return (telling.length > 0 ? telling : words).slice(0, maxWords).join(' ');
}

function renderFound(answer: string): string {
  const entries = [...answer.matchAll(/<entry ([^>]*)>([\s\S]*?)<\/entry>/g)].map(
    ([, attributes = '', body = '']) => {
      const term = decodeXml(/term="([^"]*)"/.exec(attributes)?.[1] ?? '');
      return `${term}: ${decodeXml(body).trim()}`;
    },
  );
  const whoIAm =
    'I am the built-in reader, with rules and no language model inside: I can only say what I had noted by then.';
  return entries.length === 0 ? `${whoIAm} About that I had noted nothing.` : [whoIAm, ...entries].join('\n');
}
