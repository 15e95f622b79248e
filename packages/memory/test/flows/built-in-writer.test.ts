// Tests the writer without a language model: what it compiles, from which events, and what it leaves unchanged.

import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventId } from '../../src/events/event.ts';
import { summaryKey } from '../../src/fragments/fragment.ts';
import { openFragmentStore } from '../../src/fragments/fragment-store.ts';
import { buildBuiltInWriter } from '../../src/maintenance/built-in-writer.ts';
import { openCompiledEventStore } from '../../src/maintenance/compiled-event-store.ts';
import { runMaintenance } from '../../src/maintenance/run-maintenance.ts';
import { type MaintainedMemory, openMaintainedMemory } from '../support/maintained-memory.ts';
import { buildSerialTalk, type SaidLine } from '../support/serial-talk.ts';

let memory: MaintainedMemory;

beforeEach(() => {
  memory = openMaintainedMemory();
});

afterEach(() => memory.close());

const writer = buildBuiltInWriter({ nameVoice: (voice) => (voice === 'user' ? 'Mel' : 'Cara') });

function hearAll(lines: readonly SaidLine[], into = memory): void {
  for (const { text, ...options } of lines) into.hear(text, options);
}

const maintain = (into = memory) => runMaintenance(into.ground(writer), { kind: 'light' });
const fragments = () => openFragmentStore(memory.connection);
/** The fragments without those that sum up a day or a month. */
const listTopics = () =>
  fragments()
    .list()
    .filter(({ key }) => !summaryKey.test(key));

