// Checks a request about a world that is kept in a fleet: such a world can be read here, but not changed.

import type { RefusedRequest } from './check-request.ts';

const worlds = '/api/worlds/';

/** Paths below the address of a world; requests to these paths change nothing. */
const looks: readonly RegExp[] = [
  /^$/u,
  /^\/contents$/u,
  /^\/stories\/[^/]+\/chapters\/[^/]+$/u,
  /^\/entries(?:\/[^/]+(?:\/card)?)?$/u,
  /^\/(?:timeline|links|found|glossary-file)$/u,
];
/** Paths that change only where the reader is in a story, which is their own affair. */
const moves = /^\/(?:place|point)$/u;

/** Undefined for a request that is allowed. */
export function checkLent(method: string, path: string): RefusedRequest | undefined {
  const rest = path.startsWith(worlds) ? path.slice(worlds.length) : '';
  const slash = rest.indexOf('/');
  const below = slash === -1 ? '' : rest.slice(slash);
  const isLook = method === 'GET' || method === 'HEAD';
  const mayAsk = isLook
    ? path === '/api/worlds' || looks.some((look) => look.test(below))
    : method === 'PUT' && moves.test(below);
  if (mayAsk) return undefined;
  return {
    status: 403,
    code: 'server.only-looked-at',
    happened:
      'This world is kept in a fleet: here you can read its story and its glossary, but change nothing.',
    todo: 'Bring it to a machine of your own with "terrarium fleet fetch", change it there, and put it back with "terrarium fleet add --replace".',
  };
}
