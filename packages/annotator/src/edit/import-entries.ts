// Imports a glossary into a world that has the story and no glossary yet; every quote must be in the story.

import { UsageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import type { Position, PostId, Scene, ThreadId } from '../corpus/corpus.ts';
import type { ExportedEntry, ExportedEvidence, ExportedGlossary } from '../export/exported-glossary.ts';
import { buildBodyReader } from '../export/open-glossary-for.ts';
import type { ChangeSource, EntryId, Evidence, GlossaryEntry } from '../glossary/entry.ts';
import { openEntryStore } from '../glossary/entry-store.ts';
import type { ReadBody } from '../glossary/read-parts.ts';
import { openReadingStore } from '../glossary/reading-store.ts';
import { openRevisionStore } from '../glossary/revision-store.ts';
import { openSearchStore } from '../glossary/search-store.ts';
import { storeMentions } from '../glossary/update-mentions.ts';
import { verifyGlossary } from '../glossary/verify-glossary-store.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { parseRelationKind } from '../reader/relation-kinds.ts';

/**
 * Scenes of this length contain each post whole, so that posts are recorded as read whole; yet a long thread has
 * several scenes, so that it need not be in memory all at once.
 */
const longScenes = { maxCharacters: 1_000_000 };

/**
 * Imports everything or nothing. The story counts as read up to the place that the glossary's reader had reached, so
 * that mentions and salience are as before. Scenes stay unread. Throws `UsageError` when the world already has a
 * glossary, or has another story.
 */
export function importEntries(annotator: Annotator, glossary: ExportedGlossary, reason: string): void {
  const { connection } = annotator;
  refuseKnown(annotator);
  const entries = glossary.entries.map((entry) => buildEntry(annotator, entry));
  const readBody = buildBodyReader(annotator);
  const source = {
    author: 'human',
    stepId: undefined,
    model: undefined,
    promptVersion: undefined,
    reason,
  } as const;
  connection.transaction(() => {
    recordReading(annotator, glossary.as_of);
    restoreEntries(connection, entries, { readBody, source });
    const [problem] = verifyGlossary(connection, readBody);
    if (problem !== undefined) throw refuseUnsound(problem.what);
  })();
}

function refuseKnown({ stores, world }: Annotator): void {
  if (stores.glossary.readNewestRevision() === 0) return;
  throw new UsageError({
    code: 'takeover.not-empty',
    happened: `The world ${world.dir} has a glossary already: ${stores.glossary.countEntries()} entries.`,
    todo: 'Import the story into a new world, with --world DIR, and import the glossary there.',
  });
}

function recordReading({ corpora, stores }: Annotator, asOf: ExportedGlossary['as_of']): void {
  for (const corpus of corpora.values()) {
    for (const plan of corpus.planScenes(longScenes)) {
      const { scenePosts } = corpus.readScene(plan);
      const posts = asOf?.corpus === corpus.name ? cutAfter(scenePosts, asOf.post_id) : scenePosts;
      stores.glossary.recordReadPosts(corpus.name, posts);
      if (asOf?.corpus === corpus.name && posts.some(({ postId }) => postId === asOf.post_id)) return;
    }
  }
}

function cutAfter(posts: Scene['scenePosts'], postId: number): Scene['scenePosts'] {
  const at = posts.findIndex((post) => post.postId === postId);
  return at === -1 ? posts : posts.slice(0, at + 1);
}

function buildEntry(annotator: Annotator, entry: ExportedEntry): Omit<GlossaryEntry, 'revision'> {
  const evidence = entry.evidence.map((one) => {
    refuseMoved(annotator, entry, one);
    return buildEvidence(one);
  });
  const relations = (entry.relations ?? []).flatMap(({ kind, to, is_inverse: isInverse, evidence: one }) => {
    refuseMoved(annotator, entry, one);
    const said = parseRelationKind(kind);
    if (isInverse === true || said === undefined || said.isInverse) return [];
    return [{ kind: said.kind, to: to as EntryId, evidence: buildEvidence(one) }];
  });
  const { id, term, aliases, definition, status, tags, created_at: createdAt, updated_at: updatedAt } = entry;
  return {
    id: id as EntryId,
    term,
    aliases,
    definition,
    status,
    tags,
    evidence,
    ...(relations.length === 0 ? {} : { relations }),
    firstSeen: resolvePosition(annotator, entry, [entry.first_seen_thread_id, entry.first_seen_post_id]),
    lastUpdated: resolvePosition(annotator, entry, [
      entry.last_updated_thread_id,
      entry.last_updated_post_id,
    ]),
    createdAt,
    updatedAt,
  };
}

function buildEvidence({ corpus, post_id: postId, start, end, quote }: ExportedEvidence): Evidence {
  return { corpus, postId: postId as PostId, start, end, quote, isSnapped: false };
}

function refuseMoved({ corpora }: Annotator, { term }: ExportedEntry, evidence: ExportedEvidence): void {
  const { corpus, post_id: postId, start, end, quote } = evidence;
  const body = corpora.get(corpus)?.findPost(postId as PostId)?.body;
  if (body?.slice(start, end) === quote) return;
  throw refuseOtherStory(
    body === undefined
      ? `"${term}" cites post ${postId} of ${corpus}; this world has no such post.`
      : `"${term}" cites words that are not in post ${postId} of ${corpus}.`,
  );
}

/**
 * An export gives a place without its corpus. The corpus is that of the entry's quotes; if there are none, the corpus
 * that has the post.
 */
function resolvePosition(
  { corpora }: Annotator,
  entry: ExportedEntry,
  [threadId, postId]: readonly [number, number],
): Position {
  const names = [...entry.evidence.map(({ corpus }) => corpus), ...corpora.keys()];
  const corpus = names.find((name) => corpora.get(name)?.findPost(postId as PostId)?.threadId === threadId);
  if (corpus !== undefined) return { corpus, threadId: threadId as ThreadId, postId: postId as PostId };
  throw refuseOtherStory(
    `"${entry.term}" names post ${postId} of thread ${threadId}; this world has no such post.`,
  );
}

function refuseOtherStory(happened: string): UsageError {
  return new UsageError({
    code: 'takeover.other-story',
    happened,
    todo: 'Import exactly the story that the glossary was made from, under the same name, and nothing else. Nothing was changed.',
  });
}

function refuseUnsound(what: string): UsageError {
  return new UsageError({
    code: 'takeover.unsound',
    happened: `The glossary contradicts itself: ${what}`,
    todo: 'Correct the file, or export it again. Nothing was changed.',
  });
}

interface RestoreOptions {
  readonly readBody: ReadBody;
  /** Who restores the entries, and why. The position is added for each entry: where it was last updated. */
  readonly source: Omit<ChangeSource, 'position'>;
}

/**
 * Creates the entries and counts their names in everything read. Throws `UsageError` when two share a term or an id.
 * Call it in a transaction.
 */
function restoreEntries(
  connection: Connection,
  entries: readonly Omit<GlossaryEntry, 'revision'>[],
  { readBody, source }: RestoreOptions,
): void {
  const store = openEntryStore(connection);
  const revisions = openRevisionStore(connection);
  const reading = openReadingStore(connection, readBody);
  const search = openSearchStore(connection);
  for (const entry of entries.toSorted((one, other) => one.id - other.id)) {
    const taken = store.findByTerm(entry.term) ?? store.find(entry.id);
    if (taken !== undefined) throw refuseTaken(entry, taken);
    const made = { ...source, position: entry.lastUpdated };
    const fields = ['term', 'aliases', 'definition', 'status', 'tags', 'evidence', 'relations'] as const;
    revisions.append(
      entry.id,
      fields.flatMap((field) =>
        entry[field] === undefined ? [] : [{ field, old: undefined, new: entry[field] }],
      ),
      { source: made, at: entry.createdAt },
    );
    // Written last and separately: an entry's newest revision says when it was updated.
    const first = { field: 'first_seen', old: undefined, new: entry.firstSeen } as const;
    const revision = revisions.append(entry.id, [first], { source: made, at: entry.updatedAt });
    store.restore({ ...entry, revision });
    search.add({ ...entry, revision });
  }
  storeMentions(reading, store.iterate({}));
}

function refuseTaken(entry: Pick<GlossaryEntry, 'id' | 'term'>, taken: GlossaryEntry): UsageError {
  return new UsageError({
    code: 'glossary.duplicate-term',
    happened: `Entries ${taken.id} "${taken.term}" and ${entry.id} "${entry.term}" have the same term or number.`,
    todo: 'Tell the two apart in the file, with a suffix such as "(character)".',
  });
}
