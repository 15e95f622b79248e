// Proves that an export says what the glossary says, gives the same bytes each time, and is harmless to show.

import { readdirSync, readFileSync } from 'node:fs';
import { escapeMarkdown } from '@terrarium/kernel/foreign-text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { glossaries, hostile, rankedEntries } from '../../test/support/any-glossary.ts';
import { createTemporaryFolder } from '../../test/temporary-folder.ts';
import type { PostId, ThreadId } from '../corpus/corpus.ts';
import type { EntryId, GlossaryEntry, RevisionId } from '../glossary/entry.ts';
import { writeFile } from '../world/write-file.ts';
import type { TextFormat } from './export-formats.ts';
import { buildExport, type ExportedGlossary, parseExport } from './exported-glossary.ts';
import { renderExport } from './render-glossary.ts';
import { escapeDefinition } from './render-markdown.ts';

const entry: GlossaryEntry = {
  id: 7 as EntryId,
  term: 'Ysolde *Marr*',
  aliases: ['the Reeve'],
  definition: 'Reeve of [[Low Water]], she *never* <script> sleeps.',
  status: 'tentative',
  tags: ['person', 'character'],
  firstSeen: { corpus: 'main', threadId: 1 as ThreadId, postId: 0 as PostId },
  lastUpdated: { corpus: 'main', threadId: 2 as ThreadId, postId: 9 as PostId },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-03T00:00:00.000Z',
  evidence: [
    {
      corpus: 'main',
      postId: 0 as PostId,
      start: 4,
      end: 30,
      quote: '1. The Reeve_s\n- list',
      isSnapped: false,
    },
  ],
  revision: 1 as RevisionId,
};

function render(format: TextFormat, glossary: ExportedGlossary): string {
  return [...renderExport(format, { glossary, revisions: new Map() })].join('');
}

