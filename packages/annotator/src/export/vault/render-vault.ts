// Renders the glossary as an Obsidian vault: a note for each entry, post and thread; each quote links to its paragraph.

import { escapeMarkdown } from '@terrarium/kernel/foreign-text';
import { openMomentStore } from '../../as-of/moment-store.ts';
import type { ThreadId } from '../../corpus/corpus.ts';
import { type ShownQuote, sortQuotes, supporting } from '../../glossary/sort-quotes.ts';
import { stripSuffix } from '../../glossary/term-forms.ts';
import type { Annotator } from '../../journal/open-annotator.ts';
import { entryKinds } from '../../reader/entry-kinds.ts';
import { type CitedPost, openCitedPosts } from '../cited-posts.ts';
import { collectGlossary, type ExportOptions } from '../export-glossary.ts';
import { type ExportedEntry, type ExportedEvidence, findKind, renderUntil } from '../exported-glossary.ts';
import { escapeProse, renderDefinition, renderTarget } from '../render-markdown.ts';
import { renderFields } from '../render-yaml.ts';
import { nameNotes, namePost, nameTag, nameThread } from './name-file.ts';
import { collectPosts, renderPost, resolveBlock } from './render-post.ts';
import type { ShownEntry } from './vault-folder.ts';
import {
  buildLinker,
  escapeNote,
  renderNote,
  stripBrackets,
  type VaultContext,
  type VaultSource,
} from './vault-note.ts';

export interface VaultFile {
  /** From the vault's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** The entry that the note is about: changes of such a note can be taken in. */
  readonly entry?: ShownEntry;
}

/** Every file of the vault. The same glossary always gives the same files. */
export function renderVault(source: VaultSource): readonly VaultFile[] {
  const { entries, as_of: asOf } = source.glossary;
  const notes = nameNotes(entries);
  const context: VaultContext = { source, notes, linker: buildLinker(entries, notes) };
  const posts = collectPosts(source);
  const entryFiles = entries.map((entry) => ({
    path: `${notes.get(entry.id)}.md`,
    text: renderEntry(entry, context),
    entry: { id: entry.id, term: entry.term, updated_at: entry.updated_at, as_of: asOf },
  }));
  const threads = collectThreads(context, posts);
  return [
    ...entryFiles,
    ...threads.map((thread) => ({ path: `${thread.path}.md`, text: renderThread(thread, context) })),
    ...posts.map((post) => ({ path: `${namePost(post, source)}.md`, text: renderPost(post, source) })),
    // Rendered last: only then is every link that leads nowhere known.
    { path: 'Index.md', text: renderIndex(context) },
  ];
}

