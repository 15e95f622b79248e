// Validates what a model read in a part of a rulebook: each item fits its kind, and the part contains its quote.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { Source } from '../system/manifest.ts';
import { type ExtractedItem, extractedItem, type RefusedItem } from './extracted-item.ts';
import { type FoldedText, findQuote, foldText, type Span } from './find-quote.ts';
import type { Rulebook, RulebookPart } from './rulebook.ts';

/** An item with the places of its quotes in the book. */
export interface SourcedItem {
  readonly item: ExtractedItem;
  readonly sources: readonly Source[];
}

export interface ValidatedItems {
  readonly items: readonly SourcedItem[];
  readonly refused: readonly RefusedItem[];
}

const shownLength = 160;

export function validateItems(
  book: Rulebook,
  part: RulebookPart,
  objects: readonly unknown[],
): ValidatedItems {
  const folded = foldText(book.text.slice(part.start, part.end));
  const items: SourcedItem[] = [];
  const refused: RefusedItem[] = [];
  for (const object of objects) {
    const judged = validateItem({ book, part, folded }, object);
    if ('say' in judged) refused.push({ item: describeObject(object), say: judged.say });
    else items.push(judged);
  }
  return { items, refused };
}

interface Reading {
  readonly book: Rulebook;
  readonly part: RulebookPart;
  readonly folded: FoldedText;
}

function validateItem(reading: Reading, object: unknown): SourcedItem | { readonly say: string } {
  const parsed = extractedItem.safeParse(object);
  if (!parsed.success) {
    const issues = parsed.error.issues.slice(0, 3).map((issue) => {
      const path = issue.path.map(String).join('.');
      return path === '' ? issue.message : `${escapeLine(path)}: ${escapeLine(issue.message)}`;
    });
    return { say: `It does not have the form that its kind requires. ${issues.join('; ')}.` };
  }
  const item = parsed.data;
  const span = findQuote(reading.folded, item.quote);
  if (span === undefined) return { say: 'Its quote is not found in this part, or is too short.' };
  const own = buildSource(reading, span, item.kind);
  if (item.kind !== 'field' || item.formula_quote === undefined) return { item, sources: [own] };
  const formulaSpan = findQuote(reading.folded, item.formula_quote);
  if (formulaSpan === undefined) return { say: 'The quote for its formula is not found in this part.' };
  return { item, sources: [own, buildSource(reading, formulaSpan, 'formula')] };
}

/** The words as the book has them, not as the model copied them. */
function buildSource({ book, part }: Reading, span: Span, of: string): Source {
  const start = part.start + span.start;
  const end = part.start + span.end;
  return { of, file: book.file, start, end, quote: book.text.slice(start, end) };
}

function describeObject(object: unknown): string {
  const text = JSON.stringify(object) ?? String(object);
  return text.length <= shownLength ? text : `${text.slice(0, shownLength)}…`;
}
