// Proves which words of a scene are recognised as names.

import { describe, expect, it } from 'vitest';
import { collectCandidates } from './collect-candidates.ts';

function listNames(...sentences: readonly string[]): readonly string[] {
  const shown = sentences.map((text, index) => ({
    postId: 1,
    label: String(index + 1),
    text,
    isParagraphStart: false,
  }));
  const { candidates } = collectCandidates(shown, []);
  return [...candidates.values()].filter(({ strong }) => strong > 0).map(({ key }) => key);
}

describe('names of a scene', () => {
  it('does not take the first word of a list line, a vote or a quoted choice for a name', () => {
    expect(
      listNames('> [ ] Tell him the truth.', '2. Wait for dawn.', '- Climb the wall.', '>Call out'),
    ).toEqual([]);
  });

  it('does not join the verb of an order to the name after it', () => {
    expect(listNames('> Ask Thrift about the key.', 'The boy is called Thrift.')).toEqual(['thrift']);
  });

  it('keeps a first name that could be a verb', () => {
    expect(listNames('Bob Zorrin came in.', 'They waved at Bob Zorrin.')).toEqual(['bob zorrin']);
  });

  it('reads an owner and a kind of place as one name', () => {
    expect(listNames('It hung on Cutter’s Stair until noon.')).toEqual(["cutter's stair"]);
    expect(listNames('They came to Hobb’s Crossing at noon.')).toEqual(["hobb's crossing"]);
  });

  it('BR7: reads an owner and any word for a place as one name where they stand so more than once', () => {
    const once = 'They came to Hobb’s Mansion at noon.';
    expect(listNames(once)).toEqual(['hobb', 'mansion']);
    expect(listNames(once, 'Nobody was in Hobb’s Mansion.')).toEqual(["hobb's mansion"]);
    expect(listNames(once, 'Nobody was in Hobb’s mansion.')).toEqual(['hobb', 'mansion']);
    expect(listNames('They saw Hobb’s Lantern.', 'It was Hobb’s Lantern.')).toEqual(['hobb', 'lantern']);
  });

  it('does not take shouted words, or words that only describe a noun, for names', () => {
    expect(listNames('He said it was IMPOSSIBLE to leave.', 'It was a Vashel-made lamp.')).toEqual([]);
  });

  it('leaves out the word by which somebody is only spoken of', () => {
    expect(listNames('There sat Little Tommy Varnes.', 'He asked Old Mrs. Hale.')).toEqual([
      'tommy varne',
      'mrs hale',
    ]);
  });

  it('BR7: begins a name after the words that only begin the sentence', () => {
    expect(listNames('Next Missis Hale came in.', 'Says Orla, it rains.', 'They saw Orla.')).toEqual([
      'mrs hale',
      'orla',
    ]);
    expect(listNames('“Call Orlith,” she said.', 'No. Brannick is your master now.')).toEqual([
      'orlith',
      'brannick',
    ]);
    expect(listNames('“Grace Orlith,” she said.')).toEqual(['grace orlith']);
    expect(listNames('He came every Christmas Day, and on Easter Eve.')).toEqual([]);
  });

  it('BR7: keeps what belongs to a name, and nothing that stands before it', () => {
    expect(listNames('Then O-Tar spoke to A-Kor.', 'He met K-2 and R2-D2 near So-yeon.')).toEqual(
      ['O-Tar', 'A-Kor', 'K-2', 'R2-D2', 'So-yeon'].map((name) => name.toLowerCase().replace('-', ' ')),
    );
    expect(listNames('They saw Đorđe Petrović and Łukasz.')).toEqual(['đorđe petrović', 'łukasz']);
    expect(listNames('Then d’Artagnan saw Weston-super-Mare.', 'There spoke uncle Toby.')).toEqual([
      "d'artagnan",
      'weston super mare',
      'uncle toby',
    ]);
    expect(listNames('Then the squire Vance rode home.', 'It was his uncle Toby.')).toEqual([
      'vance',
      'toby',
    ]);
    expect(listNames('They said it was T-Tom.', 'He wore an X-ray badge.')).toEqual([]);
    expect(
      listNames('In September Levin went.', 'They knew that here’s Dolly.', 'They told Anna of Varya.'),
    ).toEqual(['levin', 'dolly', 'anna', 'varya']);
    const text = 'Then in Moscow Levin was struck.';
    const shown = [{ postId: 1, label: '1', text, isParagraphStart: false }];
    const { candidates } = collectCandidates(shown, ['Moscow', 'Levin'], ['Moscow']);
    expect([...candidates.keys()]).toEqual(['moscow', 'levin']);
  });

  it('BR7: divides no name at its hyphens, and takes nothing into it that is said of it or of whom is thanked', () => {
    expect(listNames('He lived in the Rue des Fossés-Monsieur-le-Prince.')).toContain(
      'fossés monsieur le prince',
    );
    expect(listNames('He lived in the Rue des Fossés-Monsieur-le-Prince.')).not.toContain('fossés monsieur');
    expect(listNames('There sat Sophie the French nurse.')).toEqual(['sophie', 'french']);
    expect(listNames('And thank God Mrs. Vane came.')).toEqual(['mrs vane']);
    const shown = [{ postId: 1, label: '1', text: 'Loose Orlith was held.', isParagraphStart: false }];
    expect([...collectCandidates(shown, ['Orlith']).candidates.keys()]).toEqual(['orlith']);
  });

  it('BR16: does not take the way people speak or spoke English for words of the story', () => {
    const text = 'The conwict lieth there and wants his wittles, and the shopman has a wurem.';
    const shown = [{ postId: 1, label: '1', text, isParagraphStart: false }];
    expect([...collectCandidates(shown, []).candidates.keys()]).toEqual(['wurem']);
  });

  it('BR10: does not take words of another language for words of the story', () => {
    const text = 'He had a zitidar, and sighed: mon zagreau, il est fardeau.';
    const shown = [{ postId: 1, label: '1', text, isParagraphStart: false }];
    expect([...collectCandidates(shown, []).candidates.keys()]).toEqual(['zitidar']);
  });
});
