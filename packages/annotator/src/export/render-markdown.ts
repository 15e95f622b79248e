// Renders the glossary as one Markdown page to read.

import { escapeBlocks, escapeMarkdown } from '@terrarium/kernel/foreign-text';
import { unexplained } from '../glossary/salience.ts';
import { type ShownQuote, sortQuotes, supporting } from '../glossary/sort-quotes.ts';
import type { GatheredGlossary } from './export-glossary.ts';
import { type ExportedEntry, type ExportedEvidence, findKind, renderUntil } from './exported-glossary.ts';
import { splitMarked } from './wiki/client/link-names.js';

type MarkdownSource = Pick<GatheredGlossary, 'glossary' | 'nameChapter'>;
type NameChapter = NonNullable<MarkdownSource['nameChapter']>;

/** Yields the page bit by bit: the heading, then one entry at a time, in the order of the export. */
export function* renderMarkdown({
  glossary,
  nameChapter = (corpus, postId) => `${corpus}, post ${postId}`,
}: MarkdownSource): Generator<string> {
  const { entries, as_of: asOf, world, salvaged } = glossary;
  const counted = `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}`;
  const extent = asOf === null ? '' : `, as of ${escapeLine(nameChapter(asOf.corpus, asOf.post_id))}`;
  yield `# ${escapeLine(world)}: glossary\n\n${counted}${extent}, most prominent first.\n`;
  if (salvaged !== undefined)
    yield `\n*Salvaged from a damaged file: ${salvaged.left_out === 1 ? 'something is' : `${salvaged.left_out} things are`} missing.*\n`;
  for (const entry of entries) yield renderEntry(entry, nameChapter);
}

const standings = { confirmed: 'confirmed', tentative: 'not confirmed' } as const;

function renderEntry(entry: ExportedEntry, nameChapter: NameChapter): string {
  const blocks = [
    `## ${escapeLine(entry.term)}`,
    `*${[
      findKind(entry.tags),
      standings[entry.status],
      entry.tags.includes(unexplained) ? 'not explained yet' : undefined,
    ]
      .filter((part) => part !== undefined)
      .map(escapeLine)
      .join(', ')}*`,
    entry.aliases.length === 0 ? '' : `Also: ${entry.aliases.map(escapeLine).join(', ')}`,
    escapeDefinition(entry.definition.trim()),
    renderRelations(entry, nameChapter),
    ...sortQuotes(entry, entry.evidence).map((shown) =>
      renderQuote(shown, nameChapter(shown.piece.corpus, shown.piece.post_id)),
    ),
    renderFirst(entry, nameChapter),
  ];
  return `\n${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/**
 * Where the entry is named first. Empty if the quotes do not show which story that post belongs to: no quote is from
 * the post, and the quotes are not all from one story.
 */
function renderFirst(
  { evidence, first_seen_post_id: postId }: ExportedEntry,
  nameChapter: NameChapter,
): string {
  const corpora = [...new Set(evidence.map(({ corpus }) => corpus))];
  const only = corpora.length === 1 ? corpora[0] : undefined;
  const corpus = evidence.find(({ post_id: id }) => id === postId)?.corpus ?? only;
  return corpus === undefined ? '' : `First named in ${escapeLine(nameChapter(corpus, postId))}.`;
}

function renderRelations(
  { relations = [], former_relations: former = [] }: ExportedEntry,
  nameChapter: NameChapter,
): string {
  return [
    ...relations.map(({ kind, term, evidence }) => {
      const place = renderPlace(evidence, nameChapter(evidence.corpus, evidence.post_id));
      return `- ${kind} **${escapeLine(term)}** (${place})`;
    }),
    ...former.map((one) => {
      const { until_corpus: corpus = one.evidence.corpus, until_post_id: postId } = one;
      const until = renderUntil(one, nameChapter(corpus, postId));
      return `- no longer ${one.kind} **${escapeLine(one.term)}** (${escapeLine(until)})`;
    }),
  ].join('\n');
}

function renderQuote({ piece, isSupporting }: ShownQuote<ExportedEvidence>, place: string): string {
  const lines = escapeMarkdown(piece.quote.trim()).split('\n');
  const source = `(${renderPlace(piece, place)}${isSupporting ? `; ${supporting}` : ''})`;
  return [...lines, '', source].map((line) => `> ${line.trim()}`.trimEnd()).join('\n');
}

function renderPlace({ url }: ExportedEvidence, place: string): string {
  return url === undefined ? escapeLine(place) : `[${escapeLine(place)}](${renderTarget(url)})`;
}

/** An address as the target of a link: nothing in it can end the link. */
export function renderTarget(url: string): string {
  return `<${url.replace(/[<>\\\s]/gu, encodeURIComponent)}>`;
}

function escapeLine(text: string): string {
  return escapeMarkdown(text.replace(/\s+/gu, ' ').trim());
}

/** A definition with each `[[Term]]`, or the words shown for it, in bold. */
export function escapeDefinition(text: string): string {
  return renderDefinition(text, { prose: escapeProse, link: (_, shown) => `**${escapeMarkdown(shown)}**` });
}

export interface DefinitionParts {
  prose(text: string, startsLine: boolean): string;
  /** Renders the link for the name between the brackets, with the words that are shown for it. */
  link(name: string, shown: string): string;
}

export function renderDefinition(text: string, { prose, link }: DefinitionParts): string {
  return text
    .split(/(?<link>\[\[[^[\]\n]+\]\])/u)
    .map((part, at) => {
      if (at % 2 === 0) return prose(part, at === 0);
      const { name, shown } = splitMarked(part.slice(2, -2));
      return link(name, shown);
    })
    .join('');
}

/**
 * A definition is Markdown by nature: its emphasis stays, but HTML, links, pictures and blocks are escaped. Text that
 * does not start a line keeps its leading blank. A `!` at the end is escaped: it would turn a link after it into a
 * picture.
 */
export function escapeProse(text: string, startsLine: boolean): string {
  const escaped = text.replace(/[\\[\]<>&#|~]|!(?=\[|$)/gu, '\\$&');
  return startsLine ? escapeBlocks(escaped) : escapeBlocks(`.${escaped}`).slice(1);
}
