// Tests facts that are said to hold from a future day on: what is true before that day, and what from then on.
import { describe, expect, it, onTestFinished } from 'vitest';
import { defaultProfile } from '../../src/decay/profile.ts';
import { readKnownFacts } from '../../src/facts/known-fact.ts';
import { verifyMemory } from '../../src/inspect/verify-memory-store.ts';
import { answerLookUps } from '../../src/look-ups.ts';
import { render } from '../../src/render/render-wake.ts';
import { exampleVoices, parseVoices } from '../../src/tags/voices.ts';
import { dayMs, openTestMemory } from '../support/open-test-memory.ts';

/** Tells one text a day, each at 01:00 in Vienna, from Monday, 1 January 2024, on. */
function openTold(...said: readonly string[]) {
  const made = openTestMemory({ timeZone: 'Europe/Vienna' });
  onTestFinished(made.close);
  for (const text of said) {
    made.memory.hear(text);
    made.clock.advance(dayMs);
  }
  const list = () =>
    made.memory
      .facts()
      .map(
        ({ relation, value, before }) => `${relation}=${value}${before === undefined ? '' : ` (${before})`}`,
      )
      .toSorted();
  return { ...made, list };
}

it('FP16: what begins on a coming day is true from that day on, and until then the former value is', async () => {
  const { list, memory, clock, stores } = openTold(
    'I work as a night nurse at York Hospital.',
    "I've got news: from the fifteenth I am a day nurse at St Mary's.",
  );
  const before = ['job=a night nurse', 'workplace=at York Hospital'];
  expect(list()).toEqual(before);
  const text = async () => render(await memory.wake({ message: 'What do I work as?', isPreview: true }));
  expect(await text()).toMatch(
    /User's job: a night nurse \(told [^;)]*; from Mon 15 January 2024: a day nurse\)/,
  );
  expect(memory.searchItems('nurse').find(({ kind }) => kind === 'fact')?.status).toBe('active');
  clock.advance(11 * dayMs);
  expect(list()).toEqual(before);
  clock.advance(2 * dayMs);
  expect(list()).toEqual(['job=a day nurse (a night nurse)', "workplace=at St Mary's (at York Hospital)"]);
  expect(await text()).toMatch(
    /User's job: a day nurse \(since Mon 15 January 2024; before: a night nurse\)/,
  );
  expect(verifyMemory(stores.connection).problems).toEqual([]);
});

it('FP16: what is so until then may be said again, and another value takes the place of both', () => {
  const { list, memory, clock } = openTold(
    'I live in Leeds.',
    'From next Friday I live in York.',
    'I live in Leeds, as you know.',
  );
  expect(list()).toEqual(['home=Leeds']);
  clock.advance(14 * dayMs);
  expect(list()).toEqual(['home=York (Leeds)']);
  memory.undo();
  expect(list()).toEqual(['home=York (Leeds)']);
  memory.hear('I live in Hull now.');
  expect(list()).toEqual(['home=Hull (York)']);
});

it('FP16: if it is taken back or forgotten before that day, it never becomes true', () => {
  const undone = openTold('I live in Leeds.', 'From next Friday I live in York.');
  undone.memory.undo();
  undone.clock.advance(30 * dayMs);
  expect(undone.list()).toEqual(['home=Leeds']);
  const dropped = openTold(
    'I live in Leeds.',
    'Tomorrow it rains.',
    'As of tomorrow I live in York instead.',
  );
  expect(dropped.list()).toEqual(['home=York (Leeds)']);
});

it('FP16: at an earlier moment and in a search, it stands as it was on that day', async () => {
  const { memory, clock, stores } = openTold('I live in Leeds.', 'From the tenth I live in York.');
  const ask = async () =>
    await answerLookUps(
      { memory, voices: exampleVoices, timeZone: 'UTC', nowMs: clock.now(), message: 'x' },
      [{ kind: 'search', words: 'where I live Leeds' }],
    );
  expect(await ask()).not.toContain('no longer so');
  clock.advance(20 * dayMs);
  expect(await ask()).toMatch(
    /no longer so: home Leeds, now York since Tue 9 January 2024|now York since Wed 10/,
  );
  expect(verifyMemory(stores.connection).problems).toEqual([]);
});

