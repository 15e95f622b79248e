// Tests tags inside other tags: what is shown of them, what is held in mind, and that no sentence has a gap.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showSpans } from '../events/show-event.ts';
import { joinPieces } from './join-pieces.ts';
import { listTold } from './nested-parts.ts';
import { parseResponse } from './parse-message.ts';
import { displayTags, type Tag, workingTags } from './tag.ts';

const show = (text: string) => showSpans(parseResponse(text).spans);
const listHeld = (text: string) =>
  parseResponse(text).spans.flatMap((span) => listTold(span).map(({ tag, content }) => `${tag}: ${content}`));

describe('secrets inside of what is held', () => {
  it.each([
    ['glad <secret>I lied</secret> today', 'glad today', ['I lied']],
    ['glad <SECRET>one</SECRET>, <secret>two</secret>', 'glad,', ['one', 'two']],
    ['glad <secret>and all that follows', 'glad', ['and all that follows']],
    ['all before</secret> glad', 'glad', ['all before']],
    ['a <secret>b</secret> c</secret> d', 'd', ['b', 'a', 'c']],
    ['<secret>alone</secret>', undefined, ['alone']],
    ['<secret> </secret>', undefined, []],
    ['nothing to hide', 'nothing to hide', []],
  ])('WM18: parts %s', (content, open, secrets) => {
    const told = listTold({ tag: 'feeling', content });
    expect(told.find(({ tag }) => tag === 'feeling')?.content).toBe(open);
    expect(told.filter(({ tag }) => tag === 'secret').map((one) => one.content)).toEqual(secrets);
  });

  it('WM18: holds what is between secret tags only as secrets, and loses no word', () => {
    const anyPiece = fc.oneof(
      fc.constantFrom('<secret>', '</secret>', '<Secret>', '</SECRET>'),
      fc.constant('word'),
    );
    const property = fc.property(fc.array(anyPiece, { maxLength: 20 }), (pieces) => {
      const words = pieces.map((piece, index) => (piece === 'word' ? `w${index}` : piece));
      const told = listTold({ tag: 'thought', content: words.join(' ') });
      const held = told.flatMap(({ content }) => content.split(/\s+/u)).filter((word) => word !== '');
      expect([...held].sort()).toEqual(words.filter((word) => !word.startsWith('<')).sort());
      for (const { tag, content } of told) if (tag !== 'secret') expect(content).not.toMatch(/secret>/iu);
      const open = new Set(
        told.filter(({ tag }) => tag !== 'secret').flatMap((one) => one.content.split(' ')),
      );
      for (const hidden of listHidden(words)) expect(open.has(hidden)).toBe(false);
    });
    fc.assert(property);
  });
});

/**
 * Lists the words that the rule for secrets hides if it is taken literally: all words from `<secret>` to the next tag,
 * and from the tag before `</secret>` (or the beginning) to it, even if the other tag of the pair is missing.
 */
function listHidden(words: readonly string[]): string[] {
  return words.filter((word, index) => {
    if (word.startsWith('<')) return false;
    const marks = words
      .map((one, place) => ({ one: one.toLowerCase(), place }))
      .filter(({ one }) => one.startsWith('<'));
    const before = marks.findLast(({ place }) => place < index)?.one;
    const after = marks.find(({ place }) => place > index)?.one;
    return before === '<secret>' || (before !== '<secret>' && after === '</secret>');
  });
}

