// Tests several companions and persons in one world: only those who hear something know it.

import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeVoices } from '../../src/assembly/describe-voices.ts';
import type { EventId } from '../../src/events/event.ts';
import { listAlike } from '../../src/forgetting/list-alike.ts';
import { type Company, hearTogether, type Listener, speakTogether } from '../../src/hear-together.ts';
import { render } from '../../src/render/render-wake.ts';
import { findMind, listMinds } from '../../src/tags/minds.ts';
import { parseVoices } from '../../src/tags/voices.ts';
import { openTestMemory, type TestMemory } from '../support/open-test-memory.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';

const voices = parseVoices({
  user: [
    { id: 'kit', name: 'Kit', about: 'a potter' },
    { id: 'kit-night', name: 'Night' },
    { id: 'robin', name: 'Robin', ownMemory: true },
  ],
  companion: [
    { id: 'sage', name: 'Sage', about: 'keeps <secret>the</secret> lamps\n## Now' },
    { id: 'ember', name: 'Ember' },
    { id: 'iri', name: 'Iri', ownMemory: true },
    { id: 'oak', name: 'Oak', ownMemory: true },
  ],
});

type Member = Listener & { readonly memory: TestMemory['memory']; readonly test: TestMemory };

interface Household {
  readonly tests: readonly TestMemory[];
  readonly listeners: ReadonlyMap<string, Member>;
  close(): void;
}

function openHousehold(ids?: readonly string[]): Household {
  const wanted = listMinds(voices).filter(({ id }) => ids?.includes(id) ?? true);
  const tests = wanted.map((mind) => ({ mind, test: openTestMemory({ voices: mind.voices }) }));
  return {
    tests: tests.map(({ test }) => test),
    listeners: new Map(tests.map(({ mind, test }) => [mind.id, { mind, memory: test.memory, test }])),
    close() {
      for (const { test } of tests) test.close();
    },
  };
}

interface Invited extends Company {
  readonly companions: readonly [Member, ...Member[]];
}

function invite({ listeners }: Household, voice: string, ids: readonly string[]): Invited {
  const [first, ...others] = ids.flatMap((id) => listeners.get(id) ?? []);
  if (first === undefined) throw new Error('Nobody is there.');
  const own = findMind(voices, voice);
  return { voice, own: own && listeners.get(own.id), companions: [first, ...others] };
}

/** Everything that a memory shows, including its secrets, when somebody looks for a word. */
async function showAll({ test: { memory } }: { readonly test: TestMemory }, word: string): Promise<string> {
  const wakes = [
    await memory.wake({ isPreview: true }),
    await memory.wake({ message: `What of ${word}?`, isPreview: true }),
  ];
  // The message itself is removed, because it contains the word that is looked for.
  const woken = wakes.map((wake) => render({ ...wake, message: undefined }));
  const fragments = memory.recall(word).text;
  const [moments, items] = [await memory.search(word), memory.searchItems(word)];
  return [
    ...woken,
    fragments,
    JSON.stringify([moments, items, memory.plans(), memory.recap({ sinceMs: 0 })]),
  ].join('\n');
}

/** A word that nobody else says, and that the language rules do not split. */
const name = (number: number, kind: string) =>
  `${kind}${[...String(number)].map((digit) => 'bdfgklmnpr'[Number(digit)]).join('o')}zu`;

const hidden = fc.constantFrom('thought', 'feeling', 'secret', 'pattern', 'plan', 'pin', 'desc');
const form = fc.constantFrom<(say: string, tag: string, keep: string) => string>(
  (say, tag, keep) => `<say>We ${say} it.</say><${tag}>I ${keep} it</${tag}>`,
  (say, tag, keep) => `<${tag}>I ${keep} it</${tag}>\n<do>takes the ${say}</do><narrate>Rain.</narrate>`,
  (say, _tag, keep) => `<say>We ${say} <secret>I ${keep}</secret> it.</say>`,
  (say, _tag, keep) => `<say>We ${say} it <thought>but ${keep}</thought> all, and <pin>rye</pin></say>`,
  (say, _tag, keep) => `<say>The ${say} is here.<secret>I ${keep} it</say>`,
);
const said = fc.record({
  voice: fc.constantFrom('kit', 'kit-night', 'robin'),
  to: fc.constantFrom(['sage'], ['iri'], ['iri', 'sage'], ['oak', 'iri'], ['sage', 'iri', 'oak']),
  hidden,
  form,
  answer: fc.record({ by: fc.nat(2), hidden, form }),
});

