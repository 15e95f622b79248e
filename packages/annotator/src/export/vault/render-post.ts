// Renders the note of a post: its text in paragraphs, each of which can be linked to.

import { escapeMarkdown } from '@terrarium/kernel/foreign-text';
import type { CitedPost } from '../cited-posts.ts';
import type { ExportedEvidence } from '../exported-glossary.ts';
import { renderFields } from '../render-yaml.ts';
import { namePost, nameThread } from './name-file.ts';
import { escapeNote, renderNote, stripBrackets, type VaultSource } from './vault-note.ts';

interface Paragraph {
  readonly start: number;
  readonly end: number;
}

/** The posts that quotes come from, each once, by corpus and id. */
export function collectPosts(source: VaultSource): readonly CitedPost[] {
  const posts = new Map<string, CitedPost>();
  const cited = source.glossary.entries.flatMap(({ evidence, relations = [] }) => [
    ...evidence,
    ...relations.map((relation) => relation.evidence),
  ]);
  for (const evidence of cited) {
    const post = source.findPost(evidence.corpus, evidence.post_id);
    if (post !== undefined) posts.set(`${evidence.corpus} ${evidence.post_id}`, post);
  }
  return [...posts.values()].toSorted(
    (one, other) =>
      (one.corpus < other.corpus ? -1 : Number(one.corpus > other.corpus)) || one.postId - other.postId,
  );
}

/**
 * The target of a link to a quote: the paragraph in which the quote begins, or the index if the post is not available.
 */
export function resolveBlock(evidence: ExportedEvidence, source: VaultSource): string {
  const post = source.findPost(evidence.corpus, evidence.post_id);
  if (post === undefined) return 'Index';
  const paragraphs = splitParagraphs(post.body);
  const at = paragraphs.findIndex(({ end }) => evidence.start < end);
  const index = at === -1 ? paragraphs.length - 1 : at;
  return index < 0 ? namePost(post, source) : `${namePost(post, source)}#${nameBlock(post, index)}`;
}

export function renderPost(post: CitedPost, source: VaultSource): string {
  const thread = `[[${nameThread(post, source)}]]`;
  const author = post.author === undefined ? {} : { author: stripBrackets(post.author) };
  const properties = renderFields({ thread, ...author });
  const blocks = splitParagraphs(post.body).map(
    ({ start, end }, index) =>
      `${escapeNote(escapeMarkdown(post.body.slice(start, end).trim()))} ${nameBlock(post, index)}`,
  );
  return renderNote(properties, blocks);
}

function nameBlock({ postId }: CitedPost, index: number): string {
  return `^p${postId}-${index + 1}`;
}

function splitParagraphs(body: string): readonly Paragraph[] {
  const paragraphs: Paragraph[] = [];
  for (const match of body.matchAll(/\S(?:(?!\n[^\S\n]*\n)[\s\S])*/gu)) {
    paragraphs.push({ start: match.index, end: match.index + match[0].length });
  }
  return paragraphs;
}