function renderEntry(entry: ExportedEntry, context: VaultContext): string {
  const { source, linker } = context;
  const definition = renderDefinition(entry.definition.trim(), {
    prose: linker.linkProse(entry, (text, startsLine) => escapeNote(escapeProse(text, startsLine))),
    link: (name, shown) =>
      linker.link(name, { shown, from: entry.term }) ?? `**${escapeNote(escapeMarkdown(shown))}**`,
  });
  const sources = new Set(entry.evidence.map((evidence) => renderSource(evidence, source)));
  return renderNote(buildProperties(entry, context), [
    `# ${escapeNote(escapeMarkdown(entry.term.replace(/\s+/gu, ' ').trim()))}`,
    [definition, ...sources].join(' '),
    renderRelations(entry, context),
    ...sortQuotes(entry, entry.evidence).map((shown) => renderQuote(shown, source)),
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

/**
 * Lists the relations of an entry, each with a link to the other entry and the quote's source; then those that no
 * longer hold.
 */
function renderRelations(entry: ExportedEntry, { source, linker }: VaultContext): string {
  const { relations = [], former_relations: former = [] } = entry;
  const byId = new Map(source.glossary.entries.map((entry) => [entry.id, entry]));
  const lines = relations.flatMap(({ kind, to, evidence }) => {
    const other = byId.get(to);
    return other === undefined
      ? []
      : [`- ${kind} ${linker.linkEntry(other)} ${renderSource(evidence, source)}`];
  });
  const ended = former.flatMap((one) => {
    const other = byId.get(one.to);
    const until = escapeNote(escapeMarkdown(renderUntil(one)));
    return other === undefined ? [] : [`- no longer ${one.kind} ${linker.linkEntry(other)} (${until})`];
  });
  const all = [...lines, ...ended];
  return all.length === 0 ? '' : `## To others\n\n${all.join('\n')}`;
}

function renderSource(evidence: ExportedEvidence, source: VaultSource): string {
  return `[[${resolveBlock(evidence, source)}|§${evidence.post_id}]]`;
}

function renderQuote({ piece, isSupporting }: ShownQuote<ExportedEvidence>, source: VaultSource): string {
  const lines = escapeNote(escapeMarkdown(piece.quote.trim())).split('\n');
  const post = source.findPost(piece.corpus, piece.post_id);
  const thread = post === undefined ? '' : `, ${linkThread(post, source)}`;
  const posted = piece.url === undefined ? '' : `, [where it was posted](${renderTarget(piece.url)})`;
  const from = `— [[${resolveBlock(piece, source)}|post ${piece.post_id}]]${thread}${posted}${isSupporting ? `; ${supporting}` : ''}`;
  return [...lines, '', from].map((line) => `> ${line.trim()}`.trimEnd()).join('\n');
}

function linkThread({ corpus, threadId }: CitedPost, source: VaultSource): string {
  const title = source.readThreadTitle(corpus, threadId).replace(/[[\]|\s]+/gu, ' ');
  return `[[${nameThread({ corpus, threadId }, source)}|${escapeNote(escapeMarkdown(title.trim()))}]]`;
}

/** Threads of the posts and of the entries' first mentions, by corpus and id. */
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

/** Call it last, so that its list of links that lead nowhere is complete. */
function renderIndex({ source, linker }: VaultContext): string {
  const { world, entries, as_of: asOf } = source.glossary;
  const counted = `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}`;
  const extent = asOf === null ? '' : `, as of thread ${asOf.thread_id}: nothing later is in these notes`;
  const groups = [...entryKinds, undefined].flatMap((kind) => {
    const own = entries.filter(({ tags }) => findKind(tags) === kind);
    const list = own.map((entry) => `- ${linker.linkEntry(entry)}`).join('\n');
    return own.length === 0 ? [] : [`## ${nameGroup(kind)}`, list];
  });
  const dangling = linker
    .listDangling()
    .map(([name, from]) => `- ${renderLine(name)} (in ${from.map(renderLine).join(', ')})`);
  return renderNote(`entries: ${entries.length}\n`, [
    `# ${renderLine(world)}`,
    `${counted}${extent}.`,
    ...groups,
    ...(dangling.length === 0 ? [] : ['## Names in definitions that have no entry', dangling.join('\n')]),
  ]);
}

function nameGroup(kind: string | undefined): string {
  if (kind === undefined) return 'Other';
  const many = kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`;
  return `${many.slice(0, 1).toUpperCase()}${many.slice(1)}`;
}

function renderLine(text: string): string {
  return escapeNote(escapeMarkdown(text.replace(/\s+/gu, ' ').trim()));
}

interface ThreadNote {
  readonly corpus: string;
  readonly threadId: number;
  /** Without the file extension. */
  readonly path: string;
  readonly posts: CitedPost[];
  readonly entries: ExportedEntry[];
}

function renderThread(thread: ThreadNote, { source, linker }: VaultContext): string {
  const { corpus, threadId, posts, entries } = thread;
  const title = source.readThreadTitle(corpus, threadId).replace(/\s+/gu, ' ').trim();
  const named = entries.map((entry) => `- ${linker.linkEntry(entry)}`);
  const cited = posts.map((post) => `- [[${namePost(post, source)}|post ${post.postId}]]`);
  return renderNote(`thread: ${threadId}\n`, [
    `# ${escapeNote(escapeMarkdown(title))}`,
    ...(named.length === 0 ? [] : ['## First named here', named.join('\n')]),
    ...(cited.length === 0 ? [] : ['## Posts that are cited', cited.join('\n')]),
  ]);
}

interface RenderedVault {
  /** How many entries the vault contains. */
  readonly entries: number;
  readonly files: readonly VaultFile[];
}

/** Contains nothing later than the moment. Throws `StorageError` when the world cannot be read. */
export function readVault(annotator: Annotator, options: ExportOptions = {}): RenderedVault {
  const { corpora, connection } = annotator;
  const { moment } = options;
  const lastPart =
    moment === undefined ? Number.MAX_SAFE_INTEGER : openMomentStore(connection).readLastPart(moment);
  const posts = openCitedPosts(annotator, lastPart);
  const gathered = collectGlossary(annotator, options);
  const readThreadTitle = (corpus: string, threadId: number): string =>
    corpora
      .get(corpus)
      ?.findThread(threadId as ThreadId)
      ?.title.trim() || `Thread ${threadId}`;
  const files = renderVault({
    ...gathered,
    findPost: posts.find,
    readThreadTitle,
    isOneCorpus: annotator.world.corpora.length <= 1,
  });
  return { entries: gathered.glossary.entries.length, files };
}
