// Parses the address, given by a person, at which a proxy shows these pages.

import { UsageError } from '@terrarium/kernel/errors';

/** Throws `UsageError` for an address that is not an origin for a browser. */
export function parseOrigin(said: string): string {
  const url = URL.parse(said);
  if (url !== null && /^https?:$/u.test(url.protocol) && url.pathname === '/' && url.search === '')
    return url.origin;
  throw new UsageError({
    code: 'server.bad-arguments',
    happened: `"${said}" is not an address at which a proxy can show these pages.`,
    todo: 'Give only scheme and name, such as https://stories.example.org.',
  });
}
