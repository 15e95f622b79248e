// Tests the accessibility test itself: it finds faults that are planted in a page.

import { expect, it } from 'vitest';
import { findAccessFaults, findFaultsInBothThemes } from '../support/find-access-faults.ts';
import { openBrowser, openContext } from '../support/open-browser.ts';

it('faults of a page are found, and in other colours those of the colours', async () => {
  await using browser = await openBrowser();
  const page = await (await openContext(browser)).newPage();
  await page.setContent(
    '<html lang="en"><title>Planted</title><main><h1>Planted</h1><img src="data:,"><p style="color: #ccc; background: #fff">faint</p></main></html>',
  );
  const listRules = async (options = {}) =>
    (await findAccessFaults(page, options)).map((fault) => fault.split(' ', 1)[0]);
  expect(await listRules()).toEqual(['color-contrast', 'image-alt']);
  expect(await listRules({ isOnlyRecoloured: true })).toEqual(['color-contrast']);
});

it('faults of the colours are found in dark too, where the page has others there', async () => {
  await using browser = await openBrowser();
  const page = await (await openContext(browser)).newPage();
  await page.setContent(
    '<html lang="en"><title>Planted</title><style>p { color: #111; background: #fff } @media (prefers-color-scheme: dark) { p { background: #222 } }</style><main><h1>Planted</h1><img src="data:,"><p>dark on dark</p></main></html>',
  );
  const found = await findFaultsInBothThemes(page);
  expect(found.map((fault) => fault.split(' <', 1)[0])).toEqual(['image-alt', 'in dark: color-contrast']);
});
