// Obsidian vault: a note for each entry, for each post it stands on, and for each thread, linked to the very paragraph.

import { escapeMarkdown } from '@terrarium/kernel/foreign-text';
import { stripSuffix } from '../../glossary/term-forms.ts';
import type { CitedPost } from '../cited-posts.ts';
import { escapeProse, renderDefinition } from '../escape-definition.ts';
import type { ExportedEntry, ExportedEvidence } from '../exported-glossary.ts';
import { renderFields } from '../render-yaml.ts';
import { nameTag } from './name-file.ts';
import { nameNotes } from './name-notes.ts';
import { namePost, nameThread } from './name-sources.ts';
import { renderIndex } from './render-index.ts';
import { escapeNote, renderNote, stripBrackets } from './render-note.ts';
import { collectPosts, renderPost, resolveBlock } from './render-post.ts';
import { renderThread, type ThreadNote } from './render-thread.ts';
import { buildLinker } from './resolve-links.ts';
import type { VaultContext, VaultSource } from './vault-source.ts';

export interface VaultFile {
  /** From the vault's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** Every file of the vault. The same glossary always gives the same files. */
export function renderVault(source: VaultSource): readonly VaultFile[] {
  const { entries } = source.glossary;
  const notes = nameNotes(entries);
  const context: VaultContext = { source, notes, linker: buildLinker(entries, notes) };
  const posts = collectPosts(source);
  const entryFiles = entries.map((entry) => ({
    path: `${notes.get(entry.id)}.md`,
    text: renderEntry(entry, context),
  }));
  const threads = collectThreads(context, posts);
  return [
    ...entryFiles,
    ...threads.map((thread) => ({ path: `${thread.path}.md`, text: renderThread(thread, context) })),
    ...posts.map((post) => ({ path: `${namePost(post, source)}.md`, text: renderPost(post, source) })),
    // Last: by then every link that leads nowhere has been met.
    { path: 'Index.md', text: renderIndex(context) },
  ];
}

function renderEntry(entry: ExportedEntry, context: VaultContext): string {
  const { source, linker } = context;
  const definition = renderDefinition(entry.definition.trim(), {
    prose: linker.linkProse(entry, (text, startsLine) => escapeNote(escapeProse(text, startsLine))),
    link: (name) => linker.link(name, entry.term) ?? `**${escapeNote(escapeMarkdown(name))}**`,
  });
  const sources = entry.evidence.map((evidence) => renderSource(evidence, source));
  return renderNote(buildProperties(entry, context), [
    `# ${escapeNote(escapeMarkdown(entry.term.replace(/\s+/gu, ' ').trim()))}`,
    [definition, ...sources].join(' '),
    ...entry.evidence.map((evidence) => renderQuote(evidence, source)),
  ]);
}

function buildProperties(entry: ExportedEntry, { source, notes }: VaultContext): string {
  const file = (notes.get(entry.id) ?? '').split('/').at(-1);
  const names = [entry.term, stripSuffix(entry.term), ...entry.aliases].map((name) =>
    stripBrackets(name.trim()),
  );
  const tags = [...entry.tags, `status/${entry.status}`].map(nameTag);
  const { as_of: asOf } = source.glossary;
  return renderFields({
    terrarium_id: entry.id,
    aliases: [...new Set(names)].filter((name) => name !== file && name !== ''),
    tags: [...new Set(tags)].filter((tag) => tag !== undefined),
    first_seen_thread: entry.first_seen_thread_id,
    ...(asOf === null ? {} : { as_of_thread: asOf.thread_id }),
    revision: source.revisions.get(entry.id) ?? 0,
    source_posts: [...new Set(entry.evidence.map((evidence) => evidence.post_id))],
  });
}

function renderSource(evidence: ExportedEvidence, source: VaultSource): string {
  return `[[${resolveBlock(evidence, source)}|§${evidence.post_id}]]`;
}

function renderQuote(evidence: ExportedEvidence, source: VaultSource): string {
  const lines = escapeNote(escapeMarkdown(evidence.quote.trim())).split('\n');
  const post = source.findPost(evidence.corpus, evidence.post_id);
  const thread = post === undefined ? '' : `, ${linkThread(post, source)}`;
  const from = `— [[${resolveBlock(evidence, source)}|post ${evidence.post_id}]]${thread}`;
  return [...lines, '', from].map((line) => `> ${line.trim()}`.trimEnd()).join('\n');
}

function linkThread({ corpus, threadId }: CitedPost, source: VaultSource): string {
  const title = source.readThreadTitle(corpus, threadId).replace(/[[\]|\s]+/gu, ' ');
  return `[[${nameThread({ corpus, threadId }, source)}|${escapeNote(escapeMarkdown(title.trim()))}]]`;
}

/** Threads that a post or an entry's first mention stands in, by corpus and id. */
function collectThreads({ source }: VaultContext, posts: readonly CitedPost[]): readonly ThreadNote[] {
  const threads = new Map<string, ThreadNote>();
  const requireNote = (corpus: string, threadId: number): ThreadNote => {
    const path = nameThread({ corpus, threadId }, source);
    const known = threads.get(path) ?? { corpus, threadId, path, posts: [], entries: [] };
    threads.set(path, known);
    return known;
  };
  for (const post of posts) requireNote(post.corpus, post.threadId).posts.push(post);
  for (const entry of source.glossary.entries) {
    const corpus = entry.evidence[0]?.corpus;
    if (corpus !== undefined) requireNote(corpus, entry.first_seen_thread_id).entries.push(entry);
  }
  return [...threads.values()].toSorted(
    (one, other) =>
      (one.corpus < other.corpus ? -1 : Number(one.corpus > other.corpus)) || one.threadId - other.threadId,
  );
}
