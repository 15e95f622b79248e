// Opens the wiki from a file in a real browser and uses it as a reader does: searches, moves to other places, follows links.

import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readAt } from '../../src/export/wiki/client/read-at.js';
import { readWiki } from '../../src/export/wiki/read-wiki.ts';
import { renderWiki } from '../../src/export/wiki/render-wiki.ts';
import type { WikiData } from '../../src/export/wiki/wiki-data.ts';
import { openBrowser, openContext } from '../support/open-browser.ts';
import { changeLate, readSampleWorld, type SampleWorld } from '../support/sample-world.ts';

let world: SampleWorld;
let browser: Browser;
let data: WikiData;
let address: string;
let faults: string[] = [];
let requests: string[] = [];

beforeAll(async () => {
  world = await readSampleWorld();
  changeLate(world.annotator);
  data = readWiki(world.annotator, { hasPosts: true });
  address = writePage('wiki.html', data);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  world?.remove();
});
afterEach(() => {
  expect(faults).toEqual([]);
  expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
  faults = [];
  requests = [];
});

function writePage(name: string, wiki: WikiData): string {
  const path = join(world.folder, name);
  writeFileSync(path, [...renderWiki(wiki)].join(''));
  return pathToFileURL(path).href;
}

async function open(hash = '', options: BrowserContextOptions = {}): Promise<Page> {
  const context = await openContext(browser, { viewport: { width: 1200, height: 800 }, ...options });
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => faults.push(message.text()));
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${address}${hash}`);
  return page;
}

async function slideTo(page: Page, place: number): Promise<void> {
  if (!(await page.locator('#place').isVisible())) {
    await page.locator('#chapter').selectOption(String(place));
    return;
  }
  await page.locator('#place').fill(String(place));
  await page.locator('#place').dispatchEvent('change');
}

const readTerms = (page: Page): Promise<string[]> => page.locator('#list a').allTextContents();
const listTerms = (place: number): string[] => readAt(data, place).entries.map(({ term }) => term);

/** Everything that the page shows or could show: elements, attributes, title and address, except its data. */
function readEverything(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const copy = document.documentElement.cloneNode(true);
    for (const script of copy.querySelectorAll('script')) script.remove();
    return [copy.outerHTML, document.title, location.href].join('\\n');
  })()`);
}

/** Opens the first entry of the list, and everything that is folded up in it. */
async function openFirst(page: Page, place: number): Promise<void> {
  const [first] = listTerms(place);
  if (first === undefined) return;
  await page.locator('#list a').first().click();
  await page.locator('#entry h1', { hasText: first }).waitFor();
  for (const summary of await page.locator('summary').all()) await summary.click();
}

/** Lists texts that the page at `place` must not contain: names, definitions, and titles of threads that come later. */
function listLaterTexts(place: number): readonly string[] {
  const known = JSON.stringify(
    readAt(data, place).entries.map((entry) => [entry, entry.quotes.map((at) => data.quotes[at])]),
  );
  // The page contains the cited posts, whose text has been read and may have names that are not entries yet.
  const posts = data.posts
    .filter(({ stop }) => stop <= place)
    .map(({ text }) => text ?? '')
    .join('\n');
  const titles = data.stops.slice(place).map(({ title }) => title);
  const said = readAt(data, data.stops.length).entries.flatMap(({ term, aliases, definition }) => [
    term,
    ...aliases,
    definition,
  ]);
  return [...titles, ...said].filter(
    (text) => text.length > 4 && !`${known}${posts}`.includes(JSON.stringify(text).slice(1, -1)),
  );
}

