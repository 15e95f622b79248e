// Reads a whole world through the package's entry point: several corpora, limits, one run at a time, retries.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AnnotateRequest, annotate, retryScenes } from '../../src/annotate.ts';
import { openAnnotator } from '../../src/journal/open-annotator.ts';
import { defaultRunSettings } from '../../src/runner/run-settings.ts';
import { verifyAnnotator } from '../../src/verify-annotator.ts';
import { addCorpus } from '../../src/world/add-corpus.ts';
import { createWorld } from '../../src/world/open-world.ts';
import type { World } from '../../src/world/world.ts';
import { buildLongStory } from '../support/long-story.ts';
import { buildStoryModel } from '../support/story-model.ts';

const environment = buildFakeEnvironment();
let folder: string;
let world: World;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'terrarium-door-'));
  world = createWorld({ dir: join(folder, 'world'), clock: environment.clock });
  for (const [name, scenes, whom] of [
    ['first', 3, 'salt carriers'],
    ['second', 4, 'ferry keepers'],
  ] as const) {
    const path = join(folder, `${name}.jsonl`);
    writeFileSync(
      path,
      buildLongStory(2, scenes)
        .map((post) => JSON.stringify(post).replaceAll('salt carriers', whom))
        .join('\n'),
    );
    world = (await addCorpus(world, { path })).world;
  }
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function buildRequest(model: LanguageModel, limit?: number): AnnotateRequest {
  return {
    world,
    model,
    environment,
    settings: { ...defaultRunSettings, contextBudget: 6_000, limit },
    stop: { isRequested: () => false, abort: new AbortController().signal },
    emit: () => undefined,
  };
}

function countCommitted(): number {
  const annotator = openAnnotator(world, { clock: environment.clock });
  const { committed } = annotator.stores.ledger.countScenes().byStatus;
  expect(verifyAnnotator(annotator).problems).toEqual([]);
  annotator.close();
  return committed;
}

interface Used {
  readonly ms: number;
  readonly tokens: number;
}

