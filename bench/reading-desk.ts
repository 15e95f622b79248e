// Reading desk: in a world of its own, reads a story up to any post, tries a model's tools there, and undoes their effects.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addCorpus } from '@terrarium/annotator/add-corpus';
import { annotatorTools, type ToolContext } from '@terrarium/annotator/annotator-tools';
import type { Corpus, PostId, ScenePost } from '@terrarium/annotator/corpus';
import { type Annotator, openAnnotator } from '@terrarium/annotator/open-annotator';
import { createWorld } from '@terrarium/annotator/open-world';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import type { ToolAnswer } from '@terrarium/kernel/tool';

export interface DeskPost {
  readonly id: number;
  readonly body: string;
}

export interface ReadingDesk {
  /** Reads on up to and including a post; a desk never goes back. */
  readTo(postId: number): void;
  /** Calls a tool as if the last post that was read were the scene, and undoes whatever the tool did. */
  tryTool(name: string, input: unknown): ToolAnswer;
  close(): void;
}

export async function openReadingDesk(posts: readonly DeskPost[]): Promise<ReadingDesk> {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-desk-'));
  const { clock } = buildSystemEnvironment();
  const path = join(folder, 'story.jsonl');
  writeFileSync(path, posts.map((post) => JSON.stringify(post)).join('\n'));
  const { world } = await addCorpus(createWorld({ dir: join(folder, 'world'), clock }), { path });
  const annotator = openAnnotator(world, { clock });
  const [corpus] = annotator.corpora.values();
  if (corpus === undefined) throw new Error('The story was not imported.');
  let next = 0;
  return {
    readTo(postId) {
      for (; next < posts.length && (posts[next]?.id ?? 0) <= postId; next += 1) {
        annotator.stores.glossary.recordReadPosts(corpus.name, [readWhole(corpus, posts[next]?.id ?? 0)]);
      }
    },
    tryTool: (name, input) => tryTool({ annotator, corpus, postId: posts[next - 1]?.id ?? 0 }, name, input),
    close() {
      annotator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Standing {
  readonly annotator: Annotator;
  readonly corpus: Corpus;
  readonly postId: number;
}

const takenBack = new Error('Only tried.');

function tryTool(standing: Standing, name: string, input: unknown): ToolAnswer {
  const tool = annotatorTools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`There is no tool ${name}.`);
  const answers: ToolAnswer[] = [];
  try {
    standing.annotator.connection.transaction(() => {
      answers.push(tool.run(JSON.stringify(input), buildContext(standing)));
      throw takenBack;
    })();
  } catch (error) {
    if (error !== takenBack) throw error;
  }
  return answers[0] ?? { ok: false, say: '' };
}

function buildContext({ annotator, corpus, postId }: Standing): ToolContext {
  const post = readWhole(corpus, postId);
  const position = { corpus: corpus.name, threadId: post.threadId, postId: post.postId };
  return {
    glossary: annotator.stores.glossary,
    corpora: annotator.corpora,
    position,
    scenePosts: [post],
    source: {
      author: 'agent',
      position,
      stepId: undefined,
      model: 'bench',
      promptVersion: undefined,
      reason: undefined,
    },
  };
}

function readWhole(corpus: Corpus, id: number): ScenePost {
  const post = corpus.findPost(id as PostId);
  if (post === undefined) throw new Error(`The story has no post ${id}.`);
  return { ...post, span: { start: 0, end: post.body.length } };
}
