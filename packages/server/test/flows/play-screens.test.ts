// Tests playing a game in a real browser, with the built-in narrator and no network.

import { findFaultsInBothThemes } from '@terrarium/annotator/testing/find-access-faults';
import { openBrowser, openContext } from '@terrarium/annotator/testing/open-browser';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildScreens } from '../../src/app/build-screens.ts';
import { focusByTab } from '../support/focus-by-tab.ts';
import { openSampleServer, type SampleServer } from '../support/sample-server.ts';

let server: SampleServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
const faults: string[] = [];

beforeAll(async () => {
  const screensDir = await buildScreens(() => undefined);
  server = await openSampleServer({ screensDir, isRead: false });
  browser = await openBrowser();
  context = await openContext(browser, { viewport: { width: 1280, height: 860 } });
  page = await openPage();
  await page.goto(server.address);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

async function openPage(): Promise<Page> {
  const opened = await context.newPage();
  opened.on('pageerror', ({ message }) => faults.push(message));
  opened.on('console', (message) => {
    if (message.type() === 'error' && /Content Security/u.test(message.text())) faults.push(message.text());
  });
  return opened;
}

const home = () => `${server.origin}/low-veyre`;
const readTurns = (from: Page) => from.locator('section[data-turn]').count();
const findTurn = (from: Page, number: number) =>
  from.getByRole('region', { name: `Turn ${number}`, exact: true });

/** Whether the whole part is within a window of this height. */
async function isInView(part: Locator, height: number): Promise<boolean> {
  const box = await part.boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

/** Says something, and waits until the resulting turn is told. */
async function say(words: string, number: number): Promise<void> {
  await page.getByLabel('What do you do?').fill(words);
  await page.keyboard.press('Enter');
  await findTurn(page, number).getByText(words, { exact: true }).waitFor();
}

describe('the screens of play', () => {
  test('RP5: a game is prepared by answering, and begins', async () => {
    await page.goto(`${home()}/play`);
    await page.getByRole('link', { name: 'Begin a new game' }).click();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: /^Lamplight/ }).click();
    // On a phone, an answer is one line, and the next question is in view with its first answers.
    const isAsked = async (question: string) =>
      await isInView(page.getByRole('heading', { name: question }), 500);
    await expect.poll(() => isAsked('In which world?')).toBe(true);
    expect(await page.getByText('A two-page game of people').isVisible()).toBe(false);
    await page.getByRole('button', { name: /^The Unkept Lamp/ }).click();
    await expect.poll(() => isAsked('What do you want from this game?')).toBe(true);
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.getByLabel('What must never be in it').fill('spiders <img src=x onerror=alert(1)>');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Never: spiders <img src=x onerror=alert(1)>').waitFor();
    await page.getByRole('button', { name: 'Change' }).first().click();
    await page.getByRole('button', { name: /^Step Dice/ }).click();
    await page.getByRole('button', { name: /^Somebody of my own/ }).click();
    await page.locator('summary', { hasText: /^Status$/iu }).click();
    const readLeft = async (label: string) => (await page.getByLabel(label).boundingBox())?.x;
    expect(await readLeft('Wounds')).toBe(await readLeft('Name'));
    await page.getByRole('button', { name: 'Change' }).first().click();
    await page.getByRole('button', { name: /^Lamplight/ }).click();
    await page.getByRole('button', { name: /^Somebody of my own/ }).click();
    await page.getByLabel('Name').fill('Ada <b>Stone</b>');
    await page.getByRole('heading', { name: 'Ada <b>Stone</b>' }).waitFor();
    await page.getByLabel('Name').fill('');
    await page.locator('#name-refused', { hasText: 'A character needs a name.' }).waitFor();
    await page.reload();
    await page.locator('#name-refused').waitFor();
    expect(await page.getByRole('button', { name: 'Begin', exact: true }).isDisabled()).toBe(true);
    await page.getByLabel('Name').fill('Ada <b>Stone</b>');
    await page.getByRole('heading', { name: 'Ada <b>Stone</b>' }).waitFor();
    await page.getByLabel('Brawn').fill('9');
    await page
      .getByText(/maximum/)
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: 'Begin', exact: true }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Somebody else' }).click();
    await page.getByRole('button', { name: /^Hild Amber/ }).click();
    await page.getByRole('button', { name: 'Begin', exact: true }).click();
    await page.getByRole('region', { name: 'The opening' }).waitFor();
    expect(await page.locator('main img').count()).toBe(0);
  });

  test('RP3, SG10: turns are said, chosen by key, taken back, brought again and told otherwise', async () => {
    await say('Look around', 1);
    await say('I search the place carefully.', 2);
    await page.getByLabel('What do you do?').fill('Not said yet.');
    await page.getByLabel('What do you do?').blur();
    const chosen = await page
      .getByRole('list', { name: 'Suggestions' })
      .getByRole('button')
      .first()
      .innerText();
    await page.keyboard.press('1');
    await findTurn(page, 3)
      .getByText(chosen.replace(/^\d+\s*/u, ''), { exact: true })
      .waitFor();
    expect(await page.getByLabel('What do you do?').inputValue()).toBe('Not said yet.');
    await page.getByLabel('What do you do?').fill('');
    await page.getByLabel('What do you do?').blur();
    const words = page.getByRole('region', { name: 'The story' }).getByText(chosen.replace(/^\d+\s*/u, ''), {
      exact: true,
    });
    await page.keyboard.press('u');
    await findTurn(page, 3).waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'The turn in progress' }).waitFor({ state: 'detached' });
    expect(await words.and(page.locator('p')).count()).toBe(0);
    await page.keyboard.press('r');
    await findTurn(page, 3).waitFor();
    for (let number = 4; number <= 10; number += 1) await say(`I wait and listen, ${number}.`, number);
    await page.getByRole('button', { name: /^Tell it again/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Tell it again' }).click();
    await page.setViewportSize({ width: 1280, height: 460 });
    await page.getByRole('button', { name: 'Turns', exact: true }).click();
    const last = page.getByRole('button', { name: /I wait and listen, 10/ });
    await expect.poll(() => last.count()).toBe(2);
    await expect.poll(() => isInView(page.locator('[aria-current="true"]').last(), 460)).toBe(true);
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.getByLabel('A name for this moment').fill('crossroads');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /crossroads/ }).waitFor();
    await page.getByRole('button', { name: /I wait and listen, 5/ }).click();
    await findTurn(page, 6).waitFor({ state: 'detached' });
    await say('I go another way.', 6);
    await page.getByText('another version of turn 6', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Tell it again/ }).click();
    await page.getByRole('button', { name: 'Version 1, after “I wait and listen, 6.”' }).waitFor();
    await page.getByRole('button', { name: 'Version 2, shown now' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /crossroads/ }).click();
    await findTurn(page, 10).waitFor();
    await page.getByLabel('What do you do?').fill('/edit');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('heading', { name: 'Edit what was told' }).waitFor();
    await page.keyboard.press('Escape');
    const game = page.url();
    await page.getByLabel('What do you do?').fill('/quit');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Games' }).waitFor();
    await page.getByRole('button', { name: 'Rename The Unkept Lamp' }).click();
    await page.getByLabel('Name of the game').fill('The grey night');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /^The grey night/ }).waitFor();
    await page.getByRole('button', { name: 'Set aside The grey night' }).click();
    // The focus goes to where the game is now.
    await page.locator('summary:focus').getByText('Set aside (1)').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Bring back The grey night' }).click();
    await page.locator('a:focus', { hasText: 'The grey night' }).waitFor();
    const begun = { name: 'Never', system: 'starter' };
    await server.read('/api/worlds/low-veyre/zero', { method: 'PUT', body: begun });
    await page.reload();
    await page.getByRole('button', { name: 'Discard Never' }).click();
    await page.getByRole('button', { name: 'Discard it' }).click();
    await page.locator('a:focus', { hasText: 'Begin a new game' }).waitFor();
    await page.goto(game);
    await findTurn(page, 10).waitFor();
  });

  test('the map draws each known place once, and its list says the same', async () => {
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    await page.locator('figure text[data-here="true"]').waitFor();
    const drawn = await page.locator('figure text').allTextContents();
    expect(new Set(drawn).size).toBe(drawn.length);
    expect(await page.locator('figure line').count()).toBeGreaterThan(0);
    const listed = await page.getByRole('complementary').getByRole('list').innerText();
    expect(drawn.filter((name) => !listed.includes(name))).toEqual([]);
  });

  test('RP4: a number says why it is so, and what the rules refuse is refused in their words', async () => {
    await page.getByRole('button', { name: 'Sheet', exact: true }).click();
    await page.getByRole('button', { name: /^Vigour .*Why\?$/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('At most').waitFor();
    const before = await readTurns(page);
    for (const [typed, reason] of [
      ['much', 'A number is needed'],
      ['99', 'The maximum is 8'],
      ['-1', 'The minimum is 0'],
    ] as const) {
      await dialog.getByLabel(/by hand/).fill(typed);
      await dialog.getByRole('button', { name: 'Set it' }).click();
      await dialog.getByText(`Vigour: still 8/8. ${reason}`, { exact: false }).waitFor();
    }
    expect(await readTurns(page)).toBe(before);
    await dialog.getByLabel(/by hand/).fill('5');
    await dialog.getByRole('button', { name: 'Set it' }).click();
    await dialog.getByText('8/8 → 5/8').first().waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Vigour 5/8 Why?' }).and(page.locator(':focus')).waitFor();
    await page.getByText('Set by hand: Vigour 5').waitFor();
    // A thing is taken off the sheet by a button, as by /take.
    await page.getByRole('button', { name: /^Gear .*Why\?$/u }).click();
    const things = dialog.getByRole('region', { name: 'What to do with a thing' }).getByRole('listitem');
    const carried = await things.count();
    await things.first().getByRole('button', { name: 'Take it off' }).click();
    await expect.poll(() => things.count(), { timeout: 20_000 }).toBe(carried - 1);
    await page.keyboard.press('Escape');
    await page.keyboard.press('u');
    await page.getByText(/^Taken back: /u).waitFor();
  });

  test('RP2, FT5: two windows show the same game, and a restart of the server in its midst loses nothing', async () => {
    const other = await openPage();
    // The script of this section is not there yet when the server stops.
    const late = '**/assets/settings-page*';
    await other.route(late, async (route) => await route.abort());
    await other.goto(page.url());
    await findTurn(other, 10).waitFor();
    await say('I call out, in one window.', 12);
    await findTurn(other, 12).waitFor();
    expect(await readTurns(other)).toBe(await readTurns(page));
    await page.getByLabel('What do you do?').fill('typed and not sent');
    const address = page.url();
    // The page asks early with which command its server was started; it must have the answer before the server stops.
    const told = page.waitForResponse((response) => response.url().endsWith('/api/server'));
    await page.reload();
    await told;
    expect(await page.getByLabel('What do you do?').inputValue()).toBe('typed and not sent');
    const again = await server.restart(async () => {
      await page.getByText('The server does not answer', { exact: false }).waitFor();
      expect(await page.getByText('terrarium open "Low Veyre"').count()).toBe(1);
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      await other.getByRole('link', { name: 'Settings', exact: true }).click();
      await other.getByRole('heading', { name: 'This page is waiting for the server' }).waitFor();
      await other.getByRole('button', { name: 'Try again' }).waitFor();
      await other.getByRole('link', { name: 'Read', exact: true }).waitFor();
      await other.unroute(late);
    });
    await page.goto(again);
    await other.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
    await page.goto(address);
    await findTurn(page, 12).waitFor();
    expect(await page.getByLabel('What do you do?').inputValue()).toBe('typed and not sent');
    await page.keyboard.press('/');
    await page.keyboard.press('Enter');
    await findTurn(page, 13).waitFor();
    await other.close();
  });

  test('SG9, RS12: by keys alone one begins a game, plays, takes back, asks why and looks beside the telling', async () => {
    const { keyboard } = page;
    await page.goto(`${home()}/play/new`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await focusByTab(page, /^Begin at once/);
    await keyboard.press('Enter');
    await page.getByRole('region', { name: 'The opening' }).waitFor();
    await keyboard.press('/');
    await keyboard.type('I look around.');
    await keyboard.press('Enter');
    await findTurn(page, 1).getByText('I look around.', { exact: true }).waitFor();
    await keyboard.press('Escape');
    await keyboard.press('u');
    await findTurn(page, 1).waitFor({ state: 'detached' });
    await page.getByText('Taken back: “I look around.”').waitFor();
    await keyboard.press('r');
    await findTurn(page, 1).waitFor();
    await keyboard.press('o');
    await page.getByRole('dialog').getByLabel('Your question').fill('Is the door watched?');
    await page.getByLabel('Probably yes').focus();
    await keyboard.press('Space');
    await keyboard.press('Enter');
    await page.getByText('Asked of the oracle: Is the door watched? (a yes is likely)').waitFor();
    await focusByTab(page, /^People$/);
    await keyboard.press('Enter');
    await focusByTab(page, /^Sheet$/, 'Shift+Tab');
    await keyboard.press('Enter');
    await focusByTab(page, /Why\?$/);
    // The ring of the focus is not printed.
    await page.emulateMedia({ media: 'print' });
    const readRing = 'getComputedStyle(document.activeElement).outlineStyle';
    expect(await page.evaluate(readRing)).toBe('none');
    await page.emulateMedia({ media: null });
    expect(await page.evaluate(readRing)).toBe('solid');
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('RS10, RP9: a turn is found from anywhere by keys, and what was told in it is edited', async () => {
    await page.goto(home());
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('begin a new');
    await page.getByRole('option', { name: /^Begin a new game/ }).waitFor();
    await page.getByRole('combobox').fill('wait and listen, 4');
    await page.getByRole('option', { name: /wait and listen, 4/ }).waitFor();
    await page.keyboard.press('Enter');
    const turn = findTurn(page, 4);
    await turn.waitFor();
    await turn.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Turn 4').fill('A bell <img src=x onerror=alert(1)> answers.');
    await page.getByRole('button', { name: 'Replace it' }).click();
    await turn.getByText('A bell <img src=x onerror=alert(1)> answers.').waitFor();
    expect(await page.locator('main img').count()).toBe(0);
  });

  test('RP11: on a phone the drawers are named in one line, and opening them does not move the page', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.keyboard.press('Escape');
    const strip = page.getByRole('button', { expanded: false }).filter({ hasText: 'Sheet and more' });
    const open = page.getByRole('button', { expanded: true }).filter({ hasText: 'The story' });
    const readSize = async (part: Locator) => (await part.boundingBox())?.height;
    const readWidth = async (words: string) =>
      (await page.getByText(words, { exact: true }).boundingBox())?.width;
    const name = await page.getByRole('heading', { level: 1 }).textContent();
    expect(await strip.textContent()).toContain(name);
    const before = [await readSize(strip), await readWidth('Sheet and more')];
    await strip.click();
    expect([await readSize(open), await readWidth('The story')]).toEqual(before);
    const names = page.getByRole('navigation', { name: 'Drawers' }).getByRole('button');
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 740 });
      const tops = await names.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      expect(new Set(tops).size, `${width}`).toBe(1);
    }
    expect(await page.getByText(/day\u00a01/u).count()).toBeGreaterThan(0);
    await open.click();
    await page.getByLabel('What do you do?').fill('/help');
    await page.keyboard.press('Enter');
    const shown = page.getByRole('status').filter({ hasText: '/quests' });
    await shown.waitFor();
    const readBox = async (part: Locator) => (await part.boundingBox()) ?? { y: 0, height: 0 };
    const [turn, answer] = [await readBox(page.locator('section[data-turn]').last()), await readBox(shown)];
    expect(turn.y + turn.height).toBeLessThan(answer.y);
    expect(turn.y + turn.height).toBeGreaterThan(200);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  test('SG3: no page of play breaks its policy, runs off the side or has a fault that a test of access finds', async () => {
    const game = page.url();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const path of [game, `${home()}/play`, `${home()}/play/new`, home()]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await findFaultsInBothThemes(page), path).toEqual([]);
    }
    // A page of paper is narrower than most windows.
    await page.setViewportSize({ width: 794, height: 1123 });
    await page.goto(game);
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('heading', { level: 2, name: 'Hild Amber' }).waitFor();
    // What was told is printed too, and nothing that can be pressed below it.
    expect(await page.getByRole('region', { name: 'The story' }).isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'Ask the oracle …' }).count()).toBe(0);
    await page.emulateMedia({ media: 'screen' });
    for (const path of [game, `${home()}/play`, `${home()}/play/new`]) {
      await page.setViewportSize({ width: 320, height: 720 });
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const width of [320, 360]) {
        await page.setViewportSize({ width, height: 720 });
        const over = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
        expect(over, `${path} at ${width}`).toBeLessThanOrEqual(0);
      }
    }
    expect(faults).toEqual([]);
  });
});
