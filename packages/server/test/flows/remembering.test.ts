// Tests the section Remember in a real browser, with some days of talk and a scripted fake model.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findAccessFaults, findFaultsInBothThemes } from '@terrarium/annotator/testing/find-access-faults';
import { openBrowser, openContext } from '@terrarium/annotator/testing/open-browser';
import { openFakeServer } from '@terrarium/kernel/testing/fake-server';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildScreens } from '../../src/app/build-screens.ts';
import { focusByTab } from '../support/focus-by-tab.ts';
import {
  liveSomeDays,
  openRememberingServer,
  type RememberingServer,
} from '../support/remembering-server.ts';

const reply = '<do>smiles</do><say>Sunday. I will hold you to it.</say><plan>pay Mira for the tyre</plan>';
let model: Awaited<ReturnType<typeof openFakeServer>>;
let server: RememberingServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
const faults: string[] = [];

/** Adds some days of talk; the person names a home before them, and another home after them. */
const liveAndMove: typeof liveSomeDays = (memory, environment) => {
  memory.hear('I live in Graz.');
  liveSomeDays(memory, environment);
  memory.hear('I live in Vienna.');
};

beforeAll(async () => {
  const screensDir = await buildScreens(() => undefined);
  model = await openFakeServer({
    contextTokens: 32_768,
    flavour: 'llama-cpp',
    models: ['story'],
    respond: () => ({ text: reply }),
  });
  server = await openRememberingServer({ screensDir, live: liveAndMove, baseUrl: model.baseUrl });
  browser = await openBrowser();
  context = await openContext(browser, { viewport: { width: 1280, height: 860 } });
  page = await context.newPage();
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.goto(server.address);
});
afterAll(async () => {
  await browser.close();
  await server.close();
  await model.close();
});

const room = () => `${server.origin}/low-veyre/remember`;
const words = 'Remind me on Sunday to send her the money for the tyre?';

async function isInView(one: Page, text: string): Promise<boolean> {
  const top = await one
    .getByText(text)
    .first()
    .evaluate((element) => element.getBoundingClientRect().top);
  const list = one.getByRole('region', { name: 'What was said' });
  return top < (await list.evaluate((element) => element.getBoundingClientRect().bottom));
}

