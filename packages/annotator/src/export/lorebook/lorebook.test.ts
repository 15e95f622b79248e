// Proves that lorebooks have the agreed shapes, trigger entries by name, and restore the glossary when imported.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { glossaries, hostile } from '../../../test/support/any-glossary.ts';
import { lorebookFacts, worldInfoFacts } from '../../../test/support/lorebook-facts.ts';
import type { ExportedEntry, ExportedGlossary } from '../exported-glossary.ts';
import { escapeMacros, renderLoreContent } from './lore-entry.ts';
import { collectLongerNames, listLoreKeys, renderWorldInfoKey } from './lore-keys.ts';
import { parseLorebook } from './parse-lorebook.ts';
import { renderLorebook } from './render-lorebook.ts';
import { renderWorldInfo } from './render-world-info.ts';

const evidence = { corpus: 'main', post_id: 3, start: 4, end: 20, quote: 'Dawn kept the ga' };
const dawn: ExportedEntry = {
  id: 7,
  term: 'Dawn (character)',
  aliases: ['the Reeve, late of Marr', 'Ysolde'],
  definition: 'Reeve of [[Low Water]], she *never*\nsleeps.',
  status: 'tentative',
  tags: ['character'],
  salience: 4,
  first_seen_post_id: 3,
  first_seen_thread_id: 1,
  last_updated_post_id: 9,
  last_updated_thread_id: 2,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-03T00:00:00.000Z',
  evidence: [evidence],
};
const time: ExportedEntry = {
  ...dawn,
  id: 8,
  term: 'Dawn (time)',
  aliases: [],
  salience: 1,
  status: 'confirmed',
};
const glossary: ExportedGlossary = {
  world: 'W',
  exported_at: null,
  as_of: { corpus: 'main', thread_id: 2, post_id: 9 },
  entries: [dawn, time],
};

const render = (book: 'world info' | 'lorebook', value: ExportedGlossary): string => {
  // As if a person had given every second name.
  const ownNames = new Map(
    value.entries.map(({ id, aliases }) => [id, aliases.filter((_, at) => at % 2 === 1)] as const),
  );
  const source = { glossary: value, revisions: new Map([[7, 40]]), ownNames };
  return [...(book === 'lorebook' ? renderLorebook(source) : renderWorldInfo(source))].join('');
};
const books = ['world info', 'lorebook'] as const;

