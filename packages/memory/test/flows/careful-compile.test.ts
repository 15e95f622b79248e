// Tests that maintenance loses nothing: inventories only grow, merges keep sources, and a cut-off reply skips no event.
import { buildScriptedModel, type ScriptStep } from '@terrarium/kernel/testing/scripted-model';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFragmentStore } from '../../src/fragments/fragment-store.ts';
import { buildModelWriter } from '../../src/maintenance/model-writer.ts';
import { revertRun } from '../../src/maintenance/revert-run.ts';
import { runMaintenance } from '../../src/maintenance/run-maintenance.ts';
import { recall } from '../../src/wake.ts';
import { dumpMemory } from '../support/dump-memory.ts';
import { type MaintainedMemory, openMaintainedMemory } from '../support/maintained-memory.ts';

let memory: MaintainedMemory;

beforeEach(() => {
  memory = openMaintainedMemory();
});

afterEach(() => memory.close());

const tokens = { count: (text: string) => Math.ceil(text.length / 4) };
type Proposed = Readonly<Record<string, unknown>>;

function reply(...operations: readonly Proposed[]): ScriptStep {
  return { text: JSON.stringify({ operations }) };
}

async function maintain(script: readonly ScriptStep[], contextTokens = 16_000) {
  const model = buildScriptedModel(script, { contextTokens });
  const writer = buildModelWriter({ model, tokens });
  const outcome = await runMaintenance(memory.ground(writer), { kind: 'light' });
  model.assertDone();
  const asked = model.requests.map(({ messages }) => messages.at(-1)?.content ?? '');
  return { outcome, asked };
}

const fragments = () => openFragmentStore(memory.connection);
const find = (key: string) => fragments().findByKey(key);

/** A fragment made from an event with this text. */
function make(key: string, text: string): Proposed {
  const event = memory.hear(text);
  const inventory = `${text} (#${event})`;
  return { do: 'create-fragment', key, ambient: text, recognition: text, inventory, sources: [event] };
}