it('FP16: a day that names no moment to come changes nothing, and an import counts from its own time', () => {
  const { list, memory, clock } = openTold('As of today I live in Leeds.');
  expect(list()).toEqual(['home=Leeds']);
  memory.hear('From Monday I live in York.', { atMs: clock.now() - 30 * dayMs });
  expect(list()).toEqual(['home=Leeds (York)']);
});

it('FP13: what an import tells of a day was true then, though the same was told again later and is over', () => {
  const { list, memory, clock, stores } = openTold('I live in Bonn.', 'I live in Leeds.', 'I live in York.');
  const atMs = clock.now() - 2.5 * dayMs;
  memory.hear('I live in Leeds now.', { atMs });
  const then = readKnownFacts(stores.connection, { nowMs: atMs + 1 });
  expect(then.map(({ value }) => value)).toEqual(['Leeds']);
  expect(list()).toEqual(['home=York (Leeds)']);
});

it('AU7: a recap tells what begins on a coming day once that day has come, and not before', () => {
  const { memory, clock } = openTold('I live in Leeds.', 'From the fifteenth I live in York.');
  const recap = () => {
    const { created, ended } = memory.recap({ sinceMs: clock.now() - 3 * dayMs });
    return [created, ended.superseded].map((items) => items.map(({ content }) => content));
  };
  expect(recap()).toEqual([['I live in Leeds.'], []]);
  clock.advance(2 * dayMs);
  expect(recap()).toEqual([[], []]);
  clock.advance(11 * dayMs);
  expect(recap()).toEqual([['From the fifteenth I live in York.'], ['I live in Leeds.']]);
});

/** Lists what is known in the end, after what was said day by day. A question mark shows what may have changed. */
function listKnown(...said: readonly string[]): readonly string[] {
  const { memory, clock, close } = openTestMemory();
  onTestFinished(close);
  for (const text of said) {
    memory.hear(text);
    clock.advance(dayMs);
  }
  return memory
    .facts()
    .map(
      ({ owner, relation, value, newer }) => `${owner}:${relation}=${value}${newer === undefined ? '' : '?'}`,
    );
}

