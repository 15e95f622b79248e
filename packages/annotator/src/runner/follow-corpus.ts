// Follows a corpus: plans a new corpus, plans the new posts of a corpus that has grown, and reports other changes.

import { renderInstant } from '@terrarium/kernel/environment';
import { UsageError } from '@terrarium/kernel/errors';
import type { SceneId } from '../context/message-log.ts';
import type { Corpus, PostDigest, PostId, ScenePlan, ThreadId, ThreadRef } from '../corpus/corpus.ts';
import { hashBody } from '../corpus/former-post-store.ts';
import { type Comparison, compareCorpus, type KnownPost } from '../journal/compare-corpus.ts';
import type { LedgerScene, LedgerStore } from '../journal/ledger-store.ts';
import { isRetry, type Run } from './run.ts';
import { computeSceneLimit } from './run-settings.ts';

/**
 * A scene that was begun has the same posts in every run. New posts are planned after it. If the permitted length of a
 * prompt has changed, posts of which nothing was read are divided into scenes again.
 */
export function followCorpus(run: Run): void {
  const { corpus } = run;
  const { ledger } = run.stores;
  const file = { fingerprint: corpus.readFingerprint(), stamp: corpus.readStamp() };
  const planned = ledger.readPlannedCorpora().find((one) => one.corpus === corpus.name);
  if (planned === undefined) {
    planScenes(run, undefined);
  } else {
    const stamp = ledger.findStamp(corpus.name);
    const isTouched = stamp !== undefined && stamp !== file.stamp;
    const isSame = planned.fingerprint === file.fingerprint;
    if (isSame && !isTouched) {
      planRestAnew(run);
      return;
    }
    applyDifferences(run, listKnown(corpus, ledger), isSame);
  }
  ledger.recordFile(corpus.name, file);
}

function planRestAnew(run: Run): void {
  const { formerBudget, settings, corpus, stores } = run;
  if (formerBudget === undefined || formerBudget === settings.contextBudget || isRetry(run)) return;
  stores.journal.runInTransaction(() => planScenes(run, findKept(stores.ledger, corpus.name)?.lastPostId));
}

/**
 * `isSame` says that the file was only copied, for example for a branch: its unread posts are then not reported as
 * new.
 */
function applyDifferences(run: Run, known: readonly KnownPost[], isSame: boolean): void {
  const { corpus, emit, environment } = run;
  const { ledger, journal } = run.stores;
  const comparison = compareCorpus(known, [...corpus.iterateDigests()]);
  if (isOtherStory(known, comparison)) throw refuseOther(corpus);
  refuseTorn(run, comparison);
  const scenes = journal.runInTransaction(() => {
    const at = renderInstant(environment.clock.now());
    ledger.recordDifferences(corpus.name, comparison.differences, at);
    return planScenes(run, comparison.last);
  });
  const { newPosts, differences, isUnsure } = comparison;
  const isNewer = newPosts > 0 && !isSame;
  if (known.length === 0 || !(isNewer || differences.length > 0)) return;
  emit({ kind: 'corpus-followed', corpus: corpus.name, newPosts, newScenes: scenes, differences, isUnsure });
}

/** Whether every post was changed or removed after it was read. */
function isOtherStory(known: readonly KnownPost[], { differences }: Comparison): boolean {
  const lost = differences.filter(({ kind }) => kind === 'edited' || kind === 'removed');
  return known.length > 0 && lost.length === known.length;
}

/** Plans the posts after a post, or the whole corpus; returns how many scenes were added. */
function planScenes(run: Run, after: PostId | undefined): number {
  const { corpus, settings } = run;
  const { ledger } = run.stores;
  const limits = { maxCharacters: computeSceneLimit(settings) };
  const kept = findKept(ledger, corpus.name);
  if (ledger.countPlanned(corpus.name).scenes > 0) ledger.deletePlansAfter(corpus.name, kept?.id ?? 0);
  const before = ledger.countPlanned(corpus.name).scenes;
  const plans = withContinuedIndexes(corpus.planScenes(limits, after), run);
  const digests = skipThrough(corpus.iterateDigests(), after);
  const fingerprint = corpus.readFingerprint();
  const planned = ledger.planCorpus({ name: corpus.name, fingerprint }, joinDigests(plans, digests));
  return planned.sceneCount - before;
}

/**
 * Finds the last scene whose plan stays: the last one that was begun or, if the following scenes continue its post,
 * the scene with the last part of this post.
 */
function findKept(ledger: LedgerStore, corpus: string): LedgerScene | undefined {
  let kept = ledger.findScene(ledger.findLastBegun(corpus) as SceneId);
  for (;;) {
    const next = kept === undefined ? undefined : ledger.findSceneAfter(kept);
    if (next === undefined || next.firstPostId !== kept?.lastPostId) return kept;
    kept = next;
  }
}