describe('fragments as they grow', () => {
  it('MT24: lines are added to an inventory, which otherwise stays as it is, and only lines that it does not have', async () => {
    await maintain([reply(make('kiln', 'The kiln was lit.'))]);
    const event = memory.hear('The kiln cracked.');
    const append = { do: 'append-inventory', key: 'kiln', sources: [event] };
    const lines = `The kiln was lit. (#1)\nThe kiln cracked. (#${event})`;
    await maintain([reply({ ...append, inventory: lines })]);
    expect(find('kiln')).toMatchObject({
      inventory: lines,
      sources: [1, event],
      ambient: 'The kiln was lit.',
    });
    memory.hear('Still cracked.');
    const again = { ...append, inventory: `The kiln cracked. (#${event})` };
    const { outcome } = await maintain([reply(again), reply()]);
    expect(outcome.operations).toEqual([]);
  });

  it('MT24: a line that is part of one that exists is not new', async () => {
    const event = memory.hear('The kiln was lit by Ann on a Monday.');
    const other = memory.hear('The kiln was lit.');
    const line = `The kiln was lit by Ann on a Monday. (#${event})`;
    await maintain([
      reply({ ...make('kiln', 'The kiln was lit.'), inventory: line, sources: [event, other] }),
    ]);
    memory.hear('The kiln cracked.');
    const append = { do: 'append-inventory', key: 'kiln' };
    const { outcome } = await maintain([
      reply(
        { ...append, inventory: `The kiln was lit … (#${event})` },
        { ...append, inventory: `The kiln was lit. (#${other})\nThe kiln was lit (#${event})` },
      ),
      reply(),
    ]);
    expect(outcome.operations).toHaveLength(1);
    expect(find('kiln')?.inventory).toBe(`${line}\nThe kiln was lit. (#${other})`);
  });

  it('MT24: what an update may replace is shown whole, and an update of anything else is refused', async () => {
    await maintain([reply(make('kiln', 'The kiln was lit.'), make('garden', 'Beans grow in the garden.'))]);
    memory.hear('The kiln cracked in the night.');
    const change = (key: string) => ({
      do: 'update-fragment',
      key,
      ambient: `News of ${key}`,
      because: 'new',
    });
    const { outcome, asked } = await maintain([
      reply(change('garden'), change('kiln'), { do: 'delete-fragment', key: 'garden', because: 'dull' }),
      reply(),
    ]);
    expect(asked[0]).toContain('<fragment key="kiln">');
    expect(asked[0]).not.toContain('<fragment key="garden">');
    expect(asked[1]).toContain('garden was not shown here: append to its inventory');
    expect(outcome.operations).toMatchObject([{ key: 'kiln' }]);
    expect(find('garden')?.ambient).toBe('Beans grow in the garden.');
  });

  it.each([
    ['after making one of that key', () => make('garden', 'The kiln is hot.'), 'garden'],
    [
      'under a new key',
      () => ({ do: 'rename-fragment', from: 'garden', to: 'plot', because: 'its name' }),
      'plot',
    ],
  ])(
    'MT24: what was not shown cannot be replaced in another way either, such as %s',
    async (_, buildFirst, key) => {
      await maintain([reply(make('kiln', 'The kiln was lit.'), make('garden', 'Beans grow in the garden.'))]);
      memory.hear('The kiln cracked in the night.');
      const { asked } = await maintain([
        reply(buildFirst(), { do: 'update-fragment', key, ambient: 'News.', because: 'new' }),
        reply(),
      ]);
      expect(asked[1]).toContain('garden was not shown here: append to its inventory');
      expect((find('garden') ?? find('plot'))?.ambient).toBe('Beans grow in the garden.');
    },
  );

  it('MT24: of a large inventory the newest lines are shown, and it can only be added to', async () => {
    const pots = Array.from({ length: 200 }, (_, at) => `Pot ${at} was made of red clay and fired.`);
    const event = memory.hear(pots.join('\n'));
    const lines = pots.map((line) => `${line} (#${event})`);
    const text = { ambient: 'Pots.', recognition: 'Pots.', inventory: lines.join('\n') };
    await maintain([reply({ do: 'create-fragment', key: 'pots', ...text, sources: [event] })]);
    memory.hear('More pots.');
    const rewritten = { do: 'update-fragment', key: 'pots', inventory: 'Many.', because: 'short' };
    const { asked, outcome } = await maintain([reply(rewritten), reply()]);
    expect(asked[0]).toContain('Pot 199 was');
    expect(asked[0]).not.toContain('Pot 10 was');
    expect(asked[1]).toContain('Only the newest lines of pots were shown');
    expect(outcome.operations).toEqual([]);
    expect(find('pots')?.inventory).toBe(lines.join('\n'));
    const kiln = make('kiln', 'More pots in the kiln.');
    const merge = { do: 'merge-fragments', from: 'pots', to: 'kiln', because: 'one' };
    await maintain([
      reply(kiln, merge, { ...rewritten, key: 'kiln', inventory: kiln['inventory'] }),
      reply(),
    ]);
    expect(find('kiln')?.inventory).toContain('Pot 10 was');
  });

  it('MT25: one fragment takes in another, with its sources, edges and items, and gives it back when taken back', async () => {
    const pin = memory.hold('light it [oven]');
    await maintain([
      reply(
        make('kiln', 'The kiln was lit.'),
        make('oven', 'The [oven] cracked.'),
        make('shed', 'A shed with an [oven] in it.'),
        { do: 'create-edge', from: 'oven', to: 'shed', label: 'stands in' },
        { do: 'rewrite-ambient', text: 'There is an [oven].' },
      ),
    ]);
    memory.hear('The oven is the kiln, in the shed.');
    const before = dumpMemory(memory.connection, memory.ambientPath);
    memory.clock.advance(1_000);
    const merge = { do: 'merge-fragments', from: 'oven', to: 'kiln', because: 'the same thing' };
    const { outcome } = await maintain([reply(merge)]);
    expect(fragments().listKeys()).toEqual(['kiln', 'shed']);
    expect(find('kiln')?.inventory).toBe('The kiln was lit. (#2)\nThe [kiln] cracked. (#3)');
    expect(find('kiln')?.sources).toHaveLength(2);
    expect(find('shed')?.ambient).toBe('A shed with an [kiln] in it.');
    expect(fragments().listEdges()).toEqual([{ from: 'kiln', to: 'shed', label: 'stands in' }]);
    expect(fragments().readLinkedItems('kiln')).toEqual([pin]);
    expect(dumpMemory(memory.connection, memory.ambientPath)['ambient']).toContain('There is an [kiln].');
    expect(recall('oven', memory.connection)).toMatchObject({ key: 'kiln', formerKey: 'oven' });
    revertRun(memory, outcome.runId ?? 0);
    expect(dumpMemory(memory.connection, memory.ambientPath)).toEqual(before);
  });

  it('MT25: a fragment gets another key or goes, is not made anew in the same run, and comes back when taken back', async () => {
    const pin = memory.hold('light the [oven]');
    const made = reply(make('oven', 'The [oven] cracked.'), make('shed', 'The shed leaks.'));
    await maintain([made]);
    memory.hear('The oven is a kiln. The shed burnt down.');
    const before = dumpMemory(memory.connection, memory.ambientPath);
    memory.clock.advance(1_000);
    const text = { ambient: 'a', recognition: 'b', inventory: 'light the [oven] (#1)' };
    const remade = { do: 'create-fragment', key: 'oven', ...text, sources: [1] };
    const { outcome, asked } = await maintain([
      reply(
        { do: 'rename-fragment', from: 'oven', to: 'kiln' },
        { do: 'delete-fragment', key: 'shed', because: 'it burnt down' },
        remade,
      ),
      reply(),
    ]);
    expect(asked[1]).toContain('The key oven was given up in this run');
    expect(fragments().listKeys()).toEqual(['kiln']);
    expect(find('kiln')?.ambient).toBe('The [kiln] cracked.');
    expect(fragments().readLinkedItems('kiln')).toEqual([pin]);
    revertRun(memory, outcome.runId ?? 0);
    expect(dumpMemory(memory.connection, memory.ambientPath)).toEqual(before);
    expect(fragments().readLinkedItems('oven')).toEqual([pin]);
  });
});

