// Tests which names in speech are only used to address somebody.

import { describe, expect, it } from 'vitest';
import { collectCandidates } from './collect-candidates.ts';
import { detectAddress, filterUnaddressed } from './detect-address.ts';

function collect(texts: readonly string[]) {
  return collectCandidates(
    texts.map((text, index) => ({ postId: 1, label: String(index + 1), text, isParagraphStart: true })),
    [],
  );
}

function detect(text: string, key = 'orrin') {
  const scene = collect([text]);
  const place = scene.candidates.get(key)?.places[0];
  return place && detectAddress(scene.sentences[place.sentence], place.mention);
}

describe('detectAddress', () => {
  it.each([
    ['“Come in, Orrin.”', 'sure'],
    ['“Those are the facts, my dear Orrin, in the order in which you asked for them.”', 'sure'],
    ['“My father, Orrin, he were given to drink.”', 'likely'],
    ['“Oh Orrin, what have you done?”', 'sure'],
    ['“This is a colleague, Orrin, after our own heart.”', 'likely'],
    ['“I met my old teacher, Orrin, on the stair.”', 'none'],
    ['“Hear me, Orrin, daughter of Vell, and go.”', 'none'],
    ['“Of the crew: Orrin, the owner’s servant, shot by the mutineers.”', 'none'],
    ['“I have brought you, Orrin, a bottle of wine.”', 'sure'],
    ['“It rages among them, the malignant giant, Orrin.”', 'likely'],
    ['“Do not call these makers tradesmen, Orrin.”', 'sure'],
    ['“I have seen Orrin on the stair.”', 'none'],
    ['“I saw Tamsin, Orrin, and the smith.”', 'none'],
    ['He came in, Orrin, with the lamp.', 'none'],
  ])('BR12: %s', (text, address) => {
    expect(detect(text)).toBe(address);
  });

  it('BR12: leaves out a place that may also be explained if somebody is surely spoken to elsewhere', () => {
    const likely = '“This is a colleague, Orrin, after our own heart.”';
    const list = (texts: readonly string[]) => {
      const scene = collect(texts);
      return filterUnaddressed(scene, scene.candidates.get('orrin')?.places ?? []).map(
        ({ sentence }) => sentence,
      );
    };
    expect(list([likely])).toEqual([0]);
    expect(list([likely, '“Come in, Orrin.”', 'Orrin came in.'])).toEqual([2]);
  });
});
