// Pictures: `npm run pictures` draws each section in the browser, with the sample world, into docs/pictures, in light and dark.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser } from '@terrarium/annotator/testing/open-browser';
import { buildScreens } from '@terrarium/server/build-screens';
import { serve } from '@terrarium/server/serve';
import type { Browser, Page } from 'playwright-core';
import { measureCommand } from '../scale/measure-process.ts';
import { buildSampleWorld } from './build-sample-world.ts';
import { fillTalk } from './fill-talk.ts';

const target = join(import.meta.dirname, '..', '..', 'docs', 'pictures');
/** Wide enough to show what is beside the text: names of the chapter, the sheet, what is in mind. */
const view = { width: 1140, height: 700 };

/** For each section of a world, a function that opens what the picture of the section shows. */
const rooms: Readonly<Record<string, (page: Page, home: string) => Promise<void>>> = {
  read: async (page, home) => {
    await page.goto(`${home}/read`);
    await page.getByRole('article').waitFor();
    await page.getByRole('link', { name: 'Nell Orrin', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Nell Orrin' }).waitFor();
  },
  glossary: async (page, home) => {
    await page.goto(`${home}/glossary/links`);
    await page.getByRole('figure').waitFor();
  },
  play: async (page, home) => {
    await page.goto(`${home}/play`);
    await page
      .getByRole('link', { name: /A night in Low Veyre/u })
      .first()
      .click();
    await page.locator('main article, main').first().waitFor();
    await page.waitForLoadState('networkidle');
  },
  remember: async (page, home) => {
    await page.goto(`${home}/remember`);
    await page.getByText('Keep it.').waitFor();
    await page.waitForLoadState('networkidle');
  },
};

const folder = mkdtempSync(join(tmpdir(), 'terrarium-pictures-'));
try {
  mkdirSync(target, { recursive: true });
  const world = join(folder, 'low-veyre');
  await measureCommand(['demo', '--world', world]);
  await fillTalk(world, folder);
  const screensDir = await buildScreens(() => undefined);
  const served = await serve({ worlds: [world], screensDir, port: 0, trustsWorld: false });
  await buildSampleWorld(served.address);
  const browser = await openBrowser();
  for (const scheme of ['light', 'dark'] as const) await drawRooms(browser, served.address, scheme);
  await browser.close();
  await served.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function drawRooms(browser: Browser, address: string, colorScheme: 'light' | 'dark'): Promise<void> {
  const context = await browser.newContext({ viewport: view, colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const home = `${new URL(address).origin}/low-veyre`;
  for (const [name, open] of Object.entries(rooms)) {
    await open(page, home);
    await page.evaluate('document.fonts.ready');
    await page.screenshot({ path: join(target, `${name}-${colorScheme}.png`) });
  }
  await context.close();
}
