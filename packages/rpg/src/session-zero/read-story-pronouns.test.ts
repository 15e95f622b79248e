// Tests finding somebody's pronouns in the words of a story.

import { describe, expect, it } from 'vitest';
import { readStoryPronouns } from './read-story-pronouns.ts';

function read(term: string, definition: string, ...quotes: readonly string[]) {
  const told = quotes.map((words, post) => ({ words, post }));
  return readStoryPronouns({ term, aliases: term.split(' ').slice(0, 1), definition, told });
}

describe('SZ34 pronouns of the story', () => {
  it('SZ34 follows what somebody is called, and the pronouns right behind the name', () => {
    expect(read('Jory Pike', 'The first mate was a woman called Jory Pike, who laughed at everything.')).toBe(
      'she',
    );
    expect(
      read('Captain Rusk', 'Captain Rusk laid down a key.', 'Captain Rusk took off his green coat.'),
    ).toBe('he');
    expect(read('Maud', 'The steward was a thin old woman named Maud, and Maud looked at the key.')).toBe(
      'she',
    );
    expect(read('Orrin', 'Orrin was a tall man of the hills.')).toBe('he');
    expect(read('Lady Ysolde', 'Lady Ysolde came down the stair.')).toBe('she');
  });

  it('SZ34 follows a title before the name, also of another language', () => {
    expect(read('Vell', 'M. de Vell was the father of his soldiers.')).toBe('he');
    expect(read('Odra', 'Mme. Odra stood at the door.')).toBe('she');
    expect(read('Madame Odra', 'Madame Odra stood at the door.')).toBe('she');
  });

  it('SZ34 takes no pronoun that may be about somebody else, and none from a name alone', () => {
    expect(read('Jory Pike', 'Jory Pike met Anna, and she laughed.')).toBeUndefined();
    expect(read('Robin', 'Robin keeps the gate.')).toBeUndefined();
    expect(read('Robin', 'Robin took his coat.', 'Robin put on her hat.')).toBeUndefined();
  });
});
