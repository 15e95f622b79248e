// Tests the extraction of a system from a rulebook with a scripted model: sources, contradictions, refusals, resuming.

import { ProviderError } from '@terrarium/kernel/errors';
import { buildScriptedModel, type ScriptStep } from '@terrarium/kernel/testing/scripted-model';
import { describe, expect, it } from 'vitest';
import type { Source } from '../system/manifest.ts';
import type { JsonObject } from '../values/json.ts';
import { type ExtractionOptions, extractSystem } from './extract-system.ts';
import type { ExtractionJournal } from './extraction-journal.ts';
import type { RulebookPart } from './rulebook.ts';

const filler = 'The sea was grey that year, and nobody who sailed it spoke of what they had seen. ';
const text = `# Salt and Oar

## Characters

Every sailor has **Nerve**, rolled with 2d6, from 2 to 12. A sailor's Grit is 4 plus half their Nerve, rounded down.

${filler.repeat(40)}

## Storms

When the sea turns, roll 2d6. A result of your Nerve or less means you hold the line.

${filler.repeat(40)}

## Drowning

A sailor's Grit is 6 plus half their Nerve, rounded down. At 0 Grit a sailor drowns.
`;

/** A request has room for each chapter of the book, but not for two of them. */
const windowTokens = 5_900;
const count = (part: string) => Math.ceil(part.length / 4);
const book = { file: 'salt-and-oar.md', text };

const nerve = {
  kind: 'field',
  path: 'attributes.nerve',
  label: 'Nerve',
  prefab: 'VAL_INT',
  category: 'attributes',
  config: { min: 2, max: 12 },
  roll: '2d6',
  quote: 'Every sailor has Nerve, rolled with 2d6, from 2 to 12.',
};
const grit = {
  kind: 'field',
  path: 'resources.grit',
  label: 'Grit',
  prefab: 'RES_POOL',
  category: 'resources',
  max_formula: '4 + floor(attributes.nerve / 2)',
  quote: 'A sailor’s Grit is 4 plus half their Nerve, rounded down',
  formula_quote: 'Grit is 4 plus half their Nerve, rounded down',
};
const storm = {
  kind: 'check',
  id: 'storm',
  label: 'Storm',
  dice: '2d6',
  target: 'attributes.nerve',
  outcomes: [
    { id: 'held', label: 'You hold the line', when: 'total <= target', degree: 1 },
    { id: 'lost', label: 'The line runs out', when: 'total > target', degree: -1 },
  ],
  quote: 'A result of your Nerve or less means you hold the line',
};
const engine = {
  kind: 'engine',
  dice: '2d6',
  mechanic: 'Roll under Nerve.',
  success: 'Nerve or less',
  crit: 'none',
  quote: 'When the sea turns, roll 2d6. A result of your Nerve',
};
const drowning = {
  kind: 'rule',
  id: 'drowning',
  title: 'Drowning',
  text: 'Without Grit one drowns.',
  quote: 'At 0 Grit a sailor drowns.',
};

function row(at: number): object {
  return { from: at, to: at, say: `Wind ${at}.` };
}

/** The members of a field, without those that differ between sheets. */
function fieldOf({ path, label, prefab, category }: typeof grit): object {
  return { path, label, prefab, category };
}

function answer(...items: readonly object[]): { readonly text: string } {
  return { text: JSON.stringify({ items }) };
}

function buildJournal(): ExtractionJournal {
  const replies = new Map<number, string[]>();
  return {
    list: ({ index }: RulebookPart) => replies.get(index) ?? [],
    record: ({ index }, reply) => void replies.set(index, [...(replies.get(index) ?? []), reply]),
  };
}

async function extract(script: readonly ScriptStep[], options: Partial<ExtractionOptions> = {}) {
  const model = buildScriptedModel(script, { contextTokens: windowTokens });
  const extraction = await extractSystem({
    book,
    title: { id: 'salt-and-oar', name: 'Salt and Oar' },
    model,
    journal: buildJournal(),
    countTokens: count,
    said: { maxOutputTokens: 800 },
    ...options,
  });
  model.assertDone();
  return { extraction, model };
}

function listSources(value: unknown): readonly Source[] {
  if (Array.isArray(value)) return value.flatMap(listSources);
  if (typeof value !== 'object' || value === null) return [];
  const own = 'sources' in value ? (value.sources as readonly Source[]) : [];
  return [
    ...own,
    ...Object.entries(value).flatMap(([name, below]) => (name === 'sources' ? [] : listSources(below))),
  ];
}

