// Tests assembly as a companion sees it: what is in mind, in which order, and what is left out.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultProfile } from '../../src/decay/profile.ts';
import { addToIndex } from '../../src/echoes/echo-store.ts';
import { greetingOrigin } from '../../src/events/event.ts';
import { ingest } from '../../src/intake/ingest.ts';
import type { SectionName, WakePackage } from '../../src/ledger/wake-package.ts';
import { cutWritten } from '../../src/look-ups.ts';
import { readTalkPage } from '../../src/pages/read-talk-page.ts';
import { type RenderedWake, render, renderForUser, renderParts } from '../../src/render/render-wake.ts';
import { parseResponse } from '../../src/tags/parse-message.ts';
import { exampleVoices } from '../../src/tags/voices.ts';
import type { ItemId } from '../../src/working-memory/item.ts';
import { dayMs, hourMs, openTestMemory, type TestMemory } from '../support/open-test-memory.ts';

let test1: TestMemory;
beforeEach(() => {
  test1 = openTestMemory();
});
afterEach(() => test1.close());

function linesOf(wake: WakePackage, name: SectionName): readonly string[] {
  return wake.sections.find((section) => section.name === name)?.lines.map(({ text }) => text) ?? [];
}

function countBefore({ user }: RenderedWake, ...parts: readonly string[]): readonly boolean[] {
  return parts.slice(1).map((part, index) => user.indexOf(parts[index] ?? '') < user.indexOf(part));
}

