// Stores what is needed to follow a corpus that grows: digests of the posts read, and the differences noticed.

import type { Connection } from '@terrarium/kernel/open-database';
import type { PostDigest, PostId } from '../corpus/corpus.ts';
import { type PackedText, packText, parseStored } from '../database/packed-text.ts';
import type { CorpusDifference, DifferenceKind } from './compare-corpus.ts';

/** A difference, and when it was noticed. */
export interface NoticedDifference extends Omit<CorpusDifference, 'digest'> {
  readonly corpus: string;
  readonly at: string;
}

interface DifferenceRow {
  readonly corpus: string;
  readonly post: number;
  readonly kind: string;
  readonly at: string;
}

export function openFollowRows(connection: Connection) {
  const stamp = connection
    .prepare<[string], string | null>('SELECT file_stamp FROM planned_corpus WHERE corpus = ?')
    .pluck();
  const digests = connection
    .prepare<[number], PackedText>('SELECT digests FROM planned_posts WHERE scene_id = ?')
    .pluck();
  const storeDigests = connection.prepare('INSERT INTO planned_posts (scene_id, digests) VALUES (?, ?)');
  const setStamp = connection.prepare(
    'UPDATE planned_corpus SET fingerprint = ?, file_stamp = ? WHERE corpus = ?',
  );
  const insertDifference = connection.prepare<CorpusDifference & { corpus: string; at: string }>(
    `INSERT OR IGNORE INTO corpus_difference (corpus, post, kind, digest, at)
     VALUES (:corpus, :postId, :kind, :digest, :at)`,
  );
  const differences = connection.prepare<[], DifferenceRow>(
    'SELECT corpus, post, kind, at FROM corpus_difference ORDER BY id',
  );
  return {
    ...openDropping(connection),
    /** Undefined if no stamp was kept. */
    findStamp: (corpus: string): string | undefined => stamp.get(corpus) ?? undefined,
    recordFile(corpus: string, file: { readonly fingerprint: string; readonly stamp: string }): void {
      setStamp.run(file.fingerprint, file.stamp, corpus);
    },
    /** The posts of a scene at the time when it was planned; undefined if they were not recorded. */
    findDigests(sceneId: number): readonly PostDigest[] | undefined {
      const packed = digests.get(sceneId);
      if (packed === undefined) return undefined;
      const pairs = parseStored<readonly (readonly [number, string])[]>(packed, [
        'planned_posts',
        sceneId,
        'digests',
      ]);
      return pairs.map(([postId, digest]) => ({ postId: postId as PostId, digest }));
    },
    storeDigests(sceneId: number, posts: readonly PostDigest[]): void {
      const pairs = posts.map(({ postId, digest }) => [postId, digest]);
      storeDigests.run(sceneId, packText(JSON.stringify(pairs)));
    },
    /** Skips differences that are already recorded. */
    recordDifferences(corpus: string, found: readonly CorpusDifference[], at: string): void {
      for (const difference of found) insertDifference.run({ corpus, ...difference, at });
    },
    /** Oldest first. */
    readDifferences: (): readonly NoticedDifference[] =>
      differences.all().map(({ corpus, post, kind, at }) => ({
        corpus,
        postId: post as PostId,
        kind: kind as DifferenceKind,
        at,
      })),
  };
}

/**
 * Whether a scene has begun. A fold may be made for a scene before the scene is shown: then it has also begun, because
 * rows refer to it.
 */
const isBegun = `(status <> 'pending' OR attempts > 0
  OR EXISTS (SELECT 1 FROM step WHERE step.scene_id = scene.id))`;

/** Deletes planned scenes that were never begun, so that they can be planned again. */
function openDropping(connection: Connection) {
  const lastBegun = connection
    .prepare<[string], number | null>(`SELECT max(id) FROM scene WHERE corpus = ? AND ${isBegun}`)
    .pluck();
  const dropPending = connection.prepare('DELETE FROM scene WHERE corpus = ? AND id > ?');
  const dropUnbegun = connection.prepare(
    `DELETE FROM scene WHERE id > :id AND corpus NOT IN
       (SELECT corpus FROM scene WHERE ${isBegun})`,
  );
  const dropPlans = connection.prepare(
    'DELETE FROM planned_corpus WHERE corpus NOT IN (SELECT corpus FROM scene) AND scene_count > 0 AND corpus <> ?',
  );
  const traces = connection
    .prepare<{ corpus: string }, number>(
      `SELECT EXISTS (SELECT 1 FROM scene WHERE corpus = :corpus AND ${isBegun})
         OR EXISTS (SELECT 1 FROM read_part WHERE corpus = :corpus)
         OR EXISTS (SELECT 1 FROM evidence WHERE corpus = :corpus)
         OR EXISTS (SELECT 1 FROM change WHERE corpus = :corpus)`,
    )
    .pluck();
  const dropScenes = connection.prepare<[string]>('DELETE FROM scene WHERE corpus = ?');
  const dropPlan = connection.prepare<[string]>('DELETE FROM planned_corpus WHERE corpus = ?');
  return {
    /** Whether a scene of the corpus was ever begun, or anything in the glossary comes from the corpus. */
    hasTraces: (corpus: string): boolean => traces.get({ corpus }) === 1,
    /** Deletes everything that was planned for a corpus. Call it only if the corpus has no traces (`hasTraces`). */
    deletePlans(corpus: string): void {
      connection
        .transaction(() => {
          dropScenes.run(corpus);
          dropPlan.run(corpus);
        })
        .immediate();
    },
    /** The last scene of a corpus that was ever begun; 0 if there is none. */
    findLastBegun: (corpus: string): number => lastBegun.get(corpus) ?? 0,
    /**
     * Deletes the planned scenes of the corpus after the given scene, and later scenes of other corpora in which no
     * scene was ever begun.
     */
    deletePlansAfter(corpus: string, sceneId: number): void {
      dropPending.run(corpus, sceneId);
      dropUnbegun.run({ id: sceneId });
      dropPlans.run(corpus);
    },
  };
}