describe('lore', () => {
  it('EX6: World Info and V3 have the shapes of their facts, whatever a glossary says', () => {
    fc.assert(
      fc.property(glossaries, (any) => {
        worldInfoFacts.parse(JSON.parse(render('world info', any)));
        lorebookFacts.parse(JSON.parse(render('lorebook', any)));
      }),
    );
  });

  it('EX6: an entry of World Info stands alone, wakes by its names and carries its source', () => {
    const { entries } = JSON.parse(render('world info', glossary));
    expect(entries['7']).toMatchObject({
      uid: 7,
      key: [
        '/(?<![\\p{L}\\p{N}])Dawn(?![\\p{L}\\p{N}])/u',
        '/(?<![\\p{L}\\p{N}])the\\s+Reeve,\\s+late\\s+of\\s+Marr(?![\\p{L}\\p{N}])/u',
        'Ysolde',
      ],
      comment: 'Dawn (character) [tentative]',
      content: 'Dawn (also the Reeve, late of Marr, Ysolde): Reeve of Low Water, she *never* sleeps.',
      order: 20,
      group: 'same name: dawn',
      groupOverride: true,
      extensions: {
        terrarium: {
          entryId: 7,
          status: 'tentative',
          revision: 40,
          asOf: { corpus: 'main', thread: 2, post: 9 },
          sources: [{ post: 3, start: 4, end: 20, quoteSha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
        },
      },
    });
    expect(entries['8']).toMatchObject({ comment: 'Dawn (time)', order: 10, group: 'same name: dawn' });
  });

  it('EX6: a pattern finds its name as a word and only with its capital, whatever the name is made of', () => {
    const find = (name: string, text: string) => {
      const [, pattern = '', flags = ''] = /^\/(.*)\/(\w*)$/su.exec(renderWorldInfoKey(name)) ?? [];
      return new RegExp(pattern, flags).test(text);
    };
    expect([find('Dawn', 'At dawn.'), find('Dawn', 'Dawns'), find('Dawn', '“Dawn!”')]).toEqual([
      false,
      false,
      true,
    ]);
    expect([find('Dr. A/B, Jr', 'said Dr. A/B, Jr to'), find('Öl', 'Ölung'), find('Öl', 'das Öl.')]).toEqual([
      true,
      false,
      true,
    ]);
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 20 }), (name) => {
        const key = renderWorldInfoKey(`${name.trim()},x`);
        const [, pattern = '', flags = ''] = /^\/(.*)\/(\w*)$/su.exec(key) ?? [];
        expect(new RegExp(pattern, flags).test(`«${name.trim()},x»`)).toBe(true);
      }),
    );
  });

  it('EX6: a short name wakes its entry as a word of its own, in scripts without spaces within a run too', () => {
    const find = (name: string, text: string) => {
      const key = renderWorldInfoKey(name);
      const [, pattern, flags = ''] = /^\/(.*)\/(\w*)$/su.exec(key) ?? [];
      return pattern === undefined ? text.includes(key) : new RegExp(pattern, flags).test(text);
    };
    expect(['lines', 'the channel', 'servants'].map((text) => find('Ines', text))).toEqual([
      false,
      false,
      false,
    ]);
    expect([find('Ines', 'said ines'), find('Vant', 'a servant'), find('Vant', 'Vant’s')]).toEqual([
      true,
      false,
      true,
    ]);
    expect(['увидел Ивана', 'Иванушки', 'Диван'].map((text) => find('Иван', text))).toEqual([
      true,
      false,
      false,
    ]);
    const found = [
      ['逆鐘', '古い逆鐘が鳴った'],
      ['紗夜', '紗夜様は笑った'],
      ['モチ', '子猫のモチは'],
      ['朔', '兄の朔が'],
      ['Tシャツ', 'あのTシャツを'],
    ] as const;
    for (const [name, text] of found) expect(find(name, text)).toBe(true);
    const inside = [
      ['モチ', 'モチーフの'],
      ['朔', '朔日に'],
      ['蓮', '木蓮の'],
    ] as const;
    for (const [name, text] of inside) expect(find(name, text)).toBe(false);
    const longer = collectLongerNames([
      { id: 1, term: '御堂', aliases: [] },
      { id: 2, term: '御堂紗夜', aliases: [] },
    ]);
    const [, pattern = '', flags] =
      /^\/(.*)\/(\w*)$/su.exec(renderWorldInfoKey('御堂', longer.get('御堂'))) ?? [];
    const wakes = (text: string) => new RegExp(pattern, flags).test(text);
    expect(['御堂の家', '御堂紗夜は', '御堂紗夜と御堂朔'].map(wakes)).toEqual([true, false, true]);
    expect(JSON.parse(render('lorebook', glossary)).data.entries[0].extensions.match_whole_words).toBe(true);
    const jory = renderLoreContent({ ...dawn, term: 'Jory', aliases: ['my brother', 'Myra', 'Our Jory'] });
    expect(jory).toContain('Jory (also Myra): ');
  });

  it('EX6: descriptions and lone ordinary nouns are not keys if the entry has another name', () => {
    const listKeys = (term: string, aliases: readonly string[] = []) =>
      listLoreKeys({ term, aliases: [...aliases] });
    expect(listKeys('Vas Kor', ['the servant', 'the beast', 'Vas', 'wondrous city'])).toEqual([
      'Vas Kor',
      'Vas',
    ]);
    expect(listKeys('controlling destination compass', ['compass'])).toEqual([
      'controlling destination compass',
    ]);
    expect(listKeys('guard', ['Guard of Dusar'])).toEqual(['Guard of Dusar']);
    const walk = { term: 'Vell', aliases: ['the walk', 'the ruin'] };
    expect(listLoreKeys(walk, ['the walk'])).toEqual(['Vell', 'the walk']);
    expect(listKeys('guard', ['the guard'])).toEqual(['guard']);
    expect(listKeys('thoat', ['thoats', 'the Great Thoat'])).toEqual(['thoat', 'thoats', 'the Great Thoat']);
  });

  it('EX6: an everyday word with a telling suffix triggers its entry only near the words of the suffix', () => {
    const jetan = { ...dawn, term: 'Princess (jetan)' };
    const worldInfo = JSON.parse(render('world info', { ...glossary, entries: [jetan] }));
    expect(worldInfo.entries['7']).toMatchObject({
      keysecondary: ['jetan'],
      selective: true,
      selectiveLogic: 0,
    });
    const lorebook = JSON.parse(render('lorebook', { ...glossary, entries: [jetan] }));
    expect(lorebook.data.entries[0]).toMatchObject({ secondary_keys: ['jetan'], selective: true });
  });

  it('EX6, GL2: in World Info a name does not trigger its entry inside a longer name of another entry', () => {
    const names = [
      ['Helium'],
      ['Tara', 'Tara of Helium'],
      ['Ptarth'],
      ['Thuvia of Ptarth'],
      ['Carter'],
      ['John Carter of Helium'],
    ];
    const entries = names.map(([term = '', ...aliases], index) => ({
      ...dawn,
      id: index + 1,
      term,
      aliases,
    }));
    const longer = collectLongerNames(entries);
    expect(longer.get('Tara')).toBeUndefined();
    const find = (name: string, text: string) => {
      const [, pattern = '', flags = ''] =
        /^\/(.*)\/(\w*)$/su.exec(renderWorldInfoKey(name, longer.get(name))) ?? [];
      return new RegExp(pattern, flags).test(text);
    };
    expect(['Tara of Helium.', 'John Carter of  Helium'].map((text) => find('Helium', text))).toEqual([
      false,
      false,
    ]);
    expect(
      ['Helium', 'Jeddak of Helium', 'of Helium, Tara of Helium'].map((text) => find('Helium', text)),
    ).toEqual([true, true, true]);
    expect(
      ['thuvia of ptarth', 'ptarth', 'Ptarths', 'Ptarthian'].map((text) => find('Ptarth', text)),
    ).toEqual([false, true, true, false]);
    expect(find('Carter', 'John Carter of Helium')).toBe(false);
    expect(['John Carter', 'Carter of Helium'].map((text) => find('Carter', text))).toEqual([true, true]);
    const book = JSON.parse(render('world info', { ...glossary, entries }));
    for (const id of ['4', '5', '6']) delete book.entries[id];
    expect(parseLorebook(book)?.glossary.entries.map(({ aliases }) => aliases)).toEqual([
      [],
      ['Tara of Helium'],
      [],
    ]);
  });

  it.each(books)('EX6: a book becomes again the glossary from which it was made: %s', (book) => {
    fc.assert(
      fc.property(glossaries, (any) => {
        const parsed = parseLorebook(JSON.parse(render(book, any)));
        expect(parsed).toEqual({ glossary: any, notes: [] });
      }),
    );
  });

  it('EX6: what a person changed in a book is taken over; what has no source is left out and named', () => {
    const book = JSON.parse(render('world info', glossary));
    book.entries['7'].content = book.entries['7'].content.replace('Reeve of Low Water', 'Warden of the gate');
    book.entries['7'].key = [...book.entries['7'].key.slice(0, 2), 'the Warden', '/w.*n/i'];
    book.entries['99'] = {
      uid: 99,
      key: ['Elsewhere'],
      comment: 'Somewhere else',
      content: 'Not of this story.',
    };
    const parsed = parseLorebook(book);
    expect(parsed?.glossary.entries[0]).toEqual({
      ...dawn,
      aliases: ['the Reeve, late of Marr', 'the Warden'],
      definition: 'Warden of the gate, she *never* sleeps.',
    });
    expect(parsed?.notes).toEqual(['"Somewhere else" has no source in the story and is left out.']);
  });

  it('EX6: a broken book is refused with the place of the fault, and other files are not taken for a book', () => {
    const book = JSON.parse(render('lorebook', glossary));
    book.data.entries[1].extensions.terrarium.status = 'sure';
    expect(() => parseLorebook(book)).toThrow(/is not a valid export \(at "status"/);
    expect(() => parseLorebook({ spec: 'chara_card_v3', data: {} })).toThrow(/at "spec"/);
    expect([null, 3, [], {}, { entries: [] }].map(parseLorebook)).toEqual(Array(5).fill(undefined));
  });

  it('EX6: no macro, decorator or line break of a story reaches a front end', () => {
    fc.assert(
      fc.property(
        hostile,
        fc.constantFrom('{{char}}', '@@depth 4', '{{{x', '<USER>', '\n@@role'),
        (text, wild) => {
          for (const content of [
            escapeMacros(wild + text),
            renderLoreContent({ ...dawn, term: wild, definition: text + wild }),
          ]) {
            expect(content).not.toMatch(/\{\{|^@@|<user>|[\n\r]/i);
          }
        },
      ),
    );
  });
});