describe('a tag inside another', () => {
  it.each([
    [
      'I will <plan>buy oil tomorrow</plan> for you',
      'I will buy oil tomorrow for you',
      ['plan: buy oil tomorrow'],
    ],
    ['I <do>wave</do> now', 'I *wave* now', []],
    ['I am <feeling>glad</feeling> here.', 'I am here.', ['feeling: glad']],
    ['Fine <thought>not at all</thought>.', 'Fine.', ['thought: not at all']],
    ['Well, <thought>hm</thought>, I think', 'Well, I think', ['thought: hm']],
    ['Hello.<feeling>glad</feeling>How are you?', 'Hello. How are you?', ['feeling: glad']],
    ['<feeling>glad</feeling>, hello', 'hello', ['feeling: glad']],
    ['One.\n\n<feeling>glad</feeling>\n\nTwo.', 'One.\n\nTwo.', ['feeling: glad']],
    ['今日<feeling>良い</feeling>です', '今日です', ['feeling: 良い']],
    ['“<feeling>glad</feeling>Yes”', '“Yes”', ['feeling: glad']],
    [
      'ask <plan>call <secret>Tom</secret> soon</plan> me',
      'ask call soon me',
      ['plan: call soon', 'secret: Tom'],
    ],
    ['I <plan>buy <thought>hm</thought> oil</plan>', 'I buy oil', ['plan: buy oil', 'thought: hm']],
    ['a <plan>b <pin>c <do>d</do></pin></plan>', 'a b c *d*', ['plan: b c d', 'pin: c d']],
    ['<plan>buy oil</plan>', 'buy oil', ['plan: buy oil']],
    ['I say <plan>this', 'I say <plan>this', []],
    ['<plan>a <pin>b</plan> c</pin>', 'a <pin>b c</pin>', ['plan: a <pin>b']],
    ['<plan>a <secret>b</plan> c</secret> d', '<plan>a d', ['secret: b</plan> c']],
    [
      'Of course. <pin>Jonas is allergic to walnuts</pin> No walnuts, then.',
      'Of course. Jonas is allergic to walnuts – No walnuts, then.',
      ['pin: Jonas is allergic to walnuts'],
    ],
    [
      '<pin>Tom <feeling>sad</feeling> lives here</pin><thought>hm</thought>Well',
      'Tom lives here – Well',
      ['pin: Tom lives here', 'feeling: sad', 'thought: hm'],
    ],
    [
      '<plan>Buy oil</plan> tomorrow. <plan>Rest.</plan> Yes.',
      'Buy oil tomorrow. Rest. Yes.',
      ['plan: Buy oil', 'plan: Rest.'],
    ],
    ['I asked <pin>Anna</pin> Berger.', 'I asked Anna Berger.', ['pin: Anna']],
    ['gone <feeling>sad <secret>too</feeling>', 'gone <feeling>sad', ['secret: too</feeling>']],
  ])('TG13: shows and holds of “%s”', (content, shown, held) => {
    expect(show(`<say>${content}</say>`)).toBe(shown);
    expect(listHeld(`<say>${content}</say>`)).toEqual(held);
  });

  it('TG13: shows what is done and said in one part as both', () => {
    expect(show('<do>turns <say>Hello, you.</say> and smiles</do>')).toBe('*turns* Hello, you. *and smiles*');
    expect(show('<do> <feeling>shy</feeling> nods </do>')).toBe('*nods*');
  });

  it('TG13: shows nothing of a thought, whatever it holds, and keeps the thought whole', () => {
    const text = '<thought>She should <plan>rest on Sunday</plan>, I <feeling>worry</feeling> so</thought>';
    expect(show(text)).toBe('');
    expect(listHeld(text)).toEqual([
      'thought: She should rest on Sunday, I worry so',
      'plan: rest on Sunday',
      'feeling: worry',
    ]);
  });
});

interface Tree {
  readonly tag: Tag;
  readonly children: readonly (Tree | string)[];
}

const tags: readonly Tag[] = [...displayTags, ...workingTags];

/**
 * Trees of tags and words. `write` leaves out tags inside a secret or inside a tag of their own kind, and writes a
 * different word at each place.
 */
const anyTree = fc.letrec<{ tree: Tree; child: Tree | string }>((tie) => ({
  tree: fc.record({
    tag: fc.constantFrom(...tags),
    children: fc.array(tie('child'), { minLength: 1, maxLength: 4 }),
  }),
  child: fc.oneof({ depthSize: 'small' }, fc.constant('word'), tie('tree')),
})).tree;

interface Written {
  readonly text: string;
  /** Each word with the tags around it, the outermost first. */
  readonly words: ReadonlyMap<string, readonly Tag[]>;
}

function write(root: Tree): Written {
  const words = new Map<string, readonly Tag[]>();
  const writeOne = (node: Tree | string, around: readonly Tag[]): string => {
    if (typeof node !== 'string') {
      const isText = around.includes(node.tag) || around.includes('secret');
      const inner = node.children
        .map((child) => writeOne(child, isText ? around : [...around, node.tag]))
        .join(' ');
      return isText ? inner : `<${node.tag}>${inner}</${node.tag}>`;
    }
    const word = `w${words.size}`;
    words.set(word, around);
    return word;
  };
  return { text: writeOne(root, []), words };
}

