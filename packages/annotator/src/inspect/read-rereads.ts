// Reads what of a world is to be read again, and why, and which entries lost the words they stood on.

import type { ThreadId } from '../corpus/corpus.ts';
import { isOnFormer } from '../glossary/resolve-anchor.ts';
import { estimateRereads, listOpenRereads, planRereads } from '../runner/plan-rereads.ts';
import { computeSceneLimit, defaultRunSettings } from '../runner/run-settings.ts';
import type { Annotator } from '../stores/open-annotator.ts';
import { listCutScenes } from './read-cut-scenes.ts';

export interface PendingRereads {
  /** Readings, each of the size of a scene at most; one that was begun and left among them. */
  readonly readings: number;
  readonly posts: number;
  /** Of those posts, roughly. */
  readonly tokens: number;
  /** Titles of their threads, in order. */
  readonly threads: readonly string[];
  /** Scenes beside them that were read behind a cut prompt. */
  readonly cutScenes: number;
}

export interface RereadOptions {
  readonly threadId?: ThreadId | undefined;
  readonly corpusNames?: readonly string[] | undefined;
  readonly contextBudget?: number | undefined;
}

/** Goes through the posts of the stories; a run may go on beside it. */
export function readPendingRereads(annotator: Annotator, options: RereadOptions = {}): PendingRereads {
  const { corpora, stores } = annotator;
  const limits = {
    maxCharacters: computeSceneLimit(options.contextBudget ?? defaultRunSettings.contextBudget),
  };
  const wanted = [...corpora.values()].filter(({ name }) => options.corpusNames?.includes(name) !== false);
  const planned = wanted.map((corpus) => {
    const rereads = planRereads({ corpus, stores, limits, threadId: options.threadId });
    const cut = listCutScenes(annotator, corpus.name).filter(
      ({ id }) => !rereads.some(({ scene }) => scene.id === id),
    );
    return { corpus, rereads, tokens: estimateRereads(corpus, rereads), cutScenes: cut.length };
  });
  const cutScenes = planned.reduce((sum, one) => sum + one.cutScenes, 0);
  const rereads = planned.flatMap((one) => one.rereads);
  const titles = planned.flatMap(({ corpus, rereads: found }) =>
    found.flatMap(({ posts: [first] }) => {
      const post = first === undefined ? undefined : corpus.findPost(first);
      return post === undefined ? [] : [corpus.findThread(post.threadId)?.title ?? `Thread ${post.threadId}`];
    }),
  );
  return {
    readings: rereads.length + listOpenRereads(stores).length + cutScenes,
    posts: rereads.reduce((sum, { posts }) => sum + posts.length, 0),
    tokens: planned.reduce((sum, { tokens }) => sum + tokens, 0),
    threads: [...new Set(titles)],
    cutScenes,
  };
}

/** Whether anything may be to read again: quick, where nothing has changed since. */
export function canHaveRereads({ corpora, stores }: Annotator): boolean {
  if (stores.ledger.readDifferences().some(({ kind }) => kind === 'inserted')) return true;
  return stores.ledger
    .readPlannedCorpora()
    .some(({ corpus }) => corpora.get(corpus)?.readStamp() !== stores.ledger.findStamp(corpus));
}

/** Terms of entries whose every quote stands only in an earlier version of the story. */
export function listGroundless({ corpora, stores }: Annotator): readonly string[] {
  return [...stores.glossary.iterateEntries()].flatMap((entry) =>
    isOnFormer(corpora, entry) ? [entry.term] : [],
  );
}
