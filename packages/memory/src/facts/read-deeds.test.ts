// Tests which words are read as something that the person has done, and which are not.
import { expect, it } from 'vitest';
import { readDeeds } from './read-deeds.ts';

it.each([
  ['I called the vet.', 'called', 'the vet'],
  ["I've already paid the rent, finally", 'paid', 'the rent'],
  ['We have now sent the parcel to Ute and went home.', 'sent', 'the parcel to Ute'],
  ['This morning I took the cat to the vet!', 'took', 'the cat to the vet'],
  ['I put the bins out.', 'put', 'the bins out'],
  ['Called the vet about Pepper.', 'called', 'the vet about Pepper'],
  ['Oh, and I finally got around to cleaning. I watered the beans', 'watered', 'the beans'],
  ['The rent has been paid.', 'paid', 'The rent'],
  ['The rent has finally been paid.', 'paid', 'The rent'],
  ['The essay is handed in.', 'handed', 'The essay in'],
  ['The parcel was sent back.', 'sent', 'The parcel back'],
  ['The interview has finished.', undefined, 'The interview'],
  ['The interview is over.', undefined, 'The interview'],
  ["The hall's booked!", 'booked', 'The hall'],
  ['Oh, and my tax return is finally done now', undefined, 'my tax return'],
])('PL21: "%s" tells a deed', (text, verb, rest) => {
  expect(readDeeds(text)).toContainEqual({ verb, rest, isEarlier: false });
});

it.each([
  'I have to call the vet.',
  'I have to feed the cat.',
  'I have to read the contract.',
  'We just have to cut the hedge.',
  'Feed the cat.',
  'Put the bins out tonight.',
  'Please, and put the bins out.',
  'I will call the vet.',
  'Have I called the vet?',
  "I haven't called the vet.",
  'I never called the vet.',
  'I called the vet, but nobody answered.',
  'I wanted to call the vet.',
  'I almost called the vet.',
  'If I called the vet, he would come.',
  'Mira said that I called the vet.',
  'My sister called the vet.',
  '"I called the vet", he wrote.',
  'I called.',
  'I paid the rent last month.',
  'The rent is paid on the first.',
  'The tax return is done by Friday.',
  'The interview is not over.',
  'The cat is fed up.',
  'The form is filled in by Anna.',
  'The shop was closed when I came.',
  'Is the interview done?',
  "I'm done.",
  'It is over.',
  'The interview will be over.',
  'I called the vet two weeks ago.',
  'The dentist has called.',
  'The dentist just called.',
  "The dentist's called.",
  'Anna has just called.',
  'Tom has paid.',
  "Tom's paid.",
  'Dentist called.',
  'He paid.',
  'Rent paid by Tom.',
  'Nothing bought.',
  'The library books must be returned.',
  'The hall must be booked.',
  'Library books to be returned.',
  'The piano needs to be tuned.',
  'Get the hall booked!',
  'We need the piano tuned.',
  'Half the rent paid.',
  'Make sure the rent is paid.',
  'Once the hall is booked, the cake is next.',
  'As soon as the rent is paid, it rains.',
])('PL21: "%s" tells none', (text) => {
  expect(readDeeds(text)).toEqual([]);
});

it('PL21: a thing and what was done to it make a deed', () => {
  for (const [text, rest] of [
    ['Library books returned.', 'Library books'],
    ['Essay handed in!', 'Essay in'],
  ] as const)
    expect(readDeeds(text)).toMatchObject([{ rest, isEarlier: false, isBare: true }]);
});
