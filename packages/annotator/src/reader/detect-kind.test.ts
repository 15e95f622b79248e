// Tests of kinds: which kind the words in and beside a name indicate.

import { describe, expect, it } from 'vitest';
import { collectCandidates } from './collect-candidates.ts';
import { type CountFormer, detectKind, detectOtherKind } from './detect-kind.ts';

function gather(text: string) {
  const shown = text.split(/(?<=[.!?]) /).map((sentence, index) => ({
    postId: 1,
    label: String(index + 1),
    text: sentence,
    isParagraphStart: index === 0,
  }));
  return collectCandidates(shown, []);
}

const nothingBefore: CountFormer = () => ({ place: 0, person: 0 });

function readKind(text: string, key: string, countFormer = nothingBefore): string {
  const scene = gather(text);
  const candidate = scene.candidates.get(key);
  expect([...scene.candidates.keys()]).toContain(key);
  return candidate === undefined ? '' : detectKind(candidate, scene, [], countFormer);
}

const places: readonly (readonly [string, string])[] = [
  ['They had lived in Vashel for a year.', 'vashel'],
  ['He was seen at the Quorum that night. Then he slept at the Quorum.', 'quorum'],
  ['They set out for Vashel at dawn.', 'vashel'],
  ['They came to Vashel. Then they came back from Vashel.', 'vashel'],
  ['They saw the banks of the Orrine. The waters of the Orrine were low.', 'orrine'],
  ['They spoke of England, and her ships.', 'england'],
  ['Then they climbed Vashel.', 'vashel'],
  ['They saw Ben Vashel. Snow lay on the slopes of Ben Vashel.', 'ben vashel'],
  ['Then New Orleans was taken.', 'new orlean'],
  ['He ran along the Rue de Seline.', 'rue de seline'],
  ['They saw Lake Orme shine.', 'lake orme'],
  ['They saw Tarn Heights shine.', 'tarn height'],
  ['There are the Hebrides. We saw the Hebrides.', 'hebride'],
];

const others: readonly (readonly [string, string, string])[] = [
  ['He took his Snarl. He gave her a Snarl, and three Snarls to his son.', 'snarl', 'term'],
  ['“What’s Quidditch?” They spoke of Quidditch.', 'quidditch', 'term'],
  ['“Comed-Tea,” said the cook. “If you drink it, you laugh.”', 'comed tea', 'term'],
  ['There stood the Guardsmen. They saw the Guardsmen.', 'guardsman', 'faction'],
  ['There stood the Grey Eaters. They saw the Grey Eaters.', 'grey eater', 'faction'],
  ['They spoke of Zend who was moonstruck.', 'zend', 'character'],
  ['He thought of Princetown.', 'princetown', 'location'],
  ['They walked along Regent Street.', 'regent street', 'location'],
  ['Then came Master Street, and he laughed.', 'master street', 'character'],
];

const noPlaces: readonly (readonly [string, string])[] = [
  ['He had faith in Quillon. “Come,” said Quillon.', 'quillon'],
  ['He looked to Quillon, who laughed. Then Quillon’s hand fell.', 'quillon'],
  ['They met Orrin Paris. “Yes,” said Paris. “No,” said Paris. Then Paris asked for wine.', 'paris'],
  ['He came in the Vashel dress.', 'vashel'],
  ['Everybody laughed at Vashel.', 'vashel'],
  ['Then he went to Vashel.', 'vashel'],
  ['Then he climbed Vashel’s stairs.', 'vashel'],
  ['He read it in VASHEL.', 'vashel'],
  ['They asked the Quillons. There were the Quillons.', 'quillon'],
];

describe('the kind of a name', () => {
  it.each(places)('BR19: is a place: %s', (text, key) => {
    expect(readKind(text, key)).toBe('location');
  });

  it.each(noPlaces)('BR19: is no place: %s', (text, key) => {
    expect(readKind(text, key)).not.toBe('location');
  });

  it.each(others)('BR19: of %s is as its words and those beside it show', (text, key, kind) => {
    expect(readKind(text, key)).toBe(kind);
  });

  it('BR19: is not a person’s because of what follows a preposition and the name', () => {
    expect(readKind('He rode to Vashel, and she with him, and her horse.', 'vashel')).not.toBe('character');
  });

  it('BR20: follows earlier scenes where the present one leaves it open', () => {
    const text = 'They spoke of Vashel.';
    expect(readKind(text, 'vashel')).toBe('term');
    expect(readKind(text, 'vashel', () => ({ place: 3, person: 0 }))).toBe('location');
    expect(readKind(text, 'vashel', () => ({ place: 1, person: 4 }))).toBe('character');
  });

  it('BR20: of an entry changes only if scene and earlier scenes speak clearly against it', () => {
    const scene = gather('They lived in Vashel.');
    const candidate = scene.candidates.get('vashel');
    if (candidate === undefined) throw new Error('no candidate');
    const detect = (present: string, place: number, person: number) =>
      detectOtherKind(candidate, scene, {
        statements: [],
        present,
        countFormer: () => ({ place, person }),
      });
    expect(detect('character', 4, 0)).toBe('location');
    expect(detect('character', 4, 4)).toBeUndefined();
    expect(detect('character', 0, 0)).toBeUndefined();
    expect(detect('faction', 4, 0)).toBeUndefined();
  });
});
