// Tests compiling with a scripted model: quotes, names and numbers in a fragment must come from its sources.

import { buildScriptedModel, type ScriptStep } from '@terrarium/kernel/testing/scripted-model';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFragmentStore } from '../../src/fragments/fragment-store.ts';
import { buildModelWriter } from '../../src/maintenance/model-writer.ts';
import { runMaintenance } from '../../src/maintenance/run-maintenance.ts';
import { type MaintainedMemory, openMaintainedMemory } from '../support/maintained-memory.ts';

const hourMs = 60 * 60 * 1_000;
const voices = {
  user: [{ id: 'user', name: 'Nina Holt' }],
  companion: [{ id: 'companion', name: 'Sage' }],
} as const;
let memory: MaintainedMemory;
let mira: number;
let moving: number;

beforeEach(() => {
  memory = openMaintainedMemory();
  mira = memory.hear(
    'Mira got the workshop in Harbour Street — my “sister”, a clockmaker at last! It cost 2,400.',
  );
  moving = memory.hear('Will you help her to move in on Saturday?', { voice: 'companion' });
});

afterEach(() => memory.close());

type Proposed = Readonly<Record<string, unknown>>;
const reply = (...operations: readonly Proposed[]): ScriptStep => ({ text: JSON.stringify({ operations }) });

async function maintain(...script: readonly ScriptStep[]) {
  const model = buildScriptedModel(script, { contextTokens: 16_000 });
  const writer = buildModelWriter({
    model,
    tokens: { count: (text: string) => Math.ceil(text.length / 4) },
    voices,
    timeZone: 'UTC',
  });
  const outcome = await runMaintenance(memory.ground(writer), { kind: 'light' });
  model.assertDone();
  return { outcome, told: model.requests.at(-1)?.messages.at(-1)?.content ?? '' };
}

const find = (key: string) => openFragmentStore(memory.connection).findByKey(key);

function make(change: Proposed = {}): Proposed {
  return {
    do: 'create-fragment',
    key: 'mira',
    ambient: 'Nina has a sister, Mira.',
    recognition: 'A clockmaker.',
    inventory: `Nina: a clockmaker at last (#${mira})`,
    sources: [mira],
    ...change,
  };
}

