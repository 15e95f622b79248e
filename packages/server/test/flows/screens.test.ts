// Tests the pages in a real browser with the sample story, the built-in reader and no network.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entryKinds } from '@terrarium/annotator/entry-kinds';
import { findFaultsInBothThemes } from '@terrarium/annotator/testing/find-access-faults';
import { openBrowser, openContext } from '@terrarium/annotator/testing/open-browser';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import type { Browser, BrowserContext, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildScreens } from '../../src/app/build-screens.ts';
import { focusByTab } from '../support/focus-by-tab.ts';
import { renameAtHome } from '../support/rename-at-home.ts';
import { openSampleServer, type SampleServer } from '../support/sample-server.ts';

type Paragraphs = { paragraphs: { postId: number; start: number }[] };
type Contents = RouteAnswer<'GET /api/worlds/{world}/contents'>;

let screensDir: string;
let server: SampleServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
const faults: string[] = [];

beforeAll(async () => {
  screensDir = await buildScreens(() => undefined);
  server = await openSampleServer({ screensDir });
  browser = await openBrowser();
  context = await openContext(browser, { viewport: { width: 1280, height: 860 } });
  page = await context.newPage();
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security/u.test(message.text())) faults.push(message.text());
  });
  await page.goto(server.address);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

const rooms = [
  '',
  '/read',
  '/glossary',
  '/glossary/1',
  '/glossary/timeline',
  '/glossary/links?entry=1',
  '/glossary/ask?q=Who%20is%20Thrift%3F',
  '/run',
  '/run/bookmarks/1',
];
const home = () => `${server.origin}/low-veyre`;