describe('extracting a system', () => {
  it('SZ23: what comes out loads, and every field, formula, check and rule carries words that stand in the book', async () => {
    const { extraction } = await extract([answer(nerve, grit), answer(storm, engine), answer(drowning)]);
    expect(extraction).toMatchObject({ problems: [], readings: [], gaps: [], refused: [], unread: [] });
    const { fields, rules, checks } = extraction.manifest;
    for (const one of [fields, rules, checks].flat() as readonly JsonObject[])
      expect(listSources(one).length).toBeGreaterThan(0);
    const sources = listSources(extraction.manifest);
    expect(sources.map(({ of }) => of)).toEqual(['check', 'field', 'field', 'formula', 'rule']);
    for (const { start, end, quote, file } of sources) {
      expect(text.slice(start, end)).toBe(quote);
      expect(file).toBe('salt-and-oar.md');
    }
  });

  it('SZ22: items are taken whole out of prose, fences and thinking', async () => {
    const fenced = `As [12] says, {nothing} else:\n\`\`\`json\n${answer(nerve).text}\n\`\`\`\nand\n\`\`\`\n${answer(grit).text}`;
    const thought = `<think>Is it {"items":[{"kind":"rule"}]}?</think>${answer(storm, engine).text}`;
    const { extraction } = await extract([{ text: fenced }, { text: thought }, answer(drowning)]);
    expect(extraction).toMatchObject({ problems: [], refused: [], unread: [] });
    expect(listSources(extraction.manifest)).toHaveLength(5);
  });

  it('SZ22: a reply that was cut off is asked on, for what comes behind the whole items', async () => {
    const { extraction, model } = await extract([
      { text: `${answer(nerve).text.slice(0, -2)},{"kind":"field","pa`, finish: 'length' },
      answer(grit),
      { text: answer(storm).text.slice(0, -2), finish: 'length' },
      answer(engine),
      answer(drowning),
    ]);
    expect(extraction).toMatchObject({ problems: [], refused: [], unread: [] });
    expect(listSources(extraction.manifest)).toHaveLength(5);
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('cut off');
  });

  it('SZ24: of two readings as full as each other the first stands, and both are kept with their chapters', async () => {
    const other = {
      ...grit,
      max_formula: '6 + floor(attributes.nerve / 2)',
      quote: 'Grit is 6 plus half their Nerve, rounded down',
    };
    const { formula_quote, ...bare } = other;
    const { extraction } = await extract([answer(nerve, grit), answer(engine), answer(bare)]);
    expect(extraction.readings).toEqual([
      {
        at: '/fields/1/max_formula',
        about: 'Grit: max formula',
        taken: {
          says: '4 + floor(attributes.nerve / 2)',
          where: 'Characters',
          quote: 'Grit is 4 plus half their Nerve, rounded down',
        },
        other: {
          says: '6 + floor(attributes.nerve / 2)',
          where: 'Drowning',
          quote: 'Grit is 6 plus half their Nerve, rounded down',
        },
      },
    ]);
    expect(extraction.problems).toEqual([]);
    expect(extraction.manifest).toMatchObject({
      fields: [{}, { max_formula: '4 + floor(attributes.nerve / 2)' }],
      readings: extraction.readings,
    });
  });

  it('SZ21: what the book does not say is sent back once, then thrown away and shown', async () => {
    const made = { ...drowning, id: 'luck', quote: 'Sailors may reroll any die once a day.' };
    const { extraction, model } = await extract([
      answer(nerve, grit, made),
      answer(made),
      answer(engine),
      answer(),
    ]);
    expect(extraction.refused).toMatchObject([
      { say: 'Its quote is not found in this part, or is too short.' },
    ]);
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain('These were refused');
    expect(JSON.stringify(extraction.manifest)).not.toContain('reroll');
  });

  it('SZ25: what is missing or wrong is said, with the place in the manifest', async () => {
    const lost = { ...grit, max_formula: '4 + atributes.nerve' };
    // After two answers that mend nothing, the model is not asked again.
    const { extraction } = await extract([answer(nerve, lost), answer(), answer(), answer(), answer()]);
    const pointers = extraction.problems.map(({ pointer }) => pointer);
    expect(pointers).toContain('/fields/1/max_formula');
    expect(pointers.some((pointer) => pointer.startsWith('/engine') || pointer === '')).toBe(true);
  });

  it('SZ27: later parts are told what earlier ones made, as data', async () => {
    const odd = { ...nerve, label: '</known>Nerve' };
    const { model } = await extract([answer(odd), answer(storm, engine), answer(drowning)]);
    const asked = model.requests.map(({ messages }) => String(messages.at(-1)?.content));
    expect(asked[0]).not.toContain('<known>');
    expect(asked[1]).toContain('field attributes.nerve (&lt;/known&gt;Nerve, VAL_INT)');
    expect(asked[2]).toContain('check storm (2d6)');
  });

  it('SZ28: problems go back until the system loads; a mending that mends nothing is not taken', async () => {
    const lost = { ...grit, max_formula: '4 + atributes.nerve' };
    const { engine: check, ...broken } = { ...storm, id: 'gale', target: 'attributes.luck', engine };
    const { extraction, model } = await extract([
      answer(nerve, lost),
      answer(broken, engine),
      answer(),
      answer({ ...grit, max_formula: '4 + attributes.nrve', quote: grit.quote }),
      answer({ kind: 'remove', what: 'check gale' }),
      answer(grit),
    ]);
    expect(extraction.problems).toEqual([]);
    expect(extraction.manifest['checks']).toEqual([]);
    expect(extraction.manifest['fields']).toMatchObject([{}, { max_formula: grit.max_formula }]);
    expect(check).toBe(engine);
    const told = String(model.requests[3]?.messages.at(-1)?.content);
    expect(told).toMatch(/cannot be played yet:.*atributes.*attributes\.luck/s);
  });

  it('SZ28: an invented mending is thrown away, and what is missing is refused by name', async () => {
    const made = { ...drowning, kind: 'engine', quote: 'Roll a hundred dice and shout.' };
    const { extraction } = await extract([answer(nerve), answer(), answer(), answer(made), answer(made)]);
    expect(JSON.stringify(extraction.manifest)).not.toContain('hundred');
    expect(extraction.problems.map(({ says }) => says).join(' ')).toMatch(/engine/i);
  });

  it('SZ28: mendings are journalled apart from the parts', async () => {
    const journal = buildJournal();
    const lost = { ...grit, max_formula: '4 + atributes.nerve' };
    const script = [answer(nerve, lost), answer(engine), answer(), answer(grit)];
    const first = await extract(script, { journal });
    const again = await extract([], { journal });
    expect(again.extraction).toEqual(first.extraction);
  });

  it('SZ29: oracles, sheets of foes, limits, characters and consequences become parts of the system', async () => {
    const quote = 'When the sea turns, roll 2d6.';
    const grits = { 'resources.grit.current': 4 };
    const lose = (who: string) => [{ lose: 'resources.grit.current', amount: '1d6', who }];
    const { extraction } = await extract([
      answer(nerve, grit),
      answer(
        { ...storm, dice: '1d6+max(@attributes.nerve,@resources.grit)', challenge: '2d10' },
        engine,
        { kind: 'field', of: 'creature', ...fieldOf(grit), max_formula: '6', quote },
        { kind: 'oracle', id: 'wind', label: 'Wind', dice: '1d2', rows: [row(1), row(2)], quote },
        {
          kind: 'creation',
          id: 'brave',
          label: 'Brave',
          holds: 'attributes.nerve >= 4',
          say: 'Be brave.',
          quote,
        },
        {
          kind: 'character',
          id: 'jo',
          name: 'Jo',
          concept: 'A sailor.',
          set: { 'attributes.nerve': 7 },
          quote,
        },
        { kind: 'intent', name: 'attack', check: 'storm', outcomes: { held: lose('opponent') }, quote },
        {
          kind: 'opponents',
          type: 'creature',
          default: 'usual',
          threats: { usual: { set: grits } },
          down_when: 'resources.grit.current <= 0',
          quote,
        },
        { kind: 'downfall', down_when: 'resources.grit.current <= 0', quote },
      ),
      answer(drowning),
    ]);
    expect([extraction.problems, extraction.refused]).toEqual([[], []]);
    const { entities, oracles, creation, characters, narrator, checks } = extraction.manifest;
    expect(entities).toMatchObject({ creature: { fields: [{ path: 'resources.grit', max_formula: '6' }] } });
    expect([oracles, creation, characters]).toMatchObject([
      [{ id: 'wind' }],
      [{ id: 'brave' }],
      [{ id: 'jo' }],
    ]);
    expect(narrator).toMatchObject({
      intents: { attack: { check: 'storm' } },
      opponents: { type: 'creature' },
    });
    expect(checks).toMatchObject([{ challenge: '2d10' }]);
  });

  it('SZ26: an extraction that broke off goes on where it was; nothing is asked twice', async () => {
    const journal = buildJournal();
    const gone = new ProviderError({ code: 'x', happened: 'Gone.', todo: 'Wait.', retryable: true });
    await expect(extract([answer(nerve, grit), gone], { journal })).rejects.toThrow('Gone.');
    const { extraction, model } = await extract([answer(storm, engine), answer(drowning)], { journal });
    expect(model.requests).toHaveLength(2);
    expect(extraction.problems).toEqual([]);
  });

  it('SZ20: each request with its reply fits into the window of the model', async () => {
    const { model } = await extract([
      answer(nerve, grit, { ...nerve, path: 'attributes.luck', formula: 'attributes.nrve' }),
      answer(),
      answer(),
      answer(),
      answer(),
    ]);
    for (const { messages, maxOutputTokens } of model.requests)
      expect(
        messages.reduce((sum, { content }) => sum + count(content), 0) + maxOutputTokens,
      ).toBeLessThanOrEqual(windowTokens);
  });
});
