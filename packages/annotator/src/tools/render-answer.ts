// Renders what tools answer with: entries and posts as the small XML of the prompts.

import { escapeAttribute, escapeText } from '@terrarium/kernel/escape-xml';
import { labelSentences } from '../corpus/label-sentences.ts';
import type { GlossaryEntry } from '../glossary/entry.ts';
import type { ReadablePost } from './reading-limit.ts';

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element of one line; attributes that are undefined are left out, content is already rendered. */
export function renderElement(name: string, attributes: Attributes, content = ''): string {
  const rendered = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeAttribute(clean(String(value)))}"`)
    .join('');
  return content === '' ? `<${name}${rendered}/>` : `<${name}${rendered}>${content}</${name}>`;
}

/** An entry as it stands. */
export function renderEntryElement(entry: GlossaryEntry): string {
  const attributes = {
    id: entry.id,
    term: entry.term,
    aliases: entry.aliases.length === 0 ? undefined : entry.aliases.join('|'),
    tags: entry.tags.length === 0 ? undefined : entry.tags.join(','),
    status: entry.status,
  };
  return renderElement('entry', attributes, escapeText(clean(entry.definition)));
}

/** A post with its sentences labelled as in a scene, cut after `maxCharacters`. */
export function renderPostElement(post: ReadablePost, maxCharacters: number): string {
  const end = Math.min(post.span.end, post.span.start + maxCharacters);
  const pieces: string[] = [];
  let at = post.span.start;
  for (const sentence of labelSentences(post.body, { start: post.span.start, end })) {
    const gap = post.body.slice(at, sentence.start).replace(/[^\n]+/g, '');
    if (pieces.length > 0) pieces.push(gap === '' ? ' ' : gap);
    pieces.push(`[${sentence.label}] ${escapeText(clean(post.body.slice(sentence.start, sentence.end)))}`);
    at = sentence.end;
  }
  const isCut = end < post.span.end;
  const attributes = {
    id: post.postId,
    thread: post.threadId,
    author: post.author,
    cut: isCut ? 'true' : undefined,
  };
  return renderElement('post', attributes, `\n${pieces.join('')}\n`);
}

/** Remarks for the model inside an answer. */
export function renderNotes(notes: readonly string[]): string {
  return notes.map((note) => escapeText(clean(note))).join(' ');
}

/** Lone surrogates and control characters have no place in a request. */
function clean(text: string): string {
  return text.toWellFormed().replace(/(?![\n\t])\p{Cc}/gu, ' ');
}
