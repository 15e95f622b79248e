// Proves that a vault has no broken link, uses names every file system accepts, and leaves alone what a person wrote in it.

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { glossaries, hostile } from '../../../test/support/any-glossary.ts';
import { createTemporaryFolder } from '../../../test/temporary-folder.ts';
import type { PostId, ThreadId } from '../../corpus/corpus.ts';
import { entryKinds } from '../../reader/entry-kinds.ts';
import type { CitedPost } from '../cited-posts.ts';
import type { ExportedEntry, ExportedGlossary } from '../exported-glossary.ts';
import { nameFile, nameTag, normaliseFileName } from './name-file.ts';
import { renderVault, type VaultFile } from './render-vault.ts';
import type { VaultSource } from './vault-note.ts';
import { writeVault } from './write-vault.ts';

function buildSource(glossary: ExportedGlossary, body: string, isOneCorpus = true): VaultSource {
  return {
    glossary,
    revisions: new Map(),
    isOneCorpus,
    // Every third post is not available.
    findPost: (corpus, postId): CitedPost | undefined =>
      postId % 3 === 2
        ? undefined
        : {
            corpus,
            postId: postId as PostId,
            threadId: (postId % 5) as ThreadId,
            author: body,
            threadTitle: body,
            body,
          },
    readThreadTitle: (_, threadId) => `${body}${threadId % 2}`,
  };
}

/** Links as Obsidian reads them: unescaped within a line, or a property that consists only of a link. */
function listLinks({ text }: VaultFile): readonly string[] {
  const [, properties = 'broken: [', blocks = ''] = /^---\n([\s\S]*?\n)---\n([\s\S]*)$/u.exec(text) ?? [];
  const values: readonly unknown[] = Object.values(parse(properties)).flat();
  const places = [
    ...values.map((value) => /^\s*\[\[([^\]|]+)(?:\|[^\]]*)?\]\]\s*$/u.exec(String(value))),
    ...blocks.matchAll(/(?<!\\)\[\[([^\]|\n]+)(?:\|[^\]\n]*)?\]\]/gu),
  ];
  return places.flatMap((match) => match?.[1] ?? []);
}

function findBrokenLinks(files: readonly VaultFile[]): readonly string[] {
  const notes = new Map(files.map(({ path, text }) => [path.replace(/\.md$/u, ''), text]));
  return files.flatMap(listLinks).filter((link) => {
    const [path = '', block] = link.split('#');
    const text = notes.get(path);
    return text === undefined || (block !== undefined && !new RegExp(` \\${block}$`, 'mu').test(text));
  });
}

const base: ExportedEntry = {
  id: 1,
  term: 'Dawn (character)',
  aliases: ['the Reeve'],
  definition: 'Reeve of [[low water]], not of [[Nowhere]].',
  status: 'tentative',
  tags: ['character', 'of the gate'],
  salience: 4,
  first_seen_post_id: 3,
  first_seen_thread_id: 3,
  last_updated_post_id: 9,
  last_updated_thread_id: 4,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-03T00:00:00.000Z',
  evidence: [{ corpus: 'main', post_id: 3, start: 19, end: 40, quote: 'Dawn kept 50% of $ = ^' }],
};
const water: ExportedEntry = {
  ...base,
  id: 2,
  term: 'Low Water',
  aliases: ['LW'],
  tags: ['location'],
  evidence: [],
};
const glossary: ExportedGlossary = { world: 'W', exported_at: null, as_of: null, entries: [base, water] };
const story = 'First paragraph.\n\nDawn kept 50% of $ = ^ and\n# no heading\n\nThe end.';

