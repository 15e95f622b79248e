// Finds what a page hides from its readers: by its style sheet, or by an element's own style.

import { type ApartKind, contentsName } from '../book.ts';
import { type Attributes, joinTypes } from './page-rules.ts';

const mostCss = 2 * 1024 * 1024;
const mostClasses = 20_000;
const hiding =
  /display\s*:\s*none|visibility\s*:\s*hidden|(?:left|top|text-indent)\s*:\s*-\d{3}|font-size\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d])/iu;
const simpleSelector = /^(?:[a-z][a-z\d]*)?\.(?<name>[\w-]+)$/iu;
/** Classes of elements that a reader can open by a click. */
const opened = /spoiler|collaps|toggle|tab|menu|accordion/iu;

/** Whether style declarations hide an element. */
function isHiding(declarations: string): boolean {
  return hiding.test(declarations.slice(0, 2_000));
}

/** Classes that a style sheet hides everywhere, and not only on some screens. */
export function collectHiddenClasses(markup: string): ReadonlySet<string> {
  const classes = new Set<string>();
  for (const css of iterateStyles(markup)) {
    for (const rule of iterateRules(css)) {
      if (isHiding(rule.declarations)) addClasses(classes, rule.selectors);
    }
  }
  return classes;
}

function addClasses(classes: Set<string>, selectors: string): void {
  for (const selector of selectors.slice(0, 10_000).split(',')) {
    const name = simpleSelector.exec(selector.trim())?.groups?.['name'];
    if (name !== undefined && !opened.test(name) && classes.size < mostClasses) classes.add(name);
  }
}

function* iterateStyles(markup: string): Generator<string> {
  let left = mostCss;
  const opening = /<style\b/giu;
  for (let match = opening.exec(markup); match !== null && left > 0; match = opening.exec(markup)) {
    const start = markup.indexOf('>', match.index);
    if (start === -1) return;
    const end = markup.indexOf('</', start);
    const css = markup.slice(start + 1, end === -1 ? undefined : end).slice(0, left);
    left -= css.length;
    opening.lastIndex = Math.max(start, end);
    yield css;
    if (end === -1) return;
  }
}

const depthChange: Readonly<Record<string, number>> = { '{': 1, '}': -1 };

interface StyleRule {
  readonly selectors: string;
  readonly declarations: string;
}

/**
 * Yields only the rules at the top level: rules for print or for some screens only are inside other rules. Looks at
 * each character once.
 */
function* iterateRules(css: string): Generator<StyleRule> {
  let depth = 0;
  let start = 0;
  let selectors = '';
  for (const { 0: sign, index } of css.matchAll(/[{};]/gu)) {
    if (sign === ';' && depth > 0) continue;
    if (sign === '{' && depth === 0) selectors = stripComments(css.slice(start, index));
    if (sign === '}' && depth === 1) yield { selectors, declarations: css.slice(start, index) };
    depth = Math.max(0, depth + (depthChange[sign] ?? 0));
    start = index + 1;
  }
}

function stripComments(text: string): string {
  const end = text.lastIndexOf('*/');
  return (end === -1 ? text : text.slice(end + 2)).trim();
}

export interface Hiding {
  /** What reports call the hidden element; undefined if it is not worth reporting. */
  readonly what?: string | undefined;
  readonly apart?: ApartKind | undefined;
}

/** Elements whose content readers do not see. */
const silent = new Set(
  'script style template object iframe noscript audio video canvas select textarea datalist'.split(' '),
);
/** Names by which web sites mark the section of readers' comments. */
const readersTalk =
  /^(?:comments|comment-?list|comments?[-_](?:area|section|container|wrapper|thread|placeholder)|disqus_thread)$/iu;
const talkNames = new Set(['div', 'section', 'aside', 'ol', 'ul']);
/** Classes of page numbers of a printed edition, which stand in the middle of sentences. */
const pageNumber = /\b(?:pagenum|page-?num(?:ber)?|pagebreak|doc-pagebreak)\b/iu;
/**
 * Elements in which sites hide lines that show that a copy is stolen. A hidden `div` is not among them, because it
 * usually opens at a click.
 */
const lineNames = new Set(['p', 'span', 'li', 'b', 'i', 'em', 'strong', 'font', 'small', 'sup', 'sub']);

export interface HidingOptions {
  readonly hidesTalk: boolean;
  /** Classes that the page's own style sheet hides. */
  readonly hiddenClasses: ReadonlySet<string>;
}

/** Undefined if the element is shown. */
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
  // A hidden heading is usually shown in another way. Lines that show that a copy is stolen are never headings.
  if (hiddenClasses.size === 0 || /^h[1-6]$/u.test(name)) return false;
  return (attributes['class'] ?? '').split(/\s+/u).some((one) => hiddenClasses.has(one));
}
