// Tests finding, asking and an empty glossary in a real browser: typed words lead to the sentence or message with them.

import { join } from 'node:path';
import { findFaultsInBothThemes } from '@terrarium/annotator/testing/find-access-faults';
import { openBrowser, openContext } from '@terrarium/annotator/testing/open-browser';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { openMemory } from '@terrarium/memory/open-memory';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildScreens } from '../../src/app/build-screens.ts';
import { openSampleServer, type SampleServer } from '../support/sample-server.ts';

const minuteMs = 60_000;
let server: SampleServer;
let browser: Browser;
let page: Page;
const faults: string[] = [];

beforeAll(async () => {
  const screensDir = await buildScreens(() => undefined);
  server = await openSampleServer({ screensDir });
  talkForLong(server.worldDir);
  browser = await openBrowser();
  const context = await openContext(browser, { viewport: { width: 1280, height: 860 } });
  page = await context.newPage();
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.goto(server.address);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** Adds more messages than one page of the talk shows. */
function talkForLong(dir: string): void {
  const { clock } = buildFakeEnvironment({ startMs: Date.now() - 200 * minuteMs });
  const memory = openMemory({
    database: join(dir, 'memory.sqlite'),
    wakeContextPath: join(dir, 'wake-context.md'),
    wakeContextImagePath: join(dir, 'wake-context-image.md'),
    ambientPath: join(dir, 'ambient.md'),
    voices: { user: [{ id: 'user', name: 'User' }], companion: [{ id: 'companion', name: 'Companion' }] },
    timeZone: 'UTC',
    clock,
  });
  for (let at = 0; at < 150; at += 1) {
    memory.hear(at === 20 ? 'Zoë keeps the <img src=x> compass.' : `Day ${at} goes by, as calm as a pond.`);
    clock.advance(minuteMs);
  }
  memory.close();
}

const home = () => `${server.origin}/low-veyre`;

async function openFinder(words: string): Promise<Locator> {
  await page.keyboard.press('Control+k');
  const finder = page.getByRole('dialog', { name: 'Find' });
  await finder.getByRole('combobox').fill(words);
  return finder;
}

/** Chooses an option with the arrow key; other things that were found may come before it. */
async function chooseByKeys(finder: Locator, option: Locator): Promise<void> {
  const field = finder.getByRole('combobox');
  while ((await option.getAttribute('aria-selected')) !== 'true') await field.press('ArrowDown');
  await field.press('Enter');
}

const isInView = async (shown: Locator) =>
  await shown.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= 860;
  });

