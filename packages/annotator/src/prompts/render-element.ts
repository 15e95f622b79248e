// Renders the elements of prompts and tool answers as small XML, with text of the story escaped.

import { escapeAttribute, escapeText } from '@terrarium/kernel/foreign-text';
import type { Span } from '../corpus/corpus.ts';
import { listSentenceLabels } from '../corpus/list-sentence-labels.ts';
import type { GlossaryEntry } from '../glossary/entry.ts';

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Renders an element from rendered content; undefined attributes are left out. */
export function renderElement(name: string, attributes: Attributes, content = ''): string {
  const rendered = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeAttribute(stripControls(String(value)))}"`)
    .join('');
  return content === '' ? `<${name}${rendered}/>` : `<${name}${rendered}>${content}</${name}>`;
}

export function renderContent(text: string): string {
  return escapeText(stripControls(text));
}

export function renderEntry(entry: GlossaryEntry): string {
  return renderEntryAs('entry', entry);
}

/**
 * Whether an entry is shown again as a whole after these fields changed: only if its term or definition is among them.
 */
export function isShownWhole(fields: ReadonlySet<string>): boolean {
  return fields.has('definition') || fields.has('term');
}

/**
 * Renders an entry that has changed since the window showed it. If its term and definition are the same, renders only
 * the id, the term and the changed fields; otherwise the whole entry.
 */
export function renderChangedEntry(entry: GlossaryEntry, fields: ReadonlySet<string>): string {
  if (isShownWhole(fields)) return renderEntryAs('entry_changed', entry);
  const attributes = buildEntryAttributes(entry);
  return renderElement('entry_changed', {
    id: entry.id,
    term: entry.term,
    aliases: fields.has('aliases') ? attributes.aliases : undefined,
    tags: fields.has('tags') ? attributes.tags : undefined,
    status: fields.has('status') ? attributes.status : undefined,
    relations: fields.has('relations') ? (attributes.relations ?? 'none') : undefined,
  });
}

/** Renders the part of a body in `span`, with a label before each sentence; keeps paragraph breaks. */
export function renderLabelled(body: string, span: Span): string {
  const parts: string[] = [];
  let end = span.start;
  for (const sentence of listSentenceLabels(body, span)) {
    const lineBreaks = body.slice(end, sentence.start).replace(/[^\n]+/g, '');
    if (parts.length > 0) parts.push(lineBreaks === '' ? ' ' : lineBreaks);
    parts.push(`[${sentence.label}] ${renderContent(body.slice(sentence.start, sentence.end))}`);
    end = sentence.end;
  }
  return parts.join('');
}

/** Replaces lone surrogates, and control characters other than line breaks and tabs. */
function stripControls(text: string): string {
  return text.toWellFormed().replace(/(?![\n\t])\p{Cc}/gu, ' ');
}

function renderEntryAs(name: string, entry: GlossaryEntry): string {
  return renderElement(name, buildEntryAttributes(entry), renderContent(entry.definition));
}

/** At most this many relations of an entry are shown, the newest ones. */
const mostRelations = 6;

function buildEntryAttributes({ id, term, aliases, tags, status, relations = [] }: GlossaryEntry) {
  return {
    id,
    term,
    aliases: aliases.length === 0 ? undefined : aliases.join('|'),
    tags: tags.length === 0 ? undefined : tags.join(','),
    status,
    relations:
      relations
        .slice(-mostRelations)
        .map(({ kind, to }) => `${kind} ${to}`)
        .join(', ') || undefined,
  };
}