describe('the screens', () => {
  test('RS5: a first visit leads into the world, and says what to do next', async () => {
    await page.waitForURL(home());
    expect(page.url()).not.toContain('token');
    await page.getByRole('link', { name: /^Begin “The / }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('The Lamplighter');
  });

  test('RS15: the list of worlds is asked for while the first script still loads, once', async () => {
    const other = await page.context().newPage();
    const asked: string[] = [];
    other.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname === '/api/worlds') asked.push(pathname);
    });
    const { promise: held, resolve: send } = Promise.withResolvers<void>();
    await other.route(/\/assets\/index-[^/]*\.js$/u, async (route) => {
      await held;
      await route.continue();
    });
    const answered = other.waitForResponse(/\/api\/worlds$/u);
    const opened = other.goto(home());
    await answered;
    send();
    await opened;
    await other.getByRole('heading', { level: 1 }).waitFor();
    expect(asked).toHaveLength(1);
    await other.close();
  });

  test('RS5: what is built is small and quiet, whoever builds it', () => {
    const assets = join(screensDir, 'assets');
    const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
    const noisy = scripts.filter((name) => readFileSync(join(assets, name), 'utf8').includes('same key'));
    expect([scripts.length > 10, noisy]).toEqual([true, []]);
  });

  test('RS1: names of the story open their card by key and by click, and nothing later stands on it', async () => {
    await page.goto(`${home()}/read`);
    await page.getByRole('article').waitFor();
    await page.keyboard.press('.');
    const card = page.getByRole('complementary', { name: /What the story has said so far/ });
    const term = await card.getByRole('heading').first().innerText();
    expect(await page.getByRole('article').innerText()).toContain(term);
    await page.getByRole('link', { name: 'Nell Orrin', exact: true }).first().click();
    await card.getByText(/first named in/).waitFor();
    // The sentence on the card says who Nell is, so the card does not add that the story has only given the name.
    expect(await card.innerText()).toMatch(/first named in.*third lamplighter(?!.*only given the name)/su);
    // A card without content still says whose card it is.
    await page.route(/\/card\?/, (route) => route.fulfill({ json: null }));
    await page.reload();
    await page.getByRole('link', { name: 'Nell Orrin', exact: true }).first().click();
    await card.getByText('The story has not said who or what this is yet.').waitFor();
    await card.getByRole('heading', { name: 'Nell Orrin' }).waitFor();
    await page.unroute(/\/card\?/);
  });

  test('RS2: the place follows the reader, survives a reload, and the glossary knows no more than that', async () => {
    await page.goto(home());
    await page.getByRole('link', { name: /^Begin “The / }).click();
    await page.getByText('Nothing later in the story is shown').waitFor();
    const isKept = (response: Response) => response.url().endsWith('/point') && response.ok();
    const second = Number(new URL(page.url()).pathname.split('/').at(-1)) + 1;
    const arrived = page.waitForResponse(
      async (response) => isKept(response) && (await response.json()).point?.threadId === second,
    );
    await page.keyboard.press('ArrowRight');
    await page.getByText('· 2 of 5').waitFor();
    await arrived;
    const kept = page.waitForResponse(isKept);
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    await kept;
    await page.goto(home());
    // The second chapter was read to its end: so its title is known, and the title of the next chapter is not.
    await page.getByText('2 of 5 chapters').waitFor();
    const begun = page.waitForResponse(isKept);
    await page.getByRole('link', { name: 'Read on: chapter 3 of 5', exact: true }).click();
    await page.getByText('· 3 of 5').waitFor();
    await begun;
    const slider = page.getByLabel('Chapter', { exact: true });
    await page.getByText('Nothing later in the story is shown').waitFor();
    await expect
      .poll(async () => (await slider.getAttribute('aria-valuetext')) ?? '', { timeout: 20_000 })
      .not.toMatch(/^\d of/);
    const middle = page.waitForResponse(isKept);
    await page.evaluate('window.scrollTo(0, 1500)');
    await middle;
    await slider.press('ArrowRight');
    await page.getByText('· 4 of 5').waitFor();
    expect(await page.title()).toMatch(/^.+ · Read · The Lamplighter$/);
    await page.getByText(/^Your place moved from .* to here\./).waitFor();
    // The slider of the next chapter takes the focus over, so the next key moves it on.
    await page.keyboard.press('End');
    await page.getByText('· 5 of 5').waitFor();
    await page.getByText(/^Your place moved from .* to here\./).waitFor();
    await slider.press('ArrowLeft');
    await page.getByText('· 4 of 5').waitFor();
    await page.getByText(/^Your place moved from .* to /).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('· 3 of 5').waitFor();
    await page.getByText('Nothing later in the story is shown').waitFor();
    // *Undo* leads back to the sentence, and not only to its chapter.
    await expect.poll(() => page.evaluate('window.scrollY'), { timeout: 20_000 }).toBeGreaterThan(1000);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 860 });
      const box = await slider.boundingBox();
      await slider.click({ position: { x: (box?.width ?? 0) - 3, y: (box?.height ?? 0) / 2 } });
      await page.getByText('· 5 of 5').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('· 3 of 5').waitFor();
    }
    // Whoever goes back by keys goes on from the slider of the chapter that opens.
    await slider.press('End');
    await page.getByText('· 5 of 5').waitFor();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await slider.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('· 3 of 5').waitFor();
    await page.locator('input[type="range"]:focus').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: 'Move my place back here' }).waitFor();
    // However quickly the keys follow each other, each moves the slider by one chapter.
    await page.keyboard.press('Home');
    await page.getByText('· 1 of 5').waitFor();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight');
    await page.getByText('· 4 of 5').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.getByText('· 2 of 5').waitFor();
    await page.goto(`${home()}/glossary`);
    await page.getByText(/as far as you have read/).waitFor();
    const list = '/api/worlds/low-veyre/entries?limit=200';
    const known = await server.read<{ entries: { id: number }[] }>(list);
    const linked = await page
      .locator('main li a[href^="/low-veyre/glossary/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(linked).toEqual(known.entries.map(({ id }) => `/low-veyre/glossary/${id}`));
    await page.getByRole('button', { name: 'Show the whole glossary' }).click();
    await page.getByText(/from all chapters that were read for the glossary/).waitFor();
    const all = await server.read<{ entries: { id: number }[] }>(list);
    expect(all.entries.length).toBeGreaterThan(known.entries.length);
    await page.getByRole('button', { name: 'Show only what I have read' }).click();
    await page.getByText(/as far as you have read/).waitFor();
    expect(await server.read<typeof known>(list)).toEqual(known);
    await page.getByRole('button', { name: 'Show the whole glossary' }).click();
    await page.getByText(/from all chapters that were read for the glossary/).waitFor();
    await page.goto(`${home()}/read`);
    await page.getByText('Your place is not kept.').waitFor();
  });

  test('RS1: the page of an entry says in which order its quotes stand', async () => {
    type Account = { id: number; quotes: object[] };
    const list = '/api/worlds/low-veyre/entries';
    const { entries } = await server.read<{ entries: { id: number; isUnexplained: boolean }[] }>(list);
    const explained = entries.filter(({ isUnexplained }) => !isUnexplained);
    const accounts = explained.map(async ({ id }) => (await server.read<Account[]>(`${list}/${id}`))[0]);
    const many = (await Promise.all(accounts)).find((account) => (account?.quotes.length ?? 0) > 2);
    await page.goto(`${home()}/glossary/${many?.id}`);
    await page.getByText(/^The quotes that tell most about it come first/).waitFor();
  });

  test('RS3: an entry is found, corrected, made one with another and brought back, and text stays text', async () => {
    // For an entry that is not explained, the field “What it is” is empty.
    const { entries } = await server.read<{
      entries: { id: number; term: string; isUnexplained: boolean }[];
    }>('/api/worlds/low-veyre/entries?limit=200');
    const unsaid = entries.find(({ isUnexplained }) => isUnexplained);
    await page.goto(`${home()}/glossary/${unsaid?.id}`);
    await page.getByText('No sentence read so far explains this name.').waitFor();
    await page.getByRole('button', { name: 'Correct' }).click();
    expect(await page.getByLabel('What it is').inputValue()).toBe('');
    await page.goto(`${home()}/glossary`);
    await page.getByLabel('Search the glossary').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('Nell');
    expect(await page.getByLabel('Search the glossary').inputValue()).toBe('Nell');
    await page.getByRole('link', { name: /^Nell Orrin/ }).click();
    await page.getByRole('heading', { name: 'Nell Orrin' }).waitFor();
    const nell = page.url();
    // The form that opens is in view, and the cursor is in it.
    await page.setViewportSize({ width: 1280, height: 640 });
    await page.getByRole('button', { name: 'Correct' }).click();
    const isSeen = async (name: string) => {
      const box = await page.getByRole('button', { name, exact: true }).last().boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= 640;
    };
    await expect.poll(() => isSeen('Save'), { timeout: 20_000 }).toBe(true);
    await page.locator('input:focus').waitFor();
    await page.setViewportSize({ width: 1280, height: 860 });
    const kind = page.getByRole('combobox', { name: 'Kind' });
    await kind.selectOption('location');
    const options = await kind.locator('option').all();
    expect(await Promise.all(options.map((one) => one.getAttribute('value')))).toEqual([...entryKinds]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^location\s· /).waitFor();
    const told = (says: string) => page.locator('[role="status"]:focus', { hasText: says });
    const toldInView = async (says: string) => {
      await told(says).waitFor();
      const box = await told(says).boundingBox();
      expect(box !== null && box.y >= 0 && box.y < 600).toBe(true);
    };
    await toldInView('Saved.');
    await page.getByText('History', { exact: true }).click();
    await page.getByRole('button', { name: 'Put it back as it was' }).click();
    await page.getByText(/^character\s· /).waitFor();
    await toldInView('Put back as it was.');
    await page.getByText('History', { exact: true }).click();
    await page.getByRole('button', { name: 'Correct' }).click();
    await page.getByLabel('What it is').fill('<img src=x onerror=alert(1)> The third lamplighter.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('<img src=x onerror=alert(1)> The third lamplighter.').first().waitFor();
    // What a person wrote is not based on the quotes.
    await page.getByRole('heading', { name: 'Where the story names it' }).waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    await page.getByRole('button', { name: /Remove/ }).click();
    await page.getByLabel(/^Why/).fill('A trial.');
    await page.getByRole('button', { name: 'Remove' }).last().click();
    await page.getByRole('heading', { name: '“Nell Orrin” was removed' }).waitFor();
    await told('A trial.').waitFor();
    // The glossary leads to what was removed, even later.
    await page.getByRole('link', { name: 'Back to the glossary' }).click();
    await page.getByRole('button', { name: 'removed entries' }).click();
    await page.getByText(/^1 removed entry, /).waitFor();
    await page.getByRole('link', { name: /^Nell Orrin.*removed by you/s }).click();
    await page.getByRole('button', { name: 'Bring it back' }).click();
    await page.getByRole('heading', { name: 'Nell Orrin' }).waitFor();
    await told('Brought back.').waitFor();
    await page.setViewportSize({ width: 1280, height: 640 });
    await page.getByRole('button', { name: 'Merge with …' }).click();
    await expect.poll(() => isSeen('Merge them'), { timeout: 20_000 }).toBe(true);
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.getByLabel('It is the same as').fill('zzz');
    await page.getByText('No other entry you have reached so far has that name.').waitFor();
    // Only one of the two is explained: its name is proposed, and with it its definition.
    await page.getByLabel('It is the same as').fill(unsaid?.term ?? '');
    await page.getByRole('button', { name: `${unsaid?.term} Not explained yet` }).click();
    await page.getByText('The merged entry is called “Nell Orrin”').waitFor();
    await page.getByLabel('Name of the merged entry').selectOption(unsaid?.term ?? '');
    await page.getByText('To show what “Nell Orrin” is, choose that name.').waitFor();
    await page.getByLabel('It is the same as').fill('Issy');
    await page.getByRole('button', { name: /^Issy Fenn/ }).click();
    await page.getByText(/^The merged entry is called “Issy Fenn”, and “Nell Orrin” is/).waitFor();
    await page.getByRole('button', { name: 'Merge them' }).click();
    await page.getByText('“Nell Orrin” is now part of this entry.').waitFor();
    // The former address leads to what the entry became.
    await page.goto(nell);
    await page.getByText('“Nell Orrin” is now part of this entry.').waitFor();
    await page.getByText('<img src=x onerror=alert(1)> The third lamplighter.').first().waitFor();
    await page.getByRole('button', { name: 'Undo the merge' }).click();
    await page.getByRole('heading', { name: 'Issy Fenn' }).waitFor();
    await told('No longer merged with Nell Orrin.').getByRole('link').click();
    await page.getByRole('heading', { name: 'Nell Orrin' }).waitFor();
    await page.getByText('History', { exact: true }).click();
    await page.getByText('no longer merged with another', { exact: true }).waitFor();
    expect(await page.getByText('names it first').count()).toBe(0);
    // The form also closes if the entry of this page stays, and the note that says what happened is in view.
    await page.setViewportSize({ width: 1280, height: 640 });
    await page.getByRole('button', { name: 'Merge with …' }).click();
    await page.getByLabel('It is the same as').fill(unsaid?.term ?? '');
    await page.getByRole('button', { name: `${unsaid?.term} Not explained yet` }).click();
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    await page.getByRole('button', { name: 'Merge them' }).click();
    await toldInView('is now part of this entry');
    expect(await page.getByRole('button', { name: 'Merge them' }).count()).toBe(0);
    await page.setViewportSize({ width: 1280, height: 860 });
    // Once the note is gone, the history of the entry that stays undoes the merge.
    await page.goto(nell);
    await page.getByText('History', { exact: true }).click();
    const merged = page.locator('li', { hasText: `Merged with “${unsaid?.term}”` });
    await merged.getByRole('button', { name: 'Undo the merge' }).click();
    await toldInView(`No longer merged with ${unsaid?.term}.`);
    await expect.poll(() => page.getByRole('button', { name: 'Undo the merge' }).count()).toBe(0);
    await told('No longer merged').getByRole('link').click();
    await page.getByRole('heading', { name: unsaid?.term ?? '', exact: true, level: 1 }).waitFor();
    await page.goto(nell);
    await page.getByText('History', { exact: true }).click();
    const corrected = page.locator('li', { has: page.getByText('<img src=x', { exact: false }) });
    await corrected.getByRole('button', { name: 'Put it back as it was' }).click();
    await page
      .getByText(/^Nell Orrin, third lamplighter/)
      .first()
      .waitFor();
  });

  test('RS11: a question is asked in the story, among the views of the glossary, and where anything is looked for', async () => {
    await page.goto(`${home()}/read`);
    await page.getByRole('article').waitFor();
    await page.keyboard.press('a');
    const asking = page.getByRole('dialog', { name: 'Ask about the story' });
    await asking.getByLabel('Your question about the story').fill('Who is Ysolde Marr?');
    await page.keyboard.press('Enter');
    await asking.getByText('Ysolde Marr, last wickwright of Veyre.').waitFor();
    await page.keyboard.press('Escape');
    await asking.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Who is Issy Fenn?');
    await page.getByRole('option', { name: /ask this/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Ask about the story' }).waitFor();
    await page.getByRole('link', { name: 'Issy Fenn', exact: true }).waitFor();
    // What the answers use depends on whether a place is set.
    const { asOf } = await server.read<{ asOf: string | null }>('/api/worlds/low-veyre/entries?limit=1');
    const used = asOf === null ? /and use all of it that was read/ : /and use only what you have read/;
    await page.getByText(used).waitFor();
  });

  test('RS12: many other names fold on a page, and all of them are on paper', async () => {
    const names = Array.from({ length: 18 }, (_, index) => `Byname ${index + 1}`);
    const path = '/api/worlds/low-veyre/entries/1';
    await server.read(path, { method: 'PATCH', body: { addedAliases: names } });
    await page.goto(`${home()}/glossary/1`);
    const unfold = page.getByRole('button', { name: /^and \d+ more$/ });
    await unfold.waitFor();
    const last = page.getByText(names.at(-1) ?? '').first();
    expect(await last.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await last.isVisible()).toBe(true);
    await page.emulateMedia({ media: null });
    await unfold.click();
    await last.waitFor();
    expect(await unfold.count()).toBe(0);
    await server.read(path, { method: 'PATCH', body: { removedAliases: names } });
  });

  test('RS12: an entry on paper is black on white, in the dark too, with nothing to press around it', async () => {
    await page.goto(`${home()}/glossary/1`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const { ground, ink } = await page.evaluate<{ ground: string; ink: string }>(
      '(({ backgroundColor: ground, color: ink }) => ({ ground, ink }))(getComputedStyle(document.body))',
    );
    expect([ground, ink]).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    expect(await page.locator('header, nav, button, summary, input').filter({ visible: true }).count()).toBe(
      0,
    );
    await page.emulateMedia({ media: null, colorScheme: null });
  });

  test('RS12: a list of entries that goes on says on paper how to get all of them', async () => {
    await page.route(/\/api\/worlds\/low-veyre\/entries\?/u, async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: (await response.text()).replace(/"total":\d+/u, '"total":1491'),
      });
    });
    await page.goto(`${home()}/glossary`);
    const note = page.getByText(/^Only entries 1 to 60 of 1,491 are printed here\. To get all of them, /);
    await note.waitFor({ state: 'attached' });
    expect(await note.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await note.isVisible()).toBe(true);
    await page.emulateMedia({ media: null });
    await page.unrouteAll();
  });

  test('RS4: of a story that is not in English, the page says so and leads to a model', async () => {
    const address = /\/api\/worlds\/low-veyre\/run$/u;
    const standing = await server.read<{ progress: { counts: { total: number; byStatus: object } } }>(
      '/api/worlds/low-veyre/run',
    );
    const { counts } = standing.progress;
    const byStatus = { pending: 0, running: 0, committed: 0, skipped: counts.total, failed: 0 };
    const unread = [{ sceneId: 1, reason: 'not in English' }];
    const progress = { ...standing.progress, counts: { ...counts, byStatus }, unread, isLeftToModels: true };
    const event = { kind: 'run-ended', outcome: { kind: 'finished' } };
    const json = { ...standing, progress, events: [{ number: 1, event }] };
    await page.route(address, (route) => route.fulfill({ json }));
    await page.goto(`${home()}/run`);
    await page.getByText('The story is not in English.').waitFor();
    await page.getByText('Finished, but 1 scene could not be read').waitFor();
    const main = page.getByRole('main');
    expect(await main.getByRole('link', { name: 'Choose a model' }).getAttribute('href')).toBe(
      '/low-veyre/settings',
    );
    expect(await main.getByRole('button').allInnerTexts()).toEqual([]);
    await page.unroute(address);
  });

  test('SG9: by keys alone one reads, looks a name up, finds an entry, corrects it and goes through what waits', async () => {
    // A reader who has just begun.
    const body = { place: 'before thread:1' };
    await server.read('/api/worlds/low-veyre/place', { method: 'PUT', body });
    const { keyboard } = page;
    await page.goto(home());
    await page.getByRole('link', { name: /^Begin “The |^Read on/ }).waitFor();
    // A window without a field can be scrolled with keys at once.
    await page.setViewportSize({ width: 1280, height: 420 });
    await keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await keyboard.press('End');
    const isInView = async () =>
      await help
        .locator('dd')
        .last()
        .evaluate((row) => row.getBoundingClientRect().bottom <= 420);
    await expect.poll(isInView, { timeout: 20_000 }).toBe(true);
    await keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 860 });
    await focusByTab(page, /^(?:Begin “The |Read on)/);
    await keyboard.press('Enter');
    await page.getByRole('article').waitFor();
    await keyboard.press('.');
    const card = page.getByRole('complementary', { name: /What the story has said so far/ });
    await card.getByRole('heading').first().waitFor();
    await keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    await keyboard.press('g');
    await keyboard.press('g');
    await page.getByText(/^No entry yet/).waitFor();
    await focusByTab(page, /^Show the whole glossary$/);
    await keyboard.press('Enter');
    await page.getByText(/from all chapters that were read for the glossary/).waitFor();
    await keyboard.press('Control+k');
    await keyboard.type('Dunstan');
    await page.getByRole('option', { name: /^Dunstan Crake/ }).waitFor();
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Dunstan Crake' }).waitFor();
    await focusByTab(page, /^Correct$/);
    await keyboard.press('Enter');
    await focusByTab(page, /^What it is/);
    await keyboard.press('Control+a');
    await keyboard.type('The bailiff, by key.');
    await focusByTab(page, /^Save$/);
    await keyboard.press('Enter');
    await page.getByText('The bailiff, by key.').first().waitFor();
    await focusByTab(page, /^Withdraw the confirmation/);
    await keyboard.press('Enter');
    await page.getByText('No longer confirmed.').waitFor();
    await page.goto(`${home()}/glossary?status=tentative`);
    await page.getByRole('link', { name: /^Dunstan Crake/ }).waitFor();
    await keyboard.press('e');
    await page.getByLabel(/^What it is/).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: /^Dunstan Crake/ }).waitFor();
    await keyboard.press('y');
    await page.getByText('There is nothing to confirm').waitFor();
  });

  test('RS6, RS18: a file that is dropped comes in, gets another title, and a failure is told in the words of the terminal', async () => {
    await page.goto(home());
    const field = page.locator('input[type=file]');
    const words = 'Nell Orrin climbed Cutter’s Stair with the tell-lamp. Ysolde Marr of Low Veyre waited. ';
    const sequel = {
      name: 'Sequel.md',
      mimeType: 'text/markdown',
      // Both chapters are longer than a page, and the paragraphs of the second are not as high as the browser's styles
      // assume.
      buffer: Buffer.from(
        `# Sequel\n\n## 1\n\n${`${words}\n\n`.repeat(500)}The last word.\n\n## 2\n\n${'Nell Orrin climbed the stair, and then again.\n\n'.repeat(2_000)}The very end.`,
      ),
    };
    await field.setInputFiles(sequel);
    await page.getByText(/^“Sequel” is here now: 2 chapters, /).waitFor();
    await page.getByRole('link', { name: 'Sequel', exact: true }).waitFor();
    await renameAtHome('Rename the story Sequel', 'The Second Stair', page);
    // The focus is on the button again.
    await page.locator(':focus[aria-label="Rename the story The Second Stair"]').waitFor();
    await renameAtHome('Rename the story The Second Stair', 'Sequel', page);
    await renameAtHome('Rename this world The Lamplighter', 'Lamps', page);
    await renameAtHome('Rename this world Lamps', 'The Lamplighter', page);
    const picture = { name: 'picture.png', buffer: Buffer.from([137, 80, 78, 71, 0, 1, 2]) };
    await field.setInputFiles({ ...sequel, ...picture });
    const failed = page.getByRole('alert');
    await failed.getByText('Error code').click();
    await failed.getByText(/^import\..* docs\/troubleshooting\.md says what it means/).waitFor();
  });

  test('RS2: a place far down in a long chapter is gone back to, and so is a sentence that an address names', async () => {
    const world = '/api/worlds/low-veyre';
    const { stories } = await server.read<Contents>(`${world}/contents`);
    const { corpus = '', chapters = [] } = stories.find(({ title }) => title === 'Sequel') ?? {};
    const threadId = chapters[0]?.threadId ?? 0;
    const chapter = `${world}/stories/${corpus}/chapters/${threadId}`;
    const findPoint = async (row: number) => {
      const { paragraphs } = await server.read<Paragraphs>(`${chapter}?from=${row}`);
      const { postId = 0, start = 0 } = paragraphs[0] ?? {};
      return { corpus, postId, offset: start };
    };
    const readTop = async (row: number) =>
      await page.locator(`[data-row="${row}"]`).evaluate((found) => found.getBoundingClientRect().top);
    const waitUntilShown = async (row: number) =>
      await expect
        .poll(async () => Math.abs((await readTop(row)) - 430), { timeout: 20_000 })
        .toBeLessThan(400);
    const point = await findPoint(450);
    const kept = await server.read(`${world}/point`, { method: 'PUT', body: point });
    expect(kept).toMatchObject({ point: { ...point, threadId } });
    // Until the place is there, the page says what it waits for, and shows nothing that would jump away.
    let send = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      send = resolve;
    });
    await page.route(/\/chapters\/\d+\?from=[1-9]/u, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${home()}/read/${corpus}/${threadId}`);
    await page.getByText('Going to where you were …').waitFor();
    expect(await page.locator('[data-row]').count()).toBe(0);
    const stored = page.waitForResponse((response) => response.url().endsWith('/point') && response.ok());
    send();
    await waitUntilShown(450);
    // Opening a chapter again does not move the place at which reading goes on.
    expect(await (await stored).json()).toMatchObject({ point: { ...point, threadId } });
    await page.unroute(/\/chapters\/\d+\?from=[1-9]/u);
    const { postId, offset } = await findPoint(300);
    await page.goto(`${home()}/read/${corpus}/${threadId}#post-${postId}-${offset}`);
    await waitUntilShown(300);
    // The reader continues each story where they left it.
    const [first] = stories;
    const second = `${world}/stories/${first?.corpus}/chapters/${first?.chapters[1]?.threadId}`;
    const { paragraphs } = await server.read<Paragraphs>(second);
    const there = { corpus: first?.corpus, postId: paragraphs[1]?.postId, offset: paragraphs[1]?.start };
    await server.read(`${world}/point`, { method: 'PUT', body: there });
    await server.read(`${world}/point`, { method: 'PUT', body: { ...point, isForward: true } });
    await page.goto(home());
    await page.getByText('2 of 5 chapters').waitFor();
    await page.getByText('1 of 2 chapters').waitFor();
    await page.goto(`${home()}/glossary`);
    await page.getByText(`, and all of ${first?.title}, including what you have not read`).waitFor();
    await page.goto(home());
    await page.getByRole('link', { name: first?.title ?? '', exact: true }).click();
    await page.getByText('· 2 of 5').waitFor();
    await server.read(`${world}/place`, { method: 'PUT', body: { place: null } });
  });

  test('RS13: a long chapter goes on wherever the reader is quick to its end, and what did not come is asked for again', async () => {
    const { stories } = await server.read<Contents>('/api/worlds/low-veyre/contents');
    const { corpus = '', chapters = [] } = stories.find(({ title }) => title === 'Sequel') ?? {};
    const failure = { code: 'store.busy', happened: 'The database is busy.', todo: 'Try it later.' };
    let asked = 0;
    await page.route(/\/chapters\//, async (route) => {
      asked += 1;
      if (asked === 2) await route.fulfill({ status: 500, json: failure });
      else await route.continue();
    });
    await page.goto(`${home()}/read/${corpus}/${chapters[1]?.threadId}`);
    await page.getByRole('heading', { name: 'Chapter 2', exact: true }).waitFor();
    await page.mouse.move(600, 400);
    const isShown = async (name: string | RegExp) => {
      await page.mouse.wheel(0, 4_000);
      return await page.getByText(name).first().isVisible();
    };
    await expect.poll(() => isShown(failure.happened), { interval: 20, timeout: 20_000 }).toBe(true);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => isShown('The very end.'), { interval: 20, timeout: 60_000 }).toBe(true);
    await page.getByText('This is the last chapter so far.').waitFor();
    await page.unroute(/\/chapters\//);
    // The chapter is found by the name that the pages give it.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('chapter 2');
    const found = page.getByRole('option', { name: /Chapter 2$/ }).first();
    await found.waitFor();
    await page.keyboard.press('Escape');
  });

  test('SG10: an address that leads nowhere says so and where to go on', async () => {
    const lost = [
      [`${server.origin}/nothere`, 'Go to your worlds'],
      [`${home()}/nowhere`, /^Back to /],
      [`${home()}/read/none/1`, 'See its stories'],
      [`${home()}/read/low-veyre/77`, 'Go to where you are in it'],
      [`${home()}/glossary/99999`, 'Back to the glossary'],
      [`${home()}/glossary/words`, 'Back to the glossary'],
      [`${home()}/play/none`, 'Begin a new game'],
      [`${home()}/remember/fragments/nobody`, 'See all fragments'],
    ] as const;
    for (const [address, way] of lost) {
      await page.goto(address);
      await page.getByRole('main').getByRole('link', { name: way }).waitFor();
      const rooms = page.getByRole('navigation', { name: 'Rooms' });
      expect(await rooms.count(), address).toBe(way === 'Go to your worlds' ? 0 : 1);
    }
  });

  test('SG3: no page breaks its policy, and none has a fault that a test of access finds, in light and dark', async () => {
    for (const path of [...rooms, '/glossary?status=tentative']) {
      await page.goto(`${home()}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await findFaultsInBothThemes(page), path).toEqual([]);
    }
    expect(faults).toEqual([]);
  });

  test('RS5: a long name is hyphenated, and the bar cuts it only where there is no room', async () => {
    const long = 'Donaudampfschifffahrtsgesellschaftsgebäude';
    await page.setViewportSize({ width: 1440, height: 860 });
    await page.route(/\/api\/worlds$|\/timeline$/u, async (route) => {
      const response = await route.fetch();
      const body = (await response.text())
        .replace('"title":"The Lamplighter"', `"title":"${long}"`)
        .replace('"term":"Nell Orrin"', `"term":"${long}"`);
      await route.fulfill({ response, body });
    });
    await page.goto(`${home()}/glossary/timeline`);
    const name = page.getByRole('main').getByRole('link', { name: /^Donau/u });
    expect(await name.textContent()).toContain('gesell\u00adschaft');
    const world = page.getByRole('banner').getByRole('link', { name: /^Donau/u });
    expect(await world.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page.unrouteAll();
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  test('RS5: at 360 pixels and at four times the size nothing runs off the side', async () => {
    const over = 'document.documentElement.scrollWidth - window.innerWidth';
    for (const path of rooms) {
      await page.setViewportSize({ width: 320, height: 720 });
      await page.goto(`${home()}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const width of [320, 360]) {
        await page.setViewportSize({ width, height: 720 });
        expect(await page.evaluate<number>(over), `${path} at ${width}`).toBeLessThanOrEqual(0);
        // Every section is in the bar, and none is cut off.
        const bar = page.getByRole('navigation', { name: 'Rooms' });
        expect(await bar.evaluate((rooms) => rooms.scrollWidth - rooms.clientWidth)).toBeLessThanOrEqual(0);
        expect(await bar.getByRole('link').count()).toBe(5);
        await page.getByRole('banner').getByRole('link', { name: 'Settings' }).waitFor();
      }
    }
    // No page is wider than the window even if a chapter or one of several companions has a very long name.
    const long = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz';
    await page.route(/\/api\/.*\/(?:bookmarks|timeline|minds)$/u, async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replaceAll(/"((?:threadT|t)itle)":"[^"]*"/gu, `"$1":"${long}"`);
      const body = text.replace('"minds":[', `$&{"id":"other","name":"${long}"},`);
      await route.fulfill({ response, body });
    });
    for (const path of ['/run/bookmarks', '/glossary/timeline', '/remember']) {
      await page.goto(`${home()}${path}`);
      await page.getByText(long).first().waitFor({ state: 'attached' });
      expect(await page.evaluate<number>(over), path).toBeLessThanOrEqual(0);
    }
    await page.unrouteAll();
  });
});
