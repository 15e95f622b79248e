// Web bench: `node bench/web/run.ts [--quick]` measures the screens in a real Chromium: size, first view, clicks, scrolling.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser } from '@terrarium/annotator/testing/open-browser';
import { buildScreens } from '@terrarium/server/build-screens';
import { serve } from '@terrarium/server/serve';
import { renderTable, writeResults } from '../report.ts';
import { fillLived, fillWorlds } from './fill-worlds.ts';
import { measureLiving } from './measure-living.ts';
import type { Measure } from './measure-page.ts';
import { measureFirstView, measureReading } from './measure-reading.ts';
import { measureScripts } from './measure-scripts.ts';
import { openSlowModel } from './slow-model.ts';

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const folder = mkdtempSync(join(tmpdir(), 'terrarium-web-'));
try {
  const screensDir = await buildScreens(() => undefined);
  const worlds = await fillWorlds(folder, values.quick ? 20_000 : 200_000);
  const model = await openSlowModel();
  const lived = join(folder, 'lived');
  fillLived(
    lived,
    values.quick ? { turns: 200, messages: 10_000 } : { turns: 2_000, messages: 100_000 },
    model.baseUrl,
  );
  const served = await serve({
    worlds: [worlds.large, worlds.long, lived],
    screensDir,
    port: 0,
    trustsWorld: true,
  });
  const browser = await openBrowser();
  const measures: Measure[] = [...measureScripts(screensDir)];
  measures.push(await measureFirstView(browser, served.address));
  measures.push(...(await measureReading(browser, served.address)));
  measures.push(...(await measureLiving(browser, served.address)));
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
  rmSync(folder, { recursive: true, force: true });
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}
