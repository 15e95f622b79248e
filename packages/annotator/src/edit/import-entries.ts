// Takes a glossary over into a world that has the story and no glossary yet: every quote must stand in it.

import { UsageError } from '@terrarium/kernel/errors';
import type { Position, PostId, Scene, ThreadId } from '../corpus/corpus.ts';
import type { ExportedEntry, ExportedEvidence, ExportedGlossary } from '../export/exported-glossary.ts';
import { buildBodyReader } from '../export/open-glossary-for.ts';
import type { EntryId, GlossaryEntry } from '../glossary/entry.ts';
import { restoreEntries } from '../glossary/restore-entries.ts';
import { verifyGlossary } from '../glossary/verify-glossary-store.ts';
import type { Annotator } from '../stores/open-annotator.ts';

/** Long enough that posts are noted as read whole, and that no thread has to be held in memory. */
const longScenes = { maxCharacters: 1_000_000 };

/**
 * Whole or not at all. The story counts as read as far as the glossary's reader had come, so that mentions and salience are
 * what they were; scenes stay unread. Throws `UsageError` for a world that has a glossary, and for one of another story.
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
    todo: 'Import the story into a new world, with --world DIR, and take the glossary over there.',
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
    const { corpus, start, end, quote } = one;
    return { corpus, postId: one.post_id as PostId, start, end, quote, isSnapped: false };
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
    firstSeen: resolvePosition(annotator, entry, [entry.first_seen_thread_id, entry.first_seen_post_id]),
    lastUpdated: resolvePosition(annotator, entry, [
      entry.last_updated_thread_id,
      entry.last_updated_post_id,
    ]),
    createdAt,
    updatedAt,
  };
}

function refuseMoved({ corpora }: Annotator, { term }: ExportedEntry, evidence: ExportedEvidence): void {
  const { corpus, post_id: postId, start, end, quote } = evidence;
  const body = corpora.get(corpus)?.findPost(postId as PostId)?.body;
  if (body?.slice(start, end) === quote) return;
  throw refuseOtherStory(
    body === undefined
      ? `"${term}" cites post ${postId} of ${corpus}, which this world does not have.`
      : `"${term}" cites words that do not stand in post ${postId} of ${corpus}.`,
  );
}

/** An export names a place without its corpus: it is the one that the entry's words are from, else the one that has it. */
function resolvePosition(
  { corpora }: Annotator,
  entry: ExportedEntry,
  [threadId, postId]: readonly [number, number],
): Position {
  const names = [...entry.evidence.map(({ corpus }) => corpus), ...corpora.keys()];
  const corpus = names.find((name) => corpora.get(name)?.findPost(postId as PostId)?.threadId === threadId);
  if (corpus !== undefined) return { corpus, threadId: threadId as ThreadId, postId: postId as PostId };
  throw refuseOtherStory(
    `"${entry.term}" names post ${postId} of thread ${threadId}, which this world does not have.`,
  );
}

function refuseOtherStory(happened: string): UsageError {
  return new UsageError({
    code: 'takeover.other-story',
    happened,
    todo: 'Import the very story that the glossary was made from, under the same name, and nothing else. Nothing was changed.',
  });
}

function refuseUnsound(what: string): UsageError {
  return new UsageError({
    code: 'takeover.unsound',
    happened: `The glossary does not hold together: ${what}`,
    todo: 'Mend the file, or export it again. Nothing was changed.',
  });
}
