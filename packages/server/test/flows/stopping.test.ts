// Tests in a real browser how a person stops something halfway, decides about proposals, and talks to several companions.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAccessFaults } from '@terrarium/annotator/testing/find-access-faults';
import { openBrowser, openContext } from '@terrarium/annotator/testing/open-browser';
import { writeOwnModel } from '@terrarium/composition/write-own-model';
import { type FakeServer, openFakeServer } from '@terrarium/kernel/testing/fake-server';
import type { FakeFault } from '@terrarium/kernel/testing/fake-wire';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildScreens } from '../../src/app/build-screens.ts';
import { type BegunGame, beginGame } from '../support/begin-game.ts';
import {
  liveSomeDays,
  openRememberingServer,
  type RememberingServer,
} from '../support/remembering-server.ts';
import { openSampleServer, type SampleServer } from '../support/sample-server.ts';

let folder: string;
let screensDir: string;
let model: FakeServer;
let server: RememberingServer;
let reading: SampleServer;
let game: BegunGame;
let browser: Browser;
let page: Page;
/** The model answers nobody until this gate is opened. */
let gate = Promise.withResolvers<void>();
/** From this request on, the model waits until `held` is opened too. */
let heldFrom = Number.POSITIVE_INFINITY;
let held = Promise.withResolvers<void>();
/** What goes wrong with replies of the model. */
let fault: FakeFault | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'terrarium-stopping-'));
  screensDir = await buildScreens(() => undefined);
  model = await openFakeServer({
    contextTokens: 32_768,
    flavour: 'llama-cpp',
    models: ['tale'],
    faults: () => fault,
    respond: async ({ body }) => {
      await gate.promise;
      if (model.records.length >= heldFrom) await held.promise;
      const parts = [...JSON.stringify(body.messages).matchAll(/<part label=\\"(p\d+)/gu)];
      const told = parts
        .map(([, label]) => `[${label}] Nell climbs the stair. She waits for the lamp.`)
        .join('\n');
      return { text: told === '' ? '<say>Here I am.</say>' : told };
    },
  });
  server = await openRememberingServer({
    screensDir,
    live: liveSomeDays,
    others: [{ id: 'robin', name: 'Robin' }],
  });
  game = beginGame(server.worldDir);
  reading = await openSampleServer({ screensDir, isRead: false });
  browser = await openBrowser();
  const context = await openContext(browser, { viewport: { width: 1280, height: 860 } });
  page = await context.newPage();
  await page.goto(server.address);
});
beforeEach(() => {
  vi.stubEnv('XDG_CONFIG_HOME', folder);
  gate = Promise.withResolvers();
});
afterAll(async () => {
  gate.resolve();
  await browser.close();
  await server.close();
  await reading.close();
  await model.close();
  rmSync(folder, { recursive: true, force: true });
});

const home = () => `${server.origin}/low-veyre`;

