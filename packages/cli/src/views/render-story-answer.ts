// Renders an answer about the story with the quotes it is based on, or what the glossary has about the question.

import { listRelationAccounts } from '@terrarium/annotator/accounts';
import type { SaidAnswer, StoryAnswer } from '@terrarium/annotator/ask-story';
import type { WorldView } from '@terrarium/annotator/open-world-view';
import { readQuote } from '@terrarium/annotator/read-quote';
import { stripLinks } from '@terrarium/annotator/strip-links';
import { wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { renderQuoted } from '../screen/render-quoted.ts';
import { paint } from '../screen/style.ts';
import { renderEntryHeading } from './render-entry-heading.ts';
import { renderQuote } from './render-quote.ts';
import { renderRelations } from './render-relations.ts';

const shownQuotes = 3;

export function renderStoryAnswer(
  view: WorldView,
  { entries, isNamed, said, passages }: StoryAnswer,
  width: number,
): readonly string[] {
  if (said !== undefined && said.sentences.length > 0) return renderSaid(said, width);
  const known = entries.flatMap((entry, at) => [
    ...(at === 0 ? [] : ['']),
    ...renderEntryHeading(entry, width),
    ...wrapText(stripLinks(entry.definition), { width, indent: '  ' }),
    ...entry.evidence
      .slice(0, shownQuotes)
      .flatMap((piece) => ['', ...renderQuote(readQuote(view, piece), { width, indent: '    ' })]),
    ...(isNamed ? renderRelations(listRelationAccounts(view, entry.id), width) : []),
  ]);
  const near =
    passages.length === 0
      ? []
      : [...wrapText(describeNear(isNamed), { width }), ...renderSources(passages, width), ''];
  const nothing =
    'The glossary has nothing about that here. "terrarium search --in story" searches the story itself.';
  const unnamed =
    'The question names nothing that the glossary has here. The closest by its words, which may be about something else:';
  return [
    ...(said === undefined ? [] : [...wrapText(describeSilence(said), { width }), '']),
    ...near,
    ...((near.length > 0 || said !== undefined) && known.length > 0 ? ['What the glossary has:', ''] : []),
    ...(known.length === 0
      ? wrapText(nothing, { width })
      : [...(isNamed ? [] : [...wrapText(unnamed, { width }), '']), ...known]),
  ];
}

function renderSaid({ sentences, quotes, leftOut }: SaidAnswer, width: number): readonly string[] {
  const text = sentences
    .map((sentence) =>
      [stripLinks(sentence.text), ...sentence.quotes.map((at) => paint(`[${at + 1}]`, 'dim'))].join(' '),
    )
    .join(' ');
  const note = `Of the answer, ${renderCount(leftOut, 'sentence')} without a quote, or about what has not been read yet, ${leftOut === 1 ? 'is' : 'are'} left out.`;
  return [
    ...wrapText(text, { width }),
    ...renderSources(quotes, width),
    ...(leftOut === 0 ? [] : ['', ...wrapText(note, { width }).map((line) => paint(line, 'dim'))]),
  ];
}

function renderSources(quotes: SaidAnswer['quotes'], width: number): readonly string[] {
  return quotes.flatMap(({ text, postId, threadTitle, author }, at) => {
    const from = [`post ${postId}`, threadTitle ?? '', author ?? ''].filter((part) => part !== '').join(', ');
    return [
      '',
      ...wrapText(renderQuoted(text), { width, indent: '      ', first: `  ${`[${at + 1}]`.padEnd(4)}` }),
      ...wrapText(`— ${from}`, { width, indent: '      ' }).map((line) => paint(line, 'dim')),
    ];
  });
}

function describeNear(isNamed: boolean): string {
  return isNamed
    ? 'Sentences of the story that come near to an answer:'
    : 'Sentences of the story that have words of the question:';
}

function describeSilence({ leftOut }: SaidAnswer): string {
  return leftOut === 0
    ? 'The model finds no answer in what was read up to here.'
    : 'What the model said had no quote to support it, or named what has not been read yet.';
}