describe('the wiki in a browser', () => {
  it('EX11: opens at the end of the first chapter, says that it has more, and requests nothing from any network', async () => {
    const page = await open();
    expect(await readTerms(page)).toEqual(listTerms(1));
    expect(await page.locator('#notice').textContent()).toContain('holds the whole story');
    expect(await page.getByText('--as-of').count()).toBe(1);
    expect(await page.locator('#place-name').textContent()).toBe(
      `1 of ${data.stops.length} · ${data.stops[0]?.title}`,
    );
    expect(requests).toEqual([address]);
  });

  it('EX9: nothing later is anywhere in the page, at any place', async () => {
    const page = await open();
    for (let place = 0; place < data.stops.length; place += 1) {
      await slideTo(page, place);
      expect(await readTerms(page)).toEqual(listTerms(place));
      await openFirst(page, place);
      const everything = await readEverything(page);
      const later = listLaterTexts(place);
      expect(later.length).toBeGreaterThan(0);
      for (const text of later) expect(everything).not.toContain(text);
    }
  });

  it('EX15: a definition links the entries it names, and the entry says where it is spoken of', async () => {
    const page = await open();
    await slideTo(page, data.stops.length);
    const [target, from] =
      [...readAt(data, data.stops.length).linkedFrom].find(([, [one]]) => one !== undefined) ?? [];
    const [source] = from ?? [];
    await page.goto(`${address}#entry=${source?.id}`);
    await page.locator(`.definition a[data-entry="${target}"]`).click();
    await page.locator(`.links a[data-entry="${source?.id}"]`).waitFor();
    expect(page.url()).toContain(`entry=${target}`);
    expect(await page.locator(`.definition a[data-entry="${target}"]`).count()).toBe(0);
  });

  it('EX16: on a phone a list of chapters replaces the slider, and shows no later title', async () => {
    const page = await open('', { viewport: { width: 390, height: 844 } });
    const chapter = page.locator('#chapter');
    expect(await page.locator('#place').isVisible()).toBe(false);
    await chapter.selectOption('3');
    expect(await readTerms(page)).toEqual(listTerms(3));
    // A control must be at least 44 px wide and high, as WCAG 2.5.5 requires.
    for (const control of await page.locator('button:visible, select:visible, input:visible').all()) {
      const { width = 0, height = 0 } = (await control.boundingBox()) ?? {};
      expect(Math.min(width, height), await control.innerText()).toBeGreaterThanOrEqual(44);
    }
    const count = data.stops.length;
    const named = data.stops.map(({ title }, at) => `${at + 1} of ${count}${at < 3 ? ` · ${title}` : ''}`);
    expect(await chapter.locator('option').allTextContents()).toEqual(['Nothing yet', ...named]);
    await page.getByRole('button', { name: 'One chapter on' }).click();
    expect(await chapter.inputValue()).toBe('4');
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await chapter.isVisible()).toBe(false);
    expect(await page.locator('#place').inputValue()).toBe('4');
  });

  it('EX9: an entry that is shown disappears, its name too, when the reader goes back to before it', async () => {
    const page = await open();
    const last = data.stops.length;
    await slideTo(page, last);
    const fresh = readAt(data, last).entries.find(({ since }) => since > 1);
    if (fresh === undefined) throw new Error('The sample has nothing new after its first chapter.');
    await page.locator('#search').fill(fresh.term);
    await page.locator(`#list a[data-entry="${fresh.id}"]`).click();
    await page.locator('#entry h1', { hasText: fresh.term }).waitFor();
    expect(await page.title()).toBe(`${fresh.term} · A Sample Serial`);
    await page.locator('#search').fill('');
    await slideTo(page, fresh.since - 1);
    expect(await page.locator('#entry h1').textContent()).toBe('Not known here');
    expect(await page.title()).toBe('A Sample Serial');
  });

  it('EX11: finds by name, alias and meaning, and shows the words of the story behind a statement', async () => {
    const page = await open();
    await slideTo(page, data.stops.length);
    await page.keyboard.press('/');
    await page.keyboard.type('the lamp');
    const [found] = readAt(data, data.stops.length).entries.filter(({ aliases }) =>
      aliases.includes('the lamp'),
    );
    expect(await page.locator('#search').inputValue()).toBe('the lamp');
    expect((await readTerms(page))[0]).toBe('Quite Another Name');
    await page.locator('#search').press('Enter');
    expect(await page.locator('.aliases').textContent()).toContain('the lamp');
    const quotes = (found?.quotes ?? []).map((at) => data.quotes[at]?.text);
    expect(quotes.length).toBeGreaterThan(0);
    expect(await page.locator('blockquote mark').allTextContents()).toEqual(quotes);
    expect(await page.locator('.definition').textContent()).toBe('See No Such Thing.');
    expect(await page.locator('.definition a').count()).toBe(0);
    await page.keyboard.press('/');
    await page.locator('#search').press('Escape');
    expect(await readTerms(page)).toEqual(listTerms(data.stops.length));
  });

  it('EX11: remembers the place, and a link from somebody further on does not move the reader forward', async () => {
    const page = await open();
    await slideTo(page, 3);
    await page.reload();
    expect(await page.locator('#place').inputValue()).toBe('3');
    await page.goto('about:blank');
    await page.goto(`${address}#read=${data.stops.length}&entry=1`);
    expect(await page.locator('#place').inputValue()).toBe('3');
    expect(await page.locator('#notice').textContent()).toContain(`at chapter ${data.stops.length}`);
    await page.getByRole('button', { name: 'I have read that far' }).click();
    expect(await page.locator('#place').inputValue()).toBe(String(data.stops.length));
    expect(page.url()).toContain(`#read=${data.stops.length}&entry=1`);
  });

  it('EX11: five thousand entries make a file under 20 MB that opens, and are listed whole when asked', async () => {
    const copies = Math.ceil(5_000 / data.entries.length);
    const entries = Array.from({ length: copies }, (_, copy) =>
      data.entries.map((entry) => ({ ...entry, id: entry.id + copy * 1_000 })),
    ).flat();
    const big: WikiData = { ...data, key: 'big', entries };
    const path = writePage('big.html', big);
    expect(statSync(fileURLToPath(path)).size).toBeLessThan(20_000_000);
    const page = await open();
    await page.goto(path);
    await slideTo(page, data.stops.length);
    const known = readAt(big, data.stops.length).entries.length;
    expect(known).toBeGreaterThan(3_500);
    expect(await page.locator('#list a').count()).toBe(400);
    await page.getByRole('button', { name: 'Show all' }).click();
    expect(await page.locator('#list a').count()).toBe(known);
  });

  it('EX11: text of the story is never markup or script', async () => {
    const wild = '</script><img src=x onerror=alert(1)><b>&amp;';
    const [entry] = data.entries;
    if (entry === undefined) throw new Error('The sample has no entry.');
    const versions = entry.versions.map((version) => ({
      ...version,
      term: wild,
      aliases: [wild],
      definition: wild,
    }));
    const path = writePage('wild.html', {
      ...data,
      title: wild,
      stops: data.stops.map((stop) => ({ ...stop, title: wild })),
      posts: data.posts.map((post) => ({ ...post, text: wild, label: wild })),
      quotes: data.quotes.map((quote) => ({ ...quote, text: wild })),
      entries: [{ ...entry, versions }],
    });
    const page = await open();
    await page.goto(`${path}#entry=${entry.id}`);
    await slideTo(page, data.stops.length);
    expect(await page.locator('#entry h1').textContent()).toBe(wild);
    expect(await page.locator('.definition').textContent()).toBe(wild);
    expect(await page.locator('img, b').count()).toBe(0);
  });

  it.each([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['narrow', { viewport: { width: 360, height: 640 } }],
  ] as const)('EX11: axe finds no fault: %s', async (_name, options) => {
    const page = await open('', options);
    const judge = async () =>
      (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html]);
    expect(await judge()).toEqual([]);
    await slideTo(page, data.stops.length);
    await page.locator('#list a').first().click();
    await page.locator('#entry blockquote').first().waitFor();
    expect(await judge()).toEqual([]);
    const isWider = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
    expect(isWider).toBe(false);
  });
});
