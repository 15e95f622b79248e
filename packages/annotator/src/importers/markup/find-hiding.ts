// Finds what an element's words are hidden for: marks of notes, page numbers, readings, lines that no reader sees.

import { type ApartKind, contentsName } from '../book.ts';
import { isHiding } from './collect-hidden-classes.ts';
import { joinTypes } from './find-type-fate.ts';
import type { Attributes } from './page-rules.ts';

export interface Hiding {
  /** Undefined when it is nothing worth a report. */
  readonly what?: string | undefined;
  readonly apart?: ApartKind | undefined;
}

/** Elements that hold nothing a reader reads. */
const silent = new Set(
  'script style template object iframe noscript audio video canvas select textarea datalist'.split(' '),
);
/** As programs that run web sites call what readers wrote below a page. */
const readersTalk =
  /^(?:comments|comment-?list|comments?[-_](?:area|section|container|wrapper|thread|placeholder)|disqus_thread)$/iu;
const talkNames = new Set(['div', 'section', 'aside', 'ol', 'ul']);
/** Page numbers of a printed edition, which stand in the middle of sentences. */
const pageNumber = /\b(?:pagenum|page-?num(?:ber)?|pagebreak|doc-pagebreak)\b/iu;
/** Elements that lines against theft are set in; a `div` that is hidden by itself opens at a click. */
const lineNames = new Set(['p', 'span', 'li', 'b', 'i', 'em', 'strong', 'font', 'small', 'sup', 'sub']);

export interface HidingOptions {
  readonly hidesTalk: boolean;
  /** Classes that the page's own style sheet takes out of sight. */
  readonly hiddenClasses: ReadonlySet<string>;
}

/** Undefined for what is shown. */
export function findHiding(name: string, attributes: Attributes, options: HidingOptions): Hiding | undefined {
  if (options.hidesTalk && isReadersTalk(name, attributes)) return { what: 'comments of readers' };
  if (silent.has(name)) return {};
  if (name === 'nav') return { what: contentsName };
  if (name === 'rt' || name === 'rp') return { what: 'readings of characters (ruby)' };
  const types = joinTypes(attributes);
  if (/\b(?:doc-)?noteref\b/u.test(types)) return { what: 'marks of notes' };
  if (pageNumber.test(`${types} ${attributes['class'] ?? ''}`)) return { what: 'page numbers' };
  return isUnseen(name, attributes, options) ? { apart: 'hidden-line' } : undefined;
}

function isReadersTalk(name: string, attributes: Attributes): boolean {
  const names = `${attributes['id'] ?? ''} ${attributes['class'] ?? ''}`.split(/\s+/u);
  return talkNames.has(name) && names.some((one) => readersTalk.test(one));
}

function isUnseen(name: string, attributes: Attributes, { hiddenClasses }: HidingOptions): boolean {
  if (lineNames.has(name) && isHiding(attributes['style'] ?? '')) return true;
  // Headings are hidden where a style shows the same words otherwise; lines against theft are no headings.
  if (hiddenClasses.size === 0 || /^h[1-6]$/u.test(name)) return false;
  return (attributes['class'] ?? '').split(/\s+/u).some((one) => hiddenClasses.has(one));
}
