// Tests in a real browser what belongs to no single section of the pages, such as signing in and choosing a model.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAccessFaults } from '@terrarium/annotator/testing/find-access-faults';
import { openBrowser, openContext } from '@terrarium/annotator/testing/open-browser';
import { writeOwnModel } from '@terrarium/composition/write-own-model';
import { type FakeServer, openFakeServer } from '@terrarium/kernel/testing/fake-server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildScreens } from '../../src/app/build-screens.ts';
import { hashPassphrase } from '../../src/guarding/passphrase.ts';
import { openSampleServer, type SampleServer } from '../support/sample-server.ts';
import { openTestServer } from '../support/test-server.ts';

let folder: string;
let screensDir: string;
let server: SampleServer;
let model: FakeServer;
let browser: Browser;
let page: Page;
/** The model's answers to wishes, in this order. */
const replies: object[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'terrarium-around-'));
  vi.stubEnv('XDG_CONFIG_HOME', folder);
  screensDir = await buildScreens(() => undefined);
  server = await openSampleServer({ screensDir, isRead: false });
  model = await openFakeServer({
    contextTokens: 32_768,
    flavour: 'llama-cpp',
    models: ['tale'],
    respond: ({ body }) => {
      // The doctor may still be examining the model, and asks it something else.
      const isWished = /<(?:wish|world)>/u.test(JSON.stringify(body.messages));
      return { text: isWished ? JSON.stringify(replies.shift()) : 'ready' };
    },
  });
  browser = await openBrowser();
  const context = await openContext(browser, { viewport: { width: 1280, height: 860 } });
  page = await context.newPage();
  await page.goto(server.address);
});
afterAll(async () => {
  await browser.close();
  await server.close();
  await model.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe('around the rooms', () => {
  test('SE3: a model is tried and named on the page of settings, and another machine is agreed to first', async () => {
    vi.stubEnv('XDG_CONFIG_HOME', folder);
    await page.goto(`${server.origin}/low-veyre/settings`);
    // A person who was led here by a failure is told of it, until the model was tested.
    await page.evaluate("history.replaceState({ ...history.state, usr: { tried: 'It was away.' } }, '')");
    await page.reload();
    await page.getByText('When it was last asked').waitFor();
    await page.getByLabel(/^A model on a server/).check();
    await page.getByLabel('How much a prompt may hold, in tokens').fill('lots');
    await page.getByText('Say which model it is.').waitFor();
    await page.getByLabel('Name of the model').fill('tale');
    await page.getByText(/must be a whole number of at least 1,024/u).waitFor();
    await page.getByLabel('How much a prompt may hold, in tokens').fill('9000');
    await page.getByLabel('Address of its server').fill(`${model.baseUrl}`);
    await page.getByLabel('Key').fill('sk-typed-once');
    const trying = page.getByRole('button', { name: 'Test it without saving' });
    await trying.press('Enter');
    await page.getByText(/answered within/).waitFor();
    // The focus of a person who uses keys is still where it was.
    expect(await trying.evaluate((found) => found.matches(':focus'))).toBe(true);
    expect(await findAccessFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save for all my worlds' }).click();
    await page.getByText('Saved. It is used from now on.').waitFor();
    expect(await page.getByLabel('Key').inputValue()).toBe('');
    // Nothing listens at this address; the page says so without being asked.
    await page.getByLabel('Address of its server').fill('http://127.0.0.1:9/v1');
    await page.getByRole('button', { name: 'Save for all my worlds' }).click();
    await page.getByText('The model does not answer: no server runs at http://127.0.0.1:9/v1').waitFor();
    await page.getByLabel('Address of its server').fill('https://api.example.org/v1');
    expect(await page.getByText('When it was last asked').count()).toBe(0);
    await page.getByRole('button', { name: 'Save for all my worlds' }).click();
    await page.getByText(/would be sent to https:\/\/api\.example\.org/).waitFor();
    await page.getByLabel(/^Built in, without a model/).check();
    await page.getByRole('button', { name: 'Save for all my worlds' }).click();
    await page.getByText('Saved. It is used from now on.').waitFor();
    expect(await page.content()).not.toContain('sk-typed-once');
  });

  test('SE6: two people who share a world each have a field for their name, with some room between', async () => {
    vi.stubEnv('XDG_CONFIG_HOME', folder);
    const setVoices = async (body: object) =>
      await server.read('/api/worlds/low-veyre/settings', {
        method: 'PUT',
        body: { name: 'memory.voices.user', ...body },
      });
    await setVoices({
      value: [
        { id: 'k', name: 'Kit' },
        { id: 'r', name: 'Robin' },
      ],
    });
    await page.goto(`${server.origin}/low-veyre/settings`);
    const [first, second] = ['Your name', 'Robin’s name'].map((label) =>
      page.getByLabel(label, { exact: true }),
    );
    expect([await first?.inputValue(), await second?.inputValue()]).toEqual(['Kit', 'Robin']);
    const [above, below] = [await first?.boundingBox(), await second?.boundingBox()];
    expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeGreaterThan(8);
    await setVoices({});
  });

  test('RP7: a score of which the rules compute the modifier is chosen by the player', async () => {
    await page.goto(`${server.origin}/low-veyre/play/new`);
    await page.getByRole('button', { name: /^Fifth Edition/ }).click();
    await page.getByRole('button', { name: /^The Unkept Lamp/ }).click();
    await page.getByRole('button', { name: /^Next/ }).click();
    await page.getByRole('button', { name: /^Somebody of my own/ }).click();
    await page.getByLabel('Strength', { exact: true }).fill('17');
    await page.getByRole('region', { name: 'attributes' }).getByText('+3', { exact: true }).waitFor();
    await page.locator('form summary', { hasText: /^further values$/i }).click();
    expect(await page.getByLabel('Background: strength').inputValue()).toMatch(/^\d$/u);
  });

  test('RP7, RP8: a world is made and changed, a sheet filled in from a sentence, a card dropped, and all is there after a reload', async () => {
    vi.stubEnv('XDG_CONFIG_HOME', folder);
    writeOwnModel({ model: 'openai:tale', baseUrl: model.baseUrl });
    const orchard = (title: string) => ({
      title,
      about: 'An orchard that rings.',
      start: { at: 'Gatehouse' },
      opening: ['You stand before a gate that hums.'],
      places: [{ name: 'Gatehouse', about: 'A gate of green glass.' }],
    });
    const set = { 'attributes.brawn': 1, 'attributes.wits': 2 };
    replies.push(orchard('The Glass Orchard'), orchard('The Winter Orchard'), {
      name: 'Odo Fell',
      about: 'A founder.',
      set,
    });
    await page.goto(`${server.origin}/low-veyre/play/new?name=Orchard`);
    await page.getByRole('button', { name: /^Lamplight/ }).click();
    await page.getByRole('button', { name: /^Made for you/ }).click();
    await page.getByLabel(/^What do you want from this game/).fill('glass and bells');
    await page.getByRole('button', { name: 'Make the world' }).click();
    await page.getByText('The Glass Orchard', { exact: true }).waitFor();
    await page.getByLabel('What should be different in it?').fill('in winter');
    await page.getByRole('button', { name: 'Change it', exact: true }).click();
    await page.getByText('The Winter Orchard', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Somebody you describe/ }).click();
    await page.getByLabel('Who do you want to be?').fill('a deaf founder of bells');
    await page.getByRole('button', { name: 'Fill in the sheet' }).click();
    await page.getByRole('heading', { name: 'Odo Fell' }).waitFor();
    const soma = {
      spec: 'chara_card_v2',
      data: { name: 'Soma', description: 'A <b>ferrywoman</b>.', first_mes: 'Hm.' },
    };
    await page.locator('input[type=file]').setInputFiles({
      name: 'Soma.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(soma)),
    });
    await page.getByText(/^Soma was added/).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Odo Fell' }).waitFor();
    expect(await findAccessFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Begin', exact: true }).click();
    await page.getByRole('region', { name: 'The opening' }).waitFor();
    await page
      .getByText(/Odo Fell/)
      .first()
      .waitFor();
  });

  test('RS16: a browser that says it is offline still asks the server and sends it what is said', async () => {
    await page.goto(`${server.origin}/low-veyre/settings`);
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
    await page.evaluate("window.dispatchEvent(new Event('offline'))");
    await page.getByRole('link', { name: 'Remember', exact: true }).click();
    await page.getByLabel('Say something').fill('I have no network today.');
    await page.keyboard.press('Enter');
    await page.getByText('I have no network today.', { exact: true }).waitFor();
  });

  test('SG7: a browser says the passphrase by keyboard alone, and comes to the page it wanted', async () => {
    const passphrase = await hashPassphrase('four lamps on the stair');
    const shut = await openTestServer({ worlds: [server.worldDir], screensDir, passphrase });
    try {
      await page.goto(`${shut.origin}/low-veyre/settings`);
      await page.getByRole('heading', { name: 'Enter the passphrase' }).waitFor();
      expect(await findAccessFaults(page)).toEqual([]);
      await page.locator('#words:focus').waitFor();
      await page.keyboard.type('not this one');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      await page.locator('#words:focus').waitFor();
      await page.keyboard.type('four lamps on the stair');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
      expect(page.url()).toBe(`${shut.origin}/low-veyre/settings`);
    } finally {
      await shut.close();
    }
  });

  test('SG8: a page whose cookie counts no more says so, and the printed address lets it in again', async () => {
    await page.goto(server.address);
    await page.getByRole('heading', { name: 'The Lamplighter' }).waitFor();
    const next = await server.restart();
    await page.goto(`${server.origin}/low-veyre/settings`);
    await page.getByRole('heading', { name: 'This browser has not been let in' }).waitFor();
    await page.getByLabel('The printed address').fill(next);
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
  });
});
