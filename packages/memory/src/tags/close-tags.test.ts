// Tests closing the tags that a model left open.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showSpans } from '../events/show-event.ts';
import { closeTags, listUnclosed, markCut } from './close-tags.ts';
import { completeReply } from './complete-reply.ts';
import { parseResponse } from './parse-message.ts';
import { cutSecrets } from './secrets.ts';
import { displayTags, workingTags } from './tag.ts';

const anyReply = fc
  .array(
    fc.oneof(
      fc.constantFrom(...displayTags, ...workingTags).map((tag) => `<${tag}>`),
      fc.constantFrom(...displayTags, ...workingTags).map((tag) => `</${tag}>`),
      fc.constantFrom('word', ' ', '<', '</sa'),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.map((part, index) => (part === 'word' ? `word${index}` : part)).join(''));

function listWords(text: string): readonly string[] {
  return text.match(/word\d+/gu) ?? [];
}

describe('closing what was left open', () => {
  it.each([
    ['<say>I will come, Kit, if you', '<say>I will come, Kit, if you …'],
    ['Hm. <do>nods', 'Hm. <do>nods …'],
    ['<say>Hello.', '<say>Hello.'],
    ['<say>「来ます。」', '<say>「来ます。」'],
    ['<say>„Ich komme.“', '<say>„Ich komme.“'],
    ['<say>Hello</say>', '<say>Hello</say>'],
    ['<say>Hello</sa', '<say>Hello</sa'],
    ['<say>Hello.</say><plan>buy', '<say>Hello.</say><plan>buy'],
    ['', ''],
  ])('TG12: of a reply that was cut off, "%s" is marked as "%s"', (reply, marked) => {
    expect(markCut(reply)).toBe(marked);
  });

  it.each([
    ['<say>Hello', '<say>Hello</say>'],
    ['<feeling>glad</feeling><say>Hello', '<feeling>glad</feeling><say>Hello</say>'],
    ['<say>Hello <feeling>glad</feeling>', '<say>Hello </say><feeling>glad</feeling>'],
    ['<say>One<say>Two</say>', '<say>One</say><say>Two</say>'],
    ['<say>Hello</sa', '<say>Hello</say>'],
    ['<say>I <3 you', '<say>I <3 you</say>'],
    ['<say>Hello</say><feeling>glad', '<say>Hello</say><feeling>glad</feeling>'],
    ['<say>Hello</say> <plan>buy oil</pl', '<say>Hello</say> <plan>buy oil</plan>'],
    ['<feeling>glad\n\nHello there.', '<feeling>glad</feeling>\n\nHello there.'],
    ['<thought>One.\nTwo.\n\nHello there.', '<thought>One.\nTwo.</thought>\n\nHello there.'],
    ['<plan>\nbuy oil\n<say>Yes.</say>', '<plan>\nbuy oil\n</plan><say>Yes.</say>'],
    ['<plan>buy oil</pin> then', '<plan>buy oil</plan></pin> then'],
    ['<say>I will <plan>buy oil</say>', '<say>I will <plan>buy oil</plan></say>'],
    ['<say>I <plan>buy oil</say></plan>', '<say>I <plan>buy oil</plan></say></plan>'],
    ['<say>Hello. <feeling>glad</say>', '<say>Hello. <feeling>glad</feeling></say>'],
    ['<say><feeling>glad Hello.</say>', '<say><feeling></feeling>glad Hello.</say>'],
    ['<say>Hello<secret>no', '<say>Hello</say><secret>no</secret>'],
    ['<say>Hi <secret>no <plan>x</say> <plan>y', '<say>Hi <secret>no <plan>x</say> <plan>y</plan>'],
    ['<secret>no <plan>x</secret>', '<secret>no <plan>x</secret>'],
    ['<secret>no <say>Hello', '<secret>no <say>Hello'],
    ['<say>no</secret> Hello', '<say>no</secret> Hello'],
    ['<thought>to <say>it</thought>', '<thought>to <say>it</thought>'],
    ['nothing tagged', 'nothing tagged'],
  ])('TG12: makes of %s', (reply, closed) => {
    expect(closeTags(reply)).toBe(closed);
  });

  it('TG12: changes nothing the second time, nor in a reply whose parts are closed', () => {
    const property = fc.property(anyReply, (reply) => {
      const closed = closeTags(reply);
      expect(closeTags(closed)).toBe(closed);
      if (listUnclosed(reply).length === 0) expect(closed).toBe(reply);
    });
    fc.assert(property, { numRuns: 500 });
  });

  it('TG12, TG11: shows no word that a secret hides, and no tag of what is only held', () => {
    const property = fc.property(anyReply, (reply) => {
      const closed = closeTags(reply);
      const open = new Set(listWords(cutSecrets(reply)));
      const hidden = listWords(reply).filter((word) => !open.has(word));
      const shown = showSpans(completeReply(parseResponse(closed), {}).spans);
      const before = showSpans(parseResponse(reply).spans);
      const isNew = (word: string) => listWords(shown).includes(word) && !listWords(before).includes(word);
      expect(hidden.filter(isNew)).toEqual([]);
      if (!reply.includes('secret'))
        expect(shown).not.toMatch(/<(?:feeling|thought|plan|pin|desc|pattern)>/u);
    });
    fc.assert(property, { numRuns: 1000 });
  });

  it('TG12: leaves open, at the end of a reply that was cut off, what is only held in mind', () => {
    expect(closeTags('<say>Yes.</say> <plan>buy oi', { isCut: true })).toBe('<say>Yes.</say> <plan>buy oi');
    expect(closeTags('<say>Yes', { isCut: true })).toBe('<say>Yes</say>');
  });

  it('TG12: takes time in proportion to the reply', () => {
    const reply = '<say>'.repeat(200_000);
    expect(closeTags(reply)).toBe('<say></say>'.repeat(200_000));
  });
});
