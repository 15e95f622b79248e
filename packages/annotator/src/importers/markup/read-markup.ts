// Reads a page of HTML or XHTML as blocks of text: paragraphs, headings, list items, rows of tables.

import { type Block, contentsName, countWords, type LeftOut } from '../book.ts';
import { type BlockWriter, createBlockWriter } from './block-writer.ts';
import { walkMarkup } from './walk-markup.ts';

export interface MarkupPage {
  readonly blocks: readonly Block[];
  /** What the page says its title is, outside its text. */
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly pictures: number;
  readonly leftOut: readonly LeftOut[];
}

type Attributes = Readonly<Record<string, string>>;

/** Elements that hold nothing a reader reads. */
const silent = new Set(
  'script style template object iframe noscript audio video canvas svg select textarea datalist'.split(' '),
);
const blockNames = new Set(
  `p div section article main header footer aside nav figure figcaption blockquote li dt dd ul ol dl table caption
  thead tbody tfoot form fieldset center address body h1 h2 h3 h4 h5 h6 pre details summary hgroup`.split(
    /\s+/u,
  ),
);
const headingName = /^h[1-6]$/u;
/** As programs that run web sites call what readers wrote below a page. */
const readersTalk =
  /^(?:comments|comment-?list|comments?[-_](?:area|section|container|wrapper|thread|placeholder)|disqus_thread)$/iu;
const talkNames = new Set(['div', 'section', 'aside', 'ol', 'ul']);
const noteMark = /^[[(]?(?:\d{1,4}|[*†‡§¶]{1,3})[\])]?$/u;
/** Page numbers of a printed edition, which stand in the middle of sentences. */
const pageNumber = /\b(?:pagenum|page-?num(?:ber)?|pagebreak|doc-pagebreak)\b/iu;

interface OpenElement {
  readonly name: string;
  /** Where in the open block it began, for what is judged by its words. */
  readonly place: number;
  readonly attributes: Attributes;
}

/** The element whose text is kept out for now. */
interface HiddenText {
  readonly depth: number;
  /** Undefined when it is nothing worth a report. */
  readonly what: string | undefined;
  text: string;
}

interface Walk {
  readonly writer: BlockWriter;
  readonly open: OpenElement[];
  readonly leftOut: LeftOut[];
  title: string;
  author: string | undefined;
  pictures: number;
  links: number;
  hidden: HiddenText | undefined;
  readonly hidesTalk: boolean;
}

export interface MarkupWish {
  /** Ids that begin a new block wherever they stand. */
  readonly targets?: ReadonlySet<string>;
  /** Leaves out what readers wrote below the page, where the page says that it is that. */
  readonly hidesTalk?: boolean;
}

export function readMarkup(
  markup: string,
  { targets = new Set(), hidesTalk = false }: MarkupWish = {},
): MarkupPage {
  const walk: Walk = {
    writer: createBlockWriter(targets),
    open: [],
    leftOut: [],
    title: '',
    author: undefined,
    pictures: 0,
    links: 0,
    hidden: undefined,
    hidesTalk,
  };
  walkMarkup(dropDoctype(markup), 'html', {
    open: (name, attributes) => openElement(walk, name, attributes),
    text: (text) => addText(walk, text),
    close: (name) => closeElement(walk, name),
  });
  const { author, pictures, leftOut } = walk;
  const title = walk.title.replace(/\s+/gu, ' ').trim();
  const blocks = walk.writer.finish();
  return { blocks, title: title === '' ? undefined : title, author, pictures, leftOut };
}