describe('replies that were cut off', () => {
  const flag = (text: string) => ({ do: 'flag', text });

  it('MT26: a reply that looks whole does not count as whole if the server says that it was cut', async () => {
    memory.hear('Pots.');
    const { outcome, asked } = await maintain([
      { text: JSON.stringify({ operations: [flag('one')] }), finish: 'length' },
      reply(flag('two')),
    ]);
    expect(asked[1]).toContain('Your reply was cut off at its end.');
    expect(outcome.operations).toEqual([flag('one'), flag('two')].map((one) => ({ ...one, events: [] })));
  });

  it('MT26: if nothing new comes before the cut, half as many events are asked about, and none is skipped', async () => {
    for (const text of ['one', 'two', 'three', 'four'])
      memory.hear(`Message ${text}. ${'More of it. '.repeat(40)}`);
    const cut: ScriptStep = { text: '{"operations":[{"do":"fl', finish: 'length' };
    const { outcome, asked } = await maintain([
      cut,
      cut,
      reply(flag('one and two')),
      reply(flag('the rest')),
    ]);
    expect(asked[0]).toContain('Message four');
    expect(asked[2]).not.toContain('Message four');
    expect(
      asked
        .slice(2)
        .join('\n')
        .match(/Message \w+/g),
    ).toEqual(['Message one', 'Message two', 'Message three', 'Message four']);
    expect(outcome.operations).toHaveLength(2);
  });

  it('MT26: if even one event is too much, the run ends, says why, and counts no message as compiled', async () => {
    memory.hear('Pots.');
    const cut: ScriptStep = { text: '{"operations":[', finish: 'length' };
    await expect(maintain([cut, cut])).rejects.toMatchObject({ code: 'memory.cut-reply' });
    const { outcome } = await maintain([reply(flag('again'))]);
    expect(outcome).toMatchObject({ events: 1, operations: [{ text: 'again' }] });
  });

  it('MT26: a model is told how long its reply may be', async () => {
    memory.hear('Pots.');
    const { asked } = await maintain([reply()], 10_000);
    expect(Number(/in at most (\d+) tokens/.exec(asked[0] ?? '')?.[1])).toBeLessThanOrEqual(2_000);
  });
});
