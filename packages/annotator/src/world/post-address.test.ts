// Proves that a template gives web addresses and nothing else.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkLinkTemplate, renderPostAddress } from './post-address.ts';

const post = { thread: 3, post: 12, first: 9 };

describe('the address of a post', () => {
  it.each([
    ['https://example.org/{thread}/{post}', 'https://example.org/3/12'],
    ['http://example.org/t?id={first}#p{post}', 'http://example.org/t?id=9#p12'],
    ['https://example.org/a b/{post}', 'https://example.org/a%20b/12'],
  ])('CO30: %s gives %s', (template, address) => {
    expect(checkLinkTemplate(template)).toEqual({ ok: true });
    expect(renderPostAddress(template, post)).toBe(address);
  });

  it.each([
    ['javascript:alert({post})', 'It is not a web address'],
    ['file:///etc/{post}', 'It is not a web address'],
    ['data:text/html,{post}', 'It is not a web address'],
    ['example.org/{post}', 'It is not a web address'],
    ['https://{post}.example.org/', 'The server must be the same for all posts.'],
    ['https://example.org:{post}/', 'The server must be the same for all posts.'],
    ['https://me:secret@example.org/{post}', 'It contains a user name or a password.'],
    ['https://example.org/', 'Nothing in it differs from post to post.'],
    ['https://example.org/{page}', '{page} is not a known placeholder.'],
    [`https://example.org/{post}${'x'.repeat(500)}`, 'It is longer than 500 characters.'],
  ])('CO30: %s is refused', (template, fault) => {
    expect(checkLinkTemplate(template)).toMatchObject({ ok: false, say: expect.stringContaining(fault) });
  });

  it('CO30: any accepted template gives an address of that server for every post', () => {
    const piece = fc.constantFrom(
      'https://',
      'http://',
      'example.org',
      '/',
      '{post}',
      '{thread}',
      '@',
      ':',
      '#',
      '?',
      'javascript:',
      '\\',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.nat(), (pieces, number) => {
        const template = pieces.join('');
        if (!checkLinkTemplate(template).ok) return;
        const [one, other] = [1, number].map((id) =>
          renderPostAddress(template, { ...post, post: id, thread: id }),
        );
        expect(one).toMatch(/^https?:\/\/[^@]/u);
        expect(new URL(other ?? '').origin).toBe(new URL(one ?? '').origin);
      }),
    );
  });
});
