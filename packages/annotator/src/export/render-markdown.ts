// Markdown: the glossary as one page to read.

import { escapeMarkdown } from '@terrarium/kernel/foreign-text';
import { findKind } from './entry-kind.ts';
import { escapeDefinition } from './escape-definition.ts';
import type { GatheredGlossary } from './export-glossary.ts';
import type { ExportedEntry, ExportedEvidence } from './exported-glossary.ts';

type MarkdownSource = Pick<GatheredGlossary, 'glossary' | 'namePlace'>;

/** Chunks of the page, one entry at a time, in the order of the export. */
export function* renderMarkdown({
  glossary,
  namePlace = (corpus) => corpus,
}: MarkdownSource): Generator<string> {
  const { entries, as_of: asOf, world, salvaged } = glossary;
  const counted = `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}`;
  const extent = asOf === null ? '' : `, as of post ${asOf.post_id} of ${escapeLine(asOf.corpus)}`;
  yield `# ${escapeLine(world)}: glossary\n\n${counted}${extent}, most prominent first.\n`;
  if (salvaged !== undefined)
    yield `\n*Salvaged from a damaged file: ${salvaged.left_out === 1 ? 'something is' : `${salvaged.left_out} things are`} missing.*\n`;
  for (const entry of entries) yield renderEntry(entry, namePlace);
}

function renderEntry(entry: ExportedEntry, namePlace: NonNullable<MarkdownSource['namePlace']>): string {
  const blocks = [
    `## ${escapeLine(entry.term)}`,
    `*${[findKind(entry.tags), entry.status]
      .filter((part) => part !== undefined)
      .map(escapeLine)
      .join(', ')}*`,
    entry.aliases.length === 0 ? '' : `Also: ${entry.aliases.map(escapeLine).join(', ')}`,
    escapeDefinition(entry.definition.trim()),
    ...entry.evidence.map((evidence) => renderQuote(evidence, namePlace(evidence.corpus, evidence.post_id))),
    `First seen in post ${entry.first_seen_post_id}, thread ${entry.first_seen_thread_id}.`,
  ];
  return `\n${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function renderQuote(evidence: ExportedEvidence, place: string): string {
  const lines = escapeMarkdown(evidence.quote.trim()).split('\n');
  const source = `(post ${evidence.post_id}, ${escapeLine(place)})`;
  return [...lines, '', source].map((line) => `> ${line.trim()}`.trimEnd()).join('\n');
}

function escapeLine(text: string): string {
  return escapeMarkdown(text.replace(/\s+/gu, ' ').trim());
}
