// Tests how text is split into sentences.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitAtSentences } from './split-at-sentences.ts';

describe('splitAtSentences', () => {
  it.each([
    '「聞こえない」と巌が言った。|「逆に聞こえる」',
    'もちろん！|（『灯』の話だ。）',
    'もちろん！|（「灯」の話だ。）',
    '他说。|“走吧。”|她笑了。|《红楼梦》很长。',
    '他说：“好。”|“不好！”|‘走。’|“他来了。”',
    '„Das ist so.“ |Sie ging. |»Komm.« |Er kam.',
    '“Well?” |“Come on,” she said. |(She went.)',
    '。|「',
  ])('a bracket between two sentences opens the second: %s', (marked) => {
    expect(splitAtSentences(marked.replaceAll('|', ''))).toEqual(marked.split('|'));
  });

  it('loses nothing and gives no empty sentence', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('「', '“', '。', '！', '. ', 'a', 'B', '言', '\n')), (pieces) => {
        const sentences = splitAtSentences(pieces.join(''));
        expect(sentences.join('')).toBe(pieces.join(''));
        expect(sentences).not.toContain('');
      }),
    );
  });
});
