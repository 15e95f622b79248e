// Opens a real Chromium: the headless one if the system has it, else the system's usual one or playwright-core's.

import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';

/** Headless Chromium comes first: it draws the same pages with two thirds of the processor time. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A browser that was just installed, or that is on a slow disk, may take a minute to start for the first time. */
const launchMs = 150_000;

/** If the machine has no browser, throws an error that says what to install. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = [...places, chromium.executablePath()].find((path) => existsSync(path));
  if (executablePath === undefined) {
    throw new Error(
      'There is no Chromium here. Install one: "apt-get install chromium-headless-shell" or "npx playwright-core install chromium".',
    );
  }
  // Tests may run as root, and Chromium refuses to use its sandbox then. It only opens pages that a test has just
  // written.
  return await chromium.launch({ executablePath, args: ['--no-sandbox'], timeout: launchMs });
}

/** A busy machine may take this long to show what a test waits for. */
const waitMs = 120_000;

export async function openContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(waitMs);
  return context;
}
