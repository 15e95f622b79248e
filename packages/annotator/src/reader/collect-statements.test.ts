// Tests the quote that serves as a definition if a scene says nothing better: it makes sense on its own.

import { describe, expect, it } from 'vitest';
import { collectCandidates } from './collect-candidates.ts';
import { quoteSentence } from './collect-statements.ts';

function quote(text: string, key: string): string | undefined {
  const scene = collectCandidates([{ postId: 1, label: '1', text, isParagraphStart: false }], []);
  const [place] = scene.candidates.get(key)?.places ?? [];
  return place === undefined ? undefined : quoteSentence(scene, place)[0]?.text;
}

describe('the words around a name', () => {
  it('begin with a word behind an ellipsis, not with the comma behind which they were cut', () => {
    const text =
      'She says, in a voice you have not heard before, with a whole kitchen and a whole street behind it, "Hob Tanner.';
    expect(quote(text, 'hob tanner')).toBe(
      '…with a whole kitchen and a whole street behind it, "Hob Tanner.',
    );
  });

  it('are the clause, where that is long enough and not too long', () => {
    expect(quote('Nobody spoke; on the hill stood old Hob Tanner with a lamp.', 'hob tanner')).toBe(
      'On the hill stood old Hob Tanner with a lamp',
    );
  });
});
