// Tests worlds that an earlier version read with cut prompts: commands report this, and the scenes can be read again.

import { join } from 'node:path';
import { annotate } from '@terrarium/annotator/annotate';
import { openWorld } from '@terrarium/annotator/open-world';
import { defaultRunSettings } from '@terrarium/annotator/run-settings';
import { buildAiSdkModel } from '@terrarium/kernel/ai-sdk-model';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { cutsInSilence } from '@terrarium/kernel/testing/limited-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, openStoryServer, recordPerson } from './support/small-story.ts';

const people = ['Soma', 'Quillon', 'Ondine', 'Corvin', 'Tamsin'];

/** Threads of one scene each, whose prompts do not fit a window of 4,096 tokens. */
const longStory = people
  .map((name) => ({
    thread: name,
    body: `${name} was the keeper of Vell. ${'They walked along the wall of salt to count the lamps. '.repeat(250)}`,
  }))
  .map((post) => `${JSON.stringify(post)}\n`)
  .join('');

async function openServer(options: Parameters<typeof openStoryServer>[0] = {}) {
  const server = await openStoryServer(options);
  onTestFinished(() => server.close());
  return server;
}

/** Reads as earlier versions did, which did not notice that the server had cut the prompt. */
async function readUnnoticed(folder: string): Promise<void> {
  const { baseUrl } = await openServer({
    ...cutsInSilence,
    contextTokens: 4_096,
    respond: () => ({ text: 'Nothing new.' }),
  });
  const outcome = await annotate({
    world: openWorld(join(folder, 'world')),
    model: await buildAiSdkModel({ model: 'openai:story', baseUrl }),
    environment: buildSystemEnvironment(),
    settings: { ...defaultRunSettings, curates: false },
    stop: { isRequested: () => false, abort: new AbortController().signal },
    emit: () => undefined,
  });
  expect(outcome).toEqual({ kind: 'finished' });
}

const flatten = (text: string) => text.replaceAll(/\s+/gu, ' ');

describe('a world that an earlier version read behind a cut', () => {
  it('is told of by status, verify and doctor, and read again by reread', async () => {
    const folder = createFolder();
    onTestFinished(() => folder.remove());
    folder.write('story.jsonl', longStory);
    const run = (...argv: readonly string[]) => runTerrarium(argv, { cwd: folder.path });
    await run('import', 'story.jsonl');
    await readUnnoticed(folder.path);
    const wanted =
      /5 scenes were read from a prompt that the server had cut: it counted 2,050 tokens of about [\d,]+\. Give .* "terrarium annotate reread"/u;
    for (const argv of [['annotate', 'status'], ['annotate', 'verify'], ['doctor']]) {
      const said = await run(...argv);
      expect(flatten(said.out)).toMatch(argv[0] === 'doctor' ? /5 scenes were read from a prompt/u : wanted);
      expect(said.exitCode).toBe(0);
    }
    const sound = await openServer({ respond: recordPerson });
    const model = ['--model', 'openai:story', '--base-url', sound.baseUrl];
    const reread = await run('annotate', 'reread', ...model);
    expect(reread.exitCode, reread.error).toBe(0);
    expect(flatten(reread.out)).toContain(
      'To be read again: 5 scenes for which the server saw only part of the prompt.',
    );
    const after = await run('annotate', 'status');
    expect(after.out).not.toContain('from a prompt that the server had cut');
    expect(after.out).toContain('5 now (0 confirmed)');
  });
});