describe('lines of an inventory', () => {
  it.each(['健太', '先生'])(
    'MT27, MT29: hold with the name that the person told in Japanese, also if only this reply notes it: %s',
    async (name) => {
      const told = memory.hear(`こんばんは。${name}だよ。猫アレルギーなのに今日うっかり猫カフェに行った。`);
      const lines = [
        `2024-01-01, ${name}: 猫アレルギーなのに今日うっかり猫カフェに行った。 (#${told})`,
        `1月1日、${name}さん：猫アレルギーなのに (#${told})`,
      ];
      const note = { do: 'note-fact', relation: 'name', value: name, quote: `${name}だよ`, event: told };
      const written = make({ key: 'allergy', inventory: lines.join('\n'), sources: [told] });
      const { outcome } = await maintain(reply(written, note));
      expect(outcome.refused).toEqual([]);
      expect(find('allergy')?.inventory.split('\n')).toEqual(lines);
    },
  );

  it.each([
    ['all that was said', () => `2024-01-01, Nina: Mira got the workshop in Harbour Street (#${mira})`],
    ['the id in front, and a bullet', () => `- [#${mira}] Mon 1 Jan 2024, Nina Holt: a clockmaker at last!`],
    [
      'other quotation marks, dashes and capitals',
      () => `Nina: Harbour street - my "Sister", a clockmaker (#${mira})`,
    ],
    ['something left out', () => `Nina: Mira got the workshop … a clockmaker at last (#${mira})`],
    ['own words with a quote', () => `She has the place now, "a clockmaker at last" (#${mira})`],
    [
      'two events',
      () => `Nina: “a clockmaker at last”, and Sage: “move in on Saturday” (#${mira}, #${moving})`,
    ],
  ])('MT27: hold with %s', async (_, line) => {
    const { outcome } = await maintain(reply(make({ inventory: line() })));
    expect(outcome.refused).toEqual([]);
    expect(find('mira')?.inventory).toBe(line());
  });

  it.each([
    ['no event', () => 'Nina: a clockmaker at last', 'names no event: end it with one, such as (#12)'],
    ['an event that is not there', () => 'Nina: a clockmaker at last (#99)', 'there is no such event'],
    [
      'words of its own',
      () => `Mira opened a shop (#${mira})`,
      `has none of the words of event ${1}, which says: "Mira got the`,
    ],
    [
      'a quote of another event',
      () => `Nina: "move in on Saturday" (#${mira})`,
      'has none of the words of event 1',
    ],
    [
      'a claim before a word that was said',
      () => `Nina hates her: sister (#${mira})`,
      'has none of the words of event 1',
    ],
    [
      'a name that nobody here has',
      () => `2024-01-01, Ninette: a clockmaker at last (#${mira})`,
      'begins with a name that nobody here has: begin it with the day and with one of Nina Holt, Sage.',
    ],
    [
      'a word left out before inner marks',
      () => `Nina: the workshop in Harbour Street my “sister” (#${mira})`,
      'has none of the words of event 1',
    ],
    [
      'the words of somebody else',
      () => `Sage: a clockmaker at last (#${mira})`,
      'gives the words of event 1 to somebody else: Nina Holt said them',
    ],
    ['half a word', () => `Nina: a clockmak (#${mira})`, 'has none of the words of event 1'],
    [
      'a single word in marks',
      () => `She is a "clockmaker" for sure (#${mira})`,
      'has none of the words of event 1',
    ],
    [
      'one wrong quote of two',
      () => `"a clockmaker at last", "rich at last" (#${mira})`,
      'has none of the words of event 1',
    ],
  ])('MT27: are refused with %s, which the model is told once and may mend', async (_, line, say) => {
    const { outcome, told } = await maintain(reply(make({ inventory: line() })), reply(make()));
    expect(told).toContain(say);
    expect(outcome.operations).toHaveLength(1);
    expect(find('mira')?.inventory).toBe(`Nina: a clockmaker at last (#${mira})`);
  });

  it('MT27: may call the person by the name that they told', async () => {
    const name = { kind: 'fact', subject: 'user/:name', normalForm: 'leonora' } as const;
    memory.hold('my name is Leonora', name);
    const inventory = `2024-01-01, Leonora: a clockmaker at last (#${mira})`;
    const { outcome } = await maintain(reply(make({ inventory, sources: [mira] })));
    expect(outcome.refused).toEqual([]);
    expect(find('mira')?.inventory).toBe(inventory);
  });

  it('MT27: add their events to the sources, and stay as they are if they were there before', async () => {
    const text = { key: 'house', ambient: 'a', recognition: 'b', sources: [] };
    openFragmentStore(memory.connection).create({ ...text, inventory: 'Written long ago.' }, 1);
    const lines = `Written long ago.\nSage: move in on Saturday (#${moving})`;
    const update = { do: 'update-fragment', key: 'house', inventory: lines };
    memory.hear('The house, the house.');
    await maintain(reply(make({ inventory: `Sage: move in on Saturday (#${moving})` }), update));
    expect(find('mira')?.sources).toEqual([mira, moving]);
    expect(find('house')).toMatchObject({ inventory: lines, sources: [moving] });
  });
});

