// Renders the elements of prompts and tool answers: small XML in which text of the story stays text.

import { escapeAttribute, escapeText } from '@terrarium/kernel/foreign-text';
import type { Span } from '../corpus/corpus.ts';
import { listSentenceLabels } from '../corpus/list-sentence-labels.ts';
import type { GlossaryEntry } from '../glossary/entry.ts';

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element; attributes that are undefined are left out, content is already rendered. */
export function renderElement(name: string, attributes: Attributes, content = ''): string {
  const rendered = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeAttribute(stripControls(String(value)))}"`)
    .join('');
  return content === '' ? `<${name}${rendered}/>` : `<${name}${rendered}>${content}</${name}>`;
}

/** Text as the content of an element. */
export function renderContent(text: string): string {
  return escapeText(stripControls(text));
}

/** An entry as it stands. */
export function renderEntry(entry: GlossaryEntry): string {
  return renderEntryAs('entry', entry);
}

/** An entry the window shows as it was before. */
export function renderChangedEntry(entry: GlossaryEntry): string {
  return renderEntryAs('entry_changed', entry);
}

/** A body, or the part of it in `span`, with every sentence behind its label and paragraphs kept apart. */
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

/** Lone surrogates and control characters other than line breaks and tabs have no place in a request. */
function stripControls(text: string): string {
  return text.toWellFormed().replace(/(?![\n\t])\p{Cc}/gu, ' ');
}

function renderEntryAs(name: string, entry: GlossaryEntry): string {
  const attributes = {
    id: entry.id,
    term: entry.term,
    aliases: entry.aliases.length === 0 ? undefined : entry.aliases.join('|'),
    tags: entry.tags.length === 0 ? undefined : entry.tags.join(','),
    status: entry.status,
  };
  return renderElement(name, attributes, renderContent(entry.definition));
}
