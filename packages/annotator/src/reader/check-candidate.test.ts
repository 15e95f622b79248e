// Tests of checking candidates: a word that is capitalised often enough gets an entry, unless everybody knows the word.

import { describe, expect, it } from 'vitest';
import { checkCandidate } from './check-candidate.ts';
import { collectCandidates } from './collect-candidates.ts';
import { countCapitals } from './count-capitals.ts';

function check(
  sentence: string,
  times: number,
  former: readonly string[] = [],
  held?: { readonly mentions: number; readonly posts: number },
): string {
  const text = Array.from({ length: times }, () => sentence);
  const shown = text.map((one, index) => ({
    postId: 1,
    label: String(index + 1),
    text: one,
    isParagraphStart: false,
  }));
  const { candidates } = collectCandidates(shown, []);
  const [candidate] = candidates.values();
  if (candidate === undefined) throw new Error('There is no candidate.');
  return checkCandidate(candidate, held, false, (word) => countCapitals(former, word));
}

const duty = 'He did his duty, and went by the Duty of a man, and a duty it is.';

describe('the floor', () => {
  it('BR14: admits what is capitalised inside sentences twenty times, here or in earlier scenes', () => {
    expect(check(duty, 3)).toBe('no');
    expect(check(duty, 20)).toBe('admit');
    expect(check(duty, 3, [Array.from({ length: 17 }, () => duty).join(' ')])).toBe('admit');
    expect(check(duty, 3, [Array.from({ length: 16 }, () => duty).join(' ')])).toBe('no');
  });

  it('BR14: puts on hold what is capitalised four times in a scene, and admits it at twenty in all that was read', () => {
    const counted = (mentions: number) => ({ mentions, posts: 9 });
    expect(check(duty, 4)).toBe('try');
    expect(check(duty, 4, [], counted(20))).toBe('no');
    // In a third of its uses, `Duty` is capitalised.
    expect(check(duty, 4, [], counted(60))).toBe('admit');
    expect(check('They came in the cold of January, as ever.', 4, [], counted(60))).toBe('no');
  });

  it('BR14: admits no month and no people, however often they are named', () => {
    expect(check('They came in the cold of January, as ever.', 30)).toBe('no');
    expect(check('They spoke of the French, as ever.', 30)).toBe('no');
  });

  it('BR14: counts no beginning of a sentence, no word in small letters and no part of a longer word', () => {
    expect(
      countCapitals(['Duty calls. He did it, Duty or not; the Duty is duty, a Dutyfree one.'], 'Duty'),
    ).toBe(2);
  });
});

describe('words of English', () => {
  it('BR14: are not names if they are adverbs or have a number after them', () => {
    expect(check('He came, Decidedly, to the town.', 3)).toBe('no');
    expect(check('They saw Emily by the town.', 3)).toBe('admit');
    expect(check('They went on to Step 3 of the plan.', 3)).toBe('no');
    expect(check('They went on to Step in the plan.', 3)).toBe('admit');
  });
});

describe('words that English does not know', () => {
  const coined = 'He saw the zitid by the well, and another zitid.';

  it('BR16: are words of the story, but in dialect they are other spellings', () => {
    expect(check(coined, 3)).toBe('admit');
    expect(check(`${coined.slice(0, -1)}, goin’ home.`, 3)).toBe('no');
    expect(check(`${coined.slice(0, -1)}, and they ain’t.`, 3)).toBe('no');
  });
});
