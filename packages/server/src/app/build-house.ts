// Builds a house: an app for several people, which passes each request to the app of the person who is signed in.

import { OpenAPIHono } from '@hono/zod-openapi';
import type { Clock } from '@terrarium/kernel/environment';
import { TerrariumError } from '@terrarium/kernel/errors';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type Access, checkOrigin } from '../guarding/check-request.ts';
import { isSameToken, nameCookie, readCookie } from '../guarding/cookie-token.ts';
import { openGuessLimit } from '../guarding/limit-guesses.ts';
import { entranceHeaders } from '../guarding/safe-headers.ts';
import type { Doorkeeper, Person } from '../shelf/person.ts';
import { answerFailure } from './answer-failure.ts';
import { readOrigin } from './read-origin.ts';
import { largestForm, readWanted, renderWait, resolveInside, sendInside } from './register-entrance.ts';
import { entranceStyle, renderEntrance } from './render-entrance.ts';

/** A person who is signed in, and the app that answers their requests. */
export interface Guest {
  readonly name: string;
  readonly access: Access;
  readonly app: OpenAPIHono;
}

export interface HouseOptions {
  readonly doorkeeper: Doorkeeper;
  readonly access: Access;
  readonly clock: Clock;
  /**
   * Opens the app that answers a person: always the same app while the person is signed in, in however many browsers.
   */
  readonly openGuest: (person: Person) => Promise<Guest>;
  readonly listGuests: () => readonly Guest[];
}

export function buildHouse(house: HouseOptions): OpenAPIHono {
  const { access } = house;
  const app = new OpenAPIHono();
  registerDoor(app, house);
  app.all('*', async (context) => {
    const { req } = context;
    const refused = checkOrigin(readOrigin(req), access);
    if (refused !== undefined) return refuse(context, refused);
    const guest = findGuest(house, req.header('cookie'));
    if (guest !== undefined) return await guest.app.fetch(req.raw, context.env);
    if (!req.path.startsWith('/api/')) return showDoor(context, { to: readWanted(context) });
    return refuse(context, { status: 401, code: 'server.no-token', ...stranger });
  });
  app.onError((error, context) => answerFailure(context, error));
  return app;
}

const stranger = {
  happened: 'You have not signed in on this browser, or the server was restarted since.',
  todo: 'Enter your name and your passphrase at the address /enter.',
};

function findGuest({ access, listGuests }: HouseOptions, cookie: string | undefined): Guest | undefined {
  const said = readCookie(cookie, nameCookie(access.port));
  return said === undefined ? undefined : listGuests().find((one) => isSameToken(said, one.access.token));
}

/** Registers the page on which people sign in. */
function registerDoor(app: OpenAPIHono, { doorkeeper, access, clock, openGuest }: HouseOptions): void {
  const limit = openGuessLimit(clock);
  app.use('/enter', async (context, next) => {
    const refused = checkOrigin(readOrigin(context.req), access);
    if (refused !== undefined) return refuse(context, refused);
    return await next();
  });
  app.get('/enter', (context) => showDoor(context, { to: context.req.query('to') ?? '/' }));
  app.get('/enter.css', (context) => {
    context.header('Content-Type', 'text/css; charset=utf-8');
    return context.body(entranceStyle);
  });
  app.post('/enter', bodyLimit({ maxSize: largestForm }), async (context) => {
    const { name: typed, words, to: said } = await context.req.parseBody();
    const to = typeof said === 'string' ? said : '/';
    const name = readName(typed);
    const guess = limit.countGuess();
    if ('waitSeconds' in guess) {
      const { waitSeconds } = guess;
      context.header('Retry-After', String(waitSeconds));
      return showDoor(context, { to, name, says: renderWait(waitSeconds), status: 429 });
    }
    const isSaid = typeof words === 'string' && words !== '';
    const person = isSaid ? await askDoorkeeper(doorkeeper, name, words) : undefined;
    if (person === undefined || 'says' in person)
      return showDoor(context, { to, name, says: person?.says ?? 'The name or the passphrase is wrong.' });
    limit.forget(guess);
    const guest = await openGuest(person);
    setEntranceHeaders(context);
    return sendInside(context, guest.access, to);
  });
}

function readName(typed: unknown): string {
  return typeof typed === 'string' ? typed.trim() : '';
}

/**
 * Asks who a person is. If that cannot be checked, for instance because there is no database, the page for signing in
 * says so: the person cannot see any other page yet.
 */
async function askDoorkeeper(
  doorkeeper: Doorkeeper,
  name: string,
  words: string,
): Promise<Person | { readonly says: string } | undefined> {
  try {
    return await doorkeeper.admit(name, words);
  } catch (error) {
    if (error instanceof TerrariumError) return { says: `${error.happened} ${error.todo}` };
    throw error;
  }
}

interface Shown {
  readonly to: string;
  readonly name?: string;
  readonly says?: string;
  readonly status?: 401 | 429;
}

function showDoor(context: Context, { to, status = 401, ...said }: Shown): Response | Promise<Response> {
  setEntranceHeaders(context);
  context.header('Cache-Control', 'no-store');
  return context.html(renderEntrance({ kind: 'person', to: resolveInside(to), ...said }), status);
}

function setEntranceHeaders(context: Context): void {
  for (const [name, value] of Object.entries(entranceHeaders)) context.header(name, value);
}

interface Refused {
  readonly status: 401 | 403;
  readonly code: string;
  readonly happened: string;
  readonly todo: string;
}

function refuse(context: Context, { status, code, happened, todo }: Refused): Response {
  setEntranceHeaders(context);
  if (!context.req.path.startsWith('/api/')) return context.text(`${happened}\n${todo}\n`, status);
  return context.json({ kind: 'error', code, happened, todo, exitCode: 2 }, status);
}