/** Continues the numbering of scenes in a thread of which a part is already planned. */
function* withContinuedIndexes(plans: Iterable<ScenePlan>, { corpus, stores }: Run): Generator<ScenePlan> {
  const offsets = new Map<ThreadId, number>();
  for (const plan of plans) {
    const { threadId } = plan;
    const offset =
      offsets.get(threadId) ?? computeNextIndex(stores.ledger, { corpus: corpus.name, threadId });
    offsets.set(threadId, offset);
    yield offset === 0 ? plan : { ...plan, sceneIndex: plan.sceneIndex + offset, isThreadStart: false };
  }
}

function computeNextIndex(ledger: LedgerStore, thread: ThreadRef): number {
  return (ledger.readThreadScenes(thread).at(-1)?.sceneIndex ?? -1) + 1;
}

function* skipThrough(digests: Iterable<PostDigest>, last: PostId | undefined): Generator<PostDigest> {
  let isBehind = last === undefined;
  for (const digest of digests) {
    if (isBehind) yield digest;
    if (digest.postId === last) isBehind = true;
  }
}

/** Adds the digests to the scenes; both must be in the same order. All parts of a long post get its digest. */
function* joinDigests(
  plans: Iterable<ScenePlan>,
  digests: Iterator<PostDigest>,
): Generator<ScenePlan & { readonly digests: readonly PostDigest[] }> {
  let shared: PostDigest | undefined;
  for (const plan of plans) {
    const posts = shared?.postId === plan.firstPostId ? [shared] : takeNext(digests, plan.posts);
    shared = posts.at(-1);
    yield { ...plan, digests: posts };
  }
}

function takeNext(digests: Iterator<PostDigest>, count: number): readonly PostDigest[] {
  const taken: PostDigest[] = [];
  while (taken.length < count) {
    const next = digests.next();
    if (next.done === true) break;
    taken.push(next.value);
  }
  return taken;
}

/**
 * Lists the posts of every scene up to the last one whose plan stays, in order and without repetition. Leaves out posts
 * that an import recorded as gone.
 */
function listKnown(corpus: Corpus, ledger: LedgerStore): readonly KnownPost[] {
  const last = findKept(ledger, corpus.name)?.id ?? 0;
  const known: KnownPost[] = [];
  for (const scene of ledger.iterateScenes()) {
    if (scene.corpus !== corpus.name || scene.id > last) continue;
    const posts = ledger.findDigests(scene.id) ?? listUnsure(corpus, scene);
    known.push(...posts.filter(({ postId }) => postId !== known.at(-1)?.postId && !isFormer(corpus, postId)));
  }
  return known;
}

/**
 * Whether an import has recorded the post as gone. This is not reported as a difference, because the words of the post
 * are kept.
 */
function isFormer(corpus: Corpus, postId: PostId): boolean {
  return corpus.findFormer(postId) !== undefined;
}

/**
 * Lists the posts of a scene that was planned by an older version of the program: its first and last post are known,
 * but not their words at that time.
 */
function listUnsure(corpus: Corpus, scene: LedgerScene): readonly KnownPost[] {
  const { threadId, firstPostId, lastPostId } = scene;
  const range = { threadId, startPostId: firstPostId, endPostId: lastPostId, tag: 'qm_post' };
  return corpus.readRange(range).map(({ postId }) => ({ postId, digest: undefined }));
}

/** Throws if posts of a half-read scene have changed: the scene must end with the posts with which it began. */
function refuseTorn({ corpus, stores: { ledger } }: Run, { differences }: Comparison): void {
  const [running] = ledger.readScenes('running').filter((scene) => scene.corpus === corpus.name);
  if (running === undefined || isAsPlanned(corpus, ledger.findDigests(running.id))) return;
  const posts = new Set(
    corpus
      .readRange({
        threadId: running.threadId,
        startPostId: running.firstPostId,
        endPostId: running.lastPostId,
      })
      .map(({ postId }) => postId),
  );
  const isWhole = posts.has(running.firstPostId) && posts.has(running.lastPostId);
  if (isWhole && !differences.some(({ postId }) => posts.has(postId))) return;
  throw new UsageError({
    code: 'corpus.changed',
    happened: `The corpus ${corpus.path} has changed inside the scene that is being read (scene ${running.id}).`,
    todo: 'Restore the earlier file and keep it until that scene is read, or read the changed file in a new world. What was read stays as it is.',
  });
}

/**
 * Whether every post of a scene can still be read with the words that it had when it was planned, in the story or
 * among the posts that are gone.
 */
function isAsPlanned(corpus: Corpus, planned: readonly PostDigest[] | undefined): boolean {
  return planned?.every(({ postId, digest }) => hashBody(corpus.findBody(postId) ?? '') === digest) === true;
}

function refuseOther(corpus: Corpus): UsageError {
  return new UsageError({
    code: 'corpus.changed',
    happened: `The corpus ${corpus.path} no longer holds anything that was read.`,
    todo: 'Put the file back as it was, or read the changed file in a new world. What was read stays as it is.',
  });
}