describe('names and numbers of a fragment', () => {
  it.each([
    ['a name', 'She moved to Boston.', '"Boston" stands neither in its sources'],
    ['a number', 'It cost 2,500.', '"2,500" stands neither in its sources'],
    ['a number in words', 'It cost about forty thousand.', '"forty thousand" stands'],
    ['a year', 'She began in 1987.', '"1987" stands'],
    ['a date', 'She moved on 3 May 2024 with Tom.', '"Tom", "3 May 2024" stand neither in its sources'],
    ['a time', 'They met at 17:45.', '"17:45" stands'],
    ['a small number that measures', 'It is 9 km away.', '"9" stands neither in its sources'],
    ['the same in words', 'It is nine miles away.', '"nine" stands neither in its sources'],
    ['a small number that counts nothing', 'Flat number 9.', '"9" stands neither in its sources'],
  ])('MT28: %s that nobody said is refused by name', async (_, recognition, say) => {
    const { outcome, told } = await maintain(reply(make({ recognition })), reply(make()));
    expect(told).toContain(say);
    expect(outcome.refused).toEqual([]);
    expect(find('mira')?.recognition).toBe('A clockmaker.');
  });

  it.each([
    [
      'names of those who speak, and sentences that begin',
      'Lately Nina told me, Sage, of it. Nobody else knows.',
    ],
    [
      'dates that follow from the event',
      'They move in on Saturday, 6 January 2024; she began last year, in 2023.',
    ],
    ['days, months and the time of the event', 'On a Monday in January, at 00:00 (12:00 am), in winter.'],
    [
      'other forms',
      'The clock of Mira’s, in the Harbour; she paid 2400, or 2.400, two thousand four hundred.',
    ],
    ['what may be counted', 'She has two sisters in mind, perhaps, and 3 clocks.'],
    ['days between two dates', 'Seven days early, or 7 days early.'],
    ['a fragment in brackets', 'See also [plan-9] of hers.'],
  ])('MT28: %s are known', async (_, recognition) => {
    const { outcome } = await maintain(reply(make({ recognition })));
    expect(outcome.refused).toEqual([]);
  });

  it('MT28: what was said right around a source is known, and what was said on another day is not', async () => {
    memory.clock.advance(5 * hourMs);
    const later = memory.hear('She sold it to Quentin.');
    const quentin = { ambient: 'Somebody.', recognition: 'A clockmaker who knows Quentin.' };
    const shop = { ...make(quentin), key: 'shop', sources: [later], inventory: `sold it (#${later})` };
    const near = { ...make({ recognition: 'Known by Harbour people.' }), key: 'street', sources: [moving] };
    const { outcome, told } = await maintain(
      reply(shop, { ...near, inventory: `move in on Saturday (#${moving})` }, make(quentin)),
      reply(),
    );
    expect(outcome.operations).toMatchObject([{ key: 'shop' }, { key: 'street' }]);
    expect(told).toContain('- create-fragment mira: "Quentin" stands neither in its sources');
  });

  it('MT28: what a fragment had before is known, and so is what it is based on', async () => {
    await maintain(reply(make()));
    const news = memory.hear('Mira opens soon.');
    const update = { do: 'update-fragment', key: 'mira', sources: [news], because: 'news' };
    const say = 'Mira has opened in Harbour Street, at 2,400.';
    expect((await maintain(reply({ ...update, recognition: say }))).outcome.refused).toEqual([]);
  });

  it('MT28: in German a capital marks no name', async () => {
    const event = memory.hear('Ich habe auf dem Markt eine Uhr für die Küche gekauft.');
    const said = { sources: [event], inventory: `eine Uhr für die Küche (#${event})` };
    const recognition = 'Sie hat auf dem Wochenmarkt eine Wanduhr für das Zimmer gekauft und ist froh.';
    const ambient = 'Die Uhr ist von dem Markt und nicht neu.';
    const { outcome } = await maintain(reply(make({ ...said, key: 'uhr', recognition, ambient })));
    expect(outcome.refused).toEqual([]);
  });

  it('MT28: no text of a model, however odd, does worse than to be refused', async () => {
    const odd = [
      '#',
      '(#)',
      '"',
      '…',
      '[#1] …',
      `"… (#${mira})`,
      '(#999999999999999)',
      '“”'.repeat(50),
      ': '.repeat(200),
    ];
    const all = odd.map((inventory, at) => make({ key: `odd-${String.fromCharCode(97 + at)}`, inventory }));
    const { outcome } = await maintain(reply(...all), reply());
    expect(outcome.operations).toEqual([]);
  });
});