describe('finding', () => {
  test('RS10, RM13: a message that was said long ago is found by keys, shown where it was said, and one comes back', async () => {
    await page.goto(home());
    await page.getByRole('heading', { level: 1 }).waitFor();
    const finder = await openFinder('zoe comp');
    const option = finder.getByRole('group', { name: 'In your talk' }).getByRole('option');
    await option.getByText('Zoë', { exact: true }).waitFor();
    expect(await option.locator('mark').allInnerTexts()).toEqual(['Zoë', 'compass']);
    expect(await findFaultsInBothThemes(page)).toEqual([]);
    await chooseByKeys(finder, option);
    const message = page.getByRole('article').filter({ hasText: 'Zoë keeps the <img src=x> compass.' });
    await message.waitFor();
    await expect.poll(() => isInView(message), { timeout: 20_000 }).toBe(true);
    expect(await message.getAttribute('data-named')).toBe('true');
    expect(await page.locator('main img').count()).toBe(0);
    await page.getByText('Day 19 goes by').waitFor();
    expect(await findFaultsInBothThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show what was said after' }).click();
    await page.getByText('Day 60 goes by').waitFor();
    await page.getByRole('button', { name: 'Show what was said before' }).click();
    await page.getByText('Day 0 goes by').waitFor();
    await page.getByRole('link', { name: 'Back to the newest words' }).click();
    const newest = page.getByText('Day 149 goes by');
    await newest.waitFor();
    await expect.poll(() => isInView(newest), { timeout: 20_000 }).toBe(true);
    await page.getByLabel('Say something').waitFor();
  });

  test('RS1, RS10: a sentence of the story is found by keys, and shown where it stands, in a narrow window too', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const finder = await openFinder('fish market to the ropew');
    const option = finder.getByRole('group', { name: 'In the story' }).getByRole('option');
    await option.getByText('ropewalk', { exact: true }).waitFor();
    const overflow = await finder.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(await findFaultsInBothThemes(page)).toEqual([]);
    await chooseByKeys(finder, option);
    const shown = page.locator('[data-named="true"]').getByText('joins the fish market to the ropewalk');
    await shown.waitFor();
    // Without room beside the text, the names of the chapter are a button away.
    await page.getByRole('button', { name: 'Names', exact: true }).click();
    await page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click();
    await page.getByRole('complementary', { name: /What the story has said so far/ }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  test('RS10: where nothing is found, it says so and what was searched; of many of a kind, more are shown', async () => {
    const finder = await openFinder('qzxv');
    await finder.getByText('Nothing was found for “qzxv”.').waitFor();
    // Several words may be a question, but the person is told that nothing was found.
    await finder.getByRole('combobox').fill('qzxv vzxq');
    await finder.getByText('Nothing was found: ask instead').waitFor();
    await finder.getByRole('combobox').fill('calm pond');
    const rows = finder.getByRole('group', { name: 'In your talk' }).getByRole('option');
    await rows.filter({ hasText: 'Show more' }).waitFor();
    expect(await rows.count()).toBe(6);
    for (let down = 0; down < 5; down += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await rows.nth(19).waitFor();
    expect(await rows.nth(5).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Escape');
    expect(faults).toEqual([]);
  });

  test('RS10: a page whose name begins with the words comes before sentences that contain them', async () => {
    const finder = await openFinder('home');
    const groups = finder.getByRole('group');
    await groups.filter({ hasText: 'In the story' }).waitFor();
    const titles = (await groups.allInnerTexts()).map((text) => text.split('\n', 1)[0]);
    expect(titles.indexOf('Commands')).toBeGreaterThanOrEqual(0);
    expect(titles.indexOf('Commands')).toBeLessThan(titles.indexOf('In the story'));
    const commands = finder.getByRole('group', { name: 'Commands' }).getByRole('option');
    expect(await commands.first().innerText()).toBe('Home of this world');
    await page.keyboard.press('Escape');
  });

  test('RS10: a window that is opened as soon as another was closed stays open', async () => {
    const finder = await openFinder('lamp');
    await page.evaluate(`(async () => {
      const press = (key, ctrlKey) =>
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true }));
      press('Escape', false);
      await Promise.resolve();
      press('k', true);
    })()`);
    // One more exchange with the page: by now the event `close` of the first window would have been heard.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    await finder.getByRole('combobox').fill('lamp');
    await page.keyboard.press('Escape');
    await finder.waitFor({ state: 'detached' });
  });

  test('SG10: a page that is opened again by a link is shown from its top', async () => {
    await page.setViewportSize({ width: 360, height: 600 });
    await page.goto(`${home()}/glossary`);
    const entry = page.getByRole('main').getByRole('listitem').nth(8).getByRole('link');
    // The second time, the answers for the entry's page are there at once, and the page is long enough to stay
    // scrolled.
    for (let time = 0; time < 2; time += 1) {
      await entry.click();
      await page.getByRole('button', { name: '← back' }).waitFor();
      expect(await page.evaluate('window.scrollY')).toBe(0);
      await page.goBack();
    }
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  test('RS1: the keys of the page work while the slider has the focus, as nothing can be typed into it', async () => {
    await page.goto(`${home()}/read`);
    await page.getByRole('article').waitFor();
    await page.getByLabel('Chapter', { exact: true }).focus();
    await page.keyboard.press('.');
    await page.getByText(/first named in/).waitFor();
  });

  test('RS2: a key that moves the slider while another chapter opens counts, though it is let go of later', async () => {
    await page.goto(`${home()}/read`);
    await page.getByRole('article').waitFor();
    await page.getByLabel('Chapter', { exact: true }).press('Home');
    await page.getByText('· 1 of 5').waitFor();
    await page.getByLabel('Chapter', { exact: true }).evaluate((slider) => {
      const move = (to: string) => {
        const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(slider), 'value') ?? {};
        set?.call(slider, to);
        slider.dispatchEvent(new Event('input', { bubbles: true }));
      };
      move('1');
      slider.dispatchEvent(new Event('keyup', { bubbles: true }));
      move('2');
    });
    await page.getByText('· 3 of 5').waitFor({ timeout: 20_000 });
  });

  test('RS8: the net of names leads from one to the next, and the timeline to a chapter', async () => {
    await page.goto(`${home()}/glossary/links`);
    await page.getByRole('figure').getByRole('link', { name: 'Thrift' }).click();
    await page.getByRole('heading', { name: 'Around Thrift' }).waitFor();
    await page.getByRole('link', { name: 'Show all connections' }).waitFor();
    // Each view says how much of the glossary it shows, and offers to limit it or not.
    const offer = /Show (?:only what I have read|the whole glossary)$/u;
    await page
      .getByText(/^Who is named with whom, /u)
      .filter({ hasText: offer })
      .waitFor();
    await page.getByRole('link', { name: 'Timeline' }).click();
    await page
      .getByText(/^The names that first appear in each chapter, /u)
      .filter({ hasText: offer })
      .waitFor();
    await page.getByRole('link', { name: /Yellow Gloves/ }).click();
    await page.getByRole('article').waitFor();
  });

  test('RS9: the reader of a bookmark answers, and the talk is there after a reload', async () => {
    await page.goto(`${home()}/glossary`);
    await page.getByRole('link', { name: 'Build', exact: true }).click();
    await page.getByRole('heading', { name: 'Building the glossary' }).waitFor();
    const open = page.getByRole('navigation', { name: 'Rooms' }).locator('[aria-current]');
    expect(await open.allInnerTexts()).toEqual(['Glossary']);
    await page.getByRole('link', { name: 'Ask what was known at an earlier chapter' }).click();
    await page.getByRole('link', { name: /Yellow Gloves/ }).click();
    await page.getByLabel('Your question').fill('Who is <b>Ysolde Marr</b>?');
    await page.keyboard.press('Enter');
    await page.getByText(/By then it had noted/).waitFor();
    await page.reload();
    await page.getByText('Who is <b>Ysolde Marr</b>?').waitFor();
    await page.getByText(/By then it had noted/).waitFor();
    // Whoever chooses a bookmark at the foot of the list sees its talk.
    await page.setViewportSize({ width: 900, height: 320 });
    await page.goto(`${home()}/glossary/ask`);
    await page.getByRole('link', { name: 'Ask what was known at an earlier chapter' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Ask about the story' }).waitFor();
    await page.getByRole('navigation', { name: 'Bookmarks' }).getByRole('link').last().click();
    const talk = page.getByRole('heading', { name: /^What was known/u });
    await expect
      .poll(async () => (await talk.boundingBox())?.y ?? -1, { timeout: 20_000 })
      .toBeGreaterThan(0);
    await page.goto(`${home()}/run/bookmarks/9999`);
    await page.getByText('There is no such bookmark here.').waitFor();
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  test('RS11: a question that does not reach the server is asked again by itself once, and what is typed stays', async () => {
    let asked = 0;
    await page.route(/\/questions$/u, async (route) => {
      asked += 1;
      await (asked > 2 ? route.fallback() : route.abort());
    });
    await page.goto(`${home()}/glossary/ask`);
    const field = page.getByLabel('Your question about the story');
    await field.fill('Who is Ysolde Marr?');
    await page.keyboard.press('Enter');
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await field.fill('And who');
    await expect.poll(() => asked, { timeout: 10_000 }).toBe(2);
    for (const _ of [1, 2]) await page.waitForResponse(/\/api\/server$/u);
    expect([asked, await field.inputValue()]).toEqual([2, 'And who']);
    await page.locator('input:focus').waitFor();
    await again.click();
    await page.getByRole('link', { name: 'Ysolde Marr', exact: true }).waitFor();
    expect(await field.inputValue()).toBe('And who');
    await page.unroute(/\/questions$/u);
  });

  test('RS2: a glossary without entries offers no limit', async () => {
    const none = { asOf: null, total: 0, entries: [], kinds: [] };
    await page.route(/\/entries\?/u, (route) => route.fulfill({ json: none }));
    await page.goto(`${home()}/glossary`);
    await page.getByText('There is no entry yet.').waitFor();
    expect(await page.getByText(/^Show only what I have read/u).count()).toBe(0);
    // While the first scenes are read, nobody is told to build what is being built.
    const now = await server.read<RouteAnswer<'GET /api/worlds/{world}'>>('/api/worlds/low-veyre');
    const stories = now.stories.map((story) => ({ ...story, read: 0 }));
    await page.route('**/api/worlds/low-veyre', (route) =>
      route.fulfill({ json: { ...now, stories, isRunning: true } }),
    );
    await page.reload();
    await page.getByRole('link', { name: 'See how far it is' }).waitFor();
    await page.unrouteAll();
    await page.reload();
    await page.getByText(/^Show only what I have read/u).waitFor();
  });
});
