// Measures waiting times in a long game and a long talk, and how smoothly narratives and replies stream in.

import type { Browser, Page } from 'playwright-core';
import { type Act, type Measure, measureClicks, measureFrames, openPage, timeUntil } from './measure-page.ts';

export async function measurePlay(browser: Browser, address: string): Promise<readonly Measure[]> {
  const { page, origin } = await openPage(browser, address);
  const home = `${origin}/lived`;
  const openGame: Act = async () => {
    await page.goto(`${home}/play`);
    const link = page.getByRole('link', { name: /A long game/u });
    await link.waitFor();
    return await timeUntil(page, () => link.click(), `${count('section[data-turn]')} > 0`);
  };
  const openDrawer: Act = async () => {
    await page.getByRole('button', { name: 'Sheet', exact: true }).click();
    const turns = page.getByRole('button', { name: 'Turns', exact: true });
    return await timeUntil(page, () => turns.click(), `${count('[aria-current=true]')} > 0`);
  };
  const measures = [
    await measureClicks(page, 'Play: a game of 2,000 turns opened', openGame),
    await measureClicks(page, 'Play: its tree of turns', openDrawer),
    await measureClicks(page, 'Play: a turn taken back', async () => await moveHead(page, 'Undo')),
    await measureClicks(
      page,
      'Play: twenty earlier turns',
      async () => await openEarlier(page, 'Earlier turns'),
    ),
    await measureClicks(page, 'Play: what happened in a turn', openWhy),
    await measureFrames(page, 'Play: scrolling 200 turns'),
  ];
  await page.reload();
  await page.getByLabel('What do you do?').fill('I look around.');
  measures.push(await measureComing(page, 'Play: a telling that comes'));
  await page.context().close();
  return measures;
}

export async function measureRemember(browser: Browser, address: string): Promise<readonly Measure[]> {
  const { page, origin } = await openPage(browser, address);
  const home = `${origin}/lived`;
  const openTalk: Act = async () => {
    await page.goto(home);
    const link = page.getByRole('navigation').getByRole('link', { name: 'Remember' });
    await link.waitFor();
    return await timeUntil(page, () => link.click(), `${count('[role=log] article')} > 0`);
  };
  const openPlans: Act = async () => {
    const nav = page.getByRole('navigation', { name: 'Pages of the memory' });
    const plans = nav.getByRole('link', { name: 'Plans' });
    // The page of the talk has lists in sections too (what a message left in mind), so the heading is checked as well.
    const isShown = `document.querySelector('main h1')?.innerText === 'Plans' && ${count('main section[aria-label] li')} > 0`;
    const taken = await timeUntil(page, () => plans.click(), isShown);
    await nav.getByRole('link', { name: 'Talk' }).click();
    await page.getByRole('log').waitFor();
    return taken;
  };
  const measures = [
    await measureClicks(page, 'Remember: a talk of 100,000 messages opened', openTalk),
    await measureClicks(page, 'Remember: its plans', openPlans),
    await measureClicks(
      page,
      'Remember: what was said before',
      async () => await openEarlier(page, 'Show what was said before'),
    ),
    await measureFrames(page, 'Remember: scrolling 500 messages'),
  ];
  await page.reload();
  await page.getByLabel('Say something').fill('Who lit the lamp?');
  measures.push(await measureComing(page, 'Remember: a reply that comes'));
  await page.context().close();
  return measures;
}

function count(selector: string): string {
  return `document.querySelectorAll(${JSON.stringify(selector)}).length`;
}

async function moveHead(page: Page, name: string): Promise<number> {
  const last = await page.locator('section[data-turn]').last().getAttribute('data-turn');
  const button = page.getByRole('button', { name, exact: true });
  return await timeUntil(
    page,
    () => button.click(),
    `[...document.querySelectorAll('section[data-turn]')].at(-1)?.dataset.turn !== ${JSON.stringify(last)}`,
  );
}

async function openEarlier(page: Page, name: string): Promise<number> {
  const shown = 'section[data-turn], main article';
  const before = await page.locator(shown).count();
  const button = page.getByRole('button', { name });
  return await timeUntil(page, () => button.click(), `${count(shown)} > ${before}`);
}

const openWhy: Act = async (page, time) => {
  const button = page.getByRole('button', { name: 'What happened?' }).nth(time);
  const taken = await timeUntil(page, () => button.click(), `${count('dialog[open] li')} > 0`);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return taken;
};

/** Measures the frames from the key press that sends the words until the whole answer is there. */
async function measureComing(page: Page, what: string): Promise<Measure> {
  await page.keyboard.press('Enter');
  await page.locator('[aria-busy=true]').waitFor();
  return await measureFrames(page, what, '[aria-busy=true]');
}
