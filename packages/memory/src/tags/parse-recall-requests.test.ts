// Tests what a text asks for or names: recall requests, fragment keys, modifiers.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseModifier } from './parse-modifier.ts';
import { extractFragmentKeys, parseRecallRequests } from './parse-recall-requests.ts';
import type { WorkingTag } from './tag.ts';

describe('recall requests', () => {
  it('TG7: are found with and without depth, each key once', () => {
    const text = `recall("blue-coat") and recall('river', deep=True), recall( “blue-coat” , deep: true ) recall("x", deep=false)`;
    expect(parseRecallRequests(text)).toEqual([
      { key: 'blue-coat', isDeep: true },
      { key: 'river', isDeep: true },
      { key: 'x', isDeep: false },
    ]);
  });

  it('TG7: are accepted in other forms that are as plain', () => {
    const text = 'recall "studio", <recall>paris</recall>, <recall> "river" </recall>, Recall “coat”';
    expect(parseRecallRequests(text).map(({ key }) => key)).toEqual(['studio', 'paris', 'river', 'coat']);
  });

  it.each([
    'recall "Blue"',
    'recall paris',
    '<recall>a b</recall>',
    'recall("Blue")',
    'recall("a b")',
    'recall(river)',
    'total_recall("x")',
    'recall("x"',
    'recall("")',
  ])('TG7: %s is not one', (text) => {
    expect(parseRecallRequests(text)).toEqual([]);
  });

  it('TG7: are at most twenty', () => {
    const anyKeys = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/), { maxLength: 40 });
    const property = fc.property(anyKeys, (keys) => {
      const found = parseRecallRequests(keys.map((key) => `recall("${key}")`).join(' '));
      expect(found.map(({ key }) => key)).toEqual(keys.slice(0, 20));
    });
    fc.assert(property);
  });
});

describe('fragment keys', () => {
  it('TG8: are found in brackets, each once', () => {
    expect(extractFragmentKeys('the [blue-coat] of [anna2], [blue-coat], [Anna] [2x] [] [a b] [x]')).toEqual([
      'blue-coat',
      'anna2',
      'x',
    ]);
    expect(extractFragmentKeys('[アレルギー]と[引っ越し-2]、[ー]')).toEqual(['アレルギー', '引っ越し-2']);
    expect(parseRecallRequests('recall("アレルギー")')).toEqual([{ key: 'アレルギー', isDeep: false }]);
  });
});

describe('modifiers', () => {
  it.each([
    ['plan', 'done buy bread', 'resolve', 'buy bread'],
    ['plan', 'DONE: buy bread', 'resolve', 'buy bread'],
    ['plan', '中止：福岡に引っ越す', 'cancel', '福岡に引っ越す'],
    ['plan', '完了 ジム', 'resolve', 'ジム'],
    ['plan', 'ジム終わった', 'resolve', 'ジム'],
    ['plan', 'レポートは提出が済みました。', 'resolve', 'レポートは提出'],
    ['plan', '引っ越しはなくなった！', 'cancel', '引っ越し'],
    ['plan', '报告做完了', 'resolve', '报告'],
    ['plan', '牙医取消了。', 'cancel', '牙医'],
    ['plan', '取消: 牙医', 'cancel', '牙医'],
    ['plan', 'Complete : buy bread', 'resolve', 'buy bread'],
    ['plan', 'finished - buy bread', 'resolve', '- buy bread'],
    ['plan', 'cancel buy bread', 'cancel', 'buy bread'],
    ['plan', 'skip: bread', 'skip', 'bread'],
    ['plan', 'drop bread', 'cancel', 'bread'],
    ['plan', 'abandon\nbread', 'cancel', 'bread'],
    ['plan', 'done', 'resolve', ''],
    ['pin', 'drop the key', 'drop', 'the key'],
    ['pin', 'release the key', 'drop', 'the key'],
    ['pin', 'clear: the key', 'drop', 'the key'],
    ['pin', 'Remove the key', 'drop', 'the key'],
    ['pin', 'keep the key', 'keep', 'the key'],
  ] as const)('TG9: of a %s: "%s"', (...[tag, content, deed, rest]) => {
    expect(parseModifier(tag, content)).toEqual({ deed, rest });
  });

  it.each([
    ['plan', 'keep bread'],
    ['plan', 'release the birds'],
    ['plan', "skip's birthday"],
    ['plan', 'done-deal with Anna'],
    ['plan', 'dones'],
    ['plan', '中止の連絡をする'],
    ['plan', '确认航班是否取消了'],
    ['plan', '看看演出有没有取消了'],
    ['plan', '如果会议取消了'],
    ['plan', ': done'],
    ['pin', 'done is done'],
    ['pin', 'constructor of the house'],
    ['thought', 'drop it'],
    ['secret', 'keep it'],
  ] as const)('TG9: none in a %s: "%s"', (tag: WorkingTag, content) => {
    expect(parseModifier(tag, content)).toBeUndefined();
  });
});
