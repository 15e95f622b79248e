// Tests recognising the kind of a place by its name and its text.

import { describe, expect, it } from 'vitest';
import { completeNamed, renderNamed } from './describe.ts';
import { detectPlaceKind } from './place-kind.ts';

function detect(name: string, about: string) {
  const place = { id: 'location:x' as const, key: 'x', type: 'location' as const, sheet: { name, about } };
  return detectPlaceKind({ findPlace: () => undefined }, place);
}

describe('the kind of a place', () => {
  it.each([
    ['Paris', 'Odra entered Paris on foot, carrying a packet under his arm, and found a room.', 'anywhere'],
    ['Vell', 'Of Vell the story says: “the thunder had never been heard in the hills of Vell.”', 'wild'],
    ['Vell', 'He came at last to this unlucky city of Vell.', 'street'],
    ['Vell', 'Vell was a small village.', 'street'],
    ['Vell', 'A cellar under the mill.', 'underground'],
    ['The Shallows', 'Slow water over gravel.', 'anywhere'],
    ['Ossel', 'A valley among hills.', 'wild'],
    ['Ossel', 'They move forward and toward sorrow.', 'anywhere'],
    ['Bridge of shops', 'Nobody goes there.', 'street'],
    ['The Boathouse', 'Nobody goes there.', 'inside'],
    ['The Old Cistern', 'Nobody goes there.', 'underground'],
  ])('NA97: %s, of which is written “%s”, is %s', (name, about, kind) => {
    expect(detect(name, about)).toBe(kind);
  });
});

it('NA97: a text that begins with a name and what it is becomes a sentence', () => {
  expect(completeNamed('Sola', 'Sola, who had come along. She waits')).toBe(
    'This is Sola, who had come along. She waits.',
  );
  expect(completeNamed('Vell', 'Vell, home of kings')).toBe('This is Vell, home of kings.');
  expect(completeNamed('Vell', 'Vell, smiling, sat down')).toBe('Vell, smiling, sat down.');
  const widow = "Maud, the miller's widow, keeps the ferry.";
  expect(completeNamed('Maud', widow)).toBe(widow);
  expect(renderNamed('Carter', 'Carter, gentleman of Virginia')).toBe('Carter, gentleman of Virginia');
  expect(renderNamed('Hild', 'A road warden')).toBe('Hild: A road warden');
});
