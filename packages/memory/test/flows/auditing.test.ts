// Tests audits of our own memory and of another tool's list.

import { buildScriptedModel } from '@terrarium/kernel/testing/scripted-model';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { defaultProfile } from '../../src/decay/profile.ts';
import { openFragmentStore } from '../../src/fragments/fragment-store.ts';
import { auditExport } from '../../src/inspect/audit-export.ts';
import { auditMemory } from '../../src/inspect/audit-memory.ts';
import { listDuplicates, listLoops } from '../../src/inspect/audit-records.ts';
import { buildRecap } from '../../src/inspect/recap.ts';
import { buildModelWriter } from '../../src/maintenance/model-writer.ts';
import { runMaintenance } from '../../src/maintenance/run-maintenance.ts';
import { markDecayed } from '../../src/working-memory/revive.ts';
import { type MaintainedMemory, openMaintainedMemory } from '../support/maintained-memory.ts';
import { openTestMemory } from '../support/open-test-memory.ts';

const dayMs = 24 * 60 * 60 * 1_000;
let memory: MaintainedMemory;

beforeEach(() => {
  memory = openMaintainedMemory();
});

afterEach(() => memory.close());

const audit = (recalledKeys?: ReadonlySet<string>) =>
  auditMemory(memory.connection, { nowMs: memory.clock.now(), recalledKeys });
const find = (name: string) => audit(new Set()).findings.find((finding) => finding.name === name);
const records = (texts: readonly string[]) => texts.map((text, at) => ({ name: `entry ${at}`, text }));

describe('duplicates and loops', () => {
  it('AU1: finds what is said again, and what nearly is, each once', () => {
    const found = listDuplicates(
      records([
        'Ann is allergic to nuts and to shellfish',
        'ann is allergic to nuts, and to shellfish!',
        'Ann is very allergic to nuts and to shellfish',
        'Bob is allergic to nothing at all',
      ]),
    );
    expect(found.map(({ record, of, isExact }) => [record.name, of.name, isExact])).toEqual([
      ['entry 1', 'entry 0', true],
      ['entry 2', 'entry 0', false],
    ]);
  });

  it('AU1: facts from one sentence are neither duplicates nor loops of one another', () => {
    const told = openTestMemory();
    onTestFinished(told.close);
    told.memory.hear('Hi, I am Rune, I live in Bergen and I am a bookbinder, have two cats and love jazz.');
    const { records, findings } = told.memory.audit();
    expect(records).toBe(5);
    expect(findings).toEqual([]);
  });

  it('AU1: a repeated list has a duplicate for each of its texts, in whatever case and order', () => {
    const text = fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,6}$/);
    fc.assert(
      fc.property(fc.uniqueArray(text, { maxLength: 12 }), (texts) => {
        const twice = [...texts, ...texts.map((one) => `${one.toUpperCase()}.`)];
        const found = listDuplicates(records(twice)).filter(({ isExact }) => isExact);
        expect(found.length).toBe(texts.length);
      }),
    );
  });

  it('AU2: finds texts made of passages that recur, and no others', () => {
    const prompt =
      'You are a helpful assistant with memory. Below are facts that you know about the user, use them well.';
    const looping = Array.from({ length: 6 }, (_, at) => `${prompt} Turn ${at}.`);
    const fine = Array.from(
      { length: 20 },
      (_, at) => `On day ${at} we walked for ${at * 3} miles along the river and saw ${at} herons.`,
    );
    expect(listLoops(records([...fine, ...looping])).map(({ text }) => text)).toEqual(looping);
  });

  it('AU2: counts replies that repeat what they were woken with', () => {
    memory.hear('You know this.', { voice: 'companion', isParroted: true });
    memory.hear('Hello.', { voice: 'companion' });
    expect(find('loops')).toMatchObject({ count: 1, of: 2, examples: ['moment 1: 14 characters'] });
  });
});

