// Tests whom the built-in reader takes for the “I” who tells a story.

import { describe, expect, it } from 'vitest';
import { collectCandidates } from './collect-candidates.ts';
import { findNarrator } from './find-narrator.ts';
import type { KnownEntry, ShownSentence } from './parse-scene-window.ts';

function find(
  paragraphs: readonly string[],
  former: readonly string[] = [],
  known: readonly KnownEntry[] = [],
) {
  const shown = paragraphs.flatMap((paragraph, at): readonly ShownSentence[] =>
    paragraph.split(/(?<=[.!?](?: ?[”’»"'])?) (?=[“‘«"'A-Z])/u).map((text, index) => ({
      postId: 1,
      label: `${at}:${index}`,
      text,
      isParagraphStart: index === 0,
    })),
  );
  const scene = collectCandidates(shown, []);
  const found = findNarrator(scene, known, new Map(), former);
  return found && { keys: found.keys, text: scene.sentences[found.sentence]?.text };
}

const walk =
  'I put on my coat and took my lamp, and I went down to the quay with my hand on my knife, for I was afraid. I heard my own steps behind me.';
const talk = [
  walk,
  '“You are late, Hollin,” said the old woman to me.',
  '“I lost my way,” said I.',
  '“You always do, Hollin. Did you meet Orrin Tay?” she asked me.',
  'Orrin Tay was waiting behind the door. I saw him in the glass.',
];

describe('findNarrator', () => {
  it('BR22: takes for the “I” of a story somebody whom others call by name when they speak to the “I”', () => {
    expect(find(talk)).toEqual({
      keys: ['hollin'],
      text: '“You are late, Hollin,” said the old woman to me.',
    });
    for (const [open, close] of [
      ['‘', '’'],
      ["'", "'"],
      ['"', '"'],
      ['« ', ' »'],
    ] as const) {
      const marked = talk.map((paragraph) => paragraph.replaceAll('“', open).replaceAll('”', close));
      const owned = [...marked, `${open}The boys’ boat isn’t here,${close} I said.`];
      expect(find(owned)?.keys, open).toEqual(['hollin']);
      const others = marked.map((paragraph) => paragraph.replace('Hollin', 'he'));
      expect(find([...others, 'Hollin laughed, and I looked at him.']), open).toBeUndefined();
    }
  });

  it('BR22: takes for the “I” somebody who gives a name as their own, outside speech or where “I” speaks', () => {
    expect(find([walk, 'My name is Hollin Marr, and I was born in this house.'])?.keys).toEqual([
      'hollin marr',
    ]);
    expect(find([walk, '“My name is Hollin Marr,” I answered, and she let me in.'])?.keys).toEqual([
      'hollin marr',
    ]);
    expect(find([walk, '“My name is Orrin Tay,” answered the boy.'])).toBeUndefined();
    expect(find([walk, '“I am Orrin Tay’s brother,” I said, and she let me in.'])).toBeUndefined();
    expect(find([walk, 'I am Orrin Tay’s brother.'])).toBeUndefined();
  });

  it('BR22: does not take for the “I” anybody whom the narration names, here or earlier, or to whom “I” speaks', () => {
    expect(find([...talk, 'Hollin laughed, and I looked at him.'])).toBeUndefined();
    expect(
      find(talk, ['[1] I looked up. Hollin stood at the gate. “Well, Hollin!” I said.']),
    ).toBeUndefined();
    const open = '[1] “I am late.\n\n[2] Hollin stood at the gate.\n\n[3] “Well!” I said.';
    expect(find(talk, [open])).toBeUndefined();
    for (const marks of ['“”', '""'])
      expect(
        find(talk, [`[1] ${marks[0]}I saw Hollin at the gate,${marks[1]} said my aunt to me.`])?.keys,
      ).toEqual(['hollin']);
    expect(
      find([
        walk,
        '“Are you coming, Hollin?” I asked.',
        '“You are slow, Hollin,” said I, and I took my hat.',
      ]),
    ).toBeUndefined();
  });

  it('BR22: finds no “I” in a story that is told of others', () => {
    const told = talk.map((paragraph) =>
      paragraph
        .replaceAll(/\bI\b/g, 'she')
        .replaceAll(/\bmy\b/g, 'her')
        .replaceAll(/\bme\b/g, 'her'),
    );
    expect(find(told)).toBeUndefined();
  });
});