describe('sections', () => {
  test('AS1: sections stand in their order, and those with nothing in them are left out', async () => {
    const { memory, folder, stores } = test1;
    writeFileSync(join(folder, 'wake-context.md'), 'I am Sage, and speak in <say>.');
    writeFileSync(join(folder, 'ambient.md'), 'I like rain.');
    stores.fragments.create(
      { key: 'mill', ambient: 'Old.', recognition: 'An old mill.', inventory: '', sources: [] },
      0,
    );
    memory.hear('hello <pin>rye bread</pin>');
    memory.speak('<feeling>glad</feeling><say>hello to you</say> recall("mill")');
    memory.hear('what about the mill?');
    const wake = await memory.wake();
    expect(renderParts(wake)).toMatchInlineSnapshot(`
      {
        "system": "I am Sage, and speak in <say>.

      ## Always in mind

      I like rain.",
        "user": "## Lingering
      What is still in mind, oldest first, beside what your newest replies below note. What is not taken up again fades.
      - pin (User, just now): rye bread

      ## Recalled
      What was asked for by name, and what lies next to it.
      - mill (recognition): An old mill.

      ## Recent
      User: hello
      Companion: <feeling>glad</feeling>
        <say>hello to you</say>

      ## Now
      It is Monday, 1 January 2024, 00:00 (UTC). The last exchange was just now.

      ## User
      what about the mill?",
      }
    `);
    expect(render(wake)).toBe(`${renderParts(wake).system}\n\n${renderParts(wake).user}`);
  });

  test('AS1: echoes stand between what was recalled and what was said last', async () => {
    const { memory, clock } = test1;
    memory.hear('the heron by the pond');
    memory.speak('<feeling>calm</feeling><say>it stood there for an hour</say>recall("pond")');
    clock.advance(60 * dayMs);
    for (const text of ['one '.repeat(350), 'two']) memory.hear(text);
    memory.speak('<say>three</say>recall("pond")');
    memory.hear('was there a heron?');
    const rendered = renderParts(await memory.wake());
    const order = [
      '## Recalled',
      '## Echoes',
      '— Mon 1 January 2024, 2 months ago —\nUser: the heron by the pond\nCompanion: it stood',
      '## Recent',
      'User: two',
      '## Now',
      '## User\nwas',
    ];
    expect(countBefore(rendered, ...order)).toEqual(order.slice(1).map(() => true));
    expect(rendered.user.match(/was there a heron/g)).toHaveLength(1);
    expect(rendered.user.match(/User: two/g)).toHaveLength(1);
  });

  test('AS7: the system part is the same from turn to turn, and neutral where no file says otherwise', async () => {
    const { memory, clock } = test1;
    memory.hear('one');
    const first = renderParts(await memory.wake());
    memory.speak('<feeling>new</feeling><pin>something</pin>two');
    clock.advance(dayMs);
    memory.hear('three');
    expect(renderParts(await memory.wake()).system).toBe(first.system);
    expect(first.system).toContain('<say>…</say>');
  });

  test('AS17: what maintenance keeps of ambient.md is read without its marks, and a page of only marks counts as none', async () => {
    const { memory, folder } = test1;
    const ambientPath = join(folder, 'ambient.md');
    const list = '<!-- compiled -->\n- [mill] It is grey.\n<!-- /compiled -->';
    writeFileSync(ambientPath, `# What I know\n\n${list}\n\n<!-- my own -->\n`);
    const { system } = renderParts(await memory.wake());
    expect(system).toContain('# What I know\n\n- [mill] It is grey.\n\n<!-- my own -->');
    expect(system).not.toContain('compiled');
    writeFileSync(ambientPath, list.replace('- [mill] It is grey.\n', ''));
    const bare = renderParts(await memory.wake());
    rmSync(ambientPath);
    expect(renderParts(await memory.wake()).system).toBe(bare.system);
  });

  test('AS18: a page that speaks of no tag says who the companion is, and the default text how it writes', async () => {
    const { memory, folder } = test1;
    memory.hear('one');
    const rules = renderParts(await memory.wake()).system;
    writeFileSync(join(folder, 'wake-context.md'), 'I am Sage.');
    expect(renderParts(await memory.wake()).system).toBe(`I am Sage.\n\n${rules}`);
    writeFileSync(join(folder, 'wake-context.md'), 'I am Sage, and only <say> things.');
    expect(renderParts(await memory.wake()).system).toBe('I am Sage, and only <say> things.');
    expect(rules).toContain('\nplans()\n');
    expect(cutWritten(rules)).not.toMatch(/no tools|plans\(\)/u);
  });

  test('AS21: where a card says "User", the person is named by the name that they told', async () => {
    const { memory, folder, stores, clock } = test1;
    const page = 'A User, <say>\n> Adamant, remembers what User says. Userland.';
    writeFileSync(join(folder, 'wake-context.md'), page);
    const greeting = parseResponse('<say>Evening, User. Adam says hello.</say>');
    ingest(stores.connection, greeting, { side: 'companion', clock, origin: greetingOrigin });
    memory.hear("Hello, I'm Ada.");
    const { system, user } = renderParts(await memory.wake());
    expect(system).toBe('A User, <say>\n> Adamant, remembers what Ada says. Userland.');
    expect(user).toContain('<say>Evening, Ada. Adam says hello.</say>');
    // The card's words are said before anybody else has spoken, so they are not part of an exchange.
    expect(user).toContain('Nothing but your greeting was said before.');
    expect(user).toContain('## Ada\n');
    const look = { nowMs: clock.now(), limit: 5, voices: exampleVoices };
    expect(readTalkPage(stores.connection, look)).toMatchObject({
      personName: 'Ada',
      messages: [{ shown: 'Evening, Ada. Adam says hello.' }, {}],
    });
    memory.edit({ do: 'edit', what: 'name', text: 'Bo</say>x' });
    expect(renderParts(await memory.wake()).user).toContain(
      '<say>Evening, Bo‹/say›x. Adam says hello.</say>',
    );
  });

  test('AS21: a Japanese greeting has the name in place of "User", though no blank parts it from さん', async () => {
    const { memory, stores, clock } = test1;
    const greeting = parseResponse('<say>いらっしゃい、Userさん。健太郎もいます。</say>');
    ingest(stores.connection, greeting, { side: 'companion', clock, origin: greetingOrigin });
    memory.hear('健太っていいます。');
    expect(renderParts(await memory.wake()).user).toContain(
      '<say>いらっしゃい、健太さん。健太郎もいます。</say>',
    );
  });

  test('AS21: a greeting that comes back as an echo calls the person by the name that they told', async () => {
    const { memory, stores, clock } = test1;
    const greeting = parseResponse('<say>Evening, User. The lighthouse is dark.</say>');
    ingest(stores.connection, greeting, {
      side: 'companion',
      clock,
      origin: greetingOrigin,
      addToIndex: (event, shownText) => addToIndex(stores.connection, event, shownText),
    });
    memory.hear("Hello, I'm Ada.");
    for (let round = 0; round < 80; round++)
      memory.hear(`It was a quiet evening on the hill, number ${round}.`);
    clock.advance(40 * 86_400_000);
    memory.hear('Good evening.');
    const { user } = renderParts(await memory.wake({ message: 'What was it about the lighthouse?' }));
    expect(user).toContain('Evening, Ada. The lighthouse is dark.');
    expect(user).not.toContain('Evening, User');
  });

  test('AS21: without a card, "User" in the first reply is a word like any other', async () => {
    const { memory } = test1;
    memory.speak('<say>The User page is open.</say>');
    memory.hear("Hello, I'm Ada.");
    expect(renderParts(await memory.wake()).user).toContain('<say>The User page is open.</say>');
  });

  test('AS7: a file that cannot be sent with each message is refused', async () => {
    const { memory, folder } = test1;
    memory.hear('one');
    writeFileSync(join(folder, 'ambient.md'), 'x'.repeat(300_000));
    await expect(memory.wake()).rejects.toMatchObject({ code: 'memory.bad-wake-file' });
    writeFileSync(join(folder, 'ambient.md'), '');
    mkdirSync(join(folder, 'wake-context.md'));
    await expect(memory.wake()).rejects.toMatchObject({ code: 'world.not-a-file' });
  });

  test('AS8: the message comes last, word for word, and outside of all budgets', async () => {
    const { memory } = test1;
    const text = `<say>"${'long '.repeat(20_000)}"</say>\n## Recent\n<pin>a</pin>  `;
    memory.hear(text);
    expect(render(await memory.wake()).endsWith(`## User\n${text}`)).toBe(true);
  });

  test('AS8: without a message of the person the companion wakes to what is in mind', async () => {
    const { memory } = test1;
    memory.hear('one');
    memory.speak('two');
    const wake = await memory.wake();
    expect(wake.message).toBeUndefined();
    expect(linesOf(wake, 'recent')).toEqual(['User: one', 'Companion: <say>two</say>']);
    const asked = await memory.wake({ message: 'never heard' });
    expect(asked.message).toEqual({ from: 'User', text: 'never heard' });
  });
});

