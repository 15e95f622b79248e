// Proves that a note that says what it said changes nothing, and that what a person wrote comes back in their words.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { glossaries } from '../../test/support/any-glossary.ts';
import type { ExportedEntry, ExportedGlossary } from '../export/exported-glossary.ts';
import { parseNote } from '../export/vault/parse-note.ts';
import { renderVault } from '../export/vault/render-vault.ts';
import { describeShown, type ShownNote } from '../export/vault/vault-folder.ts';
import { compareNote, type FindLinked, listOwnParts } from './compare-note.ts';

function renderNotes(glossary: ExportedGlossary) {
  const files = renderVault({
    glossary,
    revisions: new Map(),
    isOneCorpus: true,
    findPost: () => undefined,
    readThreadTitle: () => 'One',
  });
  return files.flatMap(({ path, text, entry }) =>
    entry === undefined ? [] : [{ path, text, shown: describeShown(entry, parseNote(path, text)) }],
  );
}

interface Written {
  readonly text: string;
  readonly shown: ShownNote;
  readonly base: ExportedEntry;
  readonly findLinked?: FindLinked;
}

function compare({ text, shown, base, findLinked = () => undefined }: Written) {
  const note = parseNote('A.md', text);
  return {
    changes: compareNote({ note, shown, base, findLinked, fileTitle: undefined }),
    own: listOwnParts({ note, shown }),
  };
}

/** The note as Obsidian's editor of properties may leave it: in another order and style, with links rewritten. */
function rewrite(text: string, isFlow: boolean): string {
  const [, head = '', body = ''] = /^---\n([\s\S]*?\n)---\n([\s\S]*)$/u.exec(text) ?? [];
  const properties: Readonly<Record<string, unknown>> = parse(head);
  const turned = Object.fromEntries(Object.entries(properties).toReversed());
  const written = stringify(turned, { collectionStyle: isFlow ? 'flow' : 'block', lineWidth: 0 });
  return `---\n${written}---\n${body}`.replaceAll('[[Index|', '[[Elsewhere/Index|');
}

