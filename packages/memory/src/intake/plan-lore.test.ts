// Tests importing a card's lore: fragments by key, texts that are always in mind, limits, and nothing overwritten.
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openMemoryDatabase } from '../database/open-memory-database.ts';
import { keyPattern } from '../fragments/fragment.ts';
import { openFragmentStore } from '../fragments/fragment-store.ts';
import { recallAll } from '../fragments/recall.ts';
import { sizes } from '../maintenance/operation.ts';
import { renderCompanionPage } from './import-companion.ts';
import { importLore, mostFragments, planLore, type SheetLore } from './plan-lore.ts';

const entry = { name: '', keys: [], content: 'x', isConstant: false, isEnabled: true };

function open() {
  const connection = openMemoryDatabase({ path: ':memory:' });
  onTestFinished(() => void connection.close());
  return { connection, fragments: openFragmentStore(connection) };
}

describe('the lore of a card', () => {
  it('IO22: an entry is recalled by its key, what is constant is in the page, what is switched off is left out', () => {
    const { connection, fragments } = open();
    const lore: SheetLore[] = [
      { ...entry, keys: ['The Ferry', 'rope'], content: 'It sank once.\nIn the long ice.' },
      { ...entry, name: 'Bell', content: 'Cracked.', isEnabled: false },
      { ...entry, content: 'No coin from widows.', isConstant: true },
      { ...entry, name: '渡し船', content: '川の舟。' },
    ];
    const plan = planLore(lore);
    expect(plan).toMatchObject({ constants: ['No coin from widows.'], leftOut: { disabled: 1, crowded: 0 } });
    expect(importLore(connection, plan.fragments, 7)).toEqual({ added: 2, known: 0, kept: [] });
    // An earlier version gave an entry without Latin letters a key of its own making.
    fragments.rename('渡し船', 'lore');
    expect(importLore(connection, plan.fragments, 8)).toEqual({ added: 0, known: 2, kept: [] });
    fragments.rename('lore', '渡し船');
    const [ferry] = recallAll([{ key: 'the-ferry', isDeep: false }], fragments);
    expect(ferry?.text).toBe('It sank once.\n  In the long ice.');
    // The list of what is always in mind has this text of each fragment.
    expect(fragments.findByKey('渡し船')?.ambient).toBe('渡し船');
    expect(fragments.findByKey('the-ferry')?.ambient).toBe('The Ferry, rope');
    const sheet = { name: 'Ash', description: '', personality: '', scenario: '', examples: '' };
    const page = renderCompanionPage({ ...sheet, firstMessage: '', lore, source: 'ash.json' });
    expect(page).toContain('## What you always know\n\n> No coin from widows.');
    expect(page).toContain(
      '## What you can call to mind\n\n> [渡し船] 渡し船\n> [the-ferry] The Ferry, rope\n',
    );
    expect(page).not.toContain('Cracked');
  });

  it('IO22: a second time it changes nothing, and what another fragment says under its key stays', () => {
    const { connection, fragments } = open();
    const own = { key: 'bell', ambient: 'a', recognition: 'b', inventory: 'Mine.', sources: [] };
    fragments.create(own, 1);
    const plan = planLore([
      { ...entry, name: 'Bell', content: 'Theirs.' },
      { ...entry, name: 'Rope', content: 'Wet.' },
    ]);
    expect(importLore(connection, plan.fragments, 7)).toEqual({ added: 1, known: 0, kept: ['bell'] });
    expect(importLore(connection, plan.fragments, 8)).toEqual({ added: 0, known: 1, kept: ['bell'] });
    expect(fragments.findByKey('bell')?.inventory).toBe('Mine.');
  });

  it('IO22: whatever a book holds, keys are keys and each one once, texts are bounded and bear no tag of ours', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom(
        'Bell',
        'bell!',
        '',
        '<pin>',
        '</say>',
        '# x',
        '\u202e',
        'é',
        '1 2',
        'x'.repeat(50_000),
      ),
    );
    const any = fc.record({
      name: text,
      keys: fc.array(text, { maxLength: 4 }),
      content: text,
      isConstant: fc.boolean(),
      isEnabled: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), (lore) => {
        const { fragments, constants } = planLore(lore);
        const keys = fragments.map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys.every((key) => keyPattern.test(key) && key.length <= 60)).toBe(true);
        expect(constants.join('').length).toBeLessThanOrEqual(4_000);
        for (const { ambient, recognition, inventory } of fragments) {
          expect(ambient.length).toBeLessThanOrEqual(sizes.ambient);
          expect(recognition.length).toBeLessThanOrEqual(sizes.recognition);
          expect(inventory.length).toBeLessThanOrEqual(sizes.inventory);
          expect(ambient + inventory).not.toMatch(/<\/?(?:pin|say)>|\u202e/);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('IO22: of a huge book the most important come, and the page can still be sent', () => {
    const lore = Array.from({ length: 10_000 }, (_, at) => ({
      ...entry,
      name: `Name ${at} ${'y'.repeat(200)}`,
      content: `Fact ${at}. ${'z'.repeat(2_000)}`,
      isConstant: at % 2 === 0,
    }));
    const { fragments, constants, leftOut } = planLore(lore);
    expect(constants).toHaveLength(1);
    expect(fragments).toHaveLength(mostFragments);
    expect(fragments[0]?.inventory).toMatch(/^Fact 9999\./);
    expect(leftOut.crowded).toBe(10_000 - 1 - mostFragments);
    const sheet = { name: 'Ash', description: '', personality: '', scenario: '', examples: '' };
    expect(renderCompanionPage({ ...sheet, firstMessage: '', lore, source: 'ash.json' }).length).toBeLessThan(
      40_000,
    );
  });
});