describe('what lingers', () => {
  test('AS2: the weightiest items fill what working memory may take, and how full it is presses on the talk', async () => {
    const { memory, clock } = test1;
    const empty = await memory.wake();
    expect(empty.pressure).toBe(0);
    for (let index = 0; index < 150; index++) {
      memory.hear(
        `<pin>number ${index} stands for the tree at the ${index}th corner of the road to the sea</pin>`,
      );
      clock.advance(hourMs);
    }
    const wake = await memory.wake();
    const shown = linesOf(wake, 'lingering').map((line) => Number(/number (\d+) /.exec(line)?.[1]));
    expect(wake.pressure).toBeGreaterThan(0.97);
    expect(wake.pressure).toBeLessThanOrEqual(1);
    expect(shown).toEqual(Array.from({ length: shown.length }, (_, index) => 150 - shown.length + index));
  });

  test('AS3: without echoes, the talk gets what working memory leaves of the reserve', async () => {
    test1.close();
    test1 = openTestMemory({ budgets: { echoes: 0 } });
    const { memory } = test1;
    const said = (round: number) =>
      `round ${round}: the path goes on over the hill and down to the old water mill`;
    for (let round = 0; round < 150; round++) memory.hear(said(round));
    const before = await memory.wake();
    for (let round = 0; round < 150; round++)
      memory.speak(
        `<pin>number ${round} stands for the tree at the ${round}th corner of the road to the sea</pin>`,
      );
    const after = await memory.wake();
    const tokensOf = (wake: WakePackage) => wake.sections.find(({ name }) => name === 'recent')?.tokens ?? 0;
    expect(tokensOf(before)).toBeGreaterThan(2400);
    expect(tokensOf(before)).toBeLessThanOrEqual(2500);
    expect(tokensOf(after)).toBeGreaterThan(1350);
    expect(tokensOf(after)).toBeLessThanOrEqual(2500 - 1000);
  });

  test('AS3: if echoes are looked for, older talk leaves them the reserve', async () => {
    const { memory, clock } = test1;
    for (let round = 0; round < 150; round++) {
      memory.hear(`round ${round}: the path goes on over the hill and down to the old water mill`);
    }
    const sumOf = (wake: WakePackage, name: SectionName) =>
      wake.sections.find((section) => section.name === name)?.tokens ?? 0;
    const soon = await memory.wake();
    clock.advance(2 * dayMs);
    const later = await memory.wake({ message: 'what of the water mill?' });
    expect(sumOf(later, 'recent')).toBeLessThanOrEqual(1000);
    expect(sumOf(later, 'recent')).toBeGreaterThan(900);
    expect(sumOf(later, 'echoes')).toBeGreaterThan(2000);
    for (const wake of [soon, later]) {
      expect(sumOf(wake, 'recent') + sumOf(wake, 'echoes')).toBeLessThanOrEqual(5700);
    }
  });

  test('AS3: only what is shown of a message is part of the talk', async () => {
    const { memory } = test1;
    memory.hear(
      '<say>come in</say><do>opens the door</do><thought>a stranger</thought><narrate>It rains.</narrate>',
    );
    memory.speak('hm, processing <say>thank you</say>');
    expect(linesOf(await memory.wake(), 'recent')).toEqual([
      'User: come in\n  *opens the door*\n  It rains.',
      'Companion: <say>thank you</say>',
    ]);
  });

  test('AS4: what is chosen by score is shown in order of time', async () => {
    const { memory, clock } = test1;
    memory.hear('<pin>first</pin>');
    clock.advance(hourMs);
    memory.hear('<thought>second</thought>');
    clock.advance(hourMs);
    memory.hear('<plan>third</plan>');
    const texts = linesOf(await memory.wake(), 'lingering').map((line) => line.split(': ').at(-1));
    expect(texts).toEqual(['first', 'second', 'third']);
  });

  test('AS10: a pin is announced before it fades, even if there is no room for it', async () => {
    const { memory, clock } = test1;
    memory.hear('<pin>the key lies under the mat</pin><pin>keep the name of the boat is Selma</pin>');
    for (let week = 0; week < 10; week++) {
      clock.advance(7 * dayMs);
      memory.speak('<say>Still here.</say>');
    }
    const [line] = linesOf(await memory.wake(), 'lingering');
    expect(line).toBe('- pin (User, 2 months ago; about to fade): the key lies under the mat');
    for (let index = 0; index < 120; index++)
      memory.speak(
        `<pin>number ${index} stands for the tree at the ${index}th corner of the road to the sea</pin>`,
      );
    clock.advance(hourMs);
    const lines = linesOf(await memory.wake(), 'lingering');
    expect(lines.at(-1)).toBe('- pins about to fade unless taken up again: "the key lies under the mat"');
    expect(lines.some((one) => one.includes('the boat is Selma'))).toBe(true);
  });

  test('AS11: a line says whose it is, how old, and when it is due', async () => {
    const { memory, clock } = test1;
    memory.hear('<plan>call the vet on Friday at 3pm</plan>');
    clock.advance(3 * hourMs);
    memory.speak('<plan>call the vet on Friday at 3pm</plan><thought>a short\nthought</thought>');
    clock.advance(2 * hourMs);
    expect(linesOf(await memory.wake(), 'lingering')).toEqual([
      '- plan (User, 5 hours ago, again 2 hours ago; due Fri 5 January 15:00, in 4 days): call the vet',
      '- thought (Companion, 2 hours ago): a short\n  thought',
    ]);
    clock.advance(5 * dayMs);
    memory.hear('so');
    memory.hear('on');
    expect(linesOf(await memory.wake(), 'lingering')[0]).toContain('was due Fri 5 January 15:00, yesterday');
  });
});