describe('a note of a vault', () => {
  it('HU12: changes nothing as it was exported, with other line ends, or after an editor wrote its properties anew', () => {
    const listVariants = (text: string, isFlow: boolean) => {
      const windows = `\ufeff${text.replaceAll('\n', '\r\n')}`;
      return [text, rewrite(text, isFlow), ...(text.includes('\r') ? [] : [windows])];
    };
    const compareAll = (glossary: ExportedGlossary, isFlow: boolean) =>
      renderNotes(glossary).flatMap(({ text, shown }) => {
        const [base] = glossary.entries.filter(({ id }) => id === shown.id);
        return base === undefined
          ? []
          : listVariants(text, isFlow).map((one) => compare({ text: one, shown, base }));
      });
    fc.assert(
      fc.property(glossaries, fc.boolean(), (glossary, isFlow) => {
        const compared = compareAll(glossary, isFlow);
        expect(compared).toEqual(compared.map(() => ({ changes: {}, own: [] })));
        expect(compared.length).toBeGreaterThanOrEqual(glossary.entries.length);
      }),
    );
  });

  const base: ExportedEntry = {
    id: 1,
    term: 'Wick',
    aliases: ['the boy', 'Ludovic [[Hale]]'],
    definition: 'A boy of [[Low Water]], afraid of [[Nowhere]] and of the Reeve.',
    status: 'tentative',
    tags: ['character', 'of the gate'],
    salience: 1,
    first_seen_post_id: 1,
    first_seen_thread_id: 1,
    last_updated_post_id: 1,
    last_updated_thread_id: 1,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    evidence: [{ corpus: 'main', post_id: 1, start: 0, end: 4, quote: 'Wick.' }],
  };
  const others = ['Low Water', 'Reeve', 'Dawn (character)', 'Cass'].map((term, at) => ({
    ...base,
    id: at + 2,
    term,
    aliases: [],
    definition: '',
  }));
  const glossary = (own: ExportedEntry): ExportedGlossary => ({
    world: 'W',
    exported_at: null,
    as_of: null,
    entries: [own, ...others],
  });
  const requireNote = (own: ExportedEntry) => {
    const note = renderNotes(glossary(own)).find(({ shown }) => shown.id === 1);
    if (note === undefined) throw new Error('No note.');
    return note;
  };
  const { text, shown } = requireNote(base);
  /** Finds entries by the path of their notes, and words by terms alone. */
  const findLinked: FindLinked = (target) => {
    const entry = others.find(({ term }) => target.split('#')[0]?.split('/').at(-1) === term);
    return entry && { id: entry.id, name: entry.term };
  };
  const change = (from: string, to: string) => {
    expect(text).toContain(from);
    return compare({ text: text.replace(from, () => to), shown, base, findLinked });
  };

  const words = fc.constantFrom(
    'a lamp,',
    '[[Low Water]]',
    '[[Reeve|an old man]]',
    '[[Nowhere]]',
    'the Reeve',
    '*very* old',
    '**bold** \\ and_under',
    '5 % of $3 = 4^2 [sic] <b> & #tag | ~x~ !',
    '- no list',
    '1. no list',
    '> no quote',
    '[[Dawn (character)]]',
  );

  it('HU12: a definition that a person writes in the note is the one that an export shows as that note', () => {
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 6 }), (parts) => {
        const definition = parts.join(' ');
        const wanted = requireNote({ ...base, definition });
        const { changes, own } = compare({ text: wanted.text, shown, base, findLinked });
        const back = 'definition' in changes ? changes.definition : base.definition;
        // What an export shows is the same note again.
        expect(requireNote({ ...base, definition: back ?? '' }).text).toBe(wanted.text);
        expect(own).toEqual([]);
      }),
    );
  });

  it.each([
    ['[[Reeve|my landlord]]', '[[Reeve|my landlord]]'],
    ['[[Cass]]', '[[Cass]]'],
    ['[[Glossary/Other/Cass#^a|Cass]]', '[[Cass]]'],
    // The export linked these words by itself, and will do so again.
    ['[[Reeve]]', 'Reeve'],
    ['[my landlord](Glossary/Other/Reeve)', '[[Reeve|my landlord]]'],
    ['[[My own note|what I think]]', 'what I think'],
    ['**[[Glossary/Character/Low Water|Low Water]]**', '**[[Low Water]]**'],
    ['**Nowhere**, *at* 5 \\% \\[sic\\]', '[[Nowhere]], *at* 5 % [sic]'],
    ['one\n\ntwo  three', 'one two three'],
  ])('HU12: what links and marks mean in a definition: %s', (written, meant) => {
    const { changes } = change('afraid of **Nowhere**', written);
    expect(changes).toEqual({
      definition: `A boy of [[Low Water]], ${meant} and of the Reeve.`,
    });
  });

  it('HU12: title, aliases, kind, tags and status are taken in, in any form of list', () => {
    expect(change('# Wick', '# Ludovic \\*Hale\\*').changes).toEqual({ term: 'Ludovic *Hale*' });
    expect(change('  - the boy\n', '  - 1984\n  - No\n').changes).toEqual({
      aliases: ['Ludovic [[Hale]]', '1984', 'No'],
    });
    const list = text.slice(text.indexOf('aliases:'), text.indexOf('tags:'));
    expect(change(list, 'aliases: [ the boy , "a: b" ]\n').changes).toEqual({ aliases: ['the boy', 'a: b'] });
    expect(change(list, 'aliases:\n').changes).toEqual({ aliases: [] });
    expect(change('  - character\n', '  - "#faction"\n').changes).toEqual({
      tags: ['of the gate', 'faction'],
    });
    expect(change('  - character\n', '  - character\n  - place\n').changes).toEqual({
      tags: ['of the gate', 'place'],
    });
    expect(change('status/tentative', 'status/confirmed').changes).toEqual({ status: 'confirmed' });
    expect(change('  - of-the-gate\n', '').changes).toEqual({ tags: ['character'] });
  });

  it('HU12: what else was changed or added is named', () => {
    expect(change('\n> Wick.', '\n> Wick!').own).toEqual([expect.stringContaining('below the definition')]);
    expect(change('revision: 0', 'revision: 0\nrating: 5').own).toEqual(['the property "rating"']);
    expect(change('source_posts', 'posts').own).toEqual(['the property "posts"']);
    const { own, changes } = compare({ text: `${text}\nMy own thoughts.\n`, shown, base });
    expect({ own, changes }).toEqual({ own: [expect.stringContaining('below')], changes: {} });
  });

  it.each([
    ['---\naliases: &a [x]\ntags: *a\n---\n'],
    ['---\naliases: {a: b}\n---\n'],
    ['---\naliases: [\n---\n'],
    ['---\ntags: [[a, b]]\n---\n'],
    ['---\n- a\n---\n'],
    ['---\na: 1\na: 2\n---\n'],
    [`---\na: ${'['.repeat(50_000)}\n---\n`],
    [`---\n${'a: b\n'.repeat(1_000_000)}---\n`],
  ])('HU14: properties that are none are refused with the name of the note', (wrong) => {
    expect(() => parseNote('Glossary/A.md', wrong)).toThrow(/Glossary\/A\.md/u);
  });
});