describe('annotate', () => {
  it('RN4: reads every corpus of a world in turn, on one line, whose threads may have the same numbers', async () => {
    expect(await annotate(buildRequest(buildStoryModel()))).toEqual({ kind: 'finished' });
    expect(countCommitted()).toBe(14);
  });

  it('RN4: a limit counts over all corpora, and the next run goes on after it', async () => {
    expect(await annotate(buildRequest(buildStoryModel(), 8))).toEqual({ kind: 'limited', by: 'scenes' });
    expect(countCommitted()).toBe(8);
    expect(await annotate(buildRequest(buildStoryModel()))).toEqual({ kind: 'finished' });
    expect(countCommitted()).toBe(14);
  });

  it('RN4: a limit that the last scene just reaches leaves nothing to read', async () => {
    expect(await annotate(buildRequest(buildStoryModel(), 14))).toEqual({ kind: 'finished' });
    expect(await annotate(buildRequest(buildStoryModel(), 1))).toEqual({ kind: 'finished' });
  });

  it('RN16: reads up to a place in the story, and nothing after it', async () => {
    const readUntil = async (until: string) => {
      const outcome = await annotate({ ...buildRequest(buildStoryModel()), bounds: { until } });
      return [outcome.kind, countCommitted()];
    };
    for (const place of ['thread:9', 'thread:1', 'snapshot:1', 'post:999', 'Thread 1@nowhere']) {
      await expect(readUntil(place)).rejects.toMatchObject({ code: 'as-of.unknown-place', exitCode: 2 });
    }
    expect(countCommitted()).toBe(0);
    expect(await readUntil('before thread:1@first')).toEqual(['limited', 0]);
    expect(await readUntil('post:3@first')).toEqual(['limited', 2]);
    expect(await readUntil('thread:1@second')).toEqual(['limited', 10]);
    expect(await readUntil('before thread:2@second')).toEqual(['limited', 10]);
    expect(await readUntil('thread:2@first')).toEqual(['limited', 10]);
    expect(await readUntil('post:11@second')).toEqual(['limited', 12]);
    expect(await readUntil('before post:13@second')).toEqual(['limited', 12]);
    expect(await readUntil('post:14@second')).toEqual(['limited', 13]);
    expect(await readUntil('thread:2@second')).toEqual(['finished', 14]);
  });

  it('RN16: makes no request once its time is over or its tokens are used up, whoever counts them', async () => {
    const story = buildStoryModel();
    const uncounted = { promptTokens: 'unknown', cachedTokens: 'unknown', outputTokens: 'unknown' } as const;
    const limits = [
      { by: 'time', bounds: { maxMs: 150_000 }, isPast: (used: Used) => used.ms >= 150_000 },
      { by: 'tokens', bounds: { maxTokens: 6_000 }, isPast: (used: Used) => used.tokens >= 6_000 },
    ];
    for (const { by, bounds, isPast } of limits) {
      const startedMs = environment.clock.monotonic();
      const used = { ms: 0, tokens: 0 };
      const model: LanguageModel = {
        ...story,
        reply: async (request) => {
          expect(isPast(used)).toBe(false);
          environment.clock.advance(60_000);
          const reply = await story.reply(request);
          used.ms = environment.clock.monotonic() - startedMs;
          used.tokens += Number(reply.usage.promptTokens) + Number(reply.usage.outputTokens);
          return reply;
        },
      };
      expect(await annotate({ ...buildRequest(model), bounds })).toEqual({ kind: 'limited', by });
      expect(isPast(used)).toBe(true);
      const silent: LanguageModel = {
        ...story,
        reply: async (request) => {
          environment.clock.advance(60_000);
          return { ...(await story.reply(request)), usage: uncounted };
        },
      };
      expect(await annotate({ ...buildRequest(silent), bounds })).toEqual({ kind: 'limited', by });
    }
  });

  it('RN4: counts from its start the scenes of every corpus that it is to read, and of no other', async () => {
    const starts = async (limit: number | undefined, corpusNames?: readonly string[]) => {
      const said: unknown[] = [];
      const emit: AnnotateRequest['emit'] = (event) => {
        if (event.kind === 'run-started') said.push([event.closed, event.scenes]);
      };
      await annotate({ ...buildRequest(buildStoryModel(), limit), corpusNames, emit });
      return said;
    };
    expect(await starts(2)).toEqual([[0, 14]]);
    expect(await starts(1, ['second'])).toEqual([[0, 8]]);
    const path = join(folder, 'first.jsonl');
    const grown = [...buildLongStory(2, 3), { thread: 'Thread 3', body: 'Then Soma went home.' }];
    writeFileSync(path, grown.map((post) => JSON.stringify(post)).join('\n'));
    world = (await addCorpus(world, { path })).world;
    expect(await starts(1, ['second', 'first'])).toEqual([[3, 15]]);
    expect(await starts(undefined)).toEqual([
      [4, 15],
      [9, 15],
    ]);
  });

  it('RN13: a second run of a world is refused while the first is alive, and may follow it', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const story = buildStoryModel();
    const slow: LanguageModel = {
      ...story,
      reply: async (request) => {
        await held;
        return await story.reply(request);
      },
    };
    const first = annotate(buildRequest(slow));
    await expect(annotate(buildRequest(story))).rejects.toMatchObject({ code: 'lock.held', exitCode: 5 });
    release();
    expect(await first).toEqual({ kind: 'finished' });
    expect(await annotate(buildRequest(story))).toEqual({ kind: 'finished' });
  });

  it('RN12: skipped scenes are read again on demand', async () => {
    const silent: LanguageModel = {
      id: 'test:silent',
      reply: async (request) => ({
        ...(await buildStoryModel().reply(request)),
        text: '',
        calls: [],
        finish: 'stop',
      }),
    };
    expect(await annotate(buildRequest(silent, 2))).toEqual({ kind: 'limited', by: 'scenes' });
    expect(countCommitted()).toBe(0);
    expect(await retryScenes(buildRequest(buildStoryModel()))).toEqual({ kind: 'finished' });
    expect(countCommitted()).toBe(2);
  });

  it('names a corpus that is not there', async () => {
    const request = { ...buildRequest(buildStoryModel()), corpusNames: ['third'] };
    await expect(annotate(request)).rejects.toMatchObject({ code: 'world.unknown-corpus' });
  });
});
