// Measures what a person waits for: the first view, clicks until they are answered, frames while something scrolls.

import type { Browser, Page } from 'playwright-core';
import { findQuantile } from '../scale/measure-process.ts';

export interface Measure {
  readonly what: string;
  readonly median: number;
  readonly worst?: number;
  readonly unit: 'KB' | 'ms' | 'frames/s';
  readonly wanted: string;
}

const times = 9;

/** Each time in a browser that has nothing of ours yet. */
export async function measureFirstView(browser: Browser, address: string): Promise<Measure> {
  const waits: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const began = performance.now();
    await page.goto(address, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    waits.push(performance.now() - began);
    await context.close();
  }
  return summarise('first view, from the address to the heading', waits, '< 1000 ms');
}

export async function measureRooms(browser: Browser, address: string): Promise<readonly Measure[]> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 860 } })).newPage();
  await page.goto(address);
  const { origin } = new URL(address);
  const measures: Measure[] = [];
  const room = async (path: string): Promise<void> => {
    await page.goto(`${origin}${path}`);
    await page.locator('main').waitFor();
    await page.waitForLoadState('networkidle');
  };
  await room('/large/glossary');
  measures.push(await measureClicks(page, 'a letter typed into the search of the glossary', typeInto));
  measures.push(await measureClicks(page, 'an entry opened from the glossary, and back', openFirst));
  await room('/large/read');
  measures.push(await measureClicks(page, 'the next chapter', openNextChapter));
  await room('/large/glossary/timeline');
  measures.push(await measureFrames(page, 'scrolling the timeline'));
  await room('/long/read');
  measures.push(await measureFrames(page, 'scrolling a post of 1 MB'));
  await page.context().close();
  return measures;
}

/** Presses a key or clicks, and resolves once the answer is drawn: milliseconds. */
type Act = (page: Page, time: number) => Promise<number>;

async function measureClicks(page: Page, what: string, act: Act): Promise<Measure> {
  const waits: number[] = [];
  for (let time = 0; time < times; time += 1) waits.push(await act(page, time));
  return summarise(what, waits, '< 100 ms');
}

const typeInto: Act = async (page, time) => {
  const field = page.getByLabel('Search the glossary');
  const before = await page.locator('main').innerText();
  return await timeUntil(
    page,
    () => field.fill('abdeghiklmn'.charAt(time)),
    `document.querySelector('main').innerText !== ${JSON.stringify(before)}`,
  );
};

const openFirst: Act = async (page) => {
  const link = page.locator('main ul li a').first();
  const taken = await timeUntil(
    page,
    () => link.click(),
    `document.querySelector('main article h1') !== null`,
  );
  await page.goBack();
  await page.locator('main ul li a').first().waitFor();
  return taken;
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

/** Later, what was waited for did not come. */
const longestWaitMs = 10_000;

/** From the act until the condition holds in a frame that was drawn. */
async function timeUntil(page: Page, act: () => Promise<unknown>, condition: string): Promise<number> {
  const waiting = page.evaluate<number>(
    `new Promise((resolve) => {
      let began;
      for (const kind of ['pointerdown', 'keydown', 'input'])
        addEventListener(kind, () => { began ??= performance.now(); }, { capture: true, once: true });
      const last = performance.now() + ${longestWaitMs};
      const look = (now) => {
        if (now > last) resolve(Infinity);
        else if (began !== undefined && (${condition})) resolve(performance.now() - began);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    })`,
  );
  await act();
  return await waiting;
}

/** Frames in a second while the wheel turns, in the median of all frames. */
async function measureFrames(page: Page, what: string): Promise<Measure> {
  const gaps = page.evaluate<readonly number[]>(
    `new Promise((resolve) => {
      const gaps = []; let last = performance.now();
      const tick = (now) => {
        gaps.push(now - last); last = now;
        if (gaps.length < 180) requestAnimationFrame(tick); else resolve(gaps.slice(5));
      };
      requestAnimationFrame(tick);
    })`,
  );
  await page.mouse.move(640, 430);
  for (let turn = 0; turn < 60; turn += 1) {
    await page.mouse.wheel(0, 300);
    await page.waitForTimeout(40);
  }
  const measured = await gaps;
  const rate = (gap: number): number => 1000 / gap;
  return {
    what,
    median: rate(findQuantile(measured, 0.5)),
    worst: rate(findQuantile(measured, 0.99)),
    unit: 'frames/s',
    wanted: '≥ 50',
  };
}

function summarise(what: string, waits: readonly number[], wanted: string): Measure {
  return { what, median: findQuantile(waits, 0.5), worst: Math.max(...waits), unit: 'ms', wanted };
}
