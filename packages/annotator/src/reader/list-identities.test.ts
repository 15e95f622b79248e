// Tests which sentences the built-in reader accepts as saying that two names mean the same.

import { describe, expect, it } from 'vitest';
import { collectCandidates } from './collect-candidates.ts';
import { listIdentities } from './list-identities.ts';

function read(text: string): readonly string[] {
  const sentence = { postId: 1, label: '1', text, isParagraphStart: true };
  const names = ['Anna', 'Dolly', 'Thrift', 'Orrin', 'Élodie', 'Tom'];
  return listIdentities(collectCandidates([sentence], names)).map(({ names: two }) => two.join(' is '));
}

const said: readonly (readonly [text: string, identity: string])[] = [
  ['Thrift was Orrin.', 'thrift is orrin'],
  ['Then she knew Thrift was Orrin.', 'thrift is orrin'],
  ['She saw that Thrift was Orrin.', 'thrift is orrin'],
  ['This is Anna, called Dolly by her friends.', 'anna is dolly'],
  ['Élodie’s real name was Anna.', 'élodie is anna'],
  ['Thrift was none other than Orrin.', 'thrift is orrin'],
];

const unsaid = [
  '',
  'Thrift.',
  'The man who hated Anna was Orrin.',
  'The only one who helped Anna was Orrin.',
  'What frightened Anna was Orrin.',
  'The last to see Anna was Orrin.',
  'The man who hated Anna was called Orrin.',
  'Those who robbed Anna were known as Orrin.',
  'Watching Anna was Orrin.',
  'All that kept Thrift alive was Orrin.',
  'She denied that Thrift was Orrin.',
  'It seemed that Thrift was Orrin.',
  'It was as though Thrift was Orrin.',
  'Unless Thrift was Orrin, they were lost.',
  'Neither Tom nor Thrift was Orrin.',
  'Older than Thrift was Orrin.',
  'Where Thrift was, Orrin was.',
  'Thrift was Orrin’s.',
  '“Come here, Thrift,” called Orrin.',
];

describe('what a sentence says of who somebody is', () => {
  it.each(said)('BR1: "%s" says: %s', (text, identity) => {
    expect(read(text)).toEqual([identity]);
  });

  it.each(unsaid)('BR1: "%s" does not say that two names mean the same', (text) => {
    expect(read(text)).toEqual([]);
  });
});
