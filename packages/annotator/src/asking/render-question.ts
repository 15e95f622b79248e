// Renders a question about the story for a model: the entries and the quotes that may answer it, and nothing else.

import { readFileSync } from 'node:fs';
import { hashPrompt } from '@terrarium/kernel/hash-prompt';
import type { Message } from '@terrarium/kernel/language-model';
import type { PostId, ThreadId } from '../corpus/corpus.ts';
import type { GlossaryEntry } from '../glossary/entry.ts';
import { renderContent, renderElement, renderEntry } from '../prompts/render-element.ts';
import type { NamedRelation } from './find-entries.ts';

export interface ShownQuote {
  readonly corpus: string;
  readonly postId: PostId;
  /** Undefined if the story no longer has the post. */
  readonly threadId: ThreadId | undefined;
  readonly threadTitle: string | undefined;
  readonly author: string | undefined;
  readonly text: string;
}

/** What may answer a question, up to the reader's place. */
export interface Material {
  readonly entries: readonly GlossaryEntry[];
  /** The relations of the entries that the question names. */
  readonly relations: readonly NamedRelation[];
  /** The first quote has the label q1. */
  readonly quotes: readonly ShownQuote[];
}

const instructions = readFileSync(new URL('./question.md', import.meta.url), 'utf8').trimEnd();

/** Digest of the texts with which a model is asked. */
export const questionVersion = hashPrompt([
  new URL('./', import.meta.url),
  new URL('../prompts/render-element.ts', import.meta.url),
  new URL('../reader/relation-kinds.ts', import.meta.url),
]);

export function renderQuestion(
  { entries, relations, quotes }: Material,
  question: string,
): readonly Message[] {
  const shown = quotes.map(({ postId, threadTitle, text }, at) => {
    const where = { label: `q${at + 1}`, post: postId, thread: threadTitle };
    return renderElement('quote', where, renderContent(text));
  });
  const content = [
    '<entries>',
    ...entries.map(renderEntry),
    '</entries>',
    ...relations.map(({ of, wording, to }) => renderElement('relation', { of, is: wording, to: to.term })),
    '<quotes>',
    ...shown,
    '</quotes>',
    renderElement('question', {}, renderContent(question)),
  ].join('\n');
  return [
    { role: 'system', content: instructions },
    { role: 'user', content },
  ];
}

/** What a model is told about sentences that cannot be shown. */
export function renderObjection(wrong: readonly WrongSentence[]): string {
  const lines = wrong.map(
    ({ text, why, words = [] }) =>
      `- ${renderContent(text)} (${reasons[why]}${words.length === 0 ? '' : `: ${renderContent(words.join(', '))}`})`,
  );
  return [
    'These sentences cannot be shown to the reader:',
    ...lines,
    'Write the whole answer once more. End every sentence with labels of quotes above, and say only what those quotes say. If they do not answer the question, write only: NOT KNOWN',
  ].join('\n');
}

export interface Fault {
  readonly why: keyof typeof reasons;
  /** The words that are at fault. */
  readonly words?: readonly string[] | undefined;
}

export interface WrongSentence extends Fault {
  readonly text: string;
}

const reasons = {
  unsupported: 'it does not end with the label of a quote',
  unread: 'it names something that nobody has read so far',
  unnamed: 'it has a name that neither its quotes nor the entries have',
} as const;