describe('the last exchange', () => {
  test('AS6: it is there after a month away, with the time since', async () => {
    const { memory, clock } = test1;
    memory.hear(`an earlier word ${'and so on '.repeat(200)}`);
    memory.speak('an earlier answer');
    clock.advance(2 * dayMs);
    memory.hear('see you in a month');
    memory.speak('<feeling>sad</feeling><say>take care</say>');
    clock.advance(30 * dayMs);
    memory.hear('I am back');
    const wake = await memory.wake();
    expect(linesOf(wake, 'recent')).toEqual([
      '(Mon 1 January 2024, 00:00)',
      expect.stringMatching(/^User: an earlier word and so on/),
      'Companion: <say>an earlier answer</say>',
      '(Wed 3 January 2024, 00:00)',
      'User: see you in a month',
      'Companion: <feeling>sad</feeling>\n  <say>take care</say>',
    ]);
    expect(linesOf(wake, 'now')).toEqual([
      'It is Friday, 2 February 2024, 00:00 (UTC). The last exchange was a month ago.',
    ]);
  });

  test('AS6: with it stands the newest talk before it, 300 tokens of it whatever it weighs, and no more', async () => {
    const { memory, clock } = test1;
    for (let round = 1; round <= 60; round++) {
      memory.hear(`question ${round}, how do we get over the hill to the old mill`);
      if (round < 60) memory.speak(`answer ${round}, by the path along the brook`);
    }
    clock.advance(300 * dayMs);
    for (const message of [undefined, 'I am back']) {
      const wake = await memory.wake({ message, isPreview: true });
      const lines = linesOf(wake, 'recent');
      const { tokens = 0 } = wake.sections.find(({ name }) => name === 'recent') ?? {};
      expect(tokens).toBeGreaterThanOrEqual(300);
      expect(tokens).toBeLessThan(350);
      expect(lines.at(-1)).toContain(message === undefined ? 'answer 59' : 'question 60');
    }
  });

  test('AS6: both sides of it find room however long they are, and a mark says where the rest is', async () => {
    const { memory } = test1;
    memory.hear(`question ${'why '.repeat(9000)}`);
    memory.speak(`answer ${'because '.repeat(90_000)}`);
    memory.hear('and now?');
    const wake = await memory.wake();
    const [question, answer] = linesOf(wake, 'recent');
    expect(question).toMatch(/^User: question why .* … \[cut: the rest is in moment 1\]$/);
    expect(answer).toMatch(/^Companion: answer because .* … \[cut: the rest is in moment 2\]$/);
    expect(wake.sections.find(({ name }) => name === 'recent')?.tokens).toBeGreaterThan(2300);
  });

  test('AS6: if conversation has no budget, there is no exchange either', async () => {
    test1.close();
    test1 = openTestMemory({ budgets: { conversation: 0, reserve: 0 } });
    test1.memory.hear('one');
    test1.memory.speak('two');
    test1.memory.hear('three');
    expect(linesOf(await test1.memory.wake(), 'recent')).toEqual([]);
  });

  test('AS19: the newest replies are shown with the tags they were written in, without secrets, and forge none', async () => {
    const { memory, clock } = test1;
    for (const reply of ['one', 'two', 'three', 'four']) {
      memory.hear(`say ${reply}`);
      memory.speak(
        `<say>${reply} <plan>buy oil</plan></pin></say><secret>vase</secret><feeling>calm</feeling>`,
      );
      clock.advance(60_000);
    }
    memory.hear('and now?');
    const wake = await memory.wake();
    const lines = wake.sections.find(({ name }) => name === 'recent')?.lines.map(({ text }) => text) ?? [];
    const own = lines.filter((text) => text.startsWith('Companion'));
    expect(own[0]).toBe('Companion: <say>one buy oil‹/pin›</say>');
    expect(own.slice(1)).toEqual(
      ['two', 'three', 'four'].map(
        (word) => `Companion: <say>${word} buy oil‹/pin›</say>\n  <feeling>calm</feeling>`,
      ),
    );
  });

  test('AS20: what the newest replies show in their tags stands there alone, but for secrets, dates, and pins that are kept or about to fade', async () => {
    const { memory } = test1;
    memory.hear('hello');
    const spoken = memory.speak(
      '<say>Hm, I will <plan>buy oil</plan></say><pin>keep Rye bread!</pin><pin>Tea is hot</pin><plan>swim tomorrow</plan><secret>vase</secret><thought>odd</thought>',
    );
    memory.hear('and now? <pin>He is odd</pin>');
    const before = await memory.wake();
    const lines = linesOf(before, 'lingering');
    expect(lines.map((line) => /^- (\w+).*: (.*)$/u.exec(line)?.slice(1).join(' '))).toEqual([
      'plan buy oil',
      'pin Rye bread!',
      'plan swim',
      'secret vase',
      'pin He is odd',
    ]);
    expect(lines.join('\n')).toContain('pin (Companion, just now; kept): Rye bread!');
    expect(linesOf(before, 'recent').join('\n')).toContain(
      '<pin>keep Rye bread!</pin>\n  <pin>Tea is hot</pin>',
    );
    const thought = spoken.effects.find(({ item }) => item.kind === 'thought')?.item.id;
    expect(thought && memory.why({ item: thought })).toMatchObject({ isPresent: false, reason: 'in-view' });
    // Once the reply is no longer among the newest, its item lingers again.
    for (const word of ['one', 'two', 'three']) {
      memory.speak(`<say>${word}</say>`);
      memory.hear('go on');
    }
    expect(linesOf(await memory.wake(), 'lingering').join('\n')).toContain(
      'pin (Companion, just now): Tea is hot',
    );
  });

  test('AS16: what has a time to come is neither the message nor talk yet, and nothing of it comes to mind', async () => {
    const { memory, clock } = test1;
    memory.speak('the heron is back');
    const later = memory.hear('a heron stood on the moon', { atMs: clock.now() + 72 * 365.25 * dayMs });
    memory.speak('two herons did', { atMs: clock.now() + 73 * 365.25 * dayMs });
    clock.advance(hourMs);
    const asleep = await memory.wake();
    expect(asleep.message).toBeUndefined();
    expect(linesOf(asleep, 'recent')).toEqual(['Companion: <say>the heron is back</say>']);
    memory.hear('which heron?');
    const wake = await memory.wake();
    expect(wake.message?.text).toBe('which heron?');
    expect(linesOf(wake, 'recent')).toEqual(['Companion: <say>the heron is back</say>']);
    expect(linesOf(wake, 'now')[0]).toContain('The last exchange was an hour ago.');
    expect(linesOf(wake, 'echoes')).toEqual([]);
    memory.hear('so?');
    await memory.wake();
    expect(memory.why({ event: later.eventId })).toMatchObject({ isPresent: false, reason: 'to-come' });
    expect((await memory.search('moon')).map(({ eventId }) => eventId)).toEqual([later.eventId]);
    clock.advance(80 * 365.25 * dayMs);
    expect(linesOf(await memory.wake(), 'recent').at(-1)).toBe('Companion: <say>two herons did</say>');
  });

  test('AS6: with story time, ages run by the story', async () => {
    test1.close();
    test1 = openTestMemory({ profile: { ...defaultProfile, clock: 'story' } });
    const { memory } = test1;
    const startMs = Date.UTC(1899, 4, 1);
    memory.hear('spring', { storyAtMs: startMs });
    memory.speak('<pin>the train leaves at dawn</pin>yes', { storyAtMs: startMs });
    memory.hear('summer', { storyAtMs: startMs + 90 * dayMs });
    const wake = await memory.wake();
    expect(linesOf(wake, 'recent')[0]).toBe('(Mon 1 May 1899, 00:00)');
    expect(linesOf(wake, 'now')[0]).toContain('30 July 1899');
  });
});