/** Lines of all tiers that name no event, or whose words are not in the event that they name. */
function findUnsourced(of: MaintainedMemory): readonly string[] {
  const events = openCompiledEventStore(of.connection);
  return openFragmentStore(of.connection)
    .list()
    .flatMap(({ ambient, recognition, inventory }) => `${ambient}\n${recognition}\n${inventory}`.split('\n'))
    .filter((line) => {
      const [, text = '', id = ''] = /^\d{4}-\d\d-\d\d, [^:]*: (.*) \(#(\d+)\)$/.exec(line) ?? [];
      const [event] = events.read([Number(id) as EventId]);
      return text === '' || !event?.shown.replace(/\s+/g, ' ').includes(text.replace(/…$/, ''));
    });
}

describe('the built-in writer', () => {
  it('MT15: makes fragments of what recurs, not of what was said once or as a greeting', async () => {
    hearAll(buildSerialTalk());
    await maintain();
    expect(fragments().listKeys()).toEqual(['greyhound', 'pottery']);
    expect(fragments().findByKey('greyhound')?.inventory).toMatchInlineSnapshot(`
      "2024-01-01, Cara: I adopted a greyhound named Biscuit from the shelter yesterday. (#4)
      2024-01-01, Cara: My greyhound Biscuit slept on the sofa all night. (#6)
      2024-01-08, Cara: We took the greyhound to the lake and she hated the water. (#10)
      2024-01-15, Mel: Biscuit the greyhound won a ribbon at the village fair. (#14)
      2024-01-15, Mel: I feed the greyhound chicken and rice because her stomach is weak. (#16)
      2024-01-22, Cara: My greyhound ran away for an hour, and a farmer brought her back. (#18)"
    `);
    expect(readFileSync(memory.ambientPath, 'utf8')).toMatchInlineSnapshot(`
      "<!-- compiled -->
      - [pottery] 2024-01-15, Cara: We bought a used kiln for the pottery shed behind my house. (#15)
      - [greyhound] 2024-01-15, Mel: I feed the greyhound chicken and rice because her stomach is weak. (#16)
      <!-- /compiled -->
      "
    `);
  });

  it('MT14: every line is word for word in the event that it names', async () => {
    hearAll(buildSerialTalk());
    await maintain();
    expect(findUnsourced(memory)).toEqual([]);
  });

  it('MT14: whatever was said, in whatever script', async () => {
    const word = fc.constantFrom(
      'pottery',
      'Oslo',
      'greyhound',
      'глина',
      'собака',
      '陶芸',
      'the',
      'and',
      'I',
      '"x"',
      '…',
      '🏺',
      '\n',
      '<!-- compiled -->',
    );
    const text = fc.oneof(
      fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' ')),
      fc.string({ unit: 'grapheme' }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 40 }), async (texts) => {
        const other = openMaintainedMemory();
        try {
          hearAll(
            texts.map((said, at) => ({ voice: 'user', text: said, atMs: at * 5_000_000 })),
            other,
          );
          const { refused } = await maintain(other);
          expect([...refused, ...findUnsourced(other)]).toEqual([]);
        } finally {
          other.close();
        }
      }),
      { numRuns: 12 },
    );
  });

  it('MT15: changes a fragment only if something new concerns it, and loses no line', async () => {
    const talk = buildSerialTalk();
    hearAll(talk);
    await maintain();
    const before = listTopics();
    memory.hear('It rained all day in the mountains.', { atMs: Date.UTC(2024, 2, 1) });
    await maintain();
    // Each month is summed up once something later was said.
    expect(listTopics()).toEqual(before);
    const event = memory.hear('The greyhound chewed up a pair of leather boots.', {
      atMs: Date.UTC(2024, 2, 8),
    });
    await maintain();
    const [greyhound, pottery] = listTopics();
    expect(pottery).toEqual(before[1]);
    expect(greyhound).toMatchObject({ version: 2, sources: [...(before[0]?.sources ?? []), event] });
    for (const line of before[0]?.inventory.split('\n') ?? []) expect(greyhound?.inventory).toContain(line);
    expect(greyhound?.inventory).toContain(`leather boots. (#${event})`);
  });

  it('MT15: keeps what others wrote, and adds to it', async () => {
    writeFileSync(memory.ambientPath, '# What I know\n\nMel is a friend.\n');
    hearAll(buildSerialTalk());
    const text = { ambient: 'A dog.', recognition: 'A dog called Biscuit.', inventory: 'Written by hand.' };
    fragments().create({ key: 'greyhound', ...text, sources: [] }, 1);
    await maintain();
    const greyhound = fragments().findByKey('greyhound');
    expect(greyhound).toMatchObject({ ambient: 'A dog.', recognition: 'A dog called Biscuit.' });
    expect(greyhound?.inventory.split('\n')[0]).toBe('Written by hand.');
    expect(greyhound?.inventory.split('\n').length).toBeGreaterThan(3);
    const page = readFileSync(memory.ambientPath, 'utf8');
    expect(page.startsWith('# What I know\n\nMel is a friend.\n\n<!-- compiled -->\n- [')).toBe(true);
    expect(page).toContain('\n- [greyhound] A dog.\n');
    memory.hear('The greyhound barked at the postman all morning.', { atMs: Date.UTC(2024, 2, 8) });
    await maintain();
    expect(readFileSync(memory.ambientPath, 'utf8').match(/<!-- compiled -->/g)).toHaveLength(1);
  });

  it('MT15: in a language other than English it counts words, and names topics by them in any script', async () => {
    const lines = [
      'Ich habe gestern einen Töpferkurs an der Volkshochschule angefangen.',
      'Heute war der Töpferkurs sehr anstrengend und ich bin müde.',
      'Meine Schwester kommt morgen aus Hamburg zu Besuch.',
      'Der Töpferkurs macht mir wirklich große Freude.',
      'Unser Töpferkurs fällt am Freitag leider aus.',
      'Im Töpferkurs habe ich eine blaue Schale gemacht.',
    ];
    hearAll(
      lines.map((text, at) => ({ voice: 'user', text, atMs: Math.floor(at / 2) * 86_400_000 + at * 60_000 })),
    );
    await maintain();
    expect(fragments().listKeys()).toEqual(['topferkurs']);
    const other = openMaintainedMemory();
    const greek = [
      'Η κεραμική μου αρέσει πολύ τελευταία.',
      'Σήμερα είχα μάθημα κεραμική στο κέντρο.',
      'Αύριο πάλι κεραμική με την Άννα.',
      'Αγόρασα πηλό για κεραμική χθες.',
      'Θέλω να μάθω κεραμική σωστά φέτος.',
      'Μου είπαν ότι διδάσκουν κεραμική στο νησί.',
    ];
    hearAll(
      greek.map((text, at) => ({
        voice: at % 2 === 0 ? 'user' : 'companion',
        text,
        atMs: Math.floor(at / 2) * 86_400_000 + at * 60_000,
      })),
      other,
    );
    await maintain(other);
    expect(openFragmentStore(other.connection).listKeys()).toEqual(['κεραμική']);
    other.close();
    const older = openMaintainedMemory();
    hearAll(
      greek.map((text, at) => ({ voice: 'user', text, atMs: at * 60_000 })),
      older,
    );
    // An earlier version named a topic that it could not spell after its first event.
    const texts = { ambient: 'Κεραμική', recognition: '', inventory: '' };
    openFragmentStore(older.connection).create({ key: 'topic-1', ...texts, sources: [1 as EventId] }, 0);
    await maintain(older);
    expect(openFragmentStore(older.connection).listKeys()).toEqual(['topic-1']);
    older.close();
  });
});
