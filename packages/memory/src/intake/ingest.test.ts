// Tests ingesting: whole or not at all, word for word, and each message with its turn and time.

import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSpokenMemory, type SpokenMemory } from '../../test/support/spoken-memory.ts';
import { decayProfileSchema } from '../decay/profile.ts';
import type { MemoryEvent } from '../events/event.ts';
import { showEvent } from '../events/show-event.ts';
import type { InjectedText } from './ingest.ts';

const hourMs = 3_600_000;
let memory: SpokenMemory;

beforeEach(() => {
  memory = openSpokenMemory();
});

function readAll(): MemoryEvent[] {
  return memory.events.readArrived({ afterId: 0, limit: 1000 });
}

function show(event: MemoryEvent): string {
  return showEvent(event, memory.events.readSpans(event.id));
}

function countRows(): readonly unknown[] {
  return ['event', 'event_tag', 'working_memory', 'item_change'].map((table) =>
    memory.connection.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
  );
}

describe('a message', () => {
  it('WM1: is kept word for word with its tags', () => {
    const text = '<say>Hello, you.</say> :: <do>waves</do><feeling>glad</feeling>';
    const { eventId, isNew } = memory.speak(text, { imagePath: 'images/1.png', storyAtMs: 77 });
    expect(isNew).toBe(true);
    expect(memory.events.find(eventId)).toEqual({
      id: eventId,
      side: 'companion',
      voice: 'companion',
      text,
      atMs: memory.clock.now(),
      storyAtMs: 77,
      turn: 0,
      isShown: true,
      isParroted: false,
      imagePath: 'images/1.png',
      isUndated: false,
    });
    expect(memory.events.readSpans(eventId)).toEqual([
      { tag: 'say', content: 'Hello, you.', start: 5 },
      { tag: 'do', content: 'waves', start: 30 },
      { tag: 'feeling', content: 'glad', start: 49 },
    ]);
    expect(memory.events.find(999 as never)).toBeUndefined();
  });

  it('WM1: is kept word for word whatever stands in it', () => {
    const anyText = fc
      .oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
      .map((text) => `<say>${text}</say>`);
    const property = fc.property(fc.string({ unit: 'binary' }), anyText, (heard, spoken) => {
      for (const { eventId, text } of [
        { ...memory.hear(heard), text: heard },
        { ...memory.speak(spoken), text: spoken },
      ]) {
        expect(memory.events.find(eventId)?.text).toBe(text);
        for (const { content, start } of memory.events.readSpans(eventId)) {
          expect(text.slice(start, start + content.length)).toBe(content);
        }
      }
    });
    fc.assert(property, { numRuns: 100 });
  });

  it.each(['addToIndex', 'linkItem'] as const)('WM1: is not taken at all if %s fails', (hook) => {
    memory.speak('<feeling>calm</feeling>');
    const before = countRows();
    const fail = () => {
      throw new Error('the disk is full');
    };
    const text = '<say>Hi</say><feeling>glad</feeling><plan>see [anna]</plan>';
    expect(() => memory.speak(text, { [hook]: fail })).toThrow('the disk is full');
    expect(countRows()).toEqual(before);
    expect(memory.listActive()).toEqual(['feeling: calm']);
  });

  it('WM1: hands what is shown to the index and what names fragments to the links', () => {
    const indexed: string[] = [];
    const linked: unknown[] = [];
    const options = {
      addToIndex: (_event: MemoryEvent, text: string) => indexed.push(text),
      linkItem: (_item: number, keys: readonly string[]) => linked.push(keys),
    };
    memory.speak('<say>Hi</say><secret>[gift] x</secret><pin>no key</pin>', options);
    memory.speak('<feeling>[anna] glad</feeling>', options);
    memory.speak('<pin>drop no key</pin>', options);
    expect(indexed).toEqual(['Hi']);
    expect(linked).toEqual([['gift'], ['anna']]);
  });

  it('TG11: shows what is said, done and narrated, and nothing that is held in mind', () => {
    const text =
      '<narrate>Rain.</narrate><say>Hi <secret>x1</secret>there <thought>x2</thought>.</say>(x3)<do>nods</do>' +
      '<secret>x4</secret><feeling>x5</feeling><say> </say><say>End<secret>x6</say>';
    memory.speak(text);
    memory.speak('<pin>x7</pin>');
    expect(readAll().map(show)).toEqual(['Rain.\nHi there.\n*nods*\nEnd', '']);
    expect(readAll().map((event) => event.isShown)).toEqual([true, false]);
  });

  it('TG13: holds what is planned within something said, and shows it there', () => {
    const said = memory.speak(
      '<say>I will <plan>buy oil tomorrow</plan> for you <feeling>eager</feeling>.</say>',
    );
    expect(
      said.effects.map(({ effect, item: { kind, content, dueWords } }) => [effect, kind, content, dueWords]),
    ).toEqual([
      ['created', 'plan', 'buy oil', 'tomorrow'],
      ['created', 'feeling', 'eager', undefined],
    ]);
    expect(readAll().map(show)).toEqual(['I will buy oil tomorrow for you.']);
  });

  it('TG11: never shows a secret, however it is written', () => {
    const anyPart = fc.constantFrom(
      '<say>',
      '</say>',
      '<do>',
      '</do>',
      '<thought>',
      '</thought>',
      'word ',
      '<SECRET>',
      '<sec',
    );
    const property = fc.property(
      fc.array(anyPart),
      fc.array(anyPart),
      fc.array(anyPart),
      (before, inside, after) => {
        const kept = inside.filter((part) => part !== '<SECRET>').join('');
        const text = `${before.join('')}<secret>${kept}hidden</secret>${after.join('')}`;
        const { eventId } = memory.speak(text);
        const event = memory.events.find(eventId);
        if (event !== undefined) expect(show(event)).not.toContain('hidden');
      },
    );
    fc.assert(property, { numRuns: 300 });
  });
});

