// Tests server addresses: credentials are taken out completely.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addQuery, listQuerySecrets, splitAddress } from './server-address.ts';

function readPair(authorization: string | undefined): string {
  return Buffer.from(authorization?.replace(/^Basic /, '') ?? '', 'base64').toString('utf8');
}

describe('a server address', () => {
  it('is split so that the credentials are in the header and nowhere else', () => {
    const part = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(part, part, (name, password) => {
        const address = `https://${encodeURIComponent(name)}:${encodeURIComponent(password)}@models.example:8443/v1`;
        const { url, authorization } = splitAddress(address);
        expect(url).toBe('https://models.example:8443/v1');
        expect(readPair(authorization)).toBe(`${name}:${password}`);
      }),
    );
  });

  it('is split so that its query goes with each request, and is no part of what is shown', () => {
    const part = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(part, part, (key, version) => {
        const said = new URLSearchParams({ key, version }).toString();
        const { url, query, authorization } = splitAddress(`https://kit:p@models.example/v1?${said}#top`);
        expect(url).toBe('https://models.example/v1');
        expect(readPair(authorization)).toBe('kit:p');
        const asked = new URL(addQuery(`${url}/models`, query));
        expect(asked.pathname).toBe('/v1/models');
        expect([...asked.searchParams]).toEqual([
          ['key', key],
          ['version', version],
        ]);
      }),
    );
    expect(addQuery('http://localhost/v1?page=2', 'key=k')).toBe('http://localhost/v1?page=2&key=k');
  });

  it('tells what of its query may be a key', () => {
    expect(listQuerySecrets('key=s3cret%2Fkey&v=1')).toEqual([
      'key=s3cret%2Fkey&v=1',
      's3cret%2Fkey',
      's3cret/key',
    ]);
    expect(listQuerySecrets('')).toEqual([]);
  });

  it.each([
    ['50%', '50%'],
    ['50%ü', '50%ü'],
    ['100%%20p%40ss', '100% p@ss'],
    ['%E4%', '%E4%'],
  ])('keeps a percent sign that begins no code, and decodes the codes beside it: %s', (said, meant) => {
    expect(readPair(splitAddress(`http://kit:${said}@localhost/v1`).authorization)).toBe(`kit:${meant}`);
  });

  it.each(['http://localhost:8080/v1', 'http://localhost:8080', 'nonsense'])(
    'stays as it was written without credentials: %s',
    (address) => {
      expect(splitAddress(address)).toEqual({ url: address, query: '', authorization: undefined });
    },
  );
});
