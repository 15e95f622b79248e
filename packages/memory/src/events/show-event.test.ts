// Tests showing a reply while it arrives: nothing is shown that the whole reply will not show, and never a secret.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closeTags } from '../tags/close-tags.ts';
import { completeReply } from '../tags/complete-reply.ts';
import { moveCommands } from '../tags/move-commands.ts';
import { parseResponse } from '../tags/parse-message.ts';
import { displayTags, workingTags } from '../tags/tag.ts';
import { showPartial, showSpans } from './show-event.ts';

const plain = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '*', '&', '>', '/', 'é', '🌧') });
const part = fc.oneof(
  plain,
  fc
    .tuple(fc.constantFrom(...displayTags, ...workingTags), plain)
    .map(([tag, content]) => `<${tag}>${content}</${tag}>`),
);
const reply = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));

/**
 * Returns what is shown of a whole reply; empty if it has no tag that is shown, because such a reply is shown only
 * when it has ended.
 */
function showWhole(text: string): string {
  const parsed = parseResponse(text);
  const isTagged = parsed.spans.some(({ tag }) => displayTags.some((one) => one === tag));
  return showSpans((isTagged ? completeReply(parsed, {}) : parsed).spans);
}

describe('a reply that arrives', () => {
  it('IO16: each part of it shows a beginning of what the whole shows, and longer parts show more', () => {
    fc.assert(
      fc.property(reply, (text) => {
        const whole = showWhole(text);
        let before = '';
        for (let length = 0; length <= text.length; length += 1) {
          const now = showPartial(text.slice(0, length));
          expect(whole.startsWith(now.trimEnd())).toBe(true);
          expect(now.length).toBeGreaterThanOrEqual(before.trimEnd().length);
          before = now;
        }
        expect(showPartial(`${text}<plan>`)).toBe(whole);
      }),
    );
  });

  it('IO16: a tag that crosses another is never shown, neither while the reply arrives nor when all of it is there', () => {
    const tags = [...displayTags, ...workingTags].filter((tag) => tag !== 'secret');
    const mark = fc
      .tuple(fc.constantFrom('<', '</'), fc.constantFrom(...tags))
      .map(([open, tag]) => `${open}${tag}>`);
    const inside = fc.array(fc.oneof(fc.constantFrom('a ', 'b', '\n'), mark), { maxLength: 5 });
    const crossed = fc
      .array(
        fc.tuple(fc.constantFrom(...displayTags), inside, fc.constantFrom('', ' c', '</plan>', '</do>')),
        {
          minLength: 1,
          maxLength: 3,
        },
      )
      .map((parts) =>
        parts
          .map(([tag, content, behind]) => {
            const own = content.filter((piece) => !piece.endsWith(`${tag}>`));
            return `<${tag}>${own.join('')}</${tag}>${behind}`;
          })
          .join(''),
      );
    fc.assert(
      fc.property(crossed, (text) => {
        const whole = showWhole(closeTags(text));
        for (let length = 0; length <= text.length; length += 1)
          expect(whole.startsWith(showPartial(text.slice(0, length)).trimEnd())).toBe(true);
        expect(showPartial(`${text}<plan>`)).toBe(whole);
        expect(whole).not.toMatch(/<[a-z]+>/u);
      }),
    );
  });

  it('IO16, TG13: the dash after something held that is a sentence of its own comes with the next sentence', () => {
    for (const [text, whole] of [
      [
        '<say>Yes. <plan>Eat no nuts</plan> <plan>Buy oats</plan> No nuts.</say><do>Nods</do>',
        'Yes. Eat no nuts – Buy oats – No nuts.\n*Nods*',
      ],
      ['<say>Yes. <pin>Jo eats no nuts</pin> No nuts.</say><do>Nods</do>', 'Yes. No nuts.\n*Nods*'],
    ] as const) {
      expect(showSpans(parseResponse(moveCommands(text)).spans)).toBe(whole);
      for (let length = 0; length <= text.length; length += 1)
        expect(whole.startsWith(showPartial(text.slice(0, length)).trimEnd())).toBe(true);
    }
  });

  it('IO16: no part of any text shows anything of a secret', () => {
    const word = 'xyzzy';
    const noise = fc.array(
      fc.constantFrom('<say>', '</say>', '<secret>', '<do>', '</do>', '<plan>', 'a', '<'),
      {
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(noise, noise, (before, after) => {
        const text = `${before.join('')}<secret>${word}</secret>${after.join('')}`;
        for (let length = 0; length <= text.length; length += 1) {
          expect(showPartial(text.slice(0, length))).not.toContain('x');
        }
      }),
    );
  });

  it('IO16: pins at the end of what has arrived wait, however many, for what follows them', () => {
    const pins = ' <pin>Jo eats no nuts</PIN>\n'.repeat(3000);
    expect(showPartial(`<say>Yes.${pins}`)).toBe('Yes.');
    expect(showPartial(`<say>${pins}`)).toBe('');
    expect(showPartial('<say>Yes. <plan>Eat no nuts</plan> <pin>Jo</pin> ')).toBe('Yes. Eat no nuts');
    expect(showPartial('<say>Yes. </pin> ')).toBe('Yes.');
  });

  it('IO16: what is said comes word by word, what is done in asterisks, words outside of tags with the next tag', () => {
    const text = 'Hm. <feeling>calm</feeling><do>nods</do> and <say>Yes, my dear.</say>';
    const parts = [8, 32, 34, 49, 58, 65, text.length];
    expect(parts.map((length) => showPartial(text.slice(0, length)))).toMatchInlineSnapshot(`
      [
        "",
        "*n",
        "*nod",
        "*nods*",
        "*nods*
      and
      Yes, my",
        "*nods*
      and
      Yes, my dear.",
        "*nods*
      and
      Yes, my dear.",
      ]
    `);
  });
});