describe('export', () => {
  it('EX1: JSON has the agreed shape', () => {
    const glossary = buildExport({ world: 'W', entries: [{ entry, salience: 2.5 }] });
    expect(JSON.parse(render('json', glossary))).toEqual({
      world: 'W',
      exported_at: '2026-01-03T00:00:00.000Z',
      as_of: null,
      entries: [
        {
          id: 7,
          term: 'Ysolde *Marr*',
          aliases: ['the Reeve'],
          definition: 'Reeve of [[Low Water]], she *never* <script> sleeps.',
          status: 'tentative',
          tags: ['person', 'character'],
          salience: 2.5,
          first_seen_post_id: 0,
          first_seen_thread_id: 1,
          last_updated_post_id: 9,
          last_updated_thread_id: 2,
          created_at: '2026-01-01T00:00:00.000Z',
          updated_at: '2026-01-03T00:00:00.000Z',
          evidence: [{ corpus: 'main', post_id: 0, start: 4, end: 30, quote: '1. The Reeve_s\n- list' }],
        },
      ],
    });
  });

  it('EX1: JSON is read back as the same value, whatever it contains', () => {
    fc.assert(
      fc.property(glossaries, (glossary) => {
        expect(parseExport(render('json', glossary))).toEqual(glossary);
      }),
    );
  });

  it('EX1: anything else is refused, with the place of the fault', () => {
    expect(() => parseExport('{')).toThrow(/is not JSON/);
    const broken = render('json', buildExport({ world: 'W', entries: [{ entry, salience: 1 }] }));
    expect(() => parseExport(broken.replace('"tentative"', '"sure"'))).toThrow(/entries\.0\.status/);
  });

  it('EX2: entries are sorted by falling salience, then by id, and the same glossary gives the same bytes', () => {
    fc.assert(
      fc.property(fc.uniqueArray(rankedEntries, { selector: (ranked) => ranked.entry.id }), (entries) => {
        const glossary = buildExport({ world: 'W', entries });
        const turned = buildExport({ world: 'W', entries: entries.toReversed() });
        for (const format of ['json', 'yaml', 'markdown', 'worldinfo', 'lorebook'] as const) {
          expect(render(format, turned)).toBe(render(format, glossary));
        }
        glossary.entries.forEach(({ salience, id }, at) => {
          const before = glossary.entries[at - 1] ?? { salience: Number.POSITIVE_INFINITY, id: 0 };
          expect(before.salience > salience || (before.salience === salience && before.id < id)).toBe(true);
        });
      }),
    );
  });

  it('EX2: exported_at is the time of the last change unless another is given, and null for an empty glossary', () => {
    expect(buildExport({ world: 'W', entries: [] }).exported_at).toBeNull();
    expect(buildExport({ world: 'W', entries: [], exportedAt: '2030' }).exported_at).toBe('2030');
    expect(render('json', buildExport({ world: 'W', entries: [] }))).toMatch(/"entries": \[\]\n\}\n$/);
  });

  it('EX3: YAML says the same as JSON', () => {
    fc.assert(
      fc.property(glossaries, (glossary) => {
        expect(parse(render('yaml', glossary))).toEqual(glossary);
      }),
    );
  });

  it('EX4: Markdown is a page to read', () => {
    const glossary = buildExport({ world: 'W', entries: [{ entry, salience: 1 }] });
    expect(render('markdown', glossary)).toMatchInlineSnapshot(`
      "# W: glossary

      1 entry, most prominent first.

      ## Ysolde \\*Marr\\*

      *character, not confirmed*

      Also: the Reeve

      Reeve of **Low Water**, she *never* \\<script\\> sleeps.

      > 1\\. The Reeve\\_s
      > \\- list
      >
      > (main, post 0)

      First named in main, post 0.
      "
    `);
  });

  it('EX4: an exclamation mark is escaped only where it would make a picture of a link', () => {
    expect(escapeDefinition('Away! cried the people of [[Ilm]]! So![[Dawn]]')).toBe(
      'Away! cried the people of **Ilm**! So\\!**Dawn**',
    );
  });

  it('EX4: a definition keeps the blank after a link', () => {
    expect(escapeDefinition('Of [[Ilm|the * town]].')).toBe('Of **the \\* town**.');
    expect(escapeDefinition('[[Barsoom]] with its [[twin cities]] of stone')).toBe(
      '**Barsoom** with its **twin cities** of stone',
    );
  });

  it('EX4: text of the story cannot become markup', () => {
    expect(escapeMarkdown('# a <b> [c](d) *e* `f`')).toBe('\\# a \\<b\\> \\[c\\](d) \\*e\\* \\`f\\`');
    expect(escapeMarkdown('“Jetan!” ![a]')).toBe('“Jetan!” \\!\\[a\\]');
    expect(escapeMarkdown('12. a\n- b\n    c\n===')).toBe('12\\. a\n\\- b\nc\n\\===');
    fc.assert(
      fc.property(hostile, (text) => {
        const escaped = escapeMarkdown(text);
        expect(escaped.replace(/\\[^\s]/gu, 'x')).not.toMatch(/[*_`<>[\]#|~&$]|^\s*[-+=:]/mu);
      }),
    );
  });

  it('EX5: a file is written whole or not at all', () => {
    const folder = createTemporaryFolder();
    const path = folder.write('glossary.json', 'old');
    function* breakOff(): Generator<string> {
      yield 'x'.repeat(200_000);
      throw new Error('broken off');
    }
    expect(() => writeFile(path, breakOff(), undefined)).toThrow('broken off');
    expect([readFileSync(path, 'utf8'), ...readdirSync(folder.dir)]).toEqual(['old', 'glossary.json']);
    writeFile(folder.path('deep/er.json'), ['new', ' words 🜁'], undefined);
    expect(readFileSync(folder.path('deep/er.json'), 'utf8')).toBe('new words 🜁');
    expect(() => writeFile(folder.dir, ['x'], undefined)).toThrow(/is a folder/);
    expect(() => writeFile(folder.path('glossary.json/x'), ['x'], undefined)).toThrow(/cannot be written/);
  });
});
