// Tests that words lead to the revision that added them, even if only a fragment or a mistyped quote is given.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Position, PostId, ThreadId } from '../corpus/corpus.ts';
import type { EntryId, RevisionId } from '../glossary/entry.ts';
import type { RevisedField, Revision } from '../glossary/revision.ts';
import { findOrigin } from './explicate.ts';

const position: Position = { corpus: 'main', threadId: 1 as ThreadId, postId: 1 as PostId };

function revise(id: number, value: unknown, field: RevisedField = 'definition'): Revision {
  return {
    id: id as RevisionId,
    entryId: 1 as EntryId,
    field,
    old: null,
    new: JSON.stringify(value),
    position,
    stepId: id,
    author: 'agent',
    model: undefined,
    promptVersion: undefined,
    reason: undefined,
    at: '2026-01-01T00:00:00Z',
  };
}

const vocabulary =
  'the keeper of salt gate walks at dawn with brass lamp and seven bells under Vell tower she sold her name to river when frost took bridge nobody remembers whose hand wrote it down in chalk by winter market old law grey court'.split(
    ' ',
  );

interface Token {
  readonly word: string;
  readonly born: number;
}

interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly add: readonly string[];
}

/** Random histories of a definition, each with the revision that added each word. */
const history = fc
  .record({
    first: fc.array(fc.constantFrom(...vocabulary), { minLength: 12, maxLength: 30 }),
    edits: fc.array(
      fc.record({
        at: fc.nat(200),
        remove: fc.nat(3),
        add: fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 8 }),
      }),
      { minLength: 3, maxLength: 6 },
    ),
  })
  .map(({ first, edits }) => buildHistory(first, edits));

function buildHistory(first: readonly string[], edits: readonly Edit[]) {
  let tokens: readonly Token[] = first.map((word) => ({ word, born: 0 }));
  const texts = [first.join(' ')];
  for (const [index, edit] of edits.entries()) {
    const at = edit.at % tokens.length;
    const added = edit.add.map((word) => ({ word, born: index + 1 }));
    tokens = [...tokens.slice(0, at), ...added, ...tokens.slice(at + edit.remove)];
    texts.push(tokens.map(({ word }) => word).join(' '));
  }
  return { tokens, texts };
}

type History = ReturnType<typeof buildHistory>;

/** The first revision from which every definition contains the fragment. */
function findTruth({ texts }: History, fragment: string): number {
  const missing = texts.findLastIndex((text) => !text.includes(fragment));
  return missing + 1;
}

function mistype(fragment: string, every: number, shift: number): string {
  return fragment
    .split(' ')
    .map((word, index) =>
      (index + shift) % every === 0 && word.length > 3 ? `${word.slice(0, 2)}x${word.slice(3)}` : word,
    )
    .join(' ');
}

/** The share of drawn fragments for which the right revision was found. */
function measure(count: number, ask: (fragment: string, shift: number) => string): number {
  const drawn = fc.sample(fc.tuple(history, fc.nat(1000), fc.integer({ min: 6, max: 16 }), fc.nat(7)), {
    numRuns: count,
    seed: 11,
  });
  const right = drawn.filter(([one, from, length, shift]) => {
    const start = from % Math.max(1, one.tokens.length - length);
    const fragment = one.tokens
      .slice(start, start + length)
      .map(({ word }) => word)
      .join(' ');
    const revisions = one.texts.map((text, index) => revise(index + 1, text));
    return findOrigin(revisions, ask(fragment, shift))?.revision.id === findTruth(one, fragment) + 1;
  });
  return right.length / count;
}

describe('the origin of words', () => {
  it('EP1: is the revision that introduced them, for at least 98 of 100 fragments', () => {
    expect(measure(1_000, (fragment) => fragment)).toBeGreaterThanOrEqual(0.98);
  });

  it('EP1: is found with a typing error in one word of eight, for at least 95 of 100', () => {
    expect(measure(1_000, (fragment, shift) => mistype(fragment, 8, shift))).toBeGreaterThanOrEqual(0.95);
  });

  it('EP1: is found by a fragment that begins and ends inside words', () => {
    const revisions = [revise(1, 'The keeper of the gates.'), revise(2, 'The old keeper of the gate.')];
    expect(findOrigin(revisions, 'eeper of the ga')?.revision.id).toBe(1);
    expect(findOrigin(revisions, 'old keep')?.revision.id).toBe(2);
  });

  it('EP1: is found in a different case, but a passage that is the same word for word comes first', () => {
    const revisions = [revise(1, 'She met dawn at the gate.'), revise(2, 'She met Dawn at the gate.')];
    expect(findOrigin(revisions, 'MET DAWN AT THE GATE')?.revision.id).toBe(2);
    expect(findOrigin(revisions, 'met dawn at')).toMatchObject({ revision: { id: 1 }, similarity: 1 });
    expect(findOrigin(revisions, 'MET DWAN AT THE GATE')?.passage).toEqual({ start: 4, end: 25 });
    expect(findOrigin([revise(1, 'İn the İsland gate.')], 'THE İSLAND GATE')?.revision.id).toBe(1);
  });

  it('EP2: comes with the entry as the whole change left it, evidence included, and with the place of the words', () => {
    const evidence = [{ corpus: 'main', postId: 7, start: 0, end: 4, quote: 'Soma', isSnapped: false }];
    const revisions = [
      revise(1, 'Soma', 'term'),
      revise(1, 'A keeper.'),
      revise(1, evidence, 'evidence'),
      revise(4, 'A keeper of Vell.'),
      revise(4, [], 'evidence'),
    ];
    expect(findOrigin(revisions, 'a keper')).toMatchObject({
      revision: { id: 1 },
      isCurrent: true,
      entry: { evidence: [{ quote: 'Soma' }], definition: 'A keeper.' },
      passage: { start: 0 },
    });
  });

  it('EP2: of words that the same change removed at once, as a merge does, comes with the entry that had them', () => {
    const revisions = [
      revise(1, 'A keeper.'),
      revise(2, 'Somebody who rings the bell.'),
      revise(2, ['Soma'], 'aliases'),
      revise(2, 'A keeper.'),
    ];
    expect(findOrigin(revisions, 'rings the bell')).toMatchObject({
      entry: { definition: 'Somebody who rings the bell.', aliases: ['Soma'] },
      passage: { start: 13, end: 27 },
      isCurrent: false,
    });
  });

  it('EP1: words that were removed and came back count from their return; words that were removed are said to be gone', () => {
    const texts = ['a lamp of brass', 'a lamp', 'a lamp of brass', 'a wick'];
    const revisions = texts.map((text, index) => revise(index + 1, text));
    expect(findOrigin(revisions.slice(0, 3), 'lamp of brass')).toMatchObject({
      revision: { id: 3 },
      isCurrent: true,
    });
    expect(findOrigin(revisions, 'lamp of brass')).toMatchObject({ revision: { id: 3 }, isCurrent: false });
    expect(findOrigin(revisions, 'seven bells under frost')).toBeUndefined();
    expect(findOrigin([], 'lamp')).toBeUndefined();
  });

  it('EP1: no text makes it fail', () => {
    fc.assert(
      fc.property(history, fc.string({ unit: 'binary' }), ({ texts }, quote) => {
        const origin = findOrigin(
          texts.map((text, index) => revise(index + 1, text)),
          quote,
        );
        if (origin !== undefined) expect(origin.passage.end).toBeGreaterThanOrEqual(origin.passage.start);
      }),
    );
  });
});
