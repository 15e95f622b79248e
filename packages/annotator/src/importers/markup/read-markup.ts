// Reads a page of HTML or XHTML as blocks of text: paragraphs, headings, list items, rows of tables.

import { type Apart, type Block, contentsName, countWords, type LeftOut, sumWords } from '../book.ts';
import { choosePageRules } from '../sites/choose-page-rules.ts';
import { type BlockWriter, createBlockWriter } from './block-writer.ts';
import { collectHiddenClasses, findHiding, type Hiding, type HidingOptions } from './find-hiding.ts';
import { type Attributes, type Fate, findFate, findTypeFate, isNamed, type PageRules } from './page-rules.ts';
import { resolveZones } from './resolve-zones.ts';
import { walkMarkup } from './walk-markup.ts';

export interface MarkupPage {
  readonly blocks: readonly Block[];
  /** The title that the page states outside its text. */
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly pictures: number;
  readonly leftOut: readonly LeftOut[];
  readonly apart: readonly Apart[];
  /** The rules by which the page was read. */
  readonly rules: PageRules;
}

const blockNames = new Set(
  `p div section article main header footer aside nav figure figcaption blockquote li dt dd ul ol dl table caption
  thead tbody tfoot form fieldset center address body h1 h2 h3 h4 h5 h6 pre details summary hgroup`.split(
    /\s+/u,
  ),
);
const headingName = /^h[1-6]$/u;
const noteMark = /^[[(]?(?:\d{1,4}|[*†‡§¶]{1,3})[\])]?$/u;
/** A hidden line has at most this many words; a longer hidden text may be part of the story. */
const longestHidden = 60;
/** If the style sheet hides more than this share of a page, the text is read: a script most likely shows it again. */
const hiddenShare = 0.2;
/** The depth of the headings that a site's rules name. */
const namedDepth = 2;

interface OpenElement {
  readonly name: string;
  /** The place in the open block at which the element began. */
  readonly place: number;
  readonly attributes: Attributes;
}

interface HiddenText extends Hiding {
  readonly depth: number;
  text: string;
}

interface NamingText {
  readonly depth: number;
  readonly what: 'title' | 'author';
  text: string;
}

interface Walk {
  readonly writer: BlockWriter;
  readonly open: OpenElement[];
  readonly leftOut: LeftOut[];
  readonly apart: Apart[];
  readonly rules: PageRules;
  readonly options: HidingOptions;
  /** The fate of each zone; an element with a fate begins a zone. */
  readonly fates: Fate[];
  readonly zones: { readonly zone: number; readonly depth: number }[];
  readonly named: { title?: string; author?: string };
  naming: NamingText | undefined;
  title: string;
  author: string | undefined;
  pictures: number;
  links: number;
  /** How many drawings (SVG) are open. */
  drawings: number;
  drawnTexts: number;
  isDrawnText: boolean;
  hidden: HiddenText | undefined;
}

export interface MarkupOptions {
  /** Ids that begin a new block. */
  readonly targets?: ReadonlySet<string>;
  /** Whether to leave out readers' comments that are marked as such. */
  readonly hidesTalk?: boolean;
  /** The rules by which the page is read; if undefined, they are chosen by the page's content. */
  readonly rules?: PageRules | undefined;
}

export function readMarkup(markup: string, options: MarkupOptions = {}): MarkupPage {
  const hiddenClasses = collectHiddenClasses(markup);
  const page = readSeen(markup, options, hiddenClasses);
  const hidden = sumWords(page.apart.filter(({ kind }) => kind === 'hidden-line').map(({ text }) => text));
  const shown = sumWords(page.blocks.map(({ text }) => text));
  const isOdd = hiddenClasses.size > 0 && hidden > (hidden + shown) * hiddenShare;
  return isOdd ? readSeen(markup, options, new Set()) : page;
}

function readSeen(markup: string, options: MarkupOptions, hiddenClasses: ReadonlySet<string>): MarkupPage {
  const rules = options.rules ?? choosePageRules(markup);
  const walk = buildWalk(options, rules, hiddenClasses);
  walkMarkup(stripDoctype(markup), 'html', {
    open: (name, attributes) => openElement(walk, name, attributes),
    text: (text) => addText(walk, text),
    close: (name) => closeElement(walk, name),
  });
  const settled = resolveZones(walk.writer.finish(), walk.fates, rules);
  const title = walk.named.title ?? walk.title.replace(/\s+/gu, ' ').trim();
  return {
    blocks: settled.blocks,
    title: title === '' ? undefined : title,
    author: walk.named.author ?? walk.author,
    pictures: walk.pictures,
    leftOut: [...walk.leftOut, ...settled.leftOut],
    apart: [...settled.apart, ...walk.apart],
    rules,
  };
}