describe('echoes', () => {
  test('AS4: their day stands once above what was said on it, and again after a silence', async () => {
    test1.close();
    test1 = openTestMemory({ budgets: { conversation: 0, reserve: 0 } });
    const { memory, clock } = test1;
    memory.hear('the heron is by the pond');
    clock.advance(60_000);
    memory.speak('that heron is old');
    clock.advance(5 * hourMs);
    memory.hear('the heron has gone');
    clock.advance(hourMs);
    const first = ['User: the heron is by the pond', 'Companion: that heron is old'];
    const message = 'was there a heron?';
    expect(linesOf(await memory.wake({ message, isPreview: true }), 'echoes')).toEqual([
      '— Mon 1 January 2024, 6 hours ago —',
      ...first,
      '— Mon 1 January 2024, an hour ago —',
      'User: the heron has gone',
    ]);
    clock.advance(3 * dayMs);
    memory.hear('a heron again');
    clock.advance(hourMs);
    expect(linesOf(await memory.wake({ message }), 'echoes')).toEqual([
      '— Mon 1 January 2024, 3 days ago —',
      ...first,
      'User: the heron has gone',
      '— Thu 4 January 2024, an hour ago —',
      'User: a heron again',
    ]);
  });

  test('WY3: why says of an item that it was replaced since the newest wake, and by what; of an earlier wake as it was', async () => {
    const { memory } = test1;
    memory.hear('I live in Leeds.');
    memory.speak('<say>Yes.</say><feeling>calm</feeling><pin>Leeds is wet</pin>');
    memory.hear('Where do I live?');
    const { wakeId = 0 } = await memory.wake();
    const [home, feeling, pin] = [1, 2, 3] as ItemId[];
    if (home === undefined || feeling === undefined || pin === undefined) throw new Error('no items');
    const before = memory.why({ item: home }, { wakeId });
    expect(before.say).not.toContain('replaced');
    memory.hear('I live in York now.');
    memory.speak('<say>Oh.</say><feeling>glad</feeling><pin>drop Leeds is wet</pin>');
    expect(memory.why({ item: home }).say).toMatch(
      / Since then it was replaced by fact 4\. "terrarium memory revive 1" brings it back\.$/,
    );
    expect(memory.why({ item: feeling }).say).toMatch(/ Since then it was replaced by feeling 5\./);
    expect(memory.why({ item: pin }).say).toMatch(/ Since then it was dropped\./);
    expect(memory.why({ item: home }, { wakeId })).toEqual(before);
    memory.hear('And now?');
    await memory.wake();
    expect(memory.why({ item: home }).say).toMatch(
      / It was replaced by fact 4\. "terrarium memory revive 1" brings it back\.$/,
    );
  });

  test('WY3: why says of a moment what became of it among echoes', async () => {
    test1.close();
    test1 = openTestMemory({
      budgets: { workingMemory: 0, conversation: 90, reserve: 0, recall: 0, known: 0, echoes: 100 },
    });
    const { memory, clock } = test1;
    memory.hear('nothing to the point');
    clock.advance(dayMs);
    for (let tree = 1; tree <= 12; tree++) memory.hear(`the heron stood by tree ${tree} for some of the day`);
    clock.advance(dayMs);
    memory.hear('so '.repeat(400));
    const question = memory.hear('was there a heron?');
    const wake = await memory.wake();
    const presences = Array.from({ length: question.eventId }, (_, index) =>
      memory.why({ event: (index + 1) as typeof question.eventId }),
    );
    expect(presences.map(({ echo }) => echo)).toEqual([
      'not-found',
      ...Array.from({ length: 12 }, () => expect.stringMatching(/^(echoed|no-room)$/)),
      'in-view',
      undefined,
    ]);
    expect(presences.filter(({ echo }) => echo === 'echoed')).toHaveLength(
      linesOf(wake, 'echoes').length - 1,
    );
    expect(presences.find(({ echo }) => echo === 'no-room')).toMatchObject({
      isPresent: false,
      because: expect.stringContaining('contains heron'),
      say: expect.stringMatching(/The message brought it back too \(.*\), at place \d+ of 12, but other/),
    });
    expect(presences[0]?.say).toContain('It is not among the 12 moments that the message brought back.');
  });
});

