// Web bench: `node bench/web/run.ts [part]` measures size, first view, clicks and scrolling in a real Chromium.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser } from '@terrarium/annotator/testing/open-browser';
import { buildScreens } from '@terrarium/server/build-screens';
import { serve } from '@terrarium/server/serve';
import type { Browser } from 'playwright-core';
import { chooseParts } from '../choose-parts.ts';
import { renderTable, writeResults } from '../report.ts';
import { prepareWorlds } from './fill-worlds.ts';
import { measurePlay, measureRemember } from './measure-living.ts';
import type { Measure } from './measure-page.ts';
import { measureFirstView, measureGlossary, measureNetwork, measureStory } from './measure-reading.ts';
import { measureScripts } from './measure-scripts.ts';
import { openSlowModel } from './slow-model.ts';

interface Measured {
  readonly browser: Browser;
  readonly address: string;
  readonly screensDir: string;
}

const parts: Readonly<
  Record<string, (measured: Measured) => readonly Measure[] | Promise<readonly Measure[]>>
> = {
  scripts: ({ screensDir }) => measureScripts(screensDir),
  view: async ({ browser, address }) => [await measureFirstView(browser, address)],
  glossary: ({ browser, address }) => measureGlossary(browser, address),
  network: async ({ browser, address }) => [await measureNetwork(browser, address)],
  story: ({ browser, address }) => measureStory(browser, address),
  play: ({ browser, address }) => measurePlay(browser, address),
  remember: ({ browser, address }) => measureRemember(browser, address),
};

/**
 * All parts run unless some are named. Filling the worlds takes most of the time: `--worlds DIR` keeps them in a
 * folder, where a later run finds them. `--quick` fills small worlds.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, worlds: { type: 'string' } },
});
const chosen = chooseParts(parts, positionals);
const folder = values.worlds ?? mkdtempSync(join(tmpdir(), 'terrarium-web-'));
try {
  const screensDir = await buildScreens(() => undefined);
  const model = await openSlowModel();
  const worlds = await prepareWorlds(folder, values.quick ? 'small' : 'large', model.baseUrl);
  const served = await serve({ worlds, screensDir, port: 0, trustsWorld: true });
  const browser = await openBrowser();
  const measures: Measure[] = [];
  for (const measure of chosen)
    measures.push(...(await measure({ browser, address: served.address, screensDir })));
  await browser.close();
  await served.close();
  model.close();
  const rows = measures.map(({ what, median, worst, unit, wanted }) => [
    what,
    `${round(median)} ${unit}`,
    worst === undefined ? '' : `${round(worst)} ${unit}`,
    wanted,
  ]);
  process.stdout.write(renderTable(['', 'median', 'worst', 'wanted'], rows));
  writeResults('web', { measures });
} finally {
  if (values.worlds === undefined) rmSync(folder, { recursive: true, force: true });
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}