describe('what a person decides', () => {
  test('RM9: proposals are made by a button, and one that is accepted is a page that can be taken back', async () => {
    await page.goto(`${home()}/remember/keeping`);
    await page.getByRole('button', { name: 'Look for what is worth keeping' }).click();
    const accept = page.getByRole('button', { name: 'Accept', exact: true });
    await accept.first().waitFor();
    const waiting = await accept.count();
    await accept.first().click();
    await expect.poll(() => accept.count()).toBe(waiting - 1);
    const back = page.getByRole('button', { name: 'Undo that' }).first();
    await back.waitFor();
    await page.goto(`${home()}/remember/fragments`);
    await page.getByRole('main').getByRole('link').first().waitFor();
  });

  test('RM2, RM6: a plan that was made by hand waits for nobody, and says who made it when asked why it is in mind', async () => {
    await page.goto(`${home()}/remember/plans`);
    await page.getByLabel('Plan something').fill('Oil the hinges');
    await page.getByRole('button', { name: 'Plan it' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Oil the hinges' }).waitFor();
    await page.goto(home());
    await page.getByText('Talk with Sage').waitFor();
    // Without a story, the talk is what the page leads on with.
    await page.getByRole('link', { name: 'Talk on with Sage' }).waitFor();
    expect(await page.getByText(/has no answer yet/).count()).toBe(0);
    await page.goto(`${home()}/remember`);
    const plan = page.getByRole('article').filter({ hasText: 'Plan: Oil the hinges' });
    await plan.waitFor();
    expect(await page.getByText(/Nobody answers/).count()).toBe(0);
    await page.getByLabel('Say something').fill('What a day.');
    await page.keyboard.press('Enter');
    await page.getByText(/Nobody answers/).waitFor();
    // RM2: below a question stand earlier moments with its words.
    const question = 'Which hinges squeak?';
    for (const [words, at] of [
      ['The hinges of the gate squeak.', 0],
      [question, 0],
      [question, 1],
    ] as const) {
      await page.getByLabel('Say something').fill(words);
      await page.keyboard.press('Enter');
      await page.getByRole('article').filter({ hasText: words }).nth(at).waitFor();
    }
    const found = page.getByRole('list', { name: 'Earlier moments' }).getByRole('link');
    await found.getByText('The hinges of the gate squeak.').waitFor();
    expect(await found.getByText(question).count()).toBe(0);
    await plan.getByRole('button', { name: 'What can be done with this message' }).click();
    await plan.getByRole('button', { name: /^Why is this in mind/ }).click();
    await plan.getByText(/^Kit made this plan by hand on .+ at \d\d:\d\d\./).waitFor();
  });

  test('RM1: a reply is stopped by a button, or by Esc: what was said is kept, and it can be asked for later', async () => {
    writeOwnModel({ model: 'openai:tale', baseUrl: model.baseUrl });
    await page.goto(`${home()}/remember`);
    const other = await page.context().newPage();
    await other.goto(`${home()}/remember`);
    await other.getByLabel('Say something').waitFor();
    await page.getByLabel('Say something').fill('Are you there?');
    await page.keyboard.press('Enter');
    // A second window shows what is answered while the reply is still coming.
    await other.getByRole('log').getByText('Are you there?').waitFor();
    await other.getByRole('button', { name: /^Stop/ }).waitFor();
    await other.close();
    await page.getByRole('button', { name: /^Stop/ }).click();
    await page.getByText('Stopped before the answer began.').waitFor();
    await page.getByRole('button', { name: 'Ask for the answer' }).waitFor();
    await page.getByRole('log').getByText('Are you there?').waitFor();
    await page.getByRole('button', { name: 'Ask for the answer' }).click();
    await page.getByRole('button', { name: /^Stop/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Ask for the answer' }).waitFor();
    gate.resolve();
    await page.getByRole('button', { name: 'Ask for the answer' }).click();
    await page.getByRole('log').getByText('Here I am.').waitFor();
    // RM6: a plan that was written down is not answered, whoever could answer.
    const plan = { text: 'Wax the sledge', isPlan: true };
    await server.read('/api/worlds/low-veyre/talk', { method: 'POST', body: plan });
    const takeBack = page.getByRole('button', { name: 'Take this plan back' });
    await takeBack.waitFor();
    expect(await page.getByRole('button', { name: 'Ask for the answer' }).count()).toBe(0);
    await takeBack.click();
    await page.getByRole('button', { name: 'Answer again' }).waitFor();
  });

  test('RM11: one talks with another companion apart, and with several at once', async () => {
    gate.resolve();
    await page.getByLabel('Whose memory').selectOption('Robin');
    await page.getByText('Nothing has been said here yet').waitFor();
    await page.getByLabel('Say something').fill('Robin alone.');
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText('Here I am.').waitFor();
    expect(await findAccessFaults(page)).toEqual([]);
    await page.getByLabel('Whose memory').selectOption('Sage');
    await page.getByRole('log').getByText('Are you there?').waitFor();
    expect(await page.getByRole('log').getByText('Robin alone.').count()).toBe(0);
    await page.getByLabel('Robin').check();
    held = Promise.withResolvers();
    heldFrom = model.records.length + 2;
    await page.getByLabel('Say something').fill('Both of you?');
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText('Both of you?').waitFor();
    // The first answer stays in view while the second one is awaited.
    await expect.poll(() => model.records.length).toBe(heldFrom);
    await page.getByText('is thinking').waitFor();
    await page.getByRole('log').getByText('Here I am.').nth(1).waitFor();
    expect(await page.getByText('is thinking').count()).toBe(1);
    held.resolve();
    await page.getByRole('log').getByText('Here I am.').nth(2).waitFor();
    expect(await page.getByRole('log').getByText('Here I am.').count()).toBe(3);
    // The words of both companions look alike, and different from the person's own.
    const replies = page.locator('article[data-side="companion"]').filter({ hasText: 'Here I am.' });
    await expect.poll(() => replies.count()).toBe(3);
  });

  test('RP2: a turn is stopped by a key, and the game stands where it stood, with the words in the field again', async () => {
    await page.goto(`${home()}/play/${game.id}`);
    await page.getByLabel('What do you do?').fill('I look around.');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Stop/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Stop/ }).waitFor({ state: 'detached' });
    expect(await page.getByRole('region', { name: 'Turn 1', exact: true }).count()).toBe(0);
    await page.getByRole('region', { name: 'The opening' }).waitFor();
    await expect.poll(() => page.getByLabel('What do you do?').inputValue()).toBe('I look around.');
    await page.getByText('The turn was stopped').waitFor();
    expect(await page.getByRole('region', { name: 'The turn in progress' }).count()).toBe(0);
  });

  test('RS2: a story without a glossary has a place to keep, and nothing to limit', async () => {
    await page.goto(reading.address);
    // A reader can set their place first, so that the glossary does not show them what comes later.
    await page.goto(`${reading.origin}/low-veyre/run`);
    await page.getByRole('link', { name: 'Show only what I have read' }).waitFor();
    await page.goto(`${reading.origin}/low-veyre/read`);
    await page.getByRole('button', { name: 'Keep my place' }).click();
    await page.getByText('Your place is kept. Nothing later in the story is shown').waitFor();
    const { standing } = await reading.read<{ standing: { place: string | null } }>(
      '/api/worlds/low-veyre/contents',
    );
    expect(standing.place).not.toBeNull();
    // Nobody knows whom a chapter names that was not read for the glossary; the page leads on to building it.
    await page.getByText('Not known: it was not read for the glossary.').waitFor();
    const build = page.getByRole('main').getByRole('link', { name: 'Build the glossary' });
    await build.waitFor();
    await page.goto(`${reading.origin}/low-veyre/glossary`);
    await build.waitFor();
    expect(await page.getByText(/^\d+ entries/).count()).toBe(0);
  });

  test('RS4: a run is stopped by a button in its midst, and goes on from there', async () => {
    await page.goto(reading.address);
    await page.goto(`${reading.origin}/low-veyre/run`);
    await page.getByRole('button', { name: 'Begin building' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: /^(?:Begin|Go on) building$/ }).waitFor();
    const run = await reading.read<{ progress: { counts: { byStatus: { committed?: number } } } | null }>(
      '/api/worlds/low-veyre/run',
    );
    expect(run.progress?.counts.byStatus.committed ?? 0).toBe(0);
    // Nothing was read, so nothing was known at any chapter.
    expect(await page.getByRole('link', { name: /^Ask what was known/ }).count()).toBe(0);
  });

  test('RS2: a glossary in which nothing is known yet says what to do, and has nothing to search, filter or download', async () => {
    const read = await openSampleServer({ screensDir });
    try {
      await read.read('/api/worlds/low-veyre/place', { method: 'PUT', body: { place: 'before thread:1' } });
      await page.goto(read.address);
      await page.goto(`${read.origin}/low-veyre/glossary`);
      await page.getByText(/^No entry yet, as far as you have read/).waitFor();
      expect(await page.getByRole('link', { name: 'Build the glossary' }).count()).toBe(0);
      expect(await page.getByRole('button', { name: /^(?:all|only entries to confirm)$/ }).count()).toBe(0);
      expect(await page.getByLabel('Search the glossary').count()).toBe(0);
      expect(await page.getByText('as a file').count()).toBe(0);
      // The bookmarks are made, but the reader has not come to any.
      await page.goto(`${read.origin}/low-veyre/run/bookmarks`);
      await page.getByText(/^There is no bookmark yet in the part that you have read/).waitFor();
    } finally {
      await read.close();
    }
  });

  test('RS20, RS21: the model tells the story so far, and is stopped by a button, and another world is made', async () => {
    const read = await openSampleServer({ screensDir });
    writeOwnModel({ model: 'openai:tale', baseUrl: model.baseUrl });
    try {
      const place = { method: 'PUT', body: { place: 'after thread:2' } };
      await read.read('/api/worlds/low-veyre/place', place);
      // The first reply does not come to its end.
      fault = { kind: 'stall' };
      gate.resolve();
      await page.goto(read.address);
      await page.getByRole('link', { name: 'What happened so far' }).click();
      const told = page.getByRole('region', { name: 'The story so far' });
      await told.getByText('The model sums up what has no summary yet').waitFor();
      // Whole sentences of the answer are shown before the answer is complete.
      await told.getByText('Nell climbs the stair.').first().waitFor();
      expect(await told.innerText()).not.toMatch(/She waits(?! for the lamp\.)/u);
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
      await expect.poll(() => model.records.at(-1)?.isAborted).toBe(true);
      fault = undefined;
      await told.getByText(/^Where there is no summary, sentences of the story stand for it\./).waitFor();
      expect(await told.innerText()).not.toContain('Nell climbs the stair.');
      await told.getByRole('button', { name: 'Let the model sum it up' }).click();
      await told.getByText('Nell climbs the stair.').first().waitFor();
      await told.getByText(/^What had no summary yet, the model tale has just summed up/).waitFor();
      expect(await findAccessFaults(page)).toEqual([]);
      // A question that is asked takes the place of what was told.
      await page.getByLabel('Your question about the story').fill('Who is Nell Orrin?');
      await page.keyboard.press('Enter');
      await told.waitFor({ state: 'detached' });
      // RS11: it can be answered without the model that is set.
      const question = { question: 'Who is Nell Orrin?', withoutModel: true };
      const answer = await read.read<object>('/api/worlds/low-veyre/questions', {
        method: 'POST',
        body: question,
      });
      expect(answer).toMatchObject({ said: null, isNamed: true });
      // Another world is made at the end of the first page, and the list of worlds says how to see both again.
      await page.goto(`${read.origin}/low-veyre`);
      await page.getByRole('button', { name: 'Make another world' }).click();
      await page.keyboard.type('The Winter Book');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'The Winter Book' }).waitFor();
      await page.getByRole('banner').getByRole('link', { name: 'The Winter Book' }).click();
      await page
        .getByText(/^After the server was stopped, this shows them all again: .*the-winter-book/)
        .waitFor();
    } finally {
      await read.close();
    }
  });

  test('RS4, RS18: once a second story is read too, the page of the run says so by itself, and a third is taken out', async () => {
    const read = await openSampleServer({ screensDir });
    // The model of an earlier test would not answer: here the built-in reader reads.
    vi.stubEnv('XDG_CONFIG_HOME', read.folder);
    try {
      await fetch(`${read.origin}/api/worlds/low-veyre/stories?name=Sequel.txt`, {
        method: 'POST',
        headers: { ...read.headers, 'content-type': 'application/octet-stream' },
        body: `Chapter One\n\n${'Nell Orrin climbed the stair with the tell-lamp of Ysolde Marr. '.repeat(8)}`,
      });
      await page.goto(read.address);
      await page.getByRole('heading', { name: 'The Lamplighter' }).waitFor();
      // The first two answers about the stories are from before the reading: the one when the page opens, and the one
      // after the button is pressed.
      const before = await read.read<object>('/api/worlds/low-veyre');
      await page.route('**/api/worlds/low-veyre', (route) => route.fulfill({ json: before }), { times: 2 });
      await page.goto(`${read.origin}/low-veyre/run`);
      await page.getByText('Not begun yet: Sequel.').waitFor();
      await page.getByRole('button', { name: 'Go on building' }).click();
      await page.getByText(/^Every scene has been read/).waitFor();
      await page.getByRole('link', { name: 'Open the glossary', exact: true }).waitFor();
      expect(await page.getByText(/^Not begun yet/).count()).toBe(0);
      await page.goto(`${read.origin}/low-veyre`);
      await page.locator('input[type=file]').setInputFiles({
        name: 'Third.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('Chapter One\n\nNell Orrin and Ysolde Marr.'),
      });
      await page.getByRole('button', { name: 'Take out Sequel' }).click();
      await page.getByRole('dialog').getByText('“Sequel” was read already').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Take out Third' }).click();
      await page.getByRole('button', { name: 'Take it out' }).click();
      await page
        .locator(':focus')
        .getByText(/^“Third” is no longer in this world\. Its copy is now .*third\.db/)
        .waitFor();
      await page.getByRole('link', { name: 'Third', exact: true }).waitFor({ state: 'detached' });
    } finally {
      await read.close();
    }
  });
});