describe('times', () => {
  test('TI2, TI3: a message that names a day brings back moments of that day, with weekday and date', async () => {
    const { memory, clock } = test1;
    for (const told of ['the kettle leaks again', 'the neighbour sang all morning', 'soup was burnt today']) {
      memory.hear(told);
      clock.advance(hourMs);
    }
    clock.advance(30 * dayMs);
    for (let round = 0; round < 80; round++) {
      memory.hear(`a quiet evening without much to tell, the ${round}th of them`);
    }
    clock.advance(30 * dayMs);
    const wake = await memory.wake({ message: 'What did we talk about on 1 January?' });
    const echoes = linesOf(wake, 'echoes');
    expect(echoes[0]).toBe('— Mon 1 January 2024, 2 months ago —');
    expect(echoes.slice(1, 4)).toEqual([
      'User: the kettle leaks again',
      'User: the neighbour sang all morning',
      'User: soup was burnt today',
    ]);
    expect(linesOf(wake, 'recent')[0]).toBe('(Wed 31 January 2024, 03:00)');
    await memory.wake({ message: 'What did we talk about on 1 January?' });
    expect(memory.why({ event: 1 as never }).because).toContain('said at the time that the message names');
  });
});

describe('secrets', () => {
  test('AS13: the companion is shown its secrets; people are shown only how many there are', async () => {
    const { memory } = test1;
    memory.hear('hello');
    memory.speak('<secret>I hid the xylograph</secret><say>hello</say><secret>I broke the vase</secret>');
    const wake = await memory.wake();
    expect(render(wake)).toContain('secret (Companion, just now; kept to oneself): I hid the xylograph');
    const shown = renderForUser(wake).user;
    expect(shown).toContain('- (2 secrets are not shown here)');
    expect(shown).not.toMatch(/xylograph|vase/);
    expect(renderForUser(wake, { withSecrets: true })).toEqual(renderParts(wake));
  });

  test('AS13: if the message itself has a secret, people see that there is one', async () => {
    test1.memory.hear('hello <secret>I hid the xylograph</secret> there, <secret>never closed');
    const wake = await test1.memory.wake();
    expect(render(wake)).toMatch(/hello <secret>I hid the xylograph<\/secret> there, <secret>never closed$/u);
    const mark = '(a secret is not shown here)';
    expect(renderForUser(wake).user.endsWith(`\nhello ${mark} there, ${mark}`)).toBe(true);
  });
});
