// Proves with random stories in real SQLite files that the scenes are the whole story, each post once and in order.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ForeignPost, writeForeignCorpus } from '../../test/foreign-corpus-store.ts';
import type { Corpus, Scene, StoryPost } from './corpus.ts';
import { openCorpus } from './open-corpus.ts';

const postDrafts = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 0, max: 500 }),
    threadId: fc.integer({ min: 0, max: 4 }),
    time: fc.option(fc.integer({ min: 0, max: 20 }), { freq: 12 }),
    body: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.lorem({ maxCount: 9 })),
    tags: fc.subarray(['qm_post', 'story_post', 'vote_tally_post']),
  }),
  { selector: (post) => post.id, maxLength: 40 },
);

interface Reading {
  readonly posts: readonly StoryPost[];
  readonly scenes: readonly Scene[];
}

let dir = '';
let files = 0;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'terrarium-scenes-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function readAll(drafts: readonly ForeignPost[], maxCharacters: number, isIndexed = true): Reading {
  files += 1;
  const path = join(dir, `${files}.db`);
  writeForeignCorpus(path, drafts, { isIndexed });
  const corpus = openCorpus({ name: 'main', path });
  try {
    return {
      posts: listPosts(corpus),
      scenes: [...corpus.planScenes({ maxCharacters })].map((plan) => corpus.readScene(plan)),
    };
  } finally {
    corpus.close();
  }
}

function listPosts(corpus: Corpus): readonly StoryPost[] {
  return [...corpus.iterateThreads()].flatMap((thread) => corpus.readRange({ threadId: thread.id }));
}

function joinShown(scenes: readonly Scene[]): ReadonlyMap<number, string> {
  const shown = new Map<number, string>();
  for (const { postId, span, body } of scenes.flatMap((scene) => scene.scenePosts)) {
    shown.set(postId, (shown.get(postId) ?? '') + body.slice(span.start, span.end));
  }
  return shown;
}

function forAll(check: (reading: Reading, limit: number) => void): void {
  fc.assert(
    fc.property(postDrafts, fc.integer({ min: 1, max: 120 }), (drafts, limit) => {
      check(readAll(drafts, limit), limit);
    }),
    { numRuns: 60 },
  );
}

describe('planScenes', () => {
  it('CO3: scenes have exactly the qm_post posts, in reading order', () => {
    forAll(({ posts, scenes }) => {
      const story = posts.filter((post) => post.tags.includes('qm_post')).map((post) => post.postId);
      const shown = scenes.flatMap((scene) => scene.scenePosts.map((post) => post.postId));
      expect(shown.filter((id, at) => id !== shown[at - 1])).toEqual(story);
    });
  });

  it('CO3: a scene never extends over the end of a thread, or over a post that is not part of the story', () => {
    forAll(({ posts, scenes }) => {
      for (const scene of scenes) {
        expect(new Set(scene.scenePosts.map((post) => post.threadId))).toEqual(new Set([scene.threadId]));
        const first = posts.findIndex((post) => post.postId === scene.firstPostId);
        const between = posts.slice(first, first + scene.posts);
        expect(between.map((post) => post.postId)).toEqual(scene.scenePosts.map((post) => post.postId));
        expect(between.every((post) => post.tags.includes('qm_post'))).toBe(true);
      }
    });
  });

  it('CO4: the scenes together show the whole body of each post, and no scene of several posts is over the limit', () => {
    forAll(({ posts, scenes }, limit) => {
      const story = posts.filter(({ tags }) => tags.includes('qm_post'));
      expect(joinShown(scenes)).toEqual(new Map(story.map(({ postId, body }) => [postId, body])));
      for (const scene of scenes.filter((several) => several.posts > 1)) {
        const characters = scene.scenePosts.map((post) => [...post.body].length);
        expect(characters.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(limit);
      }
    });
  });

  it('CO5: scenes are counted from 0 in their thread, and the first and the last are marked as such', () => {
    forAll(({ scenes }) => {
      scenes.forEach((scene, at) => {
        const before = scenes[at - 1];
        const after = scenes[at + 1];
        expect(scene.sceneIndex).toBe(before?.threadId === scene.threadId ? before.sceneIndex + 1 : 0);
        expect(scene.isThreadStart).toBe(before?.threadId !== scene.threadId);
        expect(scene.isThreadEnd).toBe(after?.threadId !== scene.threadId);
      });
    });
  });

  it('CO8: a file without any index is read the same', () => {
    fc.assert(
      fc.property(postDrafts, fc.integer({ min: 1, max: 120 }), (drafts, limit) => {
        expect(readAll(drafts, limit, false)).toEqual(readAll(drafts, limit, true));
      }),
      { numRuns: 30 },
    );
  });
});