describe('turns and times', () => {
  it('WM2: only a message of the person advances the turn', () => {
    const turns = [
      memory.speak('<say>Hi</say>'),
      memory.hear('Hello'),
      memory.speak('<say>How are you?</say>'),
      memory.speak('<say>Well?</say>'),
      memory.hear('Fine'),
    ].map(({ turn }) => turn);
    expect(turns).toEqual([0, 1, 1, 1, 2]);
    expect(memory.events.countTurns()).toBe(2);
  });

  it('WM2: a message that is told now counts on from those told before, and not from a talk of a later time', () => {
    const turns = [memory.hear('one')];
    memory.clock.advance(24 * hourMs);
    turns.push(memory.hear('tomorrow'), memory.hear('and on'), memory.speak('<say>So be it.</say>'));
    memory.clock.advance(-23 * hourMs);
    turns.push(memory.hear('two'), memory.speak('<say>Hm.</say>'), memory.hear('three'));
    expect(turns.map(({ turn }) => turn)).toEqual([1, 2, 3, 3, 2, 2, 3]);
    memory.clock.advance(24 * hourMs);
    expect(memory.hear('later').turn).toBe(4);
  });

  it('WM3: what is imported into the past gets the turn of that time', () => {
    memory.clock.advance(100 * hourMs);
    for (const text of ['one', 'two', 'three']) {
      memory.hear(text);
      memory.clock.advance(hourMs);
    }
    const nowMs = memory.clock.now();
    const turnsAt = [200, 2, 1.5, 1].map(
      (hours) => memory.hear('old', { atMs: nowMs - hours * hourMs }).turn,
    );
    expect(turnsAt).toEqual([0, 2, 2, 4]);
    expect(memory.hear('new', { atMs: nowMs }).turn).toBe(5);
    expect(memory.hear('now').turn).toBe(6);
  });

  it('WM3: events are in order of time, then of their arrival, page by page', () => {
    const anyTimes = fc.array(fc.nat(6), { maxLength: 25 });
    const property = fc.property(anyTimes, fc.integer({ min: 1, max: 7 }), (times, limit) => {
      const own = openSpokenMemory();
      for (const atMs of times) own.hear(`at ${atMs}`, { atMs });
      own.speak('only processing', { untaggedReplies: 'processing' });
      const expected = own.events
        .readArrived({ afterId: 0, limit: 100 })
        .filter((event) => event.isShown)
        .sort((one, other) => other.atMs - one.atMs || other.id - one.id);
      const read: MemoryEvent[] = [];
      for (;;) {
        const page = own.events.readNewest({ before: read.at(-1), limit });
        if (page.length === 0) break;
        read.push(...page);
      }
      expect(read).toEqual(expected);
      expect(own.events.readBetween({ fromMs: 2, untilMs: 5 })).toEqual(
        expected.filter(({ atMs }) => atMs >= 2 && atMs < 5).reverse(),
      );
      own.connection.close();
    });
    fc.assert(property, { numRuns: 40 });
  });

  it('WM3: a message of an import is taken only once', () => {
    const origin = { name: 'chat.jsonl', key: '17' };
    const first = memory.speak('<feeling>glad</feeling>', { origin });
    const again = memory.speak('<feeling>glad</feeling>', { origin });
    expect(again).toEqual({
      eventId: first.eventId,
      turn: first.turn,
      isNew: false,
      isShown: false,
      effects: [],
      reports: [],
    });
    expect(memory.speak('Hi', { origin: { name: 'chat.jsonl', key: '18' } }).isNew).toBe(true);
    expect(readAll()).toHaveLength(2);
  });

  it('PL16: a request of the person to be reminded is a plan; in an import only if it is still to come', () => {
    const monday = 'Remind me to water the beans on Monday';
    memory.hear(`I am off. ${monday}. Bye.`);
    expect(memory.listActive()).toEqual(['plan: water the beans on Monday']);
    memory.hear(`${monday}. <plan>buy oil</plan>`);
    memory.speak('<say>Remind me to feed the cat</say>');
    expect(memory.listActive()).toEqual(['plan: water the beans on Monday', 'plan: buy oil']);
    const origin = (key: string) => ({ origin: { name: 'chat.jsonl', key } });
    memory.hear('Remind me to sing', origin('1'));
    memory.hear('Remind me to sing tomorrow', {
      ...origin('2'),
      atMs: memory.clock.now() - 90 * 24 * hourMs,
    });
    memory.hear('Remind me to paint tomorrow', origin('3'));
    expect(memory.listActive().slice(2)).toEqual(['plan: paint tomorrow']);
  });

  it('PL24: a name that may be a month is not added, as it would be a date', () => {
    memory.hear('My sister June lives in York.');
    memory.hear('My brother Tomas lives in Leeds.');
    memory.hear('June is ill, so remind me to call her. Tomas is ill, so remind me to call him.');
    expect(memory.listActive().filter((one) => one.startsWith('plan'))).toEqual([
      'plan: call her',
      'plan: call him (Tomas)',
    ]);
  });

  it('PL16: if the answer plans the same in its own words, that plan replaces the request', () => {
    memory.hear('Remind me to ask Mira about the keys tomorrow evening, and to sing.');
    const asked = 'plan: ask Mira about the keys tomorrow evening, and to sing';
    memory.speak('<say>I will.</say><plan>tomorrow at 18:00: ask Mira about the keys</plan>');
    expect(memory.listActive()).toEqual([asked, 'plan: tomorrow at 18:00: ask Mira about the keys']);
    memory.speak('<say>That too.</say><plan>tomorrow: ask Mira about her keys</plan><plan>sing</plan>');
    expect(memory.listActive()).not.toContain(asked);
    memory = openSpokenMemory();
    memory.hear('Remind me to water her ferns on Sunday evening, and call her on Tuesday.');
    memory.speak('<say>I will.</say><plan>call Jo on Tuesday</plan>');
    expect(memory.listActive()).toEqual([
      'plan: water her ferns on Sunday evening',
      'plan: call Jo on Tuesday',
    ]);
    memory.speak('<say>And those.</say><plan>water the ferns of Jo on Sunday at 20:00</plan>');
    expect(memory.listActive()).toHaveLength(2);
    memory = openSpokenMemory();
    memory.hear('Remind me to call the vet about Pepper, the cat, on Monday.');
    memory.speak('<say>Yes.</say><plan>Monday: vet about Pepper</plan>');
    expect(memory.listActive()).toEqual(['plan: Monday: vet about Pepper']);
    memory = openSpokenMemory();
    memory.hear('Remind me to take the cake and the candles to Mira on Sunday.');
    memory.speak('<say>Yes.</say><plan>Sunday: cake and candles for Mira</plan>');
    expect(memory.listActive()).toEqual(['plan: Sunday: cake and candles for Mira']);
    memory = openSpokenMemory();
    memory.hear('Remind me to feed the cat. <plan>water the beans</plan>');
    memory.hear('Remind me to feed the cat.');
    memory.speak('<say>Yes.</say><plan>sing in the choir</plan>');
    expect(memory.listActive()).toEqual([
      'plan: water the beans',
      'plan: feed the cat',
      'plan: sing in the choir',
    ]);
  });

  it('WM23: a request of the person to remember something is a pin, but not if it is a fact or a plan', () => {
    memory.hear('Please remember that the spare key is under the blue pot.');
    memory.hear('Please remember that I am allergic to nuts.');
    expect(memory.listActive()).toEqual(['pin: the spare key is under the blue pot']);
    memory.hear('<do>Please remember that the gate is shut</do>');
    memory.hear('Please remember that the gate is shut. <pin>the gate</pin>');
    memory.hear('Please remember that it is spring.', { origin: { name: 'chat', key: '1' }, atMs: hourMs });
    memory.speak('<say>Please remember that the moon is full.</say>');
    expect(memory.listActive().slice(1)).toEqual(['pin: the gate']);
    memory.hear('Please remember that the boiler needs water.');
    memory.speak('<say>I will.</say><pin>the boiler at home needs water</pin>');
    expect(memory.listActive().slice(2)).toEqual(['pin: the boiler at home needs water']);
  });

  it('PL17: plain words of the person that something is called off end the plan that is meant, and no other', () => {
    memory.hear("I'm going to the dentist next Tuesday at 9. Remind me to call the dentist about the bill.");
    memory.hear('<plan>dinner with Anna on Friday</plan><plan>buy a light bulb</plan>');
    const [dentist, call, dinner, light] = memory.listActive();
    expect([dentist, call]).toEqual([
      'plan: going to the dentist next Tuesday at 9',
      'plan: call the dentist about the bill',
    ]);
    for (const text of [
      'Should I cancel the dentist?',
      'The light is off.',
      'I cancelled my subscription.',
      'I cancelled the dentist on Monday.',
      'If it snows the dinner is off.',
      '<do>I cancelled the dentist</do>',
    ]) {
      const { effects, reports } = memory.hear(text);
      expect([text, effects, reports]).toEqual([text, [], []]);
    }
    memory.speak('<say>The dentist is off.</say>');
    expect(memory.listActive()).toEqual([dentist, call, dinner, light]);
    expect(memory.hear('I cancelled the dentist.').effects).toMatchObject([{ effect: 'dropped' }]);
    expect(memory.listActive()).toEqual([call, dinner, light]);
    memory.hear('Oh, and the dinner on Friday is off');
    expect(memory.listActive()).toEqual([call, light]);
    memory.hear('<plan>Buy Anna a ring on Friday</plan><plan>Ring Mrs Okafor tomorrow</plan>');
    for (const text of ['I cancelled the call with Anna.', 'I cancelled the Okafor call.'])
      expect([text, memory.hear(text)]).toMatchObject([text, { effects: [], reports: [] }]);
    expect(memory.hear('I moved the call with Anna to Sunday.').effects).toEqual([]);
    expect(memory.hear("I've moved the Okafor call to Sunday.").effects).toMatchObject([
      { isMoved: true, item: { content: 'Ring Mrs Okafor' } },
    ]);
  });

  it('PL21: plain words of the person that they have done something end the plan that is meant, and no other', () => {
    memory.hear('Remind me to call the vet about Pepper tomorrow. Remind me to buy bread and milk.');
    memory.hear('I must pay the rent on Friday. Remind me to ask Mira about the keys.');
    memory.hear('<plan>call Anna on her birthday on 20 June</plan><plan>I must water the ferns</plan>');
    memory.hear('<plan>empty the dishwasher</plan><plan>buy soap tomorrow</plan><plan>call Bo</plan>');
    memory.hear('<plan>go to the interview</plan>');
    memory.hear('Remind me to visit Ada on Sunday. Remind me to visit my aunt on Sunday.');
    const all = memory.listActive();
    for (const text of [
      'I have to call the vet.',
      'I called the vet, but nobody answered.',
      'I called the vet yesterday.',
      'I bought bread.',
      'I asked Mira about her van.',
      'I called Anna.',
      'I watered the garden.',
      'The dishwasher is done.',
      'The soap is finished.',
      'Bo is over now.',
      'Ada is over now.',
      'My aunt is over.',
      'Bo has called.',
      '<do>I called the vet.</do>',
    ])
      expect([text, memory.hear(text).effects]).toEqual([text, []]);
    memory.speak('<say>I called the vet.</say>');
    expect(memory.listActive()).toEqual(all);
    const done = (text: string) =>
      memory.hear(text).effects.map(({ effect, item }) => [effect, item.content]);
    expect(done('I called the vet.')).toEqual([['resolved', 'call the vet about Pepper']]);
    expect(done("I've paid the rent and bought bread and milk.")).toEqual([
      ['resolved', 'pay the rent'],
      ['resolved', 'buy bread and milk'],
    ]);
    expect(done('The interview is over.')).toEqual([['resolved', 'go to the interview']]);
    expect(done('I asked Mira.')).toEqual([['resolved', 'ask Mira about the keys']]);
    expect(done('Watered the ferns!')).toEqual([['resolved', 'I must water the ferns']]);
    memory.hear('Remind me to order a new element tomorrow morning.');
    memory.hear("Remind me to feed Mrs Albright's canary tomorrow. Remind me to wash Tom's car.");
    expect(done('I fed my canary.')).toEqual([]);
    expect(done('I washed a car.')).toEqual([]);
    expect(done('I ordered the element this morning, done.')).toEqual([['resolved', 'order a new element']]);
    expect(done('I fed the canary.')).toEqual([['resolved', "feed Mrs Albright's canary"]]);
    memory.hear('<plan>pick up the keys</plan><plan>send the parcel</plan>');
    memory.hear(
      '<plan>return the library books</plan><plan>book the hall</plan><plan>pay Tom</plan><plan>pay mum</plan><plan>tune the piano by Friday</plan>',
    );
    expect(done('Piano tuned.')).toEqual([['resolved', 'tune the piano']]);
    expect(done('Library books returned.')).toEqual([['resolved', 'return the library books']]);
    expect(done('The hall is booked out.')).toEqual([]);
    expect(done("The hall's booked!")).toEqual([['resolved', 'book the hall']]);
    expect(done('Tom paid.')).toEqual([]);
    expect(done('Mum paid.')).toEqual([]);
    expect(done('The parcel was sent back.')).toEqual([]);
    expect(done('The keys have been picked up.')).toEqual([['resolved', 'pick up the keys']]);
    memory.hear('<plan>call the plumber</plan>');
    expect(done('I called the plumber back.')).toEqual([['resolved', 'call the plumber']]);
    memory.hear('<plan>send Jonas the guest list by Friday</plan>');
    expect(done('The guest list is sent.')).toEqual([['resolved', 'send Jonas the guest list']]);
  });

  it('PL13: says how dates in another language would be read, and nothing about words that only look like dates', () => {
    const report = (text: string) => memory.hear(text).reports.map(({ say }) => say);
    expect(report('Erinnere mich morgen um 9 an die Blumen.')).toEqual([
      expect.stringMatching(/^No plan was made of this wish\. .* To have German read too, add "de" to/u),
    ]);
    expect(report('<plan>Zahnarzt am Dienstag um 10:30</plan>')).toEqual([
      expect.stringMatching(/^Only “(?:um )?10:30” was read .* are read in English only\. .*German/u),
    ]);
    expect(report('<plan>Zahnarzt am Dienstag</plan>')).toEqual([
      expect.stringMatching(/^It is kept without a date\. .*German/u),
    ]);
    for (const text of [
      'Der Zahnarzt war nett.',
      '<plan>call Bo at 4:30</plan>',
      '<plan>marvel at the man in the mars mask</plan>',
      'Guten Morgen!',
    ])
      expect([text, report(text)]).toEqual([text, []]);
    const origin = { name: 'chat', key: '1' };
    expect(memory.hear('<plan>Zahnarzt am Montag</plan>', { origin, atMs: hourMs }).reports).toEqual([]);
    expect(memory.hear('Erinnere mich morgen an Ute.', { languages: ['en', 'de'] }).reports).toEqual([]);
  });

  it('PL21: a plan that recurs is done once, on its day, and nothing changes if several plans fit equally', () => {
    memory.hear('<plan>water the beans every Monday</plan><plan>feed the cat every day</plan>');
    expect(memory.hear('I fed the cat.').effects).toMatchObject([{ effect: 'settled' }]);
    memory.hear(
      '<plan>call Anna on Friday</plan><plan>call Anna and Bo</plan><plan>call Anna on Saturday</plan>',
    );
    expect(memory.hear('I called Anna.')).toMatchObject({ effects: [], reports: [{ kind: 'tied' }] });
  });

  it('PL17: a plan that recurs is left out once, a plan to call something off is done, and a tie changes nothing', () => {
    memory.hear('<plan>piano lesson every Monday</plan>');
    memory.hear('Remind me to cancel the dentist tomorrow');
    expect(memory.listActive()[1]).toBe('plan: cancel the dentist tomorrow');
    expect(memory.hear('My piano lesson is cancelled.').effects).toMatchObject([{ effect: 'settled' }]);
    expect(memory.hear('I cancelled the dentist appointment').effects).toMatchObject([
      { effect: 'resolved' },
    ]);
    memory.hear('<plan>choir every Tuesday at 7</plan>');
    expect(memory.hear('It was cancelled for good.').effects).toEqual([]);
    expect(memory.hear('Choir was cancelled.').effects).toMatchObject([{ effect: 'settled' }]);
    expect(memory.hear('Choir was cancelled for good reason.').effects).toMatchObject([
      { effect: 'settled' },
    ]);
    expect(memory.hear('I cancelled choir and left Tom for good.').effects).toMatchObject([
      { effect: 'settled' },
    ]);
    expect(memory.hear('I cancelled choir for good and left Tom.').effects).toMatchObject([
      { effect: 'dropped' },
    ]);
    memory.hear('<plan>choir every Tuesday at 7</plan>');
    expect(memory.hear('Choir was cancelled for good.').effects).toMatchObject([{ effect: 'dropped' }]);
    memory.hear('<plan>lunch with Anna on Friday</plan><plan>lunch with Bo on Saturday</plan>');
    const tied = memory.hear('The lunch is off');
    expect(tied).toMatchObject({ effects: [], reports: [{ kind: 'tied' }] });
    expect(memory.hear('The lunch on Saturday is off').effects).toMatchObject([
      { effect: 'dropped', item: { content: 'lunch with Bo' } },
    ]);
  });

  it('WM19: items count from the time of the story where the profile says so, as long as it stands still too', () => {
    const profile = decayProfileSchema.parse({ clock: 'story' });
    memory.speak('<pin>before there was any</pin>', { profile });
    memory.speak('<pin>by the story</pin>', { profile, storyAtMs: 1000 });
    memory.speak('<pin>still then</pin>', { profile });
    memory.speak('<pin>by the clock</pin>', { storyAtMs: 1000 });
    const nowMs = memory.clock.now();
    const madeAt = memory.store.readActive().map((item) => item.createdAtMs);
    expect(madeAt.sort((one, other) => one - other)).toEqual([1000, 1000, nowMs, nowMs]);
    const notedAt = memory.store.readActive().flatMap(({ id }) => memory.store.readChanges(id));
    expect(new Set(notedAt.map(({ atMs }) => atMs))).toEqual(new Set([nowMs]));
  });
});