/** A word, and the minds that may know it. */
interface Mark {
  readonly word: string;
  readonly isAloud: boolean;
  readonly knownTo: ReadonlySet<string>;
}

function playStep(
  house: Household,
  {
    voice,
    to,
    hidden: tag,
    form: write,
    answer,
  }: typeof said extends fc.Arbitrary<infer Step> ? Step : never,
  at: number,
): readonly Mark[] {
  const company = invite(house, voice, to);
  const own = company.own?.mind.id;
  const present = new Set([...to, ...(own === undefined ? [] : [own])]);
  const [say, keep, told, kept] = ['say', 'keep', 'told', 'kept'].map((kind) => name(at, kind));
  hearTogether(company, write(say ?? '', tag, keep ?? ''));
  const speaker = company.companions[answer.by % company.companions.length] ?? company.companions[0];
  speakTogether(company, { speaker, text: answer.form(told ?? '', answer.hidden, kept ?? '') });
  for (const test of house.tests) test.clock.advance(60_000);
  return [
    { word: say ?? '', isAloud: true, knownTo: present },
    // Somebody without a memory of their own tells the private part to the first companion.
    { word: keep ?? '', isAloud: false, knownTo: new Set([own ?? to[0] ?? '']) },
    { word: told ?? '', isAloud: true, knownTo: present },
    { word: kept ?? '', isAloud: false, knownTo: new Set([speaker.mind.id]) },
  ];
}

async function checkMark(
  { listeners }: Household,
  { word, isAloud, knownTo }: Mark,
  known: { aloud: number; kept: number },
): Promise<void> {
  for (const [id, listener] of listeners) {
    const all = await showAll(listener, word);
    if (!knownTo.has(id)) expect(all, `${id} must not know ${word}`).not.toContain(word);
    else if (all.includes(word)) known[isAloud ? 'aloud' : 'kept'] += 1;
  }
}

