// Registers the entrance: the page at which a browser without a valid token signs in.

import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Clock } from '@terrarium/kernel/environment';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type Access, checkOrigin, findOwnOrigin } from '../guarding/check-request.ts';
import { isSameToken, nameCookie, renderCookie } from '../guarding/cookie-token.ts';
import { openGuessLimit } from '../guarding/limit-guesses.ts';
import { isPassphrase } from '../guarding/passphrase.ts';
import { readOrigin } from './read-origin.ts';
import { entranceStyle, renderEntrance } from './render-entrance.ts';

export interface Entrance {
  readonly access: Access;
  readonly clock: Clock;
}

export const largestForm = 8 * 1024;

/** Must be called before the registration of any address that needs to know who asks. */
export function registerEntrance(app: OpenAPIHono, { access, clock }: Entrance): void {
  const limit = openGuessLimit(clock);
  app.use('/enter', async (context, next) => {
    const refused = checkOrigin(readOrigin(context.req), access);
    if (refused !== undefined) return context.text(`${refused.happened}\n${refused.todo}\n`, refused.status);
    return await next();
  });
  app.get('/enter', (context) => showEntrance(context, access, { to: context.req.query('to') ?? '/' }));
  app.get('/enter.css', (context) => {
    context.header('Content-Type', 'text/css; charset=utf-8');
    return context.body(entranceStyle);
  });
  app.post('/enter', bodyLimit({ maxSize: largestForm }), async (context) => {
    const { words, to: said } = await context.req.parseBody();
    const to = typeof said === 'string' ? said : '/';
    const guess = limit.countGuess();
    if ('waitSeconds' in guess) {
      const { waitSeconds } = guess;
      context.header('Retry-After', String(waitSeconds));
      return showEntrance(context, access, { to, says: renderWait(waitSeconds), status: 429 });
    }
    if (typeof words !== 'string' || !(await isRight(words.trim(), access)))
      return showEntrance(context, access, { to, says: refusals[detectKind(access)] });
    limit.clear();
    return sendInside(context, access, to);
  });
}

/** Sets the cookie, and redirects to one of our pages. */
export function sendInside(context: Context, access: Access, to: string): Response {
  const origin = findOwnOrigin(context.req.header('host') ?? '', access) ?? '';
  const cookie = renderCookie(nameCookie(access.port), access.token, origin.startsWith('https:'));
  context.header('Set-Cookie', cookie);
  return context.redirect(resolveInside(to), 303);
}

/** The page that was asked for, to go to after signing in; without a token, which must not stay in sight. */
export function readWanted({ req }: Context): string {
  const url = new URL(req.url);
  url.searchParams.delete('token');
  return `${req.path}${url.search}`;
}

interface Shown {
  readonly to: string;
  readonly says?: string | undefined;
  readonly status?: 401 | 429;
}

export function showEntrance(
  context: Context,
  access: Access,
  { to, says, status = 401 }: Shown,
): Response | Promise<Response> {
  context.header('Cache-Control', 'no-store');
  return context.html(renderEntrance({ kind: detectKind(access), to: resolveInside(to), says }), status);
}

function detectKind({ passphrase }: Access): 'passphrase' | 'address' {
  return passphrase === undefined ? 'address' : 'passphrase';
}

const refusals = {
  passphrase: 'That is not the passphrase.',
  address: 'That address is wrong or no longer valid. Use the newest one that the command printed.',
} as const;

export function renderWait(seconds: number): string {
  return `That was wrong too many times. Wait ${seconds} s, then try again.`;
}

async function isRight(words: string, { passphrase, token }: Access): Promise<boolean> {
  if (passphrase !== undefined) return await isPassphrase(words, passphrase);
  const [, inAddress] = /[?&]token=([\w-]+)/u.exec(words) ?? [];
  return isSameToken(inAddress ?? words, token);
}

/** Returns the address if it is one of our own pages, and otherwise that of the first page. */
export function resolveInside(to: string): string {
  const base = 'http://here.invalid';
  const url = URL.parse(to, base);
  // An address that begins with two slashes would lead to another server.
  return url?.origin === base && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : '/';
}
