// Proves who is recognised as a speaker in a transcript, and which character is proposed for them.

import { describe, expect, it } from 'vitest';
import { listSpeakers } from './list-speakers.ts';

const round = [
  'MATT: The door is open. Jester, what do you do?',
  'LAURA: I go in!',
  'It is dark.',
  'MATT: All right. And what about Fjord?',
  'TRAVIS (as Fjord): I follow.',
  'SAM/LAURA: Me too.',
];

function list(bodies: readonly string[]) {
  return listSpeakers(() => bodies).map(({ label, lines, mayBe }) => [label, lines, mayBe]);
}

describe('listSpeakers', () => {
  it('CO31: lists the speakers, those who say most first, with the name by which they are called just before', () => {
    expect(list(Array.from({ length: 6 }, () => round.join('\n')))).toEqual([
      ['MATT', 12, undefined],
      ['LAURA', 6, 'Jester'],
      ['TRAVIS', 6, 'Fjord'],
    ]);
  });

  it('CO31: a chat has speakers too, and a story with a few such lines has none', () => {
    const chat = Array.from({ length: 6 }, () => '**Anna:** Good morning.\n**Bo:** Hello.').join('\n');
    expect(list([chat]).map(([label]) => label)).toEqual(['Anna', 'Bo']);
    const told = Array.from({ length: 6 }, () => 'She wrote.\nNote: he was late.\nHe ran.\nThe end: gone.');
    expect(list(told)).toEqual([]);
    expect(list([])).toEqual([]);
  });
});