describe('our own memory', () => {
  it('AU3: finds fragments whose words are in none of their sources', () => {
    const event = memory.hear('I made a blue bowl in my pottery class on Monday.');
    const store = openFragmentStore(memory.connection);
    const text = {
      recognition: 'A blue bowl was made in the pottery class.',
      inventory: 'x',
      sources: [event],
    };
    store.create({ ...text, key: 'pottery', ambient: 'Making bowls at pottery classes.' }, 1);
    store.create(
      {
        ...text,
        key: 'sailing',
        ambient: 'Owns several sailing boats.',
        recognition: 'Sails around Greece every summer.',
      },
      1,
    );
    expect(find('ungrounded')).toMatchObject({
      count: 1,
      of: 2,
      examples: ['[sailing]: "Greece"'],
    });
  });

  it('AU3: a line may name the person as they said that they are called', () => {
    const told = openTestMemory();
    onTestFinished(told.close);
    const { eventId } = told.memory.hear("Hello, I'm Ada. I teach the cello in Leeds.");
    const inventory = `2024-01-01, Ada: … I teach the cello in Leeds. (#${eventId})`;
    const text = { ambient: 'Ada teaches.', recognition: 'Ada teaches.', inventory, sources: [eventId] };
    told.stores.fragments.create({ ...text, key: 'cello' }, 1);
    expect(told.memory.audit().findings.map(({ name }) => name)).not.toContain('ungrounded');
  });

  it('AU3: ranks by quotes, names and numbers that stand nowhere, and finds doubled lines and wrong speakers', () => {
    const bowl = memory.hear('I made a blue bowl in my pottery class on Monday.');
    const reply = memory.hear('It shines.', { voice: 'companion' });
    const store = openFragmentStore(memory.connection);
    const text = { ambient: 'A bowl.', recognition: 'A bowl.', sources: [bowl, reply] };
    const create = (key: string, ...lines: readonly string[]) =>
      store.create({ ...text, key, inventory: lines.join('\n') }, 1);
    const honest = `user: I made a blue bowl in my pottery class on Monday. (#${bowl})`;
    create('honest', honest, `companion: It shines. (#${reply})`);
    create('doubled', honest, `user: I made a blue bowl (#${bowl})`);
    create('others', `companion: I made a blue bowl (#${bowl})`);
    create('one', `user: I made a red bowl (#${bowl})`);
    create('three', `user: a red bowl (#${bowl})`, `user: bought in Boston for 400 (#${bowl})`);
    expect(find('ungrounded')).toMatchObject({ count: 2, of: 5 });
    expect(find('ungrounded')?.examples.map((example) => example.split(':')[0])).toEqual([
      '[three]',
      '[one]',
    ]);
    expect(find('doubled-lines')).toMatchObject({
      count: 1,
      examples: [`[doubled]: user: I made a blue bowl (#${bowl})`],
    });
    expect(find('wrong-speaker')).toMatchObject({
      count: 1,
      examples: [`[others]: companion: I made a blue bowl (#${bowl})`],
    });
  });

  it('AU4: finds what is long overdue or faded, and what was never recalled, if that is known', () => {
    const now = memory.clock.now();
    memory.hold('send the parcel', { kind: 'plan', dueAtMs: now + dayMs });
    memory.hold('joyful', { kind: 'feeling' });
    const event = memory.hear('Pots.');
    const text = { ambient: 'Pots.', recognition: 'Pots.', inventory: 'Pots.', sources: [event] };
    openFragmentStore(memory.connection).create({ key: 'pots', ...text }, now);
    expect(audit().findings).toEqual([]);
    memory.clock.advance(40 * dayMs);
    expect(find('stale')).toMatchObject({ count: 2, of: 2 });
    expect(find('never-recalled')).toMatchObject({ count: 1, examples: ['[pots]: Pots.'] });
    expect(audit(new Set(['pots'])).findings.map(({ name }) => name)).not.toContain('never-recalled');
    expect(audit().unjudged).toHaveLength(1);
    expect(audit().size).toMatchObject({ events: 3, activeItems: 2, fragments: 1 });
  });

  it('AU4: lists pins and notes that say what is no longer true, and no others', () => {
    const test = openTestMemory();
    test.memory.hear(
      'I live in Leeds. <pin>Home is in Leeds, third floor</pin><pin>Leeds has a fine river</pin>',
    );
    test.memory.hear('<pin>The job: night nurse</pin>I work as a night nurse.');
    test.clock.advance(dayMs);
    const list = () => test.memory.audit().findings.filter(({ name }) => name === 'outdated');
    expect(list()).toEqual([]);
    test.memory.hear('I live in York now.');
    expect(list()).toMatchObject([
      {
        count: 1,
        of: 3,
        examples: [
          'pin 1: Home is in Leeds, third floor (no longer so: the home is York, since Tue 2 January 2024)',
        ],
      },
    ]);
    test.clock.advance(dayMs);
    test.memory.hear('<pin>Home is in Leeds, third floor</pin>');
    expect(list()).toEqual([]);
    test.close();
  });

  it('AU5: shows nothing of a secret, in the audit or in the recap', () => {
    for (let time = 0; time < 6; time += 1) {
      memory.hold('the vault opens with the code 4711 and a long word and a short word and a key', {
        kind: 'secret',
      });
    }
    memory.hold('a pin');
    const shown = JSON.stringify([
      audit(),
      buildRecap(memory.connection, { nowMs: memory.clock.now(), timeZone: 'UTC' }),
    ]);
    expect(shown).not.toContain('4711');
    expect(shown).toContain('a pin');
  });
});

