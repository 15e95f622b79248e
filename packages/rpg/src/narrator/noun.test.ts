// Tests choosing pronouns for somebody: those that a description uses, and none if it is not clear.

import { describe, expect, it } from 'vitest';
import { readPronouns } from '../values/read-pronouns.ts';
import { addPronouns, cutPronouns, nameBeing, nameThing } from './noun.ts';

describe('how somebody is spoken of', () => {
  it.each([
    ['Ash keeps the ferry. He whistles when his hands are cold.', 'he'],
    ['Her lantern is never out. She sleeps by day.', 'she'],
    ['He trusts nobody; he lost his brother, and she who could have helped him did not.', 'he'],
    ['Gender: Female\nAge: 30', 'she'],
    ['[character("Ash") gender("Male") likes("her cat")]', 'he'],
    ['**Pronouns:** they/them. She calls Ash a friend.', 'they'],
    ['Ash (he/him) and her sister', 'he'],
    ['**Sex**: non-binary', 'they'],
    ['A keeper of few words.', undefined],
    ['He loves her.', undefined],
    ['Sheila owns a hermitage.', undefined],
    ['They are many: the crew of the Heron.', undefined],
    ['', undefined],
  ] as const)('NA44: %s', (text, spoken) => {
    expect(readPronouns(text)).toBe(spoken);
  });

  it.each(['she', 'he', 'they'] as const)(
    'NA44: what is added to a description says %s, and is not told',
    (spoken) => {
      const about = addPronouns('A keeper of few words.', spoken);
      expect(readPronouns(about)).toBe(spoken);
      expect(cutPronouns(about)).toBe('A keeper of few words.');
    },
  );

  it('NA44: by the description, else by title or a name of ours, else as they; a scenario has the last word', () => {
    const genderOf = (name: string, about = '') => nameBeing({ name, type: 'npc', about }).gender;
    expect(genderOf('Lady Ash', 'He is called so in jest; he does not mind.')).toBe('he');
    expect(genderOf('Lady Ash', 'A keeper.')).toBe('she');
    expect(genderOf('Quorra', 'A keeper.')).toBe('they');
    const person = { name: 'Quorra', gender: 'she', proper: true } as Parameters<typeof nameBeing>[1];
    expect(nameBeing({ name: 'Quorra', type: 'npc', about: 'He waits.' }, person).gender).toBe('she');
    expect(nameBeing({ name: 'grey wolf', type: 'creature' }).gender).toBe('it');
  });

  it.each([
    ['woman with a hook', 'the woman', 'she'],
    ['man in a grey coat', 'the man', 'he'],
    ['the girl from the mill', 'the girl', 'she'],
    ['clerk of the court', 'the clerk', 'it'],
    ['two-headed dog', 'the dog', 'it'],
    ['grey wolf 2', 'the wolf 2', 'it'],
    ['old man, half asleep', 'the man', 'he'],
    ['thug', 'the thug', 'it'],
  ] as const)('NA105: %s is %s for short, and goes by %s', (name, short, gender) => {
    expect(nameBeing({ name, type: 'creature' })).toMatchObject({ short, gender });
  });

  it.each([
    ['Rope, 50 feet', 'rope'],
    ['Small pistol', 'small pistol'],
    ['lantern (lit)', 'lantern'],
    ["Hob's hammer", "Hob's hammer"],
  ])('NA105: %s is told as %s', (name, told) => {
    expect(nameThing(name).name).toBe(told);
  });

  it('NA105: a name is not cut, and the text about somebody goes before the name', () => {
    expect(nameBeing({ name: 'Ysolde of the Mill', type: 'npc' }).short).toBeUndefined();
    expect(nameBeing({ name: 'man in grey', type: 'npc', about: 'She rows well.' }).gender).toBe('she');
  });
});
