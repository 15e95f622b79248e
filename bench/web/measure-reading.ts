// Measures what a reader waits for: the first view, the glossary, chapters, a very long post.

import type { Browser, Page } from 'playwright-core';
import {
  type Act,
  type Measure,
  measureClicks,
  measureFrames,
  openPage,
  summarise,
  times,
  timeUntil,
} from './measure-page.ts';

/**
 * Each time, the page is opened in a browser that has cached nothing of ours yet. The page itself notes when the
 * heading is drawn: Playwright looks at fixed moments only, between which half a second can pass.
 */
export async function measureFirstView(browser: Browser, address: string): Promise<Measure> {
  const waits: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const began = Date.now();
    await page.goto(address, { waitUntil: 'commit' });
    const drawnAt = await page.evaluate<number>(
      `new Promise((resolve) => {
        const look = () =>
          document.querySelector('h1') === null ? requestAnimationFrame(look) : resolve(Date.now());
        look();
      })`,
    );
    waits.push(drawnAt - began);
    await context.close();
  }
  return summarise('first view, from the address to the heading', waits, '< 1000 ms');
}

export async function measureGlossary(browser: Browser, address: string): Promise<readonly Measure[]> {
  const { page, origin } = await openPage(browser, address);
  await openAt(page, `${origin}/large/glossary`);
  const measures = [
    await measureClicks(page, 'a letter typed into the search of the glossary', typeInto),
    await measureClicks(page, 'another entry opened', openAnother),
  ];
  await openAt(page, `${origin}/large/glossary/timeline`);
  measures.push(await measureFrames(page, 'scrolling the timeline'));
  await page.context().close();
  return measures;
}

export async function measureNetwork(browser: Browser, address: string): Promise<Measure> {
  const { page, origin } = await openPage(browser, address);
  await openAt(page, `${origin}/large/glossary/1`);
  const measure = await measureClicks(page, 'who is named with whom, around another entry', drawLinks);
  await page.context().close();
  return measure;
}

export async function measureStory(browser: Browser, address: string): Promise<readonly Measure[]> {
  const { page, origin } = await openPage(browser, address);
  await openAt(page, `${origin}/large/read`);
  const measures = [await measureClicks(page, 'the next chapter', openNextChapter)];
  await openAt(page, `${origin}/long/read`);
  measures.push(await measureFrames(page, 'scrolling a post of 1 MB'));
  await page.context().close();
  return measures;
}

async function openAt(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('main').waitFor();
  await page.waitForLoadState('networkidle');
}

/** Types, and measures the time until the entries that match are shown. */
const typeInto: Act = async (page, time) => {
  const letter = 'abdeghiklmn'.charAt(time);
  const field = page.getByLabel('Search the glossary');
  const before = await page.locator('main').innerText();
  const hasCome = `performance.getEntriesByType('resource').some(({ name }) => name.includes('entries?q=${letter}&'))`;
  const isShown = `document.querySelector('main').innerText !== ${JSON.stringify(before)}`;
  return await timeUntil(page, () => field.fill(letter), `${hasCome} && ${isShown}`);
};

const openAnother: Act = async (page, time) => {
  const link = page.locator('main ul li a').nth(time);
  const taken = await timeUntil(
    page,
    () => link.click(),
    `document.querySelector('main article h1') !== null`,
  );
  await page.goBack();
  await page.locator('main ul li a').first().waitFor();
  return taken;
};

const drawLinks: Act = async (page, time) => {
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/large/glossary/${time + 2}`);
  const link = page.getByRole('link', { name: /^All connections of /u });
  await link.waitFor();
  return await timeUntil(page, () => link.click(), `document.querySelector('figure svg a') !== null`);
};

const openNextChapter: Act = async (page) => {
  const before = page.url();
  const shown = await page.locator('article p').first().innerText();
  return await timeUntil(
    page,
    () => page.keyboard.press('ArrowRight'),
    `location.href !== ${JSON.stringify(before)} && document.querySelector('article p')?.innerText !== ${JSON.stringify(shown)}`,
  );
};