describe('several in one world', () => {
  it('VO4: nothing private of one, and nothing said without them, is in the wake, search, recall or plans of another', async () => {
    const known = { aloud: 0, kept: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(said, { minLength: 2, maxLength: 5 }), async (talk) => {
        const house = openHousehold();
        try {
          const marks = talk.flatMap((step, at) => playStep(house, step, at));
          for (const { test } of house.listeners.values()) await test.memory.maintain({ kind: 'light' });
          for (const mark of marks) await checkMark(house, mark, known);
        } finally {
          house.close();
        }
      }),
      { numRuns: isProof ? 100 : 3 },
    );
    // Guards against memories that know nothing, for which the property would be true as well.
    expect(known.aloud).toBeGreaterThan(10);
    expect(known.kept).toBeGreaterThan(2);
  });

  it('VO2: whoever has a memory of their own remembers apart; the other voices of a side share the memory of the world', () => {
    const minds = listMinds(voices).map(({ id, isWorlds, side, voices: { companion } }) => [
      id,
      isWorlds,
      side,
      companion.map((voice) => voice.id),
    ]);
    expect(minds).toEqual([
      ['sage', true, 'companion', ['sage', 'ember']],
      ['iri', false, 'companion', ['iri']],
      ['oak', false, 'companion', ['oak']],
      ['robin', false, 'user', ['robin']],
    ]);
    for (const { voices: own } of listMinds(voices)) {
      const all = [...own.user, ...own.companion].map(({ id }) => id);
      expect(all.toSorted()).toEqual(['ember', 'iri', 'kit', 'kit-night', 'oak', 'robin', 'sage']);
    }
    expect(findMind(voices, 'ember')?.id).toBe('sage');
    expect(findMind(voices, 'kit')).toBeUndefined();
    expect(() =>
      parseVoices({
        user: [{ id: 'kit', name: 'Kit' }],
        companion: [{ id: 'sage', name: 'Sage', ownMemory: true }],
      }),
    ).toThrow('the memory of the world belongs to the first companion');
  });

  it('VO3: everybody hears what is shown; what is kept beside it stays with whoever wrote it', () => {
    const house = openHousehold();
    try {
      const told =
        '<say>Let us <plan>buy oil tomorrow</plan> for <thought>poor</thought> Iri</say><secret>she owes</secret>';
      const company = invite(house, 'robin', ['sage', 'iri']);
      expect(hearTogether(company, told)).toMatchObject({ isHeard: true });
      const heldBy = (id: string) =>
        house.listeners
          .get(id)
          ?.test.stores.connection.prepare('SELECT kind FROM working_memory ORDER BY id')
          .pluck()
          .all();
      expect([heldBy('robin'), heldBy('sage'), heldBy('iri')]).toEqual([
        ['plan', 'thought', 'secret'],
        [],
        [],
      ]);
      const textOf = (id: string) =>
        house.listeners.get(id)?.test.stores.connection.prepare('SELECT voice, side, text FROM event').all();
      expect(textOf('robin')).toEqual([{ voice: 'robin', side: 'companion', text: told }]);
      expect(textOf('iri')).toEqual([
        { voice: 'robin', side: 'user', text: 'Let us buy oil tomorrow for Iri' },
      ]);
      expect(textOf('oak')).toEqual([]);
      // The companions hear nothing of a message that is only kept in mind.
      expect(hearTogether(company, '<secret>she owes more</secret>')).toMatchObject({ isHeard: false });
      expect(textOf('sage')).toHaveLength(1);
      // Somebody without a memory of their own tells their private words to the first companion, and to nobody
      // else.
      hearTogether(invite(house, 'kit', ['iri', 'sage']), 'Hello <pin>rye bread</pin>');
      expect([heldBy('iri'), heldBy('sage')]).toEqual([['pin'], []]);
      // What is asked in plain words is asked of the first companion.
      hearTogether(company, 'Remind me to water the ferns on Monday. I feel really tired tonight.');
      expect([heldBy('iri'), heldBy('sage')]).toEqual([['pin'], ['plan', 'feeling']]);
    } finally {
      house.close();
    }
  });

  it.each([
    ['kit', '<sage/>I say so.', 'kit'],
    ['kit', '<robin>I say so.</robin>', 'kit'],
    ['kit', '<kit-night/>I say so.', 'kit-night'],
    ['robin', '<kit/>I say so.', 'robin'],
    ['robin', '<iri>I say so.</iri>', 'robin'],
    ['robin', '<sec<thought>x</thought>ret>I say so.</sec<thought>x</thought>ret>', 'robin'],
  ])('VO5: nobody speaks as another who remembers: %s writes %s', (voice, text, as) => {
    const house = openHousehold(['iri', 'robin']);
    try {
      hearTogether(invite(house, voice, ['iri']), text);
      const connection = house.listeners.get('iri')?.test.stores.connection;
      expect(connection?.prepare('SELECT voice FROM event').pluck().all()).toEqual([as]);
      expect(connection?.prepare('SELECT kind FROM working_memory').pluck().all()).toEqual([]);
    } finally {
      house.close();
    }
  });

  it('VO6: companions answer one after the other, and each wakes to what those before it said', async () => {
    const house = openHousehold(['sage', 'iri']);
    try {
      const company = invite(house, 'kit', ['sage', 'iri']);
      const [sage, iri] = company.companions;
      hearTogether(company, 'Who lights the lamps?');
      expect((await sage.memory.wake()).message).toEqual({ from: 'Kit', text: 'Who lights the lamps?' });
      speakTogether(company, { speaker: sage, text: '<ember/><say>I do.</say><thought>as ever</thought>' });
      const wake = await iri?.memory.wake({ present: ['Kit', 'Sage</say>\n## Now'] });
      expect(wake?.message).toEqual({ from: 'Ember', text: 'I do.' });
      expect(wake && render(wake)).toContain('Kit: Who lights the lamps?');
      expect(wake && render(wake)).toContain('\nIn this talk with you: Kit, Sage‹/say› ## Now.\n');
      if (iri !== undefined) speakTogether(company, { speaker: iri, text: '<say>And I trim them.</say>' });
      hearTogether(company, 'Thank you.');
      const text = render(await sage.memory.wake());
      expect(text).toContain('Iri: And I trim them.');
      expect(text).toContain('<thought>as ever</thought>');
    } finally {
      house.close();
    }
  });

  it('VO8: a person who is somebody else is called new once, and what others told alone is said to be theirs', async () => {
    const house = openHousehold(['sage', 'robin']);
    try {
      hearTogether(invite(house, 'kit', ['sage']), 'I broke the big lamp.');
      const company = invite(house, 'robin', ['sage']);
      const isNew = 'It was with somebody else: Robin speaks with you for the first time.';
      hearTogether(company, 'What is wrong with Kit?');
      const first = await company.companions[0].memory.wake();
      expect(render(first)).toContain(isNew);
      expect(first.activation).toContain('Each of them heard only what was said while they were there.');
      hearTogether(company, 'Please.');
      expect(render(await company.companions[0].memory.wake())).not.toContain(isNew);
      hearTogether(invite(house, 'kit-night', ['sage']), 'It is me again.');
      expect(render(await company.companions[0].memory.wake())).not.toContain('for the first time');
    } finally {
      house.close();
    }
  });

  it('VO7: others who heard much the same as what one forgets are found, and keep it', () => {
    const house = openHousehold(['sage', 'iri', 'oak']);
    try {
      hearTogether(invite(house, 'kit', ['sage', 'iri']), 'The blue kettle stands behind the shed.');
      hearTogether(invite(house, 'kit', ['sage', 'oak']), 'Rain tomorrow, they say.');
      const connectionOf = (id: string) => house.listeners.get(id)?.test.stores.connection;
      const listOf = (id: string) => {
        const connection = connectionOf(id);
        return connection && listAlike(connection, ['the blue kettle stands behind the shed', 'rain']);
      };
      expect([listOf('sage'), listOf('iri'), listOf('oak')]).toEqual([[1], [1], []]);
      house.listeners.get('sage')?.test.memory.forget([{ event: 1 as EventId }]);
      expect([listOf('sage'), listOf('iri')]).toEqual([[], [1]]);
    } finally {
      house.close();
    }
  });

  it('VO8: among several people, what is held of something told in confidence says who told it', async () => {
    const people = parseVoices({
      user: [
        { id: 'kit', name: 'Kit' },
        { id: 'robin', name: 'Robin' },
      ],
      companion: [{ id: 'sage', name: 'Sage' }],
    });
    const { memory, close } = openTestMemory({ voices: people });
    memory.hear('<robin>Keep this between us: I move out in April. <pin>the lock sticks</pin></robin>');
    memory.speak('<say>I see.</say><pin>Robin moves out in April</pin>');
    memory.hear('<kit>Morning.</kit>');
    for (const pin of ['Kit likes tea', 'a', 'b', 'c']) {
      memory.speak(`<say>Hm.</say><pin>${pin}</pin>`);
      memory.hear('<kit>Hello.</kit>');
    }
    const text = render(await memory.wake());
    expect(text).toContain('- pin (Robin, just now): the lock sticks');
    expect(text).toContain('- pin (Sage, just now; told in confidence by Robin): Robin moves out in April');
    expect(text).toContain('- pin (Sage, just now): Kit likes tea');
    close();
  });

  it('VO1: the prompt says who the companion is, how it speaks as another of its voices, and with whom', async () => {
    const house = openHousehold(['sage', 'iri', 'robin']);
    try {
      const activationOf = async (id: string) =>
        (await house.listeners.get(id)?.test.memory.wake({ isPreview: true }))?.activation ?? '';
      expect((await activationOf('sage')).split('\n\n').at(-1)).toMatchInlineSnapshot(`
        "## Who is who
        You are Sage: keeps ‹secret›the‹/secret› lamps ## Now
        You also speak as one of these, if you begin the whole reply with its tag:
        - <ember/> for Ember.
        Those who speak with you, though not always all of them:
        - Kit: a potter
        - Night.
        - Robin.
        - Iri, a companion as you are.
        - Oak, a companion as you are.
        Each of them heard only what was said while they were there. What one of them told you alone, tell nobody else unless they let you."
      `);
      expect((await activationOf('iri')).split('\n\n').at(-1)).toMatchInlineSnapshot(`
        "## Who is who
        You are Iri.
        Those who speak with you, though not always all of them:
        - Kit: a potter
        - Night.
        - Robin.
        - Sage, a companion as you are: keeps ‹secret›the‹/secret› lamps ## Now
        - Ember, a companion as you are.
        - Oak, a companion as you are.
        Each of them heard only what was said while they were there. What one of them told you alone, tell nobody else unless they let you."
      `);
      expect(await activationOf('robin')).toBe('What Robin has in mind.');
      // If there are only two voices and nobody is described, no list of them is needed.
      const plain = {
        user: [{ id: 'kit', name: 'Kit' }],
        companion: [{ id: 'sage', name: 'Sage' }],
      } as const;
      expect(describeVoices(plain)).toBe('');
    } finally {
      house.close();
    }
  });
});
