// Tests of closing what a model forgot to close.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showSpans } from '../events/show-event.ts';
import { closeSaid } from './close-said.ts';
import { parseResponse } from './parse-message.ts';
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
  .map((parts) => parts.join(''));

describe('closing what was said', () => {
  it.each([
    ['<say>Hello', '<say>Hello</say>'],
    ['<feeling>glad</feeling><say>Hello', '<feeling>glad</feeling><say>Hello</say>'],
    ['<say>Hello <feeling>glad</feeling>', '<say>Hello </say><feeling>glad</feeling>'],
    ['<say>One<say>Two</say>', '<say>One</say><say>Two</say>'],
    ['<say>Hello</sa', '<say>Hello</say>'],
    ['<say>I <3 you', '<say>I <3 you</say>'],
    ['<say>Hello</say><feeling>gl', '<say>Hello</say><feeling>gl'],
    ['<say>Hello<secret>no', '<say>Hello</say><secret>no'],
    ['<secret>no <say>Hello', '<secret>no <say>Hello'],
    ['<say>no</secret> Hello', '<say>no</secret> Hello'],
    ['<thought>to <say>it</thought>', '<thought>to <say>it</thought>'],
    ['nothing tagged', 'nothing tagged'],
  ])('TG12: makes of %s', (reply, closed) => {
    expect(closeSaid(reply)).toBe(closed);
  });

  it('TG12: leaves a reply alone whose parts are closed, and does nothing twice', () => {
    const property = fc.property(anyReply, (reply) => {
      const closed = closeSaid(reply);
      expect(closeSaid(closed)).toBe(closed);
      const kept = (text: string) => parseResponse(text).spans.filter(({ tag }) => tag === 'secret').length;
      expect(kept(closed)).toBe(kept(reply));
    });
    fc.assert(property, { numRuns: 500 });
  });

  it('TG12: shows what was shown before and more', () => {
    const property = fc.property(anyReply, (reply) => {
      const before = showSpans(parseResponse(reply).spans).length;
      expect(showSpans(parseResponse(closeSaid(reply)).spans).length).toBeGreaterThanOrEqual(before);
    });
    fc.assert(property, { numRuns: 500 });
  });

  it('TG12: takes time in proportion to the reply', () => {
    const reply = '<say>'.repeat(200_000);
    expect(closeSaid(reply)).toBe('<say></say>'.repeat(200_000));
  });
});
