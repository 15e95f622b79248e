// Renders a quote within its sentence, and the post that it is from.

import type { QuoteAccount } from '@terrarium/annotator/read-quote';
import { type Block, wrapText } from '../screen/layout.ts';
import { renderQuoted } from '../screen/render-quoted.ts';
import { paint } from '../screen/style.ts';

/** At most this many characters of the sentence are shown on either side of a quote. */
const besideCharacters = 160;

/** The quote is bold and, for terminals without styles, also in quotation marks. */
export function renderQuote(account: QuoteAccount, block: Block): string[] {
  const { evidence } = account;
  const before = cutStart(account.before ?? '');
  const after = cutEnd(account.after ?? '');
  const quote = paintWords(evidence.quote);
  const lines = wrapText(`${before}${renderQuoted(evidence.quote, quote)}${after}`, block);
  const address = account.address === undefined ? [] : [`${block.indent ?? ''}${account.address}`];
  const source = [...wrapText(renderSource(account), block), ...address];
  return [...lines, ...source.map((line) => paint(line, 'dim'))];
}

function renderSource(account: QuoteAccount): string {
  const { evidence, anchor, author, threadTitle, before, isSupporting } = account;
  const parts = [`post ${evidence.postId}`, threadTitle ?? evidence.corpus, author ?? ''];
  const notes = [
    isSupporting === true ? 'this quote leaves the name out; the quote above has it' : '',
    evidence.isSnapped ? 'the model misquoted slightly; these are the words of the story' : '',
    before === undefined ? 'the post cannot be read' : '',
    renderAnchor(anchor),
  ];
  return `— ${[...parts, ...notes].filter((part) => part !== '').join(', ')}`;
}

function renderAnchor(anchor: QuoteAccount['anchor']): string {
  if (anchor.at === 'moved') return `edited since; these words are now in post ${anchor.post.postId}`;
  return anchor.at === 'former' ? 'gone from the story; only an earlier version had these words' : '';
}

/** Painted word by word, so that a line can be broken anywhere. */
function paintWords(text: string): string {
  return text
    .trim()
    .split(/\s+/u)
    .map((word) => paint(word, 'bold'))
    .join(' ');
}

function cutStart(text: string): string {
  if (text.length <= besideCharacters) return text;
  return `…${text.slice(-besideCharacters).replace(/^\S*\s/u, '')}`;
}

function cutEnd(text: string): string {
  if (text.length <= besideCharacters) return text;
  return `${text.slice(0, besideCharacters).replace(/\s\S*$/u, '')}…`;
}
