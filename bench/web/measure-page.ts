// Measures what a person waits for on a page: how long a click takes to be answered, and how many frames are drawn meanwhile.

import type { Browser, Page } from 'playwright-core';
import { findQuantile } from '../scale/measure-process.ts';

export interface Measure {
  readonly what: string;
  readonly median: number;
  readonly worst?: number;
  readonly unit: 'KB' | 'ms' | 'frames/s';
  readonly wanted: string;
}

export const times = 9;

interface OpenedPage {
  readonly page: Page;
  readonly origin: string;
}

/**
 * Opens the page of the worlds in a new browser context. The address contains what the server needs to let the browser
 * in.
 */
export async function openPage(browser: Browser, address: string): Promise<OpenedPage> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 860 } })).newPage();
  await page.goto(address);
  return { page, origin: new URL(address).origin };
}

/** Presses a key or clicks; resolves, once the answer is drawn, with the milliseconds it took. */
export type Act = (page: Page, time: number) => Promise<number>;

export async function measureClicks(page: Page, what: string, act: Act): Promise<Measure> {
  const waits: number[] = [];
  for (let time = 0; time < times; time += 1) waits.push(await act(page, time));
  return summarise(what, waits, '< 100 ms');
}

const longestWaitMs = 10_000;

/** Measures the milliseconds from the act until the condition holds in a frame that was drawn. */
export async function timeUntil(page: Page, act: () => Promise<unknown>, condition: string): Promise<number> {
  // The code that measures must be on the page before the act: otherwise a key press may come before it.
  await page.evaluate(
    `void (window.measured = new Promise((resolve) => {
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
    }))`,
  );
  await act();
  return await page.evaluate<number>('window.measured');
}

/**
 * Counts frames per second while the mouse wheel turns or, if `coming` is given, while an element matches this
 * selector.
 */
export async function measureFrames(page: Page, what: string, coming?: string): Promise<Measure> {
  const isOn = coming === undefined ? 'gaps.length < 180' : `document.querySelector('${coming}') !== null`;
  const gaps = page.evaluate<readonly number[]>(
    `new Promise((resolve) => {
      const gaps = []; let last = performance.now();
      const tick = (now) => {
        gaps.push(now - last); last = now;
        if (${isOn}) requestAnimationFrame(tick); else resolve(gaps.slice(5));
      };
      requestAnimationFrame(tick);
    })`,
  );
  if (coming === undefined) await turnWheel(page);
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

async function turnWheel(page: Page): Promise<void> {
  await page.mouse.move(500, 330);
  for (let turn = 0; turn < 60; turn += 1) {
    await page.mouse.wheel(0, turn < 30 ? -300 : 300);
    await page.waitForTimeout(40);
  }
}

export function summarise(what: string, waits: readonly number[], wanted: string): Measure {
  return { what, median: findQuantile(waits, 0.5), worst: Math.max(...waits), unit: 'ms', wanted };
}