describe('the room of remembering', () => {
  test('RM1, RM3: what is typed survives a reload, and two windows see the same talk, each word once', async () => {
    await page.goto(room());
    await page.getByLabel('Say something').fill(words);
    await page.reload();
    expect(await page.getByLabel('Say something').inputValue()).toBe(words);
    const other = await context.newPage();
    await other.goto(room());
    await other.getByText('How did Mira’s van hold up?').waitFor();
    const listOf = (one: Page) => one.getByRole('region', { name: 'What was said' });
    for (const one of [page, other]) {
      await one.setViewportSize({ width: 1280, height: 480 });
      await listOf(one).evaluate((list) => list.scrollTo(0, 0));
      await expect.poll(() => isInView(one, 'How did Mira’s van hold up?')).toBe(false);
    }
    await page.getByLabel('Say something').press('Enter');
    for (const one of [page, other]) {
      await one.getByRole('log').getByText('Sunday. I will hold you to it.').waitFor();
      expect(await one.getByRole('log').getByText(words).count()).toBe(1);
      expect(await one.getByRole('log').getByText('Sunday. I will hold you to it.').count()).toBe(1);
    }
    // The window in which it was said shows it; the other one stays where somebody reads.
    await expect.poll(() => isInView(page, 'Sunday. I will hold you to it.')).toBe(true);
    expect(await listOf(other).evaluate((list) => list.scrollTop)).toBe(0);
    expect(await isInView(other, 'Sunday. I will hold you to it.')).toBe(false);
    await other.close();
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.getByRole('button', { name: 'Say', exact: true }).waitFor();
    expect(await page.getByLabel('Say something').inputValue()).toBe('');
    expect(await page.locator('main script').count()).toBe(0);
    await page.getByText('<script>alert(1)</script>').first().waitFor();
  });

  test('RS15, RM3: the talk is asked for while its script loads, once, and not when one only points at the link', async () => {
    const other = await context.newPage();
    const asked: string[] = [];
    other.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/\/(?:talk|minds)$/u.test(pathname)) asked.push(`${request.method()} ${pathname}`);
    });
    let send = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      send = resolve;
    });
    const script = /\/assets\/talk-page-[^/]*\.js$/u;
    await other.route(script, async (route) => {
      await held;
      await route.continue();
    });
    const loads = other.waitForRequest(script);
    await other.goto(`${server.origin}/low-veyre`);
    const link = other.getByRole('navigation').getByRole('link', { name: 'Remember' });
    await link.hover();
    await loads;
    expect(asked).toEqual([]);
    const answered = other.waitForResponse(/\/talk$/u);
    const follows = other.waitForRequest(/\/talk\/events\?since=.+/u);
    await link.click();
    await answered;
    expect(await other.getByRole('log').count()).toBe(0);
    send();
    await other.getByRole('log').getByText('How did Mira’s van hold up?').waitFor();
    await follows;
    await other.waitForLoadState('load');
    const base = '/api/worlds/low-veyre';
    expect(asked).toEqual([`GET ${base}/talk`, `GET ${base}/minds`]);
    await other.close();
  });

  test('RS15: what is still under way when the page is drawn anew is not asked for again', async () => {
    const other = await context.newPage();
    const asked: string[] = [];
    let send = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      send = resolve;
    });
    await other.route(/\/minds$/u, async (route) => {
      asked.push(route.request().url());
      await held;
      await route.continue();
    });
    await other.goto(room());
    await other.getByRole('log').waitFor();
    const answered = other.waitForResponse(/\/minds$/u);
    send();
    await answered;
    expect(asked).toHaveLength(1);
    await other.close();
  });

  test('RM5, RM7: the slider fades the mind by key alone, and secrets stay covered until they are asked for', async () => {
    const mind = page.getByRole('complementary', { name: 'In mind' });
    const row = mind.getByRole('button', { name: /relieved that the move is done/ });
    const now = await row.innerText();
    await mind.getByLabel('Moment').press('End');
    await mind.getByText('In mind then').waitFor();
    // A feeling passes within hours.
    await row.waitFor({ state: 'detached' });
    await mind.getByRole('button', { name: 'Back to now' }).click();
    expect(await row.innerText()).toBe(now);
    expect(await page.content()).not.toContain('afraid of the stairs');
    await mind.getByRole('button', { name: '1 secret · show' }).click();
    await mind.getByText(/^Sage: .*afraid of the stairs/u).waitFor();
    await mind.getByRole('button', { name: 'Hide them again' }).click();
    expect(await page.content()).not.toContain('afraid of the stairs');
  });

  test('RM6, RM15: what is known stays at later moments, and at an earlier one it stands as it did then', async () => {
    await page.goto(room());
    const mind = page.getByRole('complementary', { name: 'In mind' });
    const known = mind.getByRole('region', { name: 'Known facts' });
    await known.getByRole('button', { name: /home/ }).waitFor();
    const now = await known.innerText();
    expect(now).toContain('Vienna');
    await mind.getByLabel('Moment').press('End');
    await mind.getByText('In mind then').waitFor();
    expect(await known.innerText()).toBe(now);
    await mind.getByLabel('How far to look').selectOption('the last two weeks');
    await mind.getByText('In mind now').waitFor();
    await mind.getByLabel('Moment').press('Home');
    await mind.getByText('Nothing was in mind then.').waitFor();
    await mind.getByLabel('Moment').press('End');
    for (let step = 0; step < 34; step += 1) await mind.getByLabel('Moment').press('ArrowLeft');
    await mind.getByText('In mind then').waitFor();
    await known.getByRole('button', { name: /Graz/ }).click();
    expect(await known.innerText()).not.toContain('Vienna');
    expect(await mind.getByRole('button', { name: 'Put out of mind' }).count()).toBe(0);
    expect(await page.getByRole('region', { name: 'Secrets' }).count()).toBe(0);
    await mind.getByRole('button', { name: 'Back to now' }).click();
    await known.getByRole('button', { name: /Vienna/ }).waitFor();
    expect(await known.innerText()).toBe(now);
    await known.getByRole('button', { name: /Vienna/ }).click();
    await known.getByRole('button', { name: 'Put out of mind' }).click();
    const note = known.getByRole('status');
    await note.getByText(/^Out of mind: home, Vienna/).waitFor();
    await known.getByRole('button', { name: /Vienna/ }).waitFor({ state: 'detached' });
    await note.getByRole('button', { name: 'Undo that' }).click();
    await known.getByRole('button', { name: /Vienna/ }).waitFor();
    expect(await known.getByRole('status').count()).toBe(0);
    await known.getByRole('button', { name: /Vienna/ }).click();
    await known.getByRole('button', { name: 'Correct it' }).click();
    await known.getByLabel('The right home').fill('Linz');
    await known.getByRole('button', { name: 'Save' }).click();
    await note.getByText(/^Corrected: home: Linz/).waitFor();
    await known.getByRole('button', { name: /Linz/ }).waitFor();
    await note.getByRole('button', { name: 'Undo that' }).click();
    await known.getByRole('button', { name: /Vienna/ }).waitFor();
    // Nothing lingers, and the facts are about two people.
    await page.route(/\/mind\?/u, async (route) => {
      const json = await (await route.fetch()).json();
      const facts = json.facts.map((fact: object) => [
        fact,
        { ...fact, item: 9_999, voice: 'r', person: 'Robin' },
      ]);
      await route.fulfill({ json: { ...json, lines: [], otherItems: 0, facts: facts.flat().slice(0, 2) } });
    });
    await page.reload();
    await mind.getByText('Nothing lingers in mind now.').waitFor();
    await known.getByRole('button', { name: /^Kit · home/ }).waitFor();
    await known.getByRole('button', { name: /^Robin · home/ }).waitFor();
    await page.unroute(/\/mind\?/u);
  });

  test('RM4, RM6: a plan is done by a button, and that is taken back, and a message is taken back and restored', async () => {
    await page.goto(`${room()}/plans`);
    await page
      .getByRole('listitem')
      .filter({ hasText: 'the keys' })
      .getByRole('button', { name: 'Done' })
      .click();
    await page.getByRole('status').filter({ hasText: 'Done: ' }).waitFor();
    await page.getByRole('button', { name: 'Undo that' }).click();
    await page.getByRole('listitem').filter({ hasText: 'the keys' }).waitFor();
    await page.getByLabel('Plan something').fill('Oil the hinges');
    await page.getByRole('button', { name: 'Plan it' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Oil the hinges' }).waitFor();
    const planned = page.getByRole('status').filter({ hasText: 'Planned without a date: Oil the hinges' });
    await planned.waitFor();
    // Words that do nothing stay in the field. A plan that was ended by words such as “done …” can be brought back.
    await page.getByLabel('Plan something').fill('done Nothing of this');
    await page.keyboard.press('Enter');
    await page.getByText('No active plan matches these words.').waitFor();
    expect(await page.getByLabel('Plan something').inputValue()).toBe('done Nothing of this');
    await page.getByLabel('Plan something').fill('Drop oil the hinges');
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Dropped: Oil the hinges' }).waitFor();
    expect(await page.getByLabel('Plan something').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Undo that' }).click();
    const hinges = page.getByRole('listitem').filter({ hasText: 'Oil the hinges' });
    await hinges.getByRole('button', { name: 'Reword or move it' }).click();
    await hinges.getByLabel('Its words').fill('Grease the hinges');
    await hinges.getByLabel('When').fill('tomorrow');
    await page.keyboard.press('Enter');
    const reworded = page.getByRole('status').filter({ hasText: 'Changed: Grease the hinges' });
    await reworded.waitFor();
    expect(await reworded.evaluate((found) => found.matches(':focus'))).toBe(true);
    await hinges.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo that' }).click();
    await hinges.waitFor();
    // The page reports only the newest thing that was done.
    await page.getByRole('listitem').filter({ hasText: 'Lamplighter' }).getByText('Drop it').click();
    await page.getByRole('status').filter({ hasText: 'Dropped: ' }).waitFor();
    expect(await planned.count()).toBe(0);
    await page.getByRole('button', { name: 'Undo that' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Lamplighter' }).waitFor();
    expect(await planned.count()).toBe(0);
    await page.goto(room());
    await page.getByRole('button', { name: 'Take this plan back' }).waitFor();
    expect(await page.getByRole('button', { name: 'Reword your message' }).count()).toBe(0);
    // When a message is taken back, its form goes too, and is not left open for the message before.
    for (const words of ['The stove is new.', 'The sink is old.']) {
      await page.getByRole('textbox').last().fill(words);
      await page.keyboard.press('Enter');
      await page.getByRole('article').filter({ hasText: words }).waitFor();
      await page.getByRole('article').last().getByText('Sunday. I will hold you to it.').waitFor();
      await page.getByRole('button', { name: 'Say', exact: true }).waitFor();
    }
    await page.getByRole('button', { name: 'Reword your message' }).click();
    await page.getByLabel('New words for your newest message').waitFor();
    await page.getByRole('button', { name: 'Take your message back' }).click();
    await page.getByLabel('New words for your newest message').waitFor({ state: 'detached' });
    await page.getByRole('article').filter({ hasText: 'The sink is old.' }).waitFor({ state: 'detached' });
    // The message comes back although the message before it has an answer.
    await page.getByRole('button', { name: 'Restore what was taken back' }).click();
    await page.getByRole('article').filter({ hasText: 'The sink is old.' }).waitFor();
    expect(await page.getByLabel('New words for your newest message').count()).toBe(0);
    // The page of the world shows another companion in the same way as the first one.
    const address = /\/api\/worlds\/low-veyre$/u;
    await page.route(address, async (route) => {
      const json = await (await route.fetch()).json();
      const minds = [...json.minds, { id: 'iri', name: 'Iri' }];
      const others = [{ ...json.companion, id: 'iri', name: 'Iri', messages: 7 }];
      await route.fulfill({ json: { ...json, minds, others } });
    });
    await page.goto(`${server.origin}/low-veyre`);
    const iri = page.getByRole('region', { name: 'Companion' }).locator('a[href^="/low-veyre~iri/"]');
    await iri.filter({ hasText: /^Talk with Iri\b.*7 messages/u }).waitFor();
    await iri.filter({ hasText: /ask Mira about the keys.*Iri/u }).waitFor();
    await page.unroute(address);
  });

  test('RM16: after an act the focus goes on, and a thing that is put out of mind comes back from the note', async () => {
    const { keyboard } = page;
    const focus = () => page.locator(':focus');
    const press = async (name: string, within: Page | Locator = page) => {
      await within.getByRole('button', { name, exact: true }).first().focus();
      await keyboard.press('Enter');
    };
    for (const [act, note] of [
      ['Done', /^Done: /u],
      ['Drop it', /^Dropped: /u],
    ] as const) {
      await page.goto(`${room()}/mind`);
      const row = page.getByRole('button', { name: /second Lamplighter together/u });
      await row.focus();
      await keyboard.press('Enter');
      await press(act);
      await focus().getByText(note).waitFor();
      await row.waitFor({ state: 'detached' });
      await press('Undo that');
      await row.waitFor();
      // The note is gone with its button, so what follows the note has the focus.
      await page.getByText(note).waitFor({ state: 'detached' });
      expect(await focus().getAttribute('aria-expanded')).toBe('false');
    }
    await page.goto(`${room()}/plans`);
    await press('Drop it');
    await focus()
      .getByText(/^Dropped: /u)
      .waitFor();
    await press('Undo that');
    await page.getByText(/^Dropped: /u).waitFor({ state: 'detached' });
    // A button that can do nothing more keeps the focus.
    await page.getByLabel('Plan something').fill('Mend the tap');
    await press('Plan it');
    await page.getByText('Planned without a date: Mend the tap').waitFor();
    expect(await focus().innerText()).toBe('Plan it');
    // A form leads back to the button that opened it.
    const body = { ambient: 'Kit’s sister, who owns a van.' };
    await server.read('/api/worlds/low-veyre/fragments/mira', { method: 'PUT', body });
    await page.goto(`${room()}/fragments/mira`);
    await press('Rewrite it');
    await page.getByLabel('In one sentence').fill('Kit’s sister, who lends her van.');
    await press('Save');
    await page.getByText('Kit’s sister, who lends her van.').first().waitFor();
    await focus().getByText('Rewrite it').waitFor();
    // What was written is undone from the newest on, even after the page was left.
    for (const left of [1, 0]) {
      await page.goto(`${room()}/keeping`);
      await press('Undo that');
      await focus().getByText('Undone.').waitFor();
      await page.goto(`${room()}/keeping`);
      await page.getByText('There is no change to decide on.').waitFor();
      expect(await page.getByRole('link', { name: 'mira' }).count()).toBe(left);
    }
    // In the talk, once the newest message was reworded, the buttons belong to the message with the new words.
    await page.goto(room());
    await page.getByLabel('Say something').fill('The tap drips.');
    await keyboard.press('Enter');
    await page.getByRole('article').filter({ hasText: 'The tap drips.' }).waitFor();
    await press('Reword your message');
    await page.getByLabel('New words for your newest message').fill('The tap leaks.');
    await page.getByText('Enter replaces it').waitFor();
    await keyboard.press('Enter');
    await page.getByRole('article').filter({ hasText: 'The tap leaks.' }).waitFor();
    expect(await focus().count()).toBe(1);
    await press('Take your message back');
    await page.getByRole('article').filter({ hasText: 'The tap leaks.' }).waitFor({ state: 'detached' });
    expect(await focus().count()).toBe(1);
  });

  test('RM12, RM17: files that are dropped while another comes in are taken one after the other', async () => {
    const drop = async (...names: readonly string[]) =>
      await page.evaluate(`(() => {
        const dataTransfer = new DataTransfer();
        for (const name of ${JSON.stringify(names)}) {
          const line = { speaker: 'Kit', role: 'user', at: '2024-05-01T10:00:00Z', text: 'From ' + name };
          const others = ['Robin', 'Old Tom'].map((speaker) => ({ ...line, speaker, role: undefined }));
          const lines = (name.startsWith('asks') ? others : [line]).map((one) => JSON.stringify(one));
          const card = JSON.stringify({ spec: 'chara_card_v2', data: { name: 'Soma', description: 'Dry.' } });
          const text = { wrong: 'not a talk', card }[name.split('.')[0]] ?? lines.join('\\n');
          dataTransfer.items.add(new File([text], name));
        }
        window.dispatchEvent(new DragEvent('drop', { dataTransfer }));
      })()`);
    let send = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      send = resolve;
    });
    await page.route(/\/talks\?/u, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(room());
    await page.getByRole('log').waitFor();
    await drop('first.jsonl');
    await page.getByText('Bringing in first.jsonl …').waitFor();
    await drop('wrong.jsonl', 'second.jsonl', 'third.jsonl');
    await page.getByText('Waiting: wrong.jsonl, second.jsonl, third.jsonl').waitFor();
    send();
    const region = page.getByRole('region', { name: 'A chat or a character card' });
    for (const name of ['first', 'second', 'third'])
      await region.getByText(`${name}.jsonl: 1 message came in.`).waitFor();
    // A file that is refused does not keep the next ones waiting.
    await region.getByText('wrong.jsonl was not brought in:').waitFor();
    await drop('asks.jsonl');
    await region.getByLabel('Which of the speakers are you?').waitFor();
    await drop('fourth.jsonl');
    await region.getByText('fourth.jsonl: 1 message came in.').waitFor();
    await region.getByText('asks.jsonl was not brought in:').waitFor();
    await region.getByLabel('Which of the speakers are you?').fill('Robin');
    await region.getByRole('button', { name: 'Bring it in' }).click();
    await region.getByText('asks.jsonl: 2 messages came in.').waitFor();
    // A card replaces the present companion only if the person says so.
    await drop('card.json');
    await region.getByRole('button', { name: 'Replace the present companion' }).waitFor();
    expect(await findAccessFaults(page)).toEqual([]);
    await region.getByRole('button', { name: 'Add it as one more companion' }).click();
    await region.getByText('Soma is one of the companions now, with a memory of its own.').waitFor();
    const talk = await region.getByRole('link', { name: 'Talk with Soma' }).getAttribute('href');
    expect(talk).toBe(`${new URL(room()).pathname.replace(/(?=\/remember)/u, '~soma')}`);
    await region.getByRole('button', { name: 'Close this' }).click();
    await region.waitFor({ state: 'detached' });
    await page.unroute(/\/talks\?/u);
    // If something has been said already, a file can still be chosen, without dragging.
    await page.goto(`${room()}/keeping`);
    const line = JSON.stringify({ speaker: 'Kit', role: 'user', text: 'Chosen by hand.' });
    const chosen = { name: 'chosen.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(line) };
    await region.locator('input[type="file"]').setInputFiles(chosen);
    await region.getByText(/^1 message came in/u).waitFor();
  });

  test('SG9: by keys alone one talks, sees why something is in mind, and lets a plan go and come back', async () => {
    const { keyboard } = page;
    await page.goto(room());
    await page.getByLabel('Say something').waitFor();
    await focusByTab(page, /^Say something$/);
    await keyboard.type('Good night, by key.');
    await keyboard.press('Enter');
    await page.getByRole('log').getByText('Good night, by key.').waitFor();
    await focusByTab(page, /relieved that the move is done/);
    await keyboard.press('Enter');
    await page
      .getByRole('button', { name: /^Forget/ })
      .first()
      .waitFor();
    await page.goto(`${room()}/plans`);
    await page.getByRole('button', { name: 'Drop it' }).first().waitFor();
    await focusByTab(page, /^Drop it$/);
    await keyboard.press('Enter');
    await page.getByRole('button', { name: 'Undo that' }).waitFor();
    await focusByTab(page, /^Undo that$/, 'Shift+Tab');
    await keyboard.press('Enter');
    await page.getByRole('button', { name: 'Undo that' }).waitFor({ state: 'detached' });
  });

  test('RM8, FG12: a moment is forgotten after it was said what would go, and a copy only if that is ticked', async () => {
    const copy = join(server.worldDir, 'exports', 'talk.memory.md');
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, '# Memory\n\nAnna is already nervous.\n');
    await page.goto(room());
    const message = page.getByRole('article').filter({ hasText: 'Anna is already nervous' });
    const open = async () => {
      await message.getByRole('button', { name: 'What can be done with this message' }).click();
      await message.getByRole('button', { name: /Forget this moment/ }).click();
      await page.getByText('What would be deleted:').waitFor();
    };
    await open();
    // Pressing Enter at once would delete nothing, since the person has not read the list yet.
    const keeping = page.getByRole('button', { name: 'Keep it' });
    expect(await keeping.evaluate((found) => found.matches(':focus'))).toBe(true);
    await keeping.click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await message.waitFor();
    await open();
    await page.getByRole('radio', { name: 'Only: Anna is already nervous' }).check();
    await page.getByRole('heading', { name: 'Forget this sentence?' }).waitFor();
    await page.getByText('a part of 1 moment').waitFor();
    await page.getByRole('radio', { name: 'All of it' }).check();
    await page.getByRole('heading', { name: 'Forget this moment?' }).waitFor();
    expect(await page.getByLabel(/Also remove 1 copy of this memory/u).isChecked()).toBe(false);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 400) refused.push(response.url());
    });
    await page.getByRole('button', { name: 'Forget it for good' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await message.waitFor({ state: 'detached' });
    const note = page.getByText('Forgotten: 1 moment');
    await note.waitFor();
    expect(await page.locator(':focus').innerText()).toContain('Forgotten: 1 moment');
    await page.getByRole('button', { name: 'Close this' }).click();
    await note.waitFor({ state: 'detached' });
    expect(refused).toEqual([]);
    expect(existsSync(copy)).toBe(true);
  });

  test('RM14: a long list shows its first rows, the others by a button, from which the focus goes on, and on paper', async () => {
    const notes = Array.from({ length: 30 }, (_, index) => `<pin>Box ${index + 1} is in the hall</pin>`);
    const text = `The boxes came. ${notes.join(' ')}`;
    await server.read('/api/worlds/low-veyre/talk', { method: 'POST', body: { text } });
    await page.goto(room());
    const message = page.getByRole('article').filter({ hasText: 'The boxes came.' });
    const rows = message.getByRole('listitem');
    const unfold = message.getByRole('button', { name: 'Show all 30' });
    await unfold.waitFor();
    expect(await rows.count()).toBe(12);
    await page.emulateMedia({ media: 'print' });
    await rows.nth(29).waitFor();
    expect(await unfold.count()).toBe(0);
    await page.emulateMedia({ media: null });
    await unfold.press('Enter');
    await rows.nth(29).waitFor();
    expect(await unfold.count()).toBe(0);
    expect(await page.evaluate('document.activeElement.innerText')).toBe(await rows.nth(12).innerText());
    const mind = page.getByRole('region', { name: 'What has not faded' });
    const held = mind.getByRole('listitem');
    expect(await held.count()).toBe(24);
    await mind.getByRole('button', { name: /^Show all \d+$/ }).press('Enter');
    await held.nth(24).waitFor();
    expect(await page.evaluate('document.activeElement.innerText')).toBe(
      await held.nth(24).getByRole('button').innerText(),
    );
    // The word for a kind of item, such as "pin", is explained if it does not say what it means.
    await mind.getByRole('button', { name: /Box 30 is in the hall/ }).click();
    await mind.getByText(/^A pin is something that was marked as important/).waitFor();
  });

  test('RM16: in a long list, the note with its Undo is in view wherever one was', async () => {
    const plans = Array.from({ length: 25 }, (_, index) => `<plan>carry box ${index + 1}</plan>`);
    await server.read('/api/worlds/low-veyre/talk', { method: 'POST', body: { text: plans.join(' ') } });
    const note = page.getByRole('status').filter({ hasText: 'Undo that' });
    const measureTop = async () => {
      await note.waitFor();
      const box = await note.boundingBox();
      expect(box?.y).toBeLessThan(page.viewportSize()?.height ?? 0);
      return box?.y;
    };
    await page.goto(`${room()}/plans`);
    await page.getByRole('button', { name: 'Drop it' }).last().click();
    const tabs = await page.getByRole('navigation', { name: 'Pages of the memory' }).boundingBox();
    expect(await measureTop()).toBeGreaterThanOrEqual((tabs?.y ?? 0) + (tabs?.height ?? 0) - 1);
    await note.getByRole('button', { name: 'Close this' }).click();
    await note.waitFor({ state: 'detached' });
    await page.goto(room());
    const rows = page.getByRole('region', { name: 'What has not faded' }).getByRole('listitem');
    await rows.last().getByRole('button').click();
    await rows
      .last()
      .getByRole('button', { name: /^(?:Put out of mind|Drop it)$/u })
      .click();
    expect(await measureTop()).toBeGreaterThan(0);
    await note.getByRole('button', { name: 'Undo that' }).click();
    await note.waitFor({ state: 'detached' });
  });

  test('SG3: no page of the room has a fault that a test of access finds, nor runs off the side of a phone', async () => {
    for (const path of ['', '/mind', '/plans', '/fragments', '/keeping']) {
      await page.setViewportSize({ width: 1280, height: 860 });
      await page.goto(`${room()}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const tabs = page.getByRole('navigation', { name: 'Pages of the memory' });
      await tabs.getByRole('link', { name: 'In mind' }).waitFor();
      expect(await findFaultsInBothThemes(page), path).toEqual([]);
      await page.setViewportSize({ width: 320, height: 640 });
      const over = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
      expect(over, path).toBeLessThanOrEqual(0);
    }
    expect(faults).toEqual([]);
  });

  test('SG3, RM5: on a phone, where links are as high as a finger, the tabs show which page is open', async () => {
    const viewport = { width: 360, height: 740 };
    const phone = await openContext(browser, { viewport, hasTouch: true });
    await phone.addCookies(await context.cookies());
    const held = await phone.newPage();
    await held.goto(`${room()}/plans`);
    const tabs = held.getByRole('navigation', { name: 'Pages of the memory' }).locator('div');
    await tabs.getByRole('link', { name: 'Plans' }).waitFor();
    expect((await tabs.getByRole('link', { name: 'Plans' }).boundingBox())?.height).toBeGreaterThanOrEqual(
      44,
    );
    // The line under the open tab is at the bottom edge of the tabs, and must not be cut off.
    expect(await tabs.evaluate((all) => all.scrollHeight - all.clientHeight)).toBe(0);
    await held.route(/\/mind\?/u, async (route) => {
      const json = await (await route.fetch()).json();
      const known = [{ key: 'mira', text: 'Kit’s sister.' }];
      await route.fulfill({ json: { ...json, wake: { sections: [], known, echoes: [] } } });
    });
    await held.goto(room());
    const came = held.getByText(/^Brought to mind: Mira$/u);
    await came.waitFor();
    expect(await findAccessFaults(held)).toEqual([]);
    await held.setViewportSize({ width: 1280, height: 860 });
    await came.waitFor({ state: 'hidden' });
    await phone.close();
  });
});