function buildWalk(
  { targets = new Set(), hidesTalk = false }: MarkupOptions,
  rules: PageRules,
  hiddenClasses: ReadonlySet<string>,
): Walk {
  return {
    writer: createBlockWriter(targets),
    open: [],
    leftOut: [],
    apart: [],
    rules,
    options: { hidesTalk, hiddenClasses },
    fates: [rules.outside],
    zones: [],
    named: {},
    naming: undefined,
    title: '',
    author: undefined,
    pictures: 0,
    links: 0,
    drawings: 0,
    drawnTexts: 0,
    isDrawnText: false,
    hidden: undefined,
  };
}

/** Removes a document type with declarations in brackets, because these may declare entities. */
function stripDoctype(markup: string): string {
  const start = markup.slice(0, 4_096).search(/<!DOCTYPE[^>[]*\[/iu);
  const end = start === -1 ? -1 : markup.indexOf(']>', start);
  return end === -1 ? markup : markup.slice(0, start) + markup.slice(end + 2);
}

function openElement(walk: Walk, name: string, attributes: Attributes): void {
  const { writer } = walk;
  const id = attributes['id'] ?? (name === 'a' ? attributes['name'] : undefined);
  if (id !== undefined) writer.addTarget(id);
  if (blockNames.has(name)) writer.finishBlock();
  walk.open.push({ name, attributes, place: writer.readPlace() });
  if (blockNames.has(name)) openZone(walk, name, attributes);
  if (name === 'svg') walk.drawings += 1;
  if (name === 'a' && attributes['href'] !== undefined) walk.links += 1;
  walk.hidden ??= hide(walk, name, attributes);
  if (walk.hidden === undefined) openVisible(walk, name, attributes);
  else if (blockNames.has(name)) walk.hidden.text += ' ';
}

/** Begins a zone if the site's rules, or the types of the EPUB, give the element a fate. */
function openZone(walk: Walk, name: string, attributes: Attributes): void {
  const { rules, open, zones, fates } = walk;
  const fate = findFate(rules, name, attributes) ?? findTypeFate(attributes, contentsName);
  const around = fates[zones.at(-1)?.zone ?? 0];
  if (fate === undefined || isSameFate(fate, around)) return;
  const zone = fates.push(fate) - 1;
  zones.push({ zone, depth: open.length });
  walk.writer.setZone(zone);
}

/**
 * Whether two fates are the same; if so, the inner element begins no zone of its own. Two texts that are left out never
 * have the same fate.
 */
function isSameFate(fate: Fate, other: Fate | undefined): boolean {
  if (typeof fate === 'string' || typeof other !== 'object') return fate === other;
  return 'apart' in fate && 'apart' in other && fate.apart === other.apart;
}

function closeZone({ zones, open, writer }: Walk): void {
  const last = zones.at(-1);
  if (last === undefined || open.length >= last.depth) return;
  zones.pop();
  writer.setZone(zones.at(-1)?.zone ?? 0);
}

function isStory({ fates, zones }: Walk): boolean {
  return fates[zones.at(-1)?.zone ?? 0] === 'story';
}

function openVisible(walk: Walk, name: string, attributes: Attributes): void {
  const { writer } = walk;
  startNaming(walk, name, attributes);
  if (headingName.test(name)) writer.setHeading(findDepth(walk.rules, name, attributes));
  if (name === 'text' && walk.drawings > 0) openDrawnText(walk);
  if (name === 'br') writer.addLineBreak();
  if (name === 'hr') writer.addRule();
  if (name === 'pre') writer.updateKeptSpace(1);
  if (name === 'meta') readMeta(walk, attributes);
  if (name === 'img' || name === 'image') readPicture(walk, attributes);
}

function readPicture(walk: Walk, attributes: Attributes): void {
  if (walk.drawings > 0) return;
  if (isStory(walk)) walk.pictures += 1;
  walk.writer.addInitial(attributes['alt'] ?? '');
}

function readMeta(walk: Walk, attributes: Attributes): void {
  const name = attributes['name'] ?? attributes['property'] ?? '';
  if (/^(?:author|dc\.creator|books:author)$/iu.test(name)) walk.author ??= attributes['content'];
}

function findDepth({ chapterHeadings }: PageRules, name: string, attributes: Attributes): number | undefined {
  if (chapterHeadings === undefined) return Number(name.slice(1));
  return isNamed(chapterHeadings, name, attributes) ? namedDepth : undefined;
}

function startNaming(walk: Walk, name: string, attributes: Attributes): void {
  if (walk.naming !== undefined) return;
  const { title, author } = walk.rules;
  const isTitle = walk.named.title === undefined && title !== undefined;
  const isAuthor = walk.named.author === undefined && author !== undefined;
  const depth = walk.open.length;
  if (isTitle && isNamed([title], name, attributes)) walk.naming = { depth, what: 'title', text: '' };
  else if (isAuthor && isNamed([author], name, attributes)) walk.naming = { depth, what: 'author', text: '' };
}

function finishNaming(walk: Walk): void {
  const { naming } = walk;
  if (naming === undefined || walk.open.length >= naming.depth) return;
  const text = naming.text.replace(/\s+/gu, ' ').trim();
  if (text !== '') walk.named[naming.what] = naming.what === 'author' ? text.replace(/^by /iu, '') : text;
  walk.naming = undefined;
}

function hide({ open, options }: Walk, name: string, attributes: Attributes): HiddenText | undefined {
  const hiding = findHiding(name, attributes, options);
  return hiding === undefined ? undefined : { ...hiding, depth: open.length, text: '' };
}

function addText(walk: Walk, text: string): void {
  const { hidden, naming } = walk;
  if (hidden !== undefined) {
    if (hidden.what !== undefined || hidden.apart !== undefined) hidden.text += text;
    return;
  }
  const name = walk.open.at(-1)?.name;
  if (walk.drawings > 0) {
    if (walk.isDrawnText) walk.writer.addText(text);
    return;
  }
  if (name === 'title') {
    walk.title += text;
    return;
  }
  if (naming !== undefined && naming.text.length < 1_000) naming.text += text;
  walk.writer.addText(text, walk.links > 0);
}

function closeElement(walk: Walk, name: string): void {
  const element = walk.open.pop();
  if (walk.hidden === undefined) closeVisible(walk, name);
  else if (walk.open.length < walk.hidden.depth) recordHidden(walk, walk.hidden);
  if (name === 'svg') closeDrawing(walk);
  if (name === 'text') walk.isDrawnText = false;
  if (name === 'a' && element?.attributes['href'] !== undefined) closeLink(walk, element);
  finishNaming(walk);
  closeZone(walk);
}

/**
 * Records the text of a hidden element as left out or kept apart. If a hidden line is too long, its text is treated
 * like the rest of the page.
 */
function recordHidden(walk: Walk, { what, apart, text }: HiddenText): void {
  walk.hidden = undefined;
  const words = countWords(text);
  if (what !== undefined) walk.leftOut.push({ what, words });
  if (apart === undefined || words === 0) return;
  if (words > longestHidden) walk.writer.addText(text, walk.links > 0);
  else walk.apart.push({ kind: apart, under: undefined, text: text.replace(/\s+/gu, ' ').trim() });
}

/** Begins a new line for each text of a drawing. */
function openDrawnText(walk: Walk): void {
  if (walk.drawnTexts === 0) walk.writer.finishBlock();
  else walk.writer.addLineBreak();
  walk.drawnTexts += 1;
  walk.isDrawnText = true;
}

function closeDrawing(walk: Walk): void {
  walk.drawings -= 1;
  if (walk.drawnTexts > 0) walk.writer.finishBlock();
  walk.drawnTexts = 0;
}

function closeVisible({ writer }: Walk, name: string): void {
  if (name === 'pre') writer.updateKeptSpace(-1);
  if (name === 'td' || name === 'th') writer.addTab();
  if (name === 'tr') writer.addLineBreak();
  if (blockNames.has(name)) writer.finishBlock();
  if (headingName.test(name)) writer.setHeading(undefined);
}

/** Removes a link to a note if its text is a number or sign that directly follows a word. */
function closeLink(walk: Walk, { attributes, place }: OpenElement): void {
  walk.links -= 1;
  if (!(attributes['href'] ?? '').includes('#')) return;
  const taken = walk.writer.removeAdded(place, noteMark);
  if (taken) walk.leftOut.push({ what: 'marks of notes', words: 1 });
}
