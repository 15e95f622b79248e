// Tests facts about a person: how they are told, changed, set aside, corrected, forgotten, and read from an older memory.
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EventId } from '../../src/events/event.ts';
import { exportMemory } from '../../src/export/export-memory.ts';
import { memoryLineSchema } from '../../src/export/renderings/memory-line.ts';
import { readKnownFacts } from '../../src/facts/known-fact.ts';
import { storeFacts } from '../../src/facts/store-facts.ts';
import { verifyMemory } from '../../src/inspect/verify-memory-store.ts';
import { render } from '../../src/render/render-wake.ts';
import { exampleVoices } from '../../src/tags/voices.ts';
import { findFactValue } from '../../src/working-memory/find-fact-value.ts';
import type { ItemId } from '../../src/working-memory/item.ts';
import { openItemsUntil } from '../../src/working-memory/items-until-store.ts';
import { dayMs, openTestMemory, type TestMemory } from '../support/open-test-memory.ts';

function openTold(...said: readonly string[]) {
  const made = openTestMemory();
  for (const text of said) {
    made.memory.hear(text);
    made.clock.advance(dayMs);
  }
  onTestFinished(made.close);
  const list = () =>
    made.stores.items
      .listAll()
      .filter(({ kind }) => kind === 'fact')
      .map((item) => `${item.id} ${item.status} ${item.subject}=${findFactValue(item)}`);
  return { ...made, list };
}

