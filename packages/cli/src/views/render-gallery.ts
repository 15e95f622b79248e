// Renders sample entries: term, kind, definition, and a quote with the post that it is from.

import { nameChapter } from '@terrarium/annotator/name-chapter';
import type { QuoteAccount } from '@terrarium/annotator/read-quote';
import { stripLinks } from '@terrarium/annotator/strip-links';
import type { World } from '@terrarium/annotator/world';
import { cutText, wrapText } from '../screen/layout.ts';
import { renderQuoted } from '../screen/render-quoted.ts';
import { measureWidth, paint } from '../screen/style.ts';

export interface GalleryCard {
  readonly entry: {
    readonly term: string;
    readonly aliases: readonly string[];
    readonly tags: readonly string[];
    readonly definition: string;
  };
  readonly quotes: readonly QuoteAccount[];
}

const indent = '    ';
/** A definition and a quote are cut to about this many lines. */
const definitionLines = 3;
const quoteLines = 2;

export function renderGallery(
  cards: readonly GalleryCard[],
  { world, width }: { readonly world: World; readonly width: number },
): readonly string[] {
  return cards.flatMap((card) => [...renderCard(card, { world, width }), '']);
}

function renderCard(
  { entry, quotes }: GalleryCard,
  { world, width }: { readonly world: World; readonly width: number },
): readonly string[] {
  const kind = entry.tags[0] ?? 'term';
  const term = cutText(entry.term, width - kind.length - 4);
  const room = width - measureWidth(term) - kind.length - 8;
  const also =
    entry.aliases.length === 0 || room < 12 ? '' : cutText(`also ${entry.aliases.join(', ')}`, room);
  const head = `  ${paint(term, 'bold', 'cyan')}${also === '' ? '' : `  ${paint(also, 'dim')}`}`;
  const gap = ' '.repeat(Math.max(2, width - measureWidth(head) - measureWidth(kind)));
  return [
    `${head}${gap}${paint(kind, 'green')}`,
    ...wrapText(cutText(renderBeginning(stripLinks(entry.definition)), width * definitionLines), {
      width,
      indent,
    }),
    ...quotes.flatMap((quote) => renderSource(quote, { world, width })),
  ];
}

/** Begins the text with a capital letter: a definition taken from a sentence may begin in lower case. */
function renderBeginning(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/**
 * Renders the quote and the title of the thread that contains it. Even if the definition is the same as the quote, this
 * shows where the words are from.
 */
function renderSource(
  account: QuoteAccount,
  { world, width }: { readonly world: World; readonly width: number },
): readonly string[] {
  const { evidence, threadTitle } = account;
  const place =
    threadTitle === undefined ? evidence.corpus : nameChapter({ world }, evidence.corpus, threadTitle);
  const quote = normaliseBlanks(evidence.quote);
  const text = renderQuoted(quote, cutText(quote, width * quoteLines - indent.length * 4));
  const lines = wrapText(text, { width, indent }).map((line) => paint(line, 'dim', 'italic'));
  return [...lines, `${indent}${paint(cutText(`↳ ${place}`, width - indent.length), 'dim')}`];
}

function normaliseBlanks(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
