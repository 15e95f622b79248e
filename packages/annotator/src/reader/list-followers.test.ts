// Tests followers: what the sentence after a name says about the person named.

import { describe, expect, it } from 'vitest';
import { parseDefinition } from './choose-definition.ts';
import { collectCandidates } from './collect-candidates.ts';
import { listFollowers } from './list-followers.ts';

function read(text: string, key: string, isApart = false): readonly string[] {
  const shown = text.split(/ (?=He was)/u).map((sentence, index) => ({
    postId: 1,
    label: String(index + 1),
    text: sentence,
    isParagraphStart: isApart || index === 0,
  }));
  const scene = collectCandidates(shown, []);
  const places = scene.candidates.get(key)?.places ?? [];
  return places.flatMap((place) =>
    listFollowers(scene, place).map((found) => `${found.source?.label}: ${found.text}`),
  );
}

const brill = 'Then Tomas Brill came in. He was a lawyer of the old kind.';

describe('the sentence behind a name', () => {
  it('BR12: explains whom it names, with both sentences as evidence', () => {
    expect(read(brill, 'tomas brill')).toEqual(['1-2: He was a lawyer of the old kind']);
    expect(read(brill, 'tomas brill', true)).toEqual([]);
    const said = '“Where is my aunt?” said Tomas Brill. He was a lawyer of the old kind.';
    expect(read(said, 'tomas brill')).toEqual(['1-2: He was a lawyer of the old kind']);
    const father = 'By the lamp sat her old father, Tomas Brill. He was a lawyer of the old kind.';
    expect(read(father, 'tomas brill')).toEqual(['1-2: He was a lawyer of the old kind']);
  });

  it.each([
    ['names somebody else too', 'Then Tomas Brill met Orla. He was a lawyer of the old kind.', 'tomas brill'],
    [
      'tells of somebody else too',
      'Then Tomas Brill met a cousin. He was a lawyer of the old kind.',
      'tomas brill',
    ],
    ['has the other pronoun', 'Then Mrs. Brill came in. He was a lawyer of the old kind.', 'mrs brill'],
    ['names a place', 'Nobody lived in Brill. He was a lawyer of the old kind.', 'brill'],
    ['is spoken', '“There is Tomas Brill.” He was a lawyer of the old kind.', 'tomas brill'],
    ['speaks to somebody', '“Sit down, Tomas Brill. He was a lawyer of the old kind.”', 'tomas brill'],
    ['says only how somebody was', 'Then Tomas Brill came in. He was tired of the old kind.', 'tomas brill'],
  ])('BR12: explains nothing where it %s', (_, text, key) => {
    expect(read(text, key)).toEqual([]);
  });

  it('BR12: still explains where the definition holds it alone', () => {
    const [told, mentioned] = ['He was a lawyer of the old kind.', 'Nobody knew what he was.'].map(
      (text) => parseDefinition(text, ['Tomas Brill'])[0]?.score ?? 0,
    );
    expect(told).toBeGreaterThan(3);
    expect(mentioned).toBeLessThan(3);
  });
});
