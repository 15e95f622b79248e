// Tests how relations are exported: in files for people and programs, and on the page of the wiki.

import { describe, expect, it } from 'vitest';
import { openStory } from '../../test/story-fixture.ts';
import { listRelations } from '../glossary/list-relations.ts';
import { buildExport, renderJson } from './exported-glossary.ts';
import { parseLoreContent, renderLoreContent } from './lorebook/lore-entry.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderVault } from './vault/render-vault.ts';
import { readAt } from './wiki/client/read-at.js';
import type { WikiData, WikiVersion } from './wiki/wiki-data.ts';

const story = [['Arla, the mother of Boren, ruled the town of Vell.']];

function exportStory(tags: readonly string[] = []) {
  const world = openStory(story);
  const context = world.read(1);
  world.create(context, { term: 'Arla', tags: ['character'] });
  world.create(context, { term: 'Boren (character)', tags: ['character'] });
  world.create(context, { term: 'Vell', tags: ['location'] });
  const relations = [
    { kind: 'parent of', to: 'Boren', evidence: [{ post_id: 1, label: 1 }] },
    { kind: 'rules', to: 'Vell', evidence: [{ post_id: 1, label: 1 }] },
  ];
  world.call('glossary_update', { entry_id: 'Arla', relations }, context);
  const entries = [...world.glossary.iterateEntries({ tags })].map((entry) => ({ entry, salience: 1 }));
  return buildExport({ world: 'W', entries, relations: listRelations(world.glossary) });
}

describe('relations in exports', () => {
  it('RL9: are listed with both entries, but not with entries that the export leaves out', () => {
    const [arla, boren, vell] = exportStory().entries;
    expect(arla?.relations).toMatchObject([
      { kind: 'parent of', to: 2, term: 'Boren (character)', evidence: { post_id: 1 } },
      { kind: 'rules', to: 3, term: 'Vell' },
    ]);
    expect(boren?.relations).toMatchObject([{ kind: 'child of', to: 1, term: 'Arla', is_inverse: true }]);
    expect(vell?.relations).toMatchObject([{ kind: 'ruled by', to: 1 }]);
    const [alone] = exportStory(['location']).entries;
    expect(alone).toMatchObject({ term: 'Vell' });
    expect(alone).not.toHaveProperty('relations');
    expect(JSON.parse([...renderJson(exportStory())].join('')).entries[1].relations).toHaveLength(1);
  });

  it('RL9: are lists in Markdown and in the vault, with links there', () => {
    const glossary = exportStory();
    const nameChapter = (_: string, postId: number) => `Chapter ${postId}`;
    expect([...renderMarkdown({ glossary, nameChapter })].join('')).toContain(
      '\n\n- parent of **Boren (character)** (Chapter 1)\n- rules **Vell** (Chapter 1)\n\n',
    );
    const files = renderVault({
      glossary,
      revisions: new Map(),
      findPost: () => undefined,
      readThreadTitle: () => 'One',
      isOneCorpus: true,
    });
    const note = files.find(({ path }) => path.endsWith('Vell.md'));
    expect(note?.text).toMatch(/## To others\n\n- ruled by \[\[[^\]]*Arla\|Arla\]\] \[\[Index\|§1\]\]\n/u);
  });

  it('RL9: come at the end of the text in a lorebook, and are not read back as part of the definition', () => {
    const [arla] = exportStory().entries;
    if (arla === undefined) throw new Error('There is no entry.');
    const content = renderLoreContent(arla);
    expect(content).toBe('Arla: Arla is named. (parent of Boren; rules Vell)');
    expect(parseLoreContent(content, arla)).toBeUndefined();
    const edited = content.replace('Arla is named.', 'The queen.');
    expect(parseLoreContent(edited, arla)).toBe('The queen.');
  });

  it('RL9: are shown in the wiki as they are known at each place, also through merges', () => {
    const make = (id: number, version: Partial<WikiVersion>) => ({
      id,
      versions: [{ stop: 1, term: `E${id}`, definition: 'x', ...version }],
    });
    const data: WikiData = {
      key: 'k',
      title: 'W',
      asOf: undefined,
      stops: [1, 2].map((stop) => ({ title: `T${stop}`, thread: `t${stop}` })),
      posts: [],
      quotes: [],
      entries: [
        {
          id: 1,
          versions: [
            { stop: 1, term: 'Arla', definition: 'x' },
            { stop: 2, relations: [['parent of', 'child of', 2, 0]] },
          ],
        },
        { id: 2, versions: [...make(2, {}).versions, { stop: 2, isGone: true, into: 3 }] },
        make(3, { relations: [['serves', 'served by', 1, 0]] }),
      ],
    };
    const list = (place: number, id: number) =>
      readAt(data, place)
        .related.get(id)
        ?.map(({ wording, other }) => `${wording} ${other.term}`);
    expect(list(1, 1)).toEqual(['served by E3']);
    expect(list(1, 2)).toBeUndefined();
    expect(list(2, 1)).toEqual(['parent of E3', 'served by E3']);
    expect(list(2, 3)).toEqual(['serves Arla', 'child of Arla']);
  });
});