const isPrivate = (tag: Tag) => ['feeling', 'thought', 'secret'].includes(tag);
const isDisplayed = (tag: Tag | undefined) => tag !== undefined && displayTags.some((one) => one === tag);
const listShown = (text: string): readonly string[] => text.match(/w\d+/gu) ?? [];

describe('random nestings', () => {
  it('TG13: shows each word that is not private, once and in order, without a hole', () => {
    const property = fc.property(anyTree, (tree) => {
      const { text, words } = write(tree);
      const wanted = [...words].filter(([, around]) => isDisplayed(around[0]) && !around.some(isPrivate));
      const shown = show(text);
      expect(listShown(shown)).toEqual(wanted.map(([word]) => word));
      expect(shown).not.toMatch(/ {2}|[<>]/u);
      expect(shown).toBe(shown.trim());
    });
    fc.assert(property, { numRuns: 500 });
  });

  it('TG13: holds each word in every tag around it that it may stand in', () => {
    const property = fc.property(anyTree, (tree) => {
      const { text, words } = write(tree);
      const told = parseResponse(text).spans.flatMap(listTold);
      for (const [word, around] of words) {
        const holding = told.filter(({ content }) => listShown(content).includes(word)).map(({ tag }) => tag);
        const wanted = around.filter((tag, index) => {
          if (isDisplayed(tag)) return false;
          const inner = around.slice(index + 1);
          return isPrivate(tag) ? tag === 'secret' || !inner.includes('secret') : !inner.some(isPrivate);
        });
        expect(holding.toSorted()).toEqual(wanted.toSorted());
      }
    });
    fc.assert(property, { numRuns: 500 });
  });

  it('TG13: keeps secrets and what is shown apart, however tags are left open or cross', () => {
    const anyPiece = fc.oneof(
      fc.constantFrom(...tags).map((tag) => `<${tag}>`),
      fc.constantFrom(...tags).map((tag) => `</${tag}>`),
      fc.constant('word'),
    );
    const property = fc.property(fc.array(anyPiece, { maxLength: 24 }), (pieces) => {
      const words = pieces.map((piece, index) => (piece === 'word' ? `w${index}` : piece));
      const { spans, text } = parseResponse(words.join(' '));
      const told = spans.flatMap(listTold);
      const isSecret = ({ tag }: { readonly tag: Tag }) => tag === 'secret';
      const hidden = told.filter(isSecret).flatMap(({ content }) => listShown(content));
      const open = told.filter((one) => !isSecret(one)).map(({ content }) => content);
      const inOpen = new Set([showSpans(spans), ...open].flatMap(listShown));
      expect(hidden.filter((word) => inOpen.has(word))).toEqual([]);
      for (const one of spans.flatMap((span) => listTold(span).map((inside) => ({ ...inside, span }))))
        for (const word of listShown(one.content))
          expect(text.slice(one.span.start + one.from, one.span.start + one.to)).toContain(word);
    });
    fc.assert(property, { numRuns: 500 });
  });

  it.each([
    ['feelings', '<feeling>x</feeling> '],
    ['empty feelings', '<feeling></feeling>'],
    ['plans in pins', '<pin><plan>x</plan></pin>'],
    ['openings', '<plan><pin>'],
    ['secrets that are never opened', 'x</secret>'],
    ['blanks and thoughts', ' <thought>\n</thought> '],
  ])('TG13: takes time in proportion to a megabyte of %s', (_what, unit) => {
    const content = unit.repeat(Math.floor(1_000_000 / unit.length));
    expect(showSpans([{ tag: 'say', content, start: 0 }]).length).toBeLessThanOrEqual(content.length);
    expect(listTold({ tag: 'say', content }).length).toBeLessThanOrEqual(content.length);
  });
});

describe('joining', () => {
  it('TG13: leaves what is shown before a hole as it is, whatever follows', () => {
    const anyText = fc.string({ unit: fc.constantFrom('a', ' ', '.', ',', '\n', '(', ')', '今') });
    const property = fc.property(fc.array(fc.tuple(anyText, fc.boolean()), { maxLength: 8 }), (drawn) => {
      const pieces = drawn.map(([text, isHidden]) => ({ text, isHidden }));
      const whole = joinPieces(pieces);
      for (const count of pieces.keys())
        expect(whole.startsWith(joinPieces(pieces.slice(0, count)).trimEnd())).toBe(true);
    });
    fc.assert(property);
  });
});