describe('a fact of the person', () => {
  it('FP3: a new value replaces the former one if there can be only one; what one likes is kept side by side', () => {
    const { list } = openTold(
      'I live in York.',
      'I love jazz. I love tea.',
      'So, I moved to Leeds last week!',
      'I live in Leeds, near the station.',
    );
    expect(list()).toEqual([
      '1 superseded user/:home=York',
      '2 active user/:likes=jazz',
      '3 active user/:likes=tea',
      '4 active user/:home=Leeds',
    ]);
  });

  it('FP11: a value told in place of another replaces it, and what is no longer true ends even without a new value', () => {
    const { list, memory } = openTold(
      'My favourite colour is green.',
      'My favourite colour is blue, not green.',
      'I love jazz. I live in York.',
      "I don't live in York any more. I no longer love tea.",
    );
    const held = [
      '1 superseded user/:favourite colour=green',
      '2 active user/:favourite colour=blue',
      '3 active user/:likes=jazz',
    ];
    expect(list()).toEqual([...held, '4 superseded user/:home=York']);
    memory.undo();
    expect(list()).toEqual([...held, '4 active user/:home=York']);
  });

  it('FP6: what was told in confidence is told so, and nothing else of it', async () => {
    const { memory } = openTold(
      "I love tea. Don't tell anyone, but I'm pregnant.",
      "I live in York. Don't tell anyone.",
      "I think I'm ill, don't tell anyone. Oh, and I'm allergic to walnuts. Between us: I love chess.",
    );
    const woken = render(
      await memory.wake({
        message: 'Am I pregnant? Do I love tea? Where do I live? My allergy? I love chess?',
      }),
    );
    const notes = ['health: pregnant', 'likes: tea', 'home: York', 'allergy: walnuts', 'likes: chess'].map(
      (fact) => woken.split(`${fact} (`)[1]?.split(')')[0],
    );
    expect(notes).toEqual([
      'told Mon 1 January 2024; in confidence',
      'told Mon 1 January 2024',
      'told Tue 2 January 2024; in confidence',
      'told Wed 3 January 2024',
      'told Wed 3 January 2024; in confidence',
    ]);
  });

  it('FP18: a companion ends a fact by dropping it as it is shown, and by nothing less', async () => {
    const { list, memory } = openTold("I'm pregnant. I love tea.", 'My sister is vegan.');
    memory.speak(
      "<say>Oh love.</say><pin>drop User's health: pregnant</pin><pin>drop tea</pin><pin>drop sister's diet: kosher</pin>",
    );
    memory.hear('Yes.');
    expect(list()).toEqual([
      '1 superseded user/:health=pregnant',
      '2 active user/:likes=tea',
      '3 active user/sister:diet=vegan',
    ]);
    const woken = render(await memory.wake());
    expect(woken).toContain('No longer so: "health: pregnant".');
    expect(woken).not.toContain('"drop User');
    expect(woken).toContain('"drop tea" changed nothing');
    const asked = render(await memory.wake({ message: 'Am I pregnant?' }));
    expect(asked).toContain(
      'health: pregnant (told Mon 1 January 2024; no longer so since Wed 3 January 2024)',
    );
    memory.forget([{ item: 1 as ItemId }]);
    const texts = (await memory.search('pregnant', { limit: 9 })).map(({ excerpt }) => excerpt);
    expect(texts).toEqual([]);
    expect(render(await memory.wake())).not.toContain('pregnant');
  });

  it('FP3: after a move, the people one lives with stay known, with the note that this may no longer be so', async () => {
    const { list, memory } = openTold(
      'I live in Leeds with my sister Kirsty.',
      "Big news: I've moved. As of this week I live in York, not Leeds any more, on my own.",
      'I live with my friend Tomas.',
    );
    const before = [
      '1 superseded user/:home=Leeds',
      '2 superseded user/:household=my sister Kirsty',
      '3 active user/sister:name=Kirsty',
    ];
    expect(list()).toEqual([
      ...before,
      '4 active user/:home=York',
      '5 superseded user/:household=on my own',
      '6 active user/:household=my friend Tomas',
    ]);
    const read = async () => render(await memory.wake({ message: 'Who do I live with?', isPreview: true }));
    expect(await read()).toMatch(/household: my friend Tomas \([^;]*; before: on my own\)/);
    memory.hear('We moved to Hull.');
    expect(list().slice(-2)).toEqual([
      '6 active user/:household=my friend Tomas',
      '7 active user/:home=Hull',
    ]);
    expect(await read()).toMatch(
      /household: my friend Tomas \([^)]*; it may no longer be so: on [^:]* was said "We moved to Hull\."\)/,
    );
    memory.hear('We live in Hull now. I live with my friend Tomas.');
    expect(await read()).not.toContain('may no longer be so');
    const home = render(await memory.wake({ message: 'Where do I live?', isPreview: true }));
    expect(home).toMatch(/User's home: Hull \(since [^;]*; before: York\)/);
  });

  it('FP3: whom one loves is the same fact as the name of a partner', async () => {
    const { list, memory } = openTold(
      "I'm single.",
      'My girlfriend Tess is in Lisbon until March.',
      "I'm dating Tess.",
    );
    expect(list()).toEqual(['1 superseded user/:love=single', '2 active user/girlfriend:name=Tess']);
    for (const message of ['Whom do I love?', 'Good morning.']) {
      const text = render(await memory.wake({ message, isPreview: true }));
      expect(text).toContain("User's girlfriend's name: Tess");
    }
  });

  it('FP11: what is denied of several things ends each that was told alone', () => {
    const { list } = openTold(
      "I'm allergic to nuts. I'm allergic to eggs. I'm allergic to milk.",
      "I'm not allergic to nuts or eggs.",
    );
    expect(list().map((line) => line.slice(2))).toEqual([
      'superseded user/:allergy=nuts',
      'superseded user/:allergy=eggs',
      'active user/:allergy=milk',
    ]);
  });

  it('FP11: what was no longer true at an earlier time ends nothing newer', () => {
    const { memory, clock, list } = openTold('I live in Leeds.');
    memory.hear('I no longer live in Leeds.', { atMs: clock.now() - 30 * dayMs });
    expect(list()).toEqual(['1 active user/:home=Leeds']);
  });

  it('FP14: liking something ends disliking it, and the other way round; other things and people stay', () => {
    const { list, memory, clock } = openTold(
      'I hate coriander. I hate noise. I love tea.',
      'My sister likes coriander now.',
      "I'd like coriander now. Do I like coriander now? I used to like noise.",
      'Actually, I like coriander now.',
    );
    const held = [
      '1 superseded user/:dislikes=coriander',
      '2 active user/:dislikes=noise',
      '3 active user/:likes=tea',
      '4 active user/sister:likes=coriander',
      '5 active user/:likes=coriander',
    ];
    expect(list()).toEqual(held);
    memory.hear("I've gone off tea. I love olives.");
    memory.hear('I hate olives.', { atMs: clock.now() - dayMs });
    expect(list().slice(2)).toEqual([
      '3 superseded user/:likes=tea',
      ...held.slice(3),
      '6 active user/:dislikes=tea',
      '7 active user/:likes=olives',
      '8 superseded user/:dislikes=olives',
    ]);
  });

  it('FP17: what was known of somebody who died ends, except who they were; an animal only if no other is meant', () => {
    const { list, memory } = openTold(
      "My husband Karl is a baker. I'm married to Karl. I have a dog called Max and a dog called Rex.",
      'My dog died.',
      'My husband died in May.',
      'We had to put Rex to sleep.',
    );
    const ended = [
      'active user/husband:name=Karl',
      'superseded user/husband:job=a baker',
      'active user/:pet dog=Max',
      'superseded user/:pet dog=Rex',
      'active user/husband:death=died in May',
    ];
    expect(list().map((line) => line.slice(line.indexOf(' ') + 1))).toEqual(expect.arrayContaining(ended));
    expect(list().filter((line) => line.includes('active') && line.includes('love'))).toEqual([]);
    memory.undo();
    expect(list()).toContainEqual(expect.stringContaining('active user/:pet dog=Rex'));
    expect(memory.hear('My dog Max died.').effects).toMatchObject([{ effect: 'superseded' }]);
    // Only Rex is left. A dog that died long ago was another one, and a child is put to sleep every evening, so these
    // messages change nothing.
    memory.hear('My daughter Mia is five.');
    memory.hear('My friend Tomas lives in York.');
    for (const text of ['My friend died.', 'My dog died two years ago.', 'My dog died when I was ten.'])
      expect(memory.hear(text).effects).toEqual([]);
    for (const text of ['I put my daughter to sleep.', 'I put Mia to sleep at eight.'])
      expect(memory.hear(text).effects).toEqual([]);
  });

  it('FP14: set aside, the change is taken back with its message', () => {
    const { list, memory } = openTold('I hate coriander.', 'I like coriander after all.');
    expect(list()[0]).toBe('1 superseded user/:dislikes=coriander');
    memory.undo();
    expect(list()[0]).toBe('1 active user/:dislikes=coriander');
  });

  it('FP13: at an earlier moment each fact is as it was then, and none that was told later is there', () => {
    const { memory, clock, list, stores } = openTold(
      'I live in York. I love jazz.',
      'I live in Leeds.',
      'I no longer love jazz. My sister Lene is a nurse.',
    );
    const start = clock.now() - 3 * dayMs;
    const read = (day: number, isAll = false) =>
      readKnownFacts(stores.connection, { nowMs: start + day * dayMs, isAll }).map(
        ({ item, relation, value, before }) => [relation, value, before, item.status].join(' '),
      );
    expect(read(-1)).toEqual([]);
    expect(read(0)).toEqual(['likes jazz  active', 'home York  active']);
    expect(read(1.5)).toEqual(['home Leeds York active', 'likes jazz  active']);
    expect(read(1.5, true)).toEqual([
      'home Leeds York active',
      'likes jazz  active',
      'home York  superseded',
    ]);
    const leeds = Number(
      list()
        .find((line) => line.endsWith('=Leeds'))
        ?.split(' ')[0],
    );
    memory.edit({ do: 'edit', what: String(leeds), text: 'Hull' });
    expect(read(1.5)[0]).toBe('home Leeds York active');
    expect(memory.facts().find(({ relation }) => relation === 'home')?.value).toBe('Hull');
  });

  it('FP13: what was forgotten or taken back since is true at no earlier moment', () => {
    const { memory, clock, stores } = openTold('I live in York.', 'I live in Leeds.', 'I love jazz.');
    const read = (daysAgo: number) =>
      readKnownFacts(stores.connection, { nowMs: clock.now() - daysAgo * dayMs, isAll: true });
    memory.undo();
    expect(read(0.5).map(({ value }) => value)).toEqual(['Leeds', 'York']);
    memory.forget([{ item: 1 as ItemId }]);
    expect(read(2.5)).toEqual([]);
    expect(read(1.5)).toMatchObject([{ value: 'Leeds', before: undefined }]);
    const { kind } = memory.hear('<plan>buy oil</plan>').effects[0]?.item ?? {};
    expect(kind).toBe('plan');
    clock.advance(dayMs);
    const [plan] = memory.plans();
    memory.forget([{ item: plan?.id as ItemId }]);
    const items = openItemsUntil(stores.connection, clock.now() - dayMs / 2);
    expect(items.readActive()).toEqual([]);
  });

  it('FP13: what an import tells of an earlier time was true then, though something newer was known already', () => {
    const { memory, clock, stores } = openTold('I live in Leeds.');
    const nowMs = clock.now();
    for (const [city, days] of [
      ['York', 30],
      ['Hull', 20],
    ] as const)
      memory.hear(`I live in ${city}.`, { atMs: nowMs - days * dayMs });
    const read = (daysAgo: number) =>
      readKnownFacts(stores.connection, { nowMs: nowMs - daysAgo * dayMs, isAll: true }).map(
        ({ value, item }) => `${value} ${item.status}`,
      );
    expect(read(31)).toEqual([]);
    expect(read(25)).toEqual(['York active']);
    expect(read(10)).toEqual(['Hull active', 'York superseded']);
    expect(read(0)).toEqual(['Leeds active', 'Hull superseded', 'York superseded']);
  });

  it('FP3: a new post ends the former place of work, and a new place of work leaves what one works as', () => {
    const first = openTold('I work at the library.', "I've started as a baker.");
    expect(first.list()).toEqual([
      '1 superseded user/:workplace=at the library',
      '2 active user/:job=a baker',
    ]);
    const nurse = 'I work as a nurse at York Hospital.';
    const read = (text: string) => {
      const { list, memory } = openTold(nurse, text);
      const newer = memory.facts().map(({ value, newer: said }) => `${value}: ${said?.quote ?? '-'}`);
      return [list().filter((line) => line.includes('active')), newer];
    };
    const [job, place] = ['1 active user/:job=a nurse', '2 active user/:workplace=at York Hospital'];
    for (const text of ['I got a new job at Leeds Clinic.', 'I started at Leeds Clinic.'])
      expect(read(text)).toEqual([
        [job, '3 active user/:workplace=at Leeds Clinic'],
        ['at Leeds Clinic: -', `a nurse: ${text}`],
      ]);
    const open = 'I got a new job';
    expect(read(`${open}.`)).toEqual([
      [job, place],
      [`at York Hospital: ${open}`, `a nurse: ${open}`],
    ]);
    expect(read('I got promoted to head nurse.')[0]).toEqual([place, '3 active user/:job=head nurse']);
    expect(read('I have a new job as a teacher.')[0]).toEqual(['3 active user/:job=a teacher']);
    expect(read('I quit my job.')[0]).toEqual(['3 active user/:job=quit my job']);
  });

  it('FP3: what is told of an earlier time replaces nothing newer', () => {
    const { memory, clock, list } = openTold('I live in Leeds.');
    memory.hear('I live in York.', { atMs: clock.now() - 30 * dayMs });
    expect(list()).toEqual(['1 active user/:home=Leeds', '2 superseded user/:home=York']);
  });

  it('FP2: what the companion says, what is done and what is kept secret tells no fact', () => {
    const { memory, list } = openTold('<do>I live in York.</do>', 'I live in <secret>Rome</secret> Leeds.');
    memory.speak('<say>I live in Hull.</say>');
    expect(list()).toEqual([]);
  });

  it('FP4: is set aside with its message and comes back with it', () => {
    const { memory, list } = openTold('I live in York.', 'I moved to Leeds.');
    memory.undo();
    expect(list()).toEqual(['1 active user/:home=York', '2 dropped user/:home=Leeds']);
    memory.redo();
    expect(list()).toEqual(['1 superseded user/:home=York', '2 active user/:home=Leeds']);
  });

  it('FP4: is edited, dropped and brought back, and stays the fact that it was', () => {
    const { memory, list } = openTold('I live in Leds.');
    memory.edit({ do: 'edit', what: 'Leds', text: 'Leeds' });
    expect(list()).toEqual(['1 superseded user/:home=Leds', '2 active user/:home=Leeds']);
    memory.edit({ do: 'drop', what: '2' });
    expect(list().at(-1)).toBe('2 dropped user/:home=Leeds');
    memory.hear('I live in Hull.');
    const [, , hull] = list();
    expect(hull).toBe('3 active user/:home=Hull');
    memory.revive(2 as ItemId);
    expect(list().map((line) => line.split(' ')[1])).toEqual(['superseded', 'active', 'superseded']);
  });

  it('FP4: is forgotten with each sentence that told it, and nothing else goes', () => {
    const { memory, stores, list } = openTold(
      'It rains. I live in Leeds.',
      'Tea is ready. We live in Leeds by the canal! I love jazz.',
    );
    expect(list()[0]).toBe('1 active user/:home=Leeds');
    memory.forget([{ item: 1 as ItemId }]);
    expect(
      stores.events
        .readNewest({ before: { atMs: 1e15, id: 9 as EventId }, limit: 9 })
        .map(({ text }) => text),
    ).toEqual(['Tea is ready. I love jazz.', 'It rains. ']);
    expect(list().map((line) => line.split(' ').slice(1).join(' '))).toEqual([
      'dropped undefined=',
      'active user/:likes=jazz',
    ]);
    expect(verifyMemory(stores.connection).problems).toEqual([]);
  });

  it('FP9: an animal that is named again, in whatever words, is not a second one', () => {
    const active = (...said: readonly string[]) =>
      openTold(...said)
        .list()
        .filter((line) => line.includes(' active '))
        .map((line) => line.replace(/^\d+ active user\//u, ''));
    const pepper = [
      'My cat is called Pepper.',
      'I have a cat named Pepper.',
      'My cat Pepper is asleep.',
      'I have a kitten called Pepper.',
      'I have a cat.',
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(pepper, { minLength: 2 }), (said) => {
        expect(active(...said)).toHaveLength(1);
      }),
      { numRuns: 20 },
    );
    expect(active('We have two cats called Pepper and Salt.', 'My cat Salt is asleep.')).toEqual([
      ':pet cats=Pepper and Salt',
    ]);
    expect(
      active('My cat is called Pepper.', 'My cat is called Salt.', 'I have a dog called Pepper.'),
    ).toEqual([':pet cat=Pepper', ':pet cat=Salt', ':pet dog=Pepper']);
    expect(active('My cat is called Pepper.', 'I adopted another cat.')).toHaveLength(2);
  });

  it('FP9: somebody from whom the person has parted is no longer a partner', () => {
    const { list } = openTold('I love my partner Lee. My partner Lee is a nurse.', 'Lee and I broke up.');
    const left = list().filter((line) => line.includes(' active '));
    expect(left).toEqual([expect.stringContaining('user/:love=Lee and I broke up')]);
  });

  it('FP9: two people who split up a task have not parted', () => {
    const { list } = openTold(
      'I love my partner Lee. My partner Lee is a nurse.',
      'Lee and I split up the chores.',
    );
    expect(list().filter((line) => line.includes(' superseded '))).toEqual([]);
  });

  it.each([
    ['We sold the car seat.', 'car=a Volvo'],
    ['I sold my scooter.', 'car=a Volvo'],
    ['I sold my car yesterday.', 'car=sold my car'],
    ['I sold the old Volvo.', 'car=sold the old Volvo'],
  ])('FP3: only the sale of the car that is known ends it: %s', (text, left) => {
    const { list } = openTold('I drive a Volvo.', text);
    expect(list().filter((line) => line.includes(' active '))).toEqual([expect.stringContaining(left)]);
  });

  it('FP9: a fact that an older version kept as "cat Pepper" gives way to the same told anew', () => {
    const { list, memory, stores } = openTold('Hello.');
    storeFacts(
      stores.items,
      [{ owner: '', relation: 'pet', value: 'cat Pepper', quote: 'I have a cat Pepper' }],
      { voice: 'user', eventId: 1 as EventId, atMs: 0, turn: 1, cause: { atMs: 0 } },
    );
    memory.hear('My cat is called Pepper.');
    expect(list()).toEqual(['1 superseded user/:pet=cat Pepper', '2 active user/:pet cat=Pepper']);
  });

  it('FP9: what is told of somebody by their name later is theirs, and goes with every sentence that told it', () => {
    const { memory, stores, list } = openTold(
      'My sister Ylva is allergic to walnuts.',
      'Rain again. Ylva is allergic to walnuts! Ylva lives in Lund.',
      'My sister Tuva lives in Hull.',
    );
    expect(list()).toEqual([
      '1 active user/sister:allergy=walnuts',
      '2 active user/sister:name=Ylva',
      '3 active user/sister:home=Lund',
      '4 active user/sister Tuva:home=Hull',
      '5 active user/sister Tuva:name=Tuva',
    ]);
    memory.forget([{ item: 1 as ItemId }]);
    expect(stores.events.find(2 as EventId)?.text).toBe('Rain again. Ylva lives in Lund.');
  });

  it('FP4: travels with an export as JSON lines, with its value, and is told again by its message elsewhere', () => {
    const { stores } = openTold('I moved to Leeds.');
    const settings = { format: 'jsonl', withSecrets: false, voices: exampleVoices, timeZone: 'UTC' } as const;
    const lines = [...exportMemory(stores.connection, settings)].map((line) => JSON.parse(line));
    expect(lines.find(({ kind }) => kind === 'item')).toMatchObject({
      tag: 'fact',
      content: 'I moved to Leeds.',
      subject: 'user/:home',
      value: 'Leeds',
    });
    expect(lines.every((line) => memoryLineSchema.safeParse(line).success)).toBe(true);
  });
});

describe('facts in a wake', () => {
  const talkOn = ({ memory, clock }: Pick<TestMemory, 'memory' | 'clock'>, times: number) => {
    for (let at = 0; at < times; at += 1) {
      memory.hear(`The kettle whistles for the ${at}th time.`);
      memory.speak('<say>It does.</say>');
      clock.advance(3_600_000);
    }
  };

  it('FP6: a fact that the message asks about is shown with its words, since when it is true, and the former value', async () => {
    const told = openTold('I live in York.', 'Boxes everywhere, I moved to Leeds at last!');
    talkOn(told, 60);
    const text = render(await told.memory.wake({ message: 'Which town is my home these days?' }));
    expect(text).toMatch(
      /- User's home: Leeds \(since \w{3} \d+ \w+ \d{4}; before: York\): "Boxes everywhere, I moved to Leeds at last!"/,
    );
    expect(told.memory.why({ item: 2 as ItemId })).toMatchObject({
      section: 'known',
      because: 'tells of “home”; contains a word of the message',
    });
    expect(told.memory.why({ item: 1 as ItemId })).toMatchObject({ section: undefined, reason: 'closed' });
  });

  it('FA3, FP6: a message that calls the companion by its name and asks of "I" brings what is so of the person', async () => {
    const told = openTold(
      "I live in Leeds with my sister Kirsty, and I work as a night nurse at St James's Hospital.",
      'I live in York now. I love jazz.',
      'I share a flat with Tomas.',
    );
    talkOn(told, 60);
    const message =
      'Quick check, Companion: where do I live now, who do I live with, what do I do for a living?';
    const text = render(await told.memory.wake({ message }));
    for (const fact of [
      'home: York',
      'household: Tomas',
      'job: a night nurse',
      "workplace: at St James's Hospital",
    ])
      expect(text).toContain(`- User's ${fact} (`);
    // One sentence told both the job and the place of work, and is quoted only once.
    expect(text.match(/\): "I live in Leeds with my sister Kirsty/gu)).toHaveLength(1);
    expect(text).toMatch(/home: York \(since [^;]*; before: Leeds\)/);
    const other = render(await told.memory.wake({ message: 'Companion, is it warm?', isPreview: true }));
    expect(other).not.toContain("User's home");
  });

  it('FP6: home and post stand there whatever is said, in a line each; what one likes only where it bears on it', async () => {
    const told = openTold('I live in Leeds. I work as a nurse. I love jazz.');
    talkOn(told, 60);
    const text = render(await told.memory.wake({ message: 'Good morning.' }));
    expect(text).toMatch(/- User's home: Leeds \(told [^)]*\)$/m);
    expect(text).toMatch(/- User's job: a nurse/);
    expect(text).not.toContain('jazz');
    expect(told.memory.why({ item: 1 as ItemId })).toMatchObject({
      section: 'known',
      reason: 'worth-knowing',
    });
    expect(render(await told.memory.wake({ message: 'What about some jazz tonight?' }))).toContain(
      'User likes: jazz',
    );
  });

  it('FP10: a message that names somebody brings what was told of them, with the words that answer it', async () => {
    const told = openTold(
      'My sister Ylva is allergic to walnuts. She plays the harp.',
      'My friend Tove lives in Lund. I am vegan.',
    );
    talkOn(told, 60);
    const read = async (message: string) => render(await told.memory.wake({ message, isPreview: true }));
    for (const message of ['Can Ylva eat the cake?', 'What may my sister eat?']) {
      const text = await read(message);
      expect(text).toContain(': "My sister Ylva is allergic to walnuts."');
      expect(text).toContain("User's sister's instrument: harp");
      expect(text).not.toContain("friend Tove's");
    }
    expect(await read('I will visit Tove.')).toContain("User's friend Tove's home: Lund");
    expect(await read('Good morning.')).not.toContain('walnuts');
    await told.memory.wake({ message: 'I will visit Tove.' });
    const [tove] = told.list().filter((line) => line.includes('friend Tove'));
    expect(told.memory.why({ item: Number.parseInt(tove ?? '', 10) as ItemId })).toMatchObject({
      because: expect.stringContaining('is about "tove"'),
    });
  });

  it('FP6: whoever asks for all that is known of them gets all of it, and whoever asks for one thing does not', async () => {
    const told = openTold('I live in Leeds. I work as a nurse. I love jazz. My sister Anna is a clerk.');
    for (const message of [
      'What do you remember about me?',
      'Tell me everything you know about me.',
      'Who am I?',
    ]) {
      const text = render(await told.memory.wake({ message }));
      for (const value of ['home: Leeds', 'likes: jazz', "sister's job: a clerk"])
        expect(text).toContain(value);
    }
    talkOn(told, 60);
    const other = await told.memory.wake({ message: 'What do you know about the moon?' });
    expect(render(other)).not.toContain('jazz');
  });

  it('FP6: whoever asks for a value that has ended and was not replaced is told until when it was true', async () => {
    const { memory } = openTold(
      "I hate rye. I have a dog called Max and I'm allergic to nuts.",
      "I quite like rye now. I'm not allergic to nuts.",
      'My dog died.',
    );
    memory.hear('What did I hate?');
    const wake = render(await memory.wake());
    expect(wake).toMatch(/dislikes: rye \(told [^)]*; no longer so since [^)]*\): "I hate rye\."/u);
    expect(wake).not.toContain('pet dog');
    memory.hear('What is my dog called?');
    expect(render(await memory.wake())).toMatch(/pet dog: Max \(told [^)]*; no longer so since [^)]*\)\n/u);
    expect(memory.why({ item: 1 as ItemId }).isPresent).toBe(false);
  });

  it('FP6: a value that was corrected was never true, and no line says that it was', async () => {
    const told = openTold('I live in Leds.');
    told.memory.edit({ do: 'edit', what: 'Leds', text: 'Leeds' });
    const text = render(await told.memory.wake({ message: 'Where do I live?', isPreview: true }));
    expect(text).toContain("User's home: Leeds");
    expect(text).not.toContain('before: Leds');
  });

  it('FP6: if no rule could read a change, it says that something newer was said', async () => {
    const told = openTold('I live in York.', 'Since Tom left us we moved to Leeds, all of us.');
    talkOn(told, 60);
    const text = render(await told.memory.wake({ message: 'Where do I live?' }));
    expect(text).toMatch(
      /User's home: York \(told [^;]*; on [^;]*, something newer was said, which holds where it differs: "Since Tom left us we moved to Leeds, all of us"\)/,
    );
    expect(render(await told.memory.wake({ message: 'Good morning.' }))).not.toContain("User's home");
  });

  it.each([
    ['I work as a baker.', 'Actually I quite like rye, Mira baked one today.'],
    ['I work as a baker.', 'I quit the choir, the teacher was too strict.'],
    ['I work as a baker.', 'I hired a van and moved the oven with Tom.'],
    ['I live in Bristol.', 'I moved to the window seat of the tram.'],
    ["I'm married to Ruth.", 'I walk with the dog these days.'],
    ['I drive an old Skoda.', 'I sold the piano instead.'],
    ['I play the cello.', 'I now know the play the school puts on.'],
    ["I'm married to Ruth.", 'I left Ruth at the station, and my partner at work came too.'],
    ["I'm married to Ruth.", "I'm with Tom at the harbour, and my wife is at home."],
    ["I'm married to Ruth.", 'Ruth left me a note, and my girlfriend at work too.'],
    ['I work as a baker.', 'They let me go home early from my job.'],
    ['I work as a baker.', 'I stopped at the bakery on the way to my job.'],
  ])('FP6: what only shares words with a change ends nothing: %s %s', (told, later) => {
    const { memory } = openTold(told, later);
    expect(memory.facts().flatMap(({ newer }) => newer ?? [])).toEqual([]);
  });

  it.each([
    ['I work as a baker.', "I've handed in my notice."],
    ["I'm married to Ruth.", 'Ruth left me last week.'],
    ['I work as a baker.', 'I changed jobs in spring.'],
    ['I live in Bristol.', "I've moved house."],
    ['I drive an old Skoda.', 'My new car is Swedish.'],
    ['My phone number is 0117 4960 221.', 'I changed my number.'],
  ])('FP6: what states a change is told as newer: %s %s', (told, later) => {
    const { memory } = openTold(told, later);
    expect(memory.facts().map(({ newer }) => newer?.quote)).toContain(later.replace(/\.$/u, ''));
  });

  it('FP6: where a rule read the change, what became of it since counts, and no line says that it is newer', async () => {
    const told = openTold('I live in York.', 'We moved to Leeds.');
    told.memory.revive(1 as ItemId);
    expect(told.list()).toEqual(['1 active user/:home=York', '2 superseded user/:home=Leeds']);
    const text = render(await told.memory.wake({ message: 'Where do I live?', isPreview: true }));
    expect(text).toMatch(/User's home: York \(told [^;]*\)/);
  });

  it('FP8: a pin that states what is no longer so says what is so now, unless it was told since the change', async () => {
    const told = openTold('I work at the library.');
    told.memory.speak(
      '<say>Noted.</say><pin>keep She works at the library.</pin><pin>keep The library is old.</pin>',
    );
    const read = async () => render(await told.memory.wake({ message: 'Good morning.', isPreview: true }));
    talkOn(told, 4);
    expect(await read()).not.toContain('no longer so');
    told.memory.hear('I work at the harbour office now.');
    expect(await read()).toMatch(
      /- pin \(.*; no longer so: the workplace is at the harbour office since .*\): She works at the library\./,
    );
    expect(await read()).toMatch(/- pin \([^;]*; kept\): The library is old\./);
    told.memory.undo();
    expect(await read()).not.toContain('no longer so');
  });

  it('FP8: of what one has several of, another one is not what is so instead, and one that is named now is still there', async () => {
    const told = openTold('I am allergic to nuts. I have a cat.');
    const reply = '<say>Noted.</say><pin>keep Their allergy is nuts.</pin><pin>keep They have a cat.</pin>';
    told.memory.speak(reply);
    talkOn(told, 4);
    told.memory.hear('I am no longer allergic to nuts. My cat is called Pepper.');
    told.clock.advance(dayMs);
    told.memory.hear('I am allergic to eggs.');
    const text = render(await told.memory.wake({ message: 'Good morning.', isPreview: true }));
    expect(text).toMatch(/- pin \([^)]*; no longer so since [^);]*\): Their allergy is nuts\./);
    expect(text).toMatch(/- pin \([^;]*; kept\): They have a cat\./);
    const [found] = await told.memory.search('I have a cat');
    expect(found?.replaced.map(({ formerValue }) => formerValue)).toEqual(['nuts']);
  });

  it('FP6: however many there are, facts take at most half of the room for what is known', async () => {
    const anyWord = fc.stringMatching(/^[a-z]{4,9}$/);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anyWord, { minLength: 1, maxLength: 40 }),
        fc.nat({ max: 900 }),
        async (words, known) => {
          const told = openTestMemory({ budgets: { known } });
          for (const word of words) told.memory.hear(`I love ${word}. I live in Town${word}.`);
          const wake = await told.memory.wake({ message: words.join(' '), isPreview: true });
          const section = wake.sections.find(({ name }) => name === 'known');
          expect(section?.tokens ?? 0).toBeLessThanOrEqual(known === 0 ? 0 : known + 5_000 * 0.25);
          told.close();
        },
      ),
      { numRuns: 12 },
    );
  });
});
