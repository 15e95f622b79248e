// Tests finding people whom a scene calls only by a word in lower case.

import { describe, expect, it } from 'vitest';
import { checkCandidate } from './check-candidate.ts';
import { collectCandidates } from './collect-candidates.ts';

function listCalled(sentences: readonly string[], known: readonly string[] = []): readonly string[] {
  const shown = sentences.map((text, index) => ({
    postId: 1,
    label: String(index + 1),
    text,
    isParagraphStart: false,
  }));
  const { candidates } = collectCandidates(shown, known);
  return [...candidates.values()]
    .filter(
      (candidate) => candidate.called > 0 && checkCandidate(candidate, undefined, false, () => 0) === 'admit',
    )
    .map(({ forms }) => [...forms.keys()].join('|'));
}

const duke = [
  'Then the duke laughed.',
  'The duke sat down.',
  'We asked the duke for a light.',
  'Here the duke slept.',
];
const pap = ['Then pap came in.', 'Pap took the lamp.', 'So I hid it from pap and slept.'];

describe('people without a name', () => {
  it('BR15: are those whom a scene calls by a title or a word for a parent again and again', () => {
    expect(listCalled(duke)).toEqual(['the duke']);
    expect(listCalled(pap)).toEqual(['pap|Pap']);
    expect(listCalled(duke.slice(1))).toEqual([]);
  });

  it('BR15: are none where the word means a class, or goes with a name', () => {
    expect(listCalled([...duke, 'He was a duke, as dukes are.'])).toEqual([]);
    expect(listCalled([...duke, 'There rode duke Orrin, and the duke of Vashel.'])).toEqual([]);
    expect(listCalled(pap.map((text) => `“${text}” he said.`))).toEqual([]);
    expect(
      listCalled(['His pap came in.', 'Their pap took it.', 'My pap slept.', 'Good night, pap.']),
    ).toEqual([]);
  });

  it('BR15: are known again by a single use', () => {
    expect(listCalled(duke.slice(0, 1), ['the duke'])).toEqual(['the duke']);
  });
});