describe('lists of other tools', () => {
  const memories = ['Ann likes tea', 'ann likes tea.', 'Ann moved to Oslo in May'];

  it.each([
    [
      'a list of objects',
      JSON.stringify(memories.map((memory) => ({ id: 'x', memory, created_at: '2024-01-01' }))),
    ],
    ['an answer with results', JSON.stringify({ results: memories.map((text) => ({ text })) })],
    ['a list of texts', JSON.stringify(memories)],
    ['lines', memories.map((content) => JSON.stringify({ content, metadata: {} })).join('\n')],
  ])('AU6: audits %s', (_, source) => {
    expect(auditExport(source)).toMatchObject({
      records: 3,
      findings: [{ name: 'duplicates', count: 1, of: 3 }],
    });
  });

  it('AU6: counts what has no text, and refuses a file without any', () => {
    expect(auditExport(`${JSON.stringify({ memory: 'Ann' })}\n{"broken\n{}`).unjudged).toContain(
      'Not checked: 2 entries that are secret or have no text.',
    );
    for (const source of ['', '{}', 'no json', '[1, null]']) {
      expect(() => auditExport(source)).toThrow('no list of memories');
    }
  });

  it('AU5: shows no secret of another list', () => {
    const secret = 'the code is 4711 and one more word';
    const list = [
      { text: secret, type: 'secret' },
      { text: secret, type: 'secret' },
      { text: `<secret>${secret}</secret>` },
      { text: 'tea' },
    ];
    const report = auditExport(JSON.stringify([...list, ...list]));
    expect(JSON.stringify(report)).not.toContain('4711');
    expect(report.records).toBe(2);
  });
});

describe('recap', () => {
  it('AU7: says by what a thing was replaced, if anything took its place', () => {
    const opened = openTestMemory();
    onTestFinished(opened.close);
    for (const said of ['I live in Leeds. I love tea.', 'I live in York. I no longer love tea.'])
      opened.memory.hear(said);
    const { ended, successors } = opened.memory.recap();
    expect(ended.superseded.map(({ content }) => content)).toEqual(['I live in Leeds.', 'I love tea.']);
    expect([...successors].map(([id, by]) => [id, by.content])).toEqual([[1, 'I live in York.']]);
  });

  it('AU7: says what was made, ended and written since last time, and what is due', async () => {
    const old = memory.hold('old thought', { kind: 'thought' });
    memory.clock.advance(10 * dayMs);
    const plan = memory.hold('send the parcel', { kind: 'plan', dueAtMs: memory.clock.now() + dayMs });
    const event = memory.hear('Pots.');
    markDecayed(memory.connection, { nowMs: memory.clock.now(), turn: 40 }, defaultProfile);
    memory.clock.advance(dayMs / 2);
    const fragment = {
      do: 'create-fragment',
      key: 'pots',
      ambient: 'Pots.',
      recognition: 'Pots.',
      inventory: `Pots. (#${event})`,
      sources: [event],
    };
    const model = buildScriptedModel([
      { text: JSON.stringify([fragment, { do: 'flag', text: 'Look at this.' }]) },
    ]);
    const tokens = { count: (text: string) => text.length };
    await runMaintenance(memory.ground(buildModelWriter({ model, tokens })), { kind: 'light' });
    const told = buildRecap(memory.connection, { nowMs: memory.clock.now(), timeZone: 'UTC' });
    expect(told.created.map(({ id }) => id)).toEqual([plan]);
    expect(told.ended.decayed.map(({ id }) => id)).toEqual([old]);
    expect(told.fragments).toEqual([{ key: 'pots', isNew: true }]);
    expect(told.flags).toEqual(['Look at this.']);
    expect(told.due.map(({ id }) => id)).toEqual([plan]);
    const later = buildRecap(memory.connection, {
      nowMs: memory.clock.now(),
      sinceMs: memory.clock.now(),
      timeZone: 'UTC',
    });
    expect([later.created, later.fragments, later.flags]).toEqual([[], [], []]);
  });
});