describe('a vault', () => {
  it('EX7: every link leads to a note and to a paragraph in it, whatever the story and the glossary say', () => {
    fc.assert(
      fc.property(glossaries, hostile, fc.boolean(), (any, body, isOneCorpus) => {
        const files = renderVault(buildSource(any, body, isOneCorpus));
        expect(findBrokenLinks(files)).toEqual([]);
      }),
    );
  });

  it('EX7: a note says what the entry is, in the words of the story, with a link to the paragraph', () => {
    const files = renderVault(buildSource(glossary, story));
    const find = (path: string) => files.find((file) => file.path === path)?.text;
    expect(files.map(({ path }) => path)).toMatchInlineSnapshot(`
      [
        "Glossary/Character/Dawn (character).md",
        "Glossary/Location/Low Water.md",
        "Threads/3 First paragraph. Dawn kept 50% of $ = and no heading The end.1.md",
        "Posts/3.md",
        "Index.md",
      ]
    `);
    expect(find('Glossary/Character/Dawn (character).md')).toMatchInlineSnapshot(`
      "---
      terrarium_id: 1
      aliases:
        - Dawn
        - the Reeve
      tags:
        - character
        - of-the-gate
        - status/tentative
      first_seen_thread: 3
      revision: 0
      source_posts:
        - 3
      ---

      # Dawn (character)

      Reeve of [[Glossary/Location/Low Water|low water]], not of **Nowhere**. [[Posts/3#^p3-2|§3]]

      > Dawn kept 50\\% of \\$ \\= \\^
      >
      > — [[Posts/3#^p3-2|post 3]], [[Threads/3 First paragraph. Dawn kept 50% of $ = and no heading The end.1|First paragraph. Dawn kept 50\\% of \\$ \\= \\^ and \\# no heading The end.1]]
      "
    `);
    expect(find('Posts/3.md')).toMatchInlineSnapshot(`
      "---
      thread: "[[Threads/3 First paragraph. Dawn kept 50% of $ = and no heading The end.1]]"
      author: "First paragraph.\\n\\nDawn kept 50% of $ = ^ and\\n# no heading\\n\\nThe end."
      ---

      First paragraph. ^p3-1

      Dawn kept 50\\% of \\$ \\= \\^ and
      \\# no heading ^p3-2

      The end. ^p3-3
      "
    `);
    expect(find('Index.md')).toMatchInlineSnapshot(`
      "---
      entries: 2
      ---

      # W

      2 entries.

      ## Characters

      - [[Glossary/Character/Dawn (character)|Dawn (character)]]

      ## Locations

      - [[Glossary/Location/Low Water|Low Water]]

      ## Names in definitions that have no entry

      - Nowhere (in Dawn (character), Low Water)
      "
    `);
  });

  it('EX15: a note links the other entries its definition names, where each is first named, and keeps its words apart', () => {
    const define = (definition: string) => {
      const entries = [{ ...base, evidence: [], definition }, water];
      const [note] = renderVault(buildSource({ ...glossary, entries }, story));
      return note?.text.split('\n\n')[2]?.trim();
    };
    const link = '[[Glossary/Location/Low Water|';
    expect(define('Dawn left LW for Low Water.')).toBe(`Dawn left ${link}LW]] for Low Water.`);
    expect(define('*Low Water* first, then [[LW]] again.')).toBe(
      `*Low Water* first, then ${link}LW]] again.`,
    );
    expect(define('From **LW** - home.')).toBe(`From **${link}LW]]** - home.`);
    expect(define('With [[LW|the ebb]] and [[Nowhere|no place]].')).toBe(
      `With ${link}the ebb]] and **no place**.`,
    );
    expect(define('In [[Nowhere]] by Low\nWater = LW')).toBe(`In **Nowhere** by ${link}Low Water]] \\= LW`);
  });

  it('EX7: every file system and every link can hold the names of notes, and no two of them are alike', () => {
    const wild = fc.oneof(
      hostile,
      fc.constantFrom(
        'CON',
        'con.x',
        'a/b\\c',
        '..',
        ' . ',
        'É',
        'É',
        'x'.repeat(999),
        '漢'.repeat(99),
        'a#b|c^d:e',
        '%%x%%',
      ),
    );
    fc.assert(
      fc.property(fc.array(wild, { maxLength: 12 }), (terms) => {
        const entries = terms.map((term, at) => ({ ...base, id: at + 1, term }));
        const files = renderVault(buildSource({ ...glossary, entries }, story));
        const names = files.map(({ path }) => path);
        expect(new Set(names.map(normaliseFileName)).size).toBe(names.length);
        for (const name of names.flatMap((path) => path.split('/'))) {
          expect(name).not.toMatch(/[#|^:\\*?"<>[\]\p{Cc}]|%%|^\.|^(?:con|nul)\b|\s(?:\.md)?$/iu);
          expect(Buffer.byteLength(name)).toBeLessThan(250);
        }
      }),
    );
    expect([nameFile('...'), nameFile('CON'), nameFile('A: B/C')]).toEqual(['Unnamed', '_CON', 'A B C']);
    expect([nameTag('of the gate'), nameTag('2026'), nameTag('--')]).toEqual([
      'of-the-gate',
      'n-2026',
      undefined,
    ]);
  });

  it('EX7: entries whose names a file cannot tell apart are told apart by what they are', () => {
    const entries = [
      base,
      water,
      { ...base, id: 3, term: 'low water' },
      { ...base, id: 4, term: 'Low: Water' },
    ].map((entry) => ({ ...entry, definition: '' }));
    const paths = renderVault(buildSource({ ...glossary, entries }, story)).map(({ path }) => path);
    expect(paths.filter((path) => path.startsWith('Glossary/'))).toEqual([
      'Glossary/Character/Dawn (character).md',
      'Glossary/Location/Low Water (location).md',
      'Glossary/Character/low water (character).md',
      'Glossary/Character/Low Water (entry 4).md',
    ]);
  });

  it('EX2: the same glossary gives the same vault', () => {
    fc.assert(
      fc.property(glossaries, hostile, (any, body) => {
        expect(renderVault(buildSource(any, body))).toEqual(
          renderVault(buildSource(structuredClone(any), body)),
        );
      }),
    );
  });
});

describe('writing a vault', () => {
  const files = [
    { path: 'Index.md', text: 'one' },
    { path: 'Glossary/Other/A.md', text: 'a' },
    { path: 'Glossary/Other/B.md', text: 'b' },
  ];

  it('EX12: files of an earlier export that are no longer needed go; what a person wrote or changed stays and is named', () => {
    const folder = createTemporaryFolder();
    const vault = folder.path('vault');
    expect(writeVault(vault, files)).toEqual({ kept: [] });
    writeFileSync(`${vault}/My note.md`, 'mine');
    writeFileSync(`${vault}/Index.md`, 'mine too');
    const [index, a] = files;
    if (index === undefined || a === undefined) throw new Error('No files.');
    expect(
      writeVault(vault, [
        { ...index, text: 'two' },
        { ...a, text: 'a2' },
      ]),
    ).toEqual({ kept: ['Index.md'] });
    expect(readFileSync(`${vault}/Index.md`, 'utf8')).toBe('mine too');
    expect(readFileSync(`${vault}/${a.path}`, 'utf8')).toBe('a2');
    expect(readdirSync(`${vault}/Glossary/Other`)).toEqual(['A.md']);
    expect(readFileSync(`${vault}/My note.md`, 'utf8')).toBe('mine');
    expect(writeVault(vault, [{ ...index, text: 'two' }]).kept).toEqual(['Index.md']);
    rmSync(`${vault}/Index.md`);
    expect(writeVault(vault, [{ ...index, text: 'two' }]).kept).toEqual([]);
    expect(readFileSync(`${vault}/Index.md`, 'utf8')).toBe('two');
  });

  it('EX12: line ends are no change, nor targets of links in a note that is not of an entry', () => {
    const vault = createTemporaryFolder().path('vault');
    const note = '---\naliases: []\n---\n\n# A\n\nBy [[Glossary/Other/B|her]].\n';
    const written = [
      { path: 'Index.md', text: note },
      { path: 'A.md', text: note, entry: { id: 1, term: 'A', updated_at: '', as_of: null } },
    ];
    const rewriteAll = (change: (text: string) => string) => {
      writeVault(vault, written);
      for (const { path, text } of written) writeFileSync(`${vault}/${path}`, change(text));
      return writeVault(vault, written).kept;
    };
    expect(rewriteAll((text) => text.replaceAll('\n', '\r\n'))).toEqual([]);
    expect(readFileSync(`${vault}/A.md`, 'utf8')).toBe(note);
    expect(rewriteAll((text) => text.replace('Other/B', 'Other/C'))).toEqual(['A.md']);
    expect(writeVault(vault, written.slice(0, 1)).kept).toEqual(['A.md']);
    expect(writeVault(vault, written.slice(0, 1)).kept).toEqual(['A.md']);
  });

  it('EX12: an interrupted export is completed by the next one, whatever it had written', () => {
    const folder = createTemporaryFolder();
    const vault = folder.path('vault');
    const broken = { path: 'Index.md/under-a-file.md', text: 'x' };
    expect(() => writeVault(vault, [...files, broken])).toThrow(/cannot be written/);
    expect(readdirSync(vault)).toContain('Index.md');
    const next = files.map(({ path, text }) => ({ path, text: `${text} again` }));
    expect(() => writeVault(vault, [...next.slice(0, 1), broken])).toThrow(/cannot be written/);
    expect(writeVault(vault, next)).toEqual({ kept: [] });
    for (const { path, text } of next) expect(readFileSync(`${vault}/${path}`, 'utf8')).toBe(text);
  });

  it('EX12: a folder of somebody else is left alone', () => {
    const folder = createTemporaryFolder();
    const path = folder.write('precious.txt', 'x');
    expect(() => writeVault(folder.dir, files)).toThrow(/is not a vault that Terrarium made/);
    expect(() => writeVault(path, files)).toThrow(/is not a vault that Terrarium made/);
    expect(readdirSync(folder.dir)).toEqual(['precious.txt']);
  });

  it('EX12: a list of files that leads out of the folder removes nothing there', () => {
    const folder = createTemporaryFolder();
    const outside = folder.write('outside.md', 'x');
    const hash = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881';
    writeVault(folder.path('vault'), files);
    folder.write('vault/.terrarium-vault.json', JSON.stringify({ files: { '../outside.md': [hash] } }));
    writeVault(folder.path('vault'), files.slice(0, 1));
    expect(existsSync(outside)).toBe(true);
    folder.write('vault/.terrarium-vault.json', '{');
    expect(() => writeVault(folder.path('vault'), files)).toThrow(
      /cannot be read\..*|what an earlier export wrote/,
    );
  });
});

describe('kinds', () => {
  it('EX17: are those that the prompt offers', () => {
    const prompt = readFileSync(join(import.meta.dirname, '../../prompts/reading.md'), 'utf8');
    const [, offered = ''] = /First tag: one of ([^.]+)\./u.exec(prompt) ?? [];
    expect(offered.split(', ').toSorted()).toEqual([...entryKinds].toSorted());
  });

  it.each(entryKinds)('EX17: %s has a folder of its own and a heading in the list', (kind) => {
    const entries = [{ ...base, tags: ['clan', kind] }];
    const files = renderVault(buildSource({ ...glossary, entries }, story));
    const folder = `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`;
    expect(files[0]?.path).toBe(`Glossary/${folder}/Dawn (character).md`);
    const index = files.find(({ path }) => path === 'Index.md')?.text;
    expect(index).toMatch(new RegExp(`^## ${folder.replace(/y$/u, 'ie')}s$`, 'mu'));
  });
});