describe('replies', () => {
  it('WM14: without any known tag count as said, or stay as processing', () => {
    const told = [
      memory.speak('Hello you.\n<i>hm</i>'),
      memory.speak('<companion>Hello.</companion>'),
      memory.speak('Hello you.', { untaggedReplies: 'processing' }),
      memory.speak(' \n'),
    ];
    expect(told.map(({ isShown }) => isShown)).toEqual([true, true, false, false]);
    expect(readAll().map(show)).toEqual(['Hello you.\n<i>hm</i>', 'Hello.', '', '']);
  });

  it('WM14: in which no tag says anything are said where their words are outside of tags', () => {
    const told = memory.speak('Hello. <feeling>glad</feeling>\nCome in!</pin><plan>buy oil</plan>');
    expect(readAll().map(show)).toEqual(['Hello.\nCome in!</pin>']);
    expect(told.effects.map(({ item }) => item.content)).toEqual(['glad', 'buy oil']);
    memory.speak('hm <feeling>sad</feeling> <say>Well.</say> processing');
    memory.speak('<feeling>sad</feeling></pin> ');
    memory.speak('One <pin>a</pin> two <secret>three <pin>b</pin> four');
    memory.speak('One <pin>c</pin> two</secret> three <pin>d</pin> four');
    expect(readAll().map(show).slice(1)).toEqual(['Well.\nprocessing', '', 'One\ntwo', 'three\nfour']);
  });

  it('WM14: that say something in a tag are also said behind it, and on its line before it, but for thinking', () => {
    const speak = (text: string, untaggedReplies?: 'processing') => {
      memory.speak(text, { untaggedReplies });
      return show(readAll().at(-1) ?? expect.fail());
    };
    const mixed =
      'She is sad.\nA vet! <say>So the cat was discussed.</say> I hid it. <pin>Jo has a vet</pin>\n\nDoes she call?';
    expect(speak(mixed)).toBe('A vet!\nSo the cat was discussed.\nI hid it.\nDoes she call?');
    expect(speak(mixed, 'processing')).toBe('So the cat was discussed.');
    for (const thought of [
      '(She sounds tired.)',
      'My thoughts: she sounds tired.',
      'Gedanken: Sie klingt müde.',
      '**Feeling:** <feeling>calm</feeling>',
      'Secret: she is ill.',
      '- **Inner thought:** she is ill.',
      '(She is ill.\nShe must not know.)',
      '<mood>tired</mood>',
      'The user sounds tired, so I keep it short.',
      '<thinking>She sounds\ntired.</thinking>',
      'recall("cat")',
      '… </companion>',
      '<pin>Jo lives at 9 Lemon',
      'her age </secret>',
      '<secret>her <pin>age</pin> is 9',
      '```xml',
    ])
      expect(speak(`<say>Well.</say> ${thought}`)).toBe('Well.');
    expect(speak('<reply><do>Nods</do> Well.\n\n*Waves.*\n(Tired.)\nBye.</reply>')).toBe(
      '*Nods*\nWell.\n\n*Waves.*\nBye.',
    );
    expect(speak('<say>Well.</say>\n<u>You</u>\nBye.')).toBe('Well.\nYou\nBye.');
    expect(speak('<say>Well.</say>\n(Ada\n\ncame.)')).toBe('Well.\n(Ada\n\ncame.)');
    expect(speak('(She is ill.\nTell nobody!) <say>Well.</say>')).toBe('Well.');
    expect(speak('Oh!\n\n<feeling>calm</feeling> Jo is sad. <say>Well.</say>')).toBe('Well.');
    for (const thought of [
      'You are sad again, so I should not press you.',
      'You sound tired. Better not ask.',
      'You sound tired, I should not tell you yet.',
      'Du klingst müde, ich sollte nichts sagen.',
    ])
      expect(speak(`${thought} <say>Well.</say>`)).toBe('Well.');
    for (const words of [
      'You must be tired, sit.',
      'You look tired. Let me tell you of the sea.',
      'I must say you look well.',
      'You had better stay in bed.',
      'Du siehst müde aus, ich muss dir etwas sagen.',
      "I won't lie!",
      'Oh, let me stay!',
    ])
      expect(speak(`${words} <say>Well.</say>`)).toBe(`${words}\nWell.`);
    expect(speak('*Nods.* Sit with you? <say>Well.</say>')).toBe('*Nods.* Sit with you?\nWell.');
  });

  it('WM21: with a tag that was never closed are reported', () => {
    const told = memory.hear('Please <plan>buy oil');
    expect(told.reports).toEqual([
      {
        kind: 'unclosed',
        tag: 'plan',
        say: '<plan> was never closed, so it is text, and none of it is held in mind.',
      },
    ]);
  });

  it('WM13: that repeat what was injected teach nothing new', () => {
    const injected: InjectedText = {
      isInjected: (text) => text.includes('the old well'),
      measureShare: (text) => (text.includes('Lingering') ? 0.9 : 0.2),
    };
    const indexed: string[] = [];
    const addToIndex = (_event: MemoryEvent, text: string) => indexed.push(text);
    memory.speak('<pin>the old well is dry</pin>');
    memory.clock.advance(hourMs);
    const told = memory.speak(
      '<say>Hm.</say><pin>The old well is dry.</pin><thought>the old well is deep</thought><pin>keep the old well x</pin><pin>new</pin>',
      { injected, addToIndex },
    );
    expect(told.effects.map(({ effect, item }) => [effect, item.content])).toEqual([
      ['refreshed', 'the old well is dry'],
      ['created', 'new'],
    ]);
    expect(told.reports.map(({ kind, tag }) => [kind, tag])).toEqual([
      ['injected', 'thought'],
      ['injected', 'pin'],
    ]);
    memory.speak('<say>Lingering: a pin</say>', { injected, addToIndex });
    expect(
      memory.hear('Lingering, the old well <pin>the old well is old</pin>', { injected }).effects,
    ).toHaveLength(1);
    expect(readAll().map((event) => event.isParroted)).toEqual([false, false, true, false]);
    expect(indexed).toEqual(['Hm.']);
  });

  it('WM17: have at most 200 of their tags held in mind, and say so', () => {
    const tags = Array.from({ length: 5000 }, (_, index) => `<thought>thought ${index}</thought>`);
    const told = memory.speak(tags.join(''));
    expect(told.effects).toHaveLength(200);
    expect(told.reports).toMatchObject([{ kind: 'too-many' }]);
    expect(memory.events.readSpans(told.eventId)).toHaveLength(5000);
  });

  it('WM7: with nothing between their tags change nothing', () => {
    const told = memory.speak('<feeling> </feeling><pin></pin><desc>\n</desc>');
    expect(told.effects).toEqual([]);
    expect(told.reports.map(({ kind }) => kind)).toEqual(['empty', 'empty', 'empty']);
  });
});