describe('what somebody left or came back to', () => {
  const moor = 'I work at Moor Cycles now.';
  const row = 'I live at 12 Mill Row.';

  it('FP19: a place of work or a home that was left is over, and where one is back from it takes its place', () => {
    for (const text of [
      'I left Moor Cycles in April.',
      'I left Moor Cycles.',
      'I left Moor Cycles on Friday.',
      'I left Moor Cycles, and I feel free.',
      'I quit my job at Moor Cycles last week.',
      'I quit at Moor Cycles.',
      'I left Moor Cycles in April to work at the port.',
      'I left Moor Cycles in April for Hartley’s.',
      "I've been let go from Moor Cycles.",
      'I was laid off by Moor Cycles in spring.',
      'I stopped working at Moor Cycles two weeks ago.',
      'I no longer work at Moor.',
    ])
      expect([text, listKnown(moor, text)]).toEqual([text, []]);
    for (const text of [
      "I've moved out of Mill Row.",
      'I left Mill Row last year.',
      'I no longer live in Mill Row.',
    ])
      expect([text, listKnown(row, text)]).toEqual([text, []]);
    expect(listKnown('My sister works at Moor Cycles.', 'My sister quit her job at Moor Cycles.')).toEqual(
      [],
    );
    const back = [':workplace=at Hartley’s'];
    expect(listKnown(moor, 'I left Moor Cycles in April, I’m back at Hartley’s.')).toEqual(back);
    expect(listKnown('I work at Hartley’s bakery.', moor, 'I’m back at Hartley’s.')).toEqual(back);
    expect(listKnown(moor, 'I’m back working at Hartley’s.')).toEqual(back);
    for (const where of ['with Tess', 'with my parents', 'at my mum’s place'])
      expect([where, listKnown(moor, `I left Moor Cycles in April, I’m back ${where}.`)]).toEqual([
        where,
        [],
      ]);
  });

  it('FP11: what is denied of two things joined by “and”, which may be one dish, ends neither', () => {
    const fish = [':likes=fish'];
    expect(listKnown('I like fish.', 'I no longer like fish and chips.')).toEqual(fish);
    expect(listKnown('I like fish.', 'I no longer like fish.')).toEqual([]);
  });

  it('FP19: a way from a place or to it changes nothing, nor does another job or home that was left', () => {
    const known = [':home=12 Mill Row', ':workplace=at Moor Cycles'].map((one) =>
      one.replace('=12', '=at 12'),
    );
    const held = listKnown(moor, row);
    expect(held).toHaveLength(known.length);
    for (const text of [
      'I left Moor Cycles at six.',
      'I left Mill Row at six today.',
      'I left my keys at Moor Cycles in April.',
      'I left Hartley’s in March.',
      'I quit my job at Hartley’s.',
      'I haven’t left Moor Cycles.',
      'If I left Moor Cycles in April, what then?',
      'I’m back at Hartley’s for lunch.',
      'I’m back at Hartley’s.',
      'I’m back in Leeds.',
      'I moved out of Leeds in 2010.',
      'I left Moor Cycles an hour ago.',
      'I left Moor Cycles on Friday at six.',
      'I left Moor Cycles and went home.',
      'I left Moor Cycles, went home and slept.',
      'I left Moor Cycles because it rained.',
      'I left Moor Cycles in 1999 and came back.',
      'We left Mill Row in May to see my aunt.',
      'I left Mill Row last month for a week.',
      'I quit at Hartley’s.',
      'I stopped working at Moor Cycles for lunch.',
      'I finished working at Moor Cycles an hour ago.',
      'I quit my diet, I’m back at the bakery.',
      'I went back to work at the library after lunch.',
    ])
      expect([text, listKnown(moor, row, text).map((one) => one.replace('?', ''))]).toEqual([text, held]);
    for (const text of ['I quit my job at Hartley’s.', 'I quit at Hartley’s.'])
      expect([text, listKnown(moor, text)]).toEqual([text, held.slice(-1)]);
  });

  it('FP2: a word of one’s own before a colon takes nothing from what is told; FP17: nor is a relative known before', () => {
    expect(
      listKnown(
        'Shock: I lost my ring.\nAlso: my favourite tea is Assam. I work at Hartley’s bakery.',
      ).toSorted(),
    ).toEqual([':favourite tea=Assam', ':workplace=at Hartley’s bakery']);
    expect(listKnown('I can’t stand Assam any more, I drink mint tea.')).toEqual([':dislikes=Assam']);
    expect(listKnown('My grandfather died on Thursday.')).toEqual(['grandfather:death=died on Thursday']);
    expect(listKnown('Grandpa Otto died on Thursday.').toSorted()).toEqual([
      'grandfather:death=died on Thursday',
      'grandfather:name=Otto',
    ]);
    expect(listKnown('My uncle died.', 'My friend died.', 'My sister’s dog died.')).toEqual([]);
    // A nun, a priest, and somebody in a story are nobody's kin.
    expect(listKnown('Sister Agnes died on Friday.', 'Father Brown died in May.')).toEqual([]);
    expect(
      listKnown('My son died in the game.', 'My brother died a bit inside.', 'Aunt May died in the film.'),
    ).toEqual([]);
  });

  it('FP16: a correction of what is still to come is so from the same day on', async () => {
    const { memory, clock } = openTold();
    memory.hear('I start a new job at the library in Lund next Monday.');
    clock.advance(dayMs);
    memory.hear('And I told you wrong: the job is in Malmö, not Lund.');
    clock.advance(8 * dayMs);
    const user = render(await memory.wake({ message: 'Where do I work?' }));
    expect(user).toMatch(/User's workplace: in Malmö \(since Mon 8 January 2024;/u);
    expect(user).not.toMatch(/workplace: at the library/u);
  });

  it('FP16: a job that is corrected is the own one only if the person told what is denied', () => {
    const { memory } = openTold('Tom found a job.', 'The job is in Malmö, not Lund.');
    expect(memory.facts()).toEqual([]);
    const own = openTold('I work at the library in Lund.', 'The job is in Malmö, not Lund.');
    expect(own.memory.facts().map(({ value }) => value)).toEqual(['in Malmö']);
  });

  it('FP21: what may name somebody else is no name of a person who has one', () => {
    const listNames = (...said: readonly string[]) =>
      openTold(...said)
        .memory.facts()
        .map(({ value }) => value);
    expect(listNames('健太っていいます')).toEqual(['健太']);
    expect(listNames('私は健太といいます', 'コタローっていいます')).toEqual(['健太']);
  });

  it('FP6: what began before it was told is not said to be so since that day', async () => {
    for (const span of ['since May', 'for 10 years', 'for a year now', 'for more than two years']) {
      const { memory } = openTold('I live in York.', `I have lived in Leeds ${span}.`);
      const known = render(await memory.wake({ message: 'Which town is my home?' }));
      expect(known).toMatch(/User's home: Leeds \(told [^;]*; before: York\)/);
    }
  });

  it('FP20: beside a pin stands what was said later of the same thing in words for a change', async () => {
    const { memory, clock, close } = openTestMemory();
    onTestFinished(close);
    const pins = [
      'the spare key hangs behind the mill',
      'Mei is allergic to walnuts',
      'User drinks Assam tea',
    ];
    memory.hear('Hello.');
    memory.speak(`<say>Hm.</say>${pins.map((pin) => `<pin>${pin}</pin>`).join('')}`);
    for (const text of [
      'The key hangs by the back door now.',
      'Mei has walnuts in her garden.',
      'I wonder if Mei likes walnuts now.',
      'I drink coffee now.',
      'Well.',
      'So.',
      'Hm.',
    ]) {
      clock.advance(dayMs);
      memory.hear(text);
      memory.speak('<say>Hm.</say>');
    }
    const lines = render(await memory.wake()).split('\n');
    const shown = lines.filter((line) => line.startsWith('- pin ('));
    const note = '; said since, on Tue 2 January 2024: “The key hangs by the back door now.”';
    expect(shown.map((line) => line.replace(/^- pin \(Companion, 7 days ago/u, ''))).toEqual([
      `${note}): ${pins[0]}`,
      `): ${pins[1]}`,
      `): ${pins[2]}`,
    ]);
  });

  it.each(['the clock of the story', 'several people and a confidence'])(
    'FP20: with %s, nothing is quoted beside a pin',
    async (ground) => {
      const isStory = ground.includes('story');
      const two = parseVoices({
        user: [
          { id: 'kit', name: 'Kit' },
          { id: 'robin', name: 'Robin' },
        ],
        companion: [{ id: 'sage', name: 'Sage' }],
      });
      const { memory, clock, close } = openTestMemory(
        isStory ? { profile: { ...defaultProfile, clock: 'story' } } : { voices: two },
      );
      onTestFinished(close);
      const storyAtMs = isStory ? Date.UTC(1899, 4, 1) : undefined;
      const hear = (text: string) => {
        memory.hear(text, { storyAtMs });
        memory.speak('<say>Hm.</say>', { storyAtMs });
        clock.advance(dayMs);
      };
      if (isStory) hear('The spare key hangs behind the mill now.');
      memory.speak('<say>Hm.</say><pin>the spare key hangs behind the mill</pin>', { storyAtMs });
      clock.advance(dayMs);
      if (!isStory) hear('Keep this between us. The spare key hangs by the back door now.');
      for (const text of ['Well.', 'So.', 'Hm.', 'Ah.']) hear(text);
      const text = render(await memory.wake());
      expect(text).toContain('): the spare key hangs behind the mill');
      expect(text).not.toContain('said since');
    },
  );

  it('FP8: a pin that says where somebody worked is marked once they have left, also if nothing took its place', async () => {
    const { memory, clock, close } = openTestMemory();
    onTestFinished(close);
    const read = async () => render(await memory.wake({ message: 'Good morning.', isPreview: true }));
    memory.hear('Shock: I lost my ring.\nAlso: my favourite tea is Assam. I work at Hartley’s bakery.');
    memory.speak("<say>Oh.</say><pin>keep User works at Hartley's bakery; his favourite tea is Assam</pin>");
    clock.advance(dayMs);
    memory.hear(moor);
    expect(await read()).toMatch(
      /no longer so: the workplace is at Moor Cycles since [^)]*\): User works at Hart/u,
    );
    memory.speak('<say>Good.</say><pin>keep From Monday User works at Moor Cycles</pin>');
    clock.advance(dayMs);
    memory.hear('I left Moor Cycles in April.');
    expect(await read()).toMatch(/no longer so since [^)]*\): From Monday User works at Moor Cycles/u);
    clock.advance(dayMs);
    memory.hear('I’m back at Hartley’s.');
    expect(await read()).toMatch(
      /no longer so: the workplace is at Hartley’s since [^)]*\): From Monday User works at Moor Cycles/u,
    );
    expect(await read()).toMatch(/pin \([^:)]*\): User works at Hartley's bakery/u);
  });
});
