// Tests worlds read with cut prompts before anybody noticed: token counts reveal the scenes, which are read again.

import { writeFileSync } from 'node:fs';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { describe, expect, it } from 'vitest';
import { type AnnotateRequest, annotate, rereadScenes } from '../../src/annotate.ts';
import { readPendingRereads } from '../../src/inspect/read-status.ts';
import { type Annotator, openAnnotator } from '../../src/journal/open-annotator.ts';
import { readCutScenes } from '../../src/journal/read-cut-scenes.ts';
import type { RunEvent } from '../../src/runner/run-events.ts';
import { defaultRunSettings } from '../../src/runner/run-settings.ts';
import { verifyAnnotator } from '../../src/verify-annotator.ts';
import { addCorpus } from '../../src/world/add-corpus.ts';
import { createWorld, openWorld } from '../../src/world/open-world.ts';
import { buildLongStory } from '../support/long-story.ts';
import { answerStory } from '../support/story-model.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';

const environment = buildFakeEnvironment();
const { clock } = environment;

class Killed extends Error {}

/**
 * A model that counts tokens like a server with a window of this size. To a prompt that does not fit it replies
 * "Nothing new.", so nobody notices.
 */
function buildModel(windowTokens: number): LanguageModel {
  return {
    id: 'test:story',
    reply: async (request) => {
      const promptTokens = estimateTokens(JSON.stringify([request.tools, request.messages]));
      const reply = answerStory(request);
      if (promptTokens <= windowTokens) return { ...reply, usage: { ...reply.usage, promptTokens } };
      const usage = { ...reply.usage, promptTokens: windowTokens / 2 + 2 };
      return { ...reply, calls: [], text: 'Nothing new.', reasoning: '', finish: 'stop', usage };
    },
  };
}

async function openStory() {
  const folder = createTemporaryFolder();
  const dir = folder.path('world');
  createWorld({ dir, title: 'Vell', clock });
  const lines = buildLongStory(2, 12).map((post) => JSON.stringify(post));
  writeFileSync(folder.path('story.jsonl'), lines.join('\n'));
  await addCorpus(openWorld(dir), { path: folder.path('story.jsonl') });
  const build = (
    windowTokens: number,
    emit: (event: RunEvent) => void = () => undefined,
  ): AnnotateRequest => {
    // Each run begins some time after the one before.
    clock.advance(60_000);
    return {
      world: openWorld(dir),
      model: buildModel(windowTokens),
      environment,
      settings: { ...defaultRunSettings, contextBudget: 8_000, curates: false },
      stop: { isRequested: () => false, abort: new AbortController().signal },
      emit,
    };
  };
  const look = <Seen>(see: (annotator: Annotator) => Seen): Seen => {
    const annotator = openAnnotator(openWorld(dir), { clock });
    try {
      return see(annotator);
    } finally {
      annotator.close();
    }
  };
  return { build, look };
}

/**
 * Removes the letter that distinguishes two people with the same name: who gets which letter depends on what was read
 * before.
 */
const listNames = ({ stores }: Annotator) =>
  [...new Set([...stores.glossary.iterateEntries()].map(({ term }) => term.replace(/[a-h]$/u, '')))].sort();
const listProblems = (annotator: Annotator) => verifyAnnotator(annotator).problems.map(({ what }) => what);
const whole = 1_000_000;

describe('a world that was read behind a cut', () => {
  it('RN21: is found by what the server counted; reread, it has what an honest server would have found, and nothing is left', async () => {
    const story = await openStory();
    expect(await annotate(story.build(4_096))).toEqual({ kind: 'finished' });
    const honest = await openStory();
    await annotate(honest.build(whole));
    expect(honest.look(readCutScenes)).toBeUndefined();
    const [missing, all] = [story.look(listNames), honest.look(listNames)];
    expect(missing.length).toBeLessThan(all.length);
    const cut = story.look(readCutScenes);
    expect(cut).toMatchObject({ countedTokens: 2_050 });
    const scenes = cut?.scenes ?? 0;
    expect(scenes).toBeGreaterThan(3);
    expect(story.look(readPendingRereads)).toMatchObject({ readings: scenes, cutScenes: scenes, posts: 0 });
    expect(story.look(listProblems)).toEqual([]);
    const opened: number[] = [];
    const emit = (event: RunEvent) => event.kind === 'scene-opened' && opened.push(event.scene.id);
    expect(await rereadScenes(story.build(whole, emit))).toEqual({ kind: 'finished' });
    expect(opened).toHaveLength(scenes);
    expect(story.look(listNames)).toEqual(all);
    expect(story.look(readCutScenes)).toBeUndefined();
    expect(story.look(listProblems)).toEqual([]);
  });

  it('RN21: a reread that is killed goes on; one with a server that still cuts leaves the scenes to be read', async () => {
    const story = await openStory();
    await annotate(story.build(4_096));
    const before = story.look(readCutScenes);
    await rereadScenes(story.build(4_096));
    expect(story.look(readCutScenes)?.scenes).toBeGreaterThan((before?.scenes ?? 0) / 2);
    let kills = 0;
    for (let killAt = 3; ; killAt += 4) {
      let events = 0;
      const emit = () => {
        events += 1;
        if (events > killAt) throw new Killed();
      };
      const outcome = await rereadScenes(story.build(whole, emit)).catch((error: unknown) => {
        if (error instanceof Error && (error instanceof Killed || error.cause instanceof Killed))
          return undefined;
        throw error;
      });
      if (outcome !== undefined) break;
      kills += 1;
      expect(kills).toBeLessThan(200);
    }
    expect(kills).toBeGreaterThan(2);
    expect(story.look(readCutScenes)).toBeUndefined();
    expect(story.look(listProblems)).toEqual([]);
  });
});