/** A document type may declare entities, whose text is none of the page's. */
function dropDoctype(markup: string): string {
  const start = markup.slice(0, 4_096).search(/<!DOCTYPE[^>[]*\[/iu);
  const end = start === -1 ? -1 : markup.indexOf(']>', start);
  return end === -1 ? markup : markup.slice(0, start) + markup.slice(end + 2);
}

function openElement(walk: Walk, name: string, attributes: Attributes): void {
  const { writer } = walk;
  const id = attributes['id'] ?? (name === 'a' ? attributes['name'] : undefined);
  if (id !== undefined) writer.addTarget(id);
  if (blockNames.has(name)) writer.breakBlock();
  walk.open.push({ name, attributes, place: writer.readPlace() });
  if (name === 'a' && attributes['href'] !== undefined) walk.links += 1;
  walk.hidden ??= hide(walk, name, attributes);
  if (walk.hidden === undefined) openVisible(walk, name, attributes);
  else if (blockNames.has(name)) walk.hidden.text += ' ';
}

function openVisible(walk: Walk, name: string, attributes: Attributes): void {
  const { writer } = walk;
  if (headingName.test(name)) writer.setHeading(Number(name.slice(1)));
  if (name === 'br') writer.breakLine();
  if (name === 'hr') writer.addRule();
  if (name === 'pre') writer.keepSpace(1);
  if (name === 'img' || name === 'image') {
    walk.pictures += 1;
    writer.addInitial(attributes['alt'] ?? '');
  }
  if (name === 'meta' && /^(?:author|dc\.creator)$/iu.test(attributes['name'] ?? '')) {
    walk.author ??= attributes['content'];
  }
}

function hide({ open, hidesTalk }: Walk, name: string, attributes: Attributes): HiddenText | undefined {
  const isTalk = hidesTalk && isReadersTalk(name, attributes);
  const what = isTalk ? 'comments of readers' : findReasonToHide(name, attributes);
  return what === undefined ? undefined : { depth: open.length, what: what || undefined, text: '' };
}

/** Undefined for what is shown; an empty text for what no reader would miss. */
function findReasonToHide(name: string, attributes: Attributes): string | undefined {
  if (silent.has(name)) return '';
  if (name === 'nav') return contentsName;
  if (name === 'rt' || name === 'rp') return 'readings of characters (ruby)';
  const kind = `${attributes['epub:type'] ?? ''} ${attributes['role'] ?? ''}`;
  if (/\b(?:doc-)?noteref\b/u.test(kind)) return 'marks of notes';
  if (pageNumber.test(`${kind} ${attributes['class'] ?? ''}`)) return 'page numbers';
  return undefined;
}

function isReadersTalk(name: string, attributes: Attributes): boolean {
  const names = `${attributes['id'] ?? ''} ${attributes['class'] ?? ''}`.split(/\s+/u);
  return talkNames.has(name) && names.some((one) => readersTalk.test(one));
}

function addText(walk: Walk, text: string): void {
  const { hidden } = walk;
  if (hidden !== undefined) {
    if (hidden.what !== undefined) hidden.text += text;
    return;
  }
  if (walk.open.at(-1)?.name === 'title') {
    walk.title += text;
    return;
  }
  walk.writer.addText(text, walk.links > 0);
}

function closeElement(walk: Walk, name: string): void {
  const element = walk.open.pop();
  if (walk.hidden === undefined) closeVisible(walk, name);
  else if (walk.open.length < walk.hidden.depth) settleHidden(walk, walk.hidden);
  if (name === 'a' && element?.attributes['href'] !== undefined) closeLink(walk, element);
}

function settleHidden(walk: Walk, { what, text }: HiddenText): void {
  if (what !== undefined) walk.leftOut.push({ what, words: countWords(text) });
  walk.hidden = undefined;
}

function closeVisible({ writer }: Walk, name: string): void {
  if (name === 'pre') writer.keepSpace(-1);
  if (name === 'td' || name === 'th') writer.addTab();
  if (name === 'tr') writer.breakLine();
  if (blockNames.has(name)) writer.breakBlock();
  if (headingName.test(name)) writer.setHeading(undefined);
}

/** A number behind a word that leads to a note is no part of the word. */
function closeLink(walk: Walk, { attributes, place }: OpenElement): void {
  walk.links -= 1;
  if (!(attributes['href'] ?? '').includes('#')) return;
  const taken = walk.writer.takeBack(place, noteMark);
  if (taken) walk.leftOut.push({ what: 'marks of notes', words: 1 });
}
