// Checks a request before anything is done about it: it must come from our own page, or from the person's own hand.

import { isSameToken, nameCookie, readCookie } from './cookie-token.ts';

/** What of a request says where it comes from. */
export interface RequestOrigin {
  readonly method: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`, where the browser sends it. */
  readonly site: string | undefined;
  readonly cookie: string | undefined;
}

export interface Access {
  readonly port: number;
  readonly token: string;
}

export interface RefusedRequest {
  readonly status: 401 | 403;
  readonly code: string;
  readonly happened: string;
  readonly todo: string;
}

const openAgain = 'Open the address that the command printed, or start "terrarium open" again.';
const harmless = new Set(['GET', 'HEAD']);

/**
 * Undefined where the request may go on. The name of the host must be this machine's own, so that a page of another
 * site cannot reach us under a name of its own; the token proves that the person opened the page.
 */
export function checkRequest(request: RequestOrigin, { port, token }: Access): RefusedRequest | undefined {
  const own = listOwnHosts(port);
  if (request.host === undefined || !own.includes(request.host)) {
    return {
      status: 403,
      code: 'server.foreign-host',
      happened: 'The request names another host than this server.',
      todo: openAgain,
    };
  }
  const isForeign = request.origin !== undefined && request.origin !== `http://${request.host}`;
  const isCrossSite = request.site !== undefined && !['same-origin', 'none'].includes(request.site);
  const isSilent =
    !harmless.has(request.method) && request.origin === undefined && request.site === undefined;
  if (isForeign || isCrossSite || isSilent) {
    return {
      status: 403,
      code: 'server.foreign-origin',
      happened: 'The request comes from a page of another site.',
      todo: openAgain,
    };
  }
  if (isSameToken(readCookie(request.cookie, nameCookie(port)), token)) return undefined;
  return {
    status: 401,
    code: 'server.no-token',
    happened: 'This browser has not been let in, or the server was started anew.',
    todo: openAgain,
  };
}

/** The names under which a browser on this machine reaches us. */
function listOwnHosts(port: number): readonly string[] {
  return ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
}
