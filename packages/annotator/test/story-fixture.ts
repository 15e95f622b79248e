// Story fixture: a small story in a real corpus file, a real glossary, and a reader at any place in the story.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@terrarium/kernel/environment';
import type { Connection } from '@terrarium/kernel/open-database';
import type { ToolAnswer } from '@terrarium/kernel/tool';
import { onTestFinished } from 'vitest';
import type { Corpus, PostId, ScenePost } from '../src/corpus/corpus.ts';
import { openCorpusWriter } from '../src/corpus/corpus-writer-store.ts';
import { openCorpus } from '../src/corpus/open-corpus.ts';
import { openAnnotatorDatabase } from '../src/database/open-annotator-database.ts';
import type { EntryDraft } from '../src/glossary/change-entries.ts';
import type { ChangeSource, GlossaryEntry } from '../src/glossary/entry.ts';
import { checkEvidence } from '../src/glossary/evidence-gate.ts';
import { type GlossaryStore, openGlossaryStore } from '../src/glossary/glossary-store.ts';
import { listSurfaces } from '../src/glossary/term-forms.ts';
import { annotatorTools } from '../src/tools/annotator-tools.ts';
import { buildCitableText } from '../src/tools/reading-limit.ts';
import type { ToolContext } from '../src/tools/tool-context.ts';

/**
 * The bodies of each thread. Posts are numbered from 1 through all threads. A body that begins with `~` is a reader's
 * post.
 */
export type Story = readonly (readonly string[])[];

export interface StoryFixture {
  readonly corpus: Corpus;
  readonly connection: Connection;
  readonly glossary: GlossaryStore;
  readBody(corpus: string, postId: PostId): string | undefined;
  /** Reads posts as one scene, and returns the context for the tools in this scene. */
  read(...postIds: number[]): ToolContext;
  call(name: string, input: unknown, context: ToolContext): ToolAnswer;
  create(context: ToolContext, draft: Partial<EntryDraft> & { readonly term: string }): GlossaryEntry;
}

const clock: Clock = { now: () => 1_704_067_200_000, monotonic: () => 0, sleep: () => Promise.resolve() };

export function openStory(story: Story, { now = clock.now }: Partial<Clock> = {}): StoryFixture {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-story-'));
  const corpus = writeStory(join(folder, 'main.db'), story);
  const connection = openAnnotatorDatabase({ path: join(folder, 'annotator.db') });
  onTestFinished(() => {
    connection.close();
    corpus.close();
    rmSync(folder, { recursive: true });
  });
  const readBody = (name: string, postId: PostId) => (name === 'main' ? corpus.findBody(postId) : undefined);
  const glossary = openGlossaryStore(connection, { clock: { ...clock, now }, readBody });
  return {
    corpus,
    connection,
    glossary,
    readBody,
    read: (...postIds) => readScene({ corpus, glossary }, postIds),
    call(name, input, context) {
      const tool = annotatorTools.find((one) => one.name === name);
      if (tool === undefined) throw new Error(`There is no tool ${name}.`);
      return tool.run(typeof input === 'string' ? input : JSON.stringify(input), context);
    },
    create: (context, draft) => createDraft(context, draft),
  };
}

function writeStory(path: string, story: Story): Corpus {
  const writer = openCorpusWriter(path);
  let id = 0;
  for (const [index, bodies] of story.entries()) {
    const threadId = writer.addThread(`Thread ${index + 1}`);
    for (const body of bodies) {
      id += 1;
      const isReaders = body.startsWith('~');
      const tags = isReaders ? [] : ['qm_post', 'story_post'];
      writer.addPost({ threadId, id, time: 1_000_000 + id, body: isReaders ? body.slice(1) : body, tags });
    }
  }
  writer.finish();
  return openCorpus({ path, name: 'main' });
}

function readScene(
  world: Pick<StoryFixture, 'corpus' | 'glossary'>,
  postIds: readonly number[],
): ToolContext {
  const scenePosts = postIds.map((id): ScenePost => {
    const post = world.corpus.findPost(id as PostId);
    if (post === undefined) throw new Error(`The story has no post ${id}.`);
    return { ...post, span: { start: 0, end: post.body.length } };
  });
  const last = scenePosts.at(-1);
  if (last === undefined) throw new Error('A scene needs a post.');
  world.glossary.recordReadPosts('main', scenePosts);
  const position = { corpus: 'main', threadId: last.threadId, postId: last.postId };
  const source: ChangeSource = {
    author: 'agent',
    position,
    stepId: last.postId,
    model: 'scripted',
    promptVersion: 'test',
    reason: undefined,
  };
  return {
    glossary: world.glossary,
    corpora: new Map([['main', world.corpus]]),
    position,
    scenePosts,
    source,
  };
}

function createDraft(
  context: ToolContext,
  draft: Partial<EntryDraft> & { readonly term: string },
): GlossaryEntry {
  const full = {
    aliases: [],
    definition: `${draft.term} is named.`,
    status: 'tentative',
    tags: [],
    ...draft,
  } as const;
  const text = buildCitableText(context, listSurfaces(full));
  const claims = text.scene.flatMap((post) => [{ postId: post.postId, label: { first: 1, last: 99 } }]);
  const labels = text.scene.flatMap((post) =>
    Array.from({ length: 9 }, (_, index) => ({
      postId: post.postId,
      label: { first: index + 1, last: index + 1 },
    })),
  );
  const { accepted } = checkEvidence([...labels, ...claims], listSurfaces(full), text);
  return context.glossary.create(
    { ...full, evidence: draft.evidence ?? accepted.slice(0, 1) },
    context.source,
  );
}
