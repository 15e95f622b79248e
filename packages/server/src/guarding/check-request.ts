// Checks where a request comes from before it is answered: from one of our pages, or from the person directly.

import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { isSameToken, nameCookie, readCookie } from './cookie-token.ts';
import type { HashedPassphrase } from './passphrase.ts';

/** The parts of a request that say where it comes from. */
export interface RequestOrigin {
  readonly method: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`, if the browser sends it. */
  readonly site: string | undefined;
  readonly cookie: string | undefined;
}

export interface Access {
  readonly port: number;
  /** The content of the cookie of a browser that was let in. */
  readonly token: string;
  /** Whether other machines reach the server by its own port. */
  readonly isWide: boolean;
  /** Origins at which a proxy accepts requests for this server, such as `https://stories.example.org`. */
  readonly origins: readonly string[];
  /** Undefined if there is no passphrase, and the token in the printed address lets a browser in. */
  readonly passphrase: HashedPassphrase | undefined;
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
 * Undefined if the request comes from one of our pages or from the person directly. The host name must be one of ours,
 * so that a page of another site cannot reach us by giving us a name of its own.
 */
export function checkOrigin(request: RequestOrigin, access: Access): RefusedRequest | undefined {
  const own = request.host === undefined ? undefined : findOwnOrigin(request.host, access);
  if (own === undefined) {
    return {
      status: 403,
      code: 'server.foreign-host',
      happened: 'The request names a host other than this server.',
      todo: openAgain,
    };
  }
  const isForeign = request.origin !== undefined && request.origin !== own;
  const isCrossSite = request.site !== undefined && !['same-origin', 'none'].includes(request.site);
  const isSilent =
    !harmless.has(request.method) && request.origin === undefined && request.site === undefined;
  if (!isForeign && !isCrossSite && !isSilent) return undefined;
  return {
    status: 403,
    code: 'server.foreign-origin',
    happened: 'The request comes from a page of another site.',
    todo: openAgain,
  };
}

/** Like `checkOrigin`; in addition, the cookie must prove that the person let this browser in. */
export function checkRequest(request: RequestOrigin, access: Access): RefusedRequest | undefined {
  const refused = checkOrigin(request, access);
  if (refused !== undefined) return refused;
  if (isSameToken(readCookie(request.cookie, nameCookie(access.port)), access.token)) return undefined;
  return {
    status: 401,
    code: 'server.no-token',
    happened: 'This browser has not been let in, or its access is no longer valid.',
    todo: access.passphrase === undefined ? openAgain : 'Enter the passphrase at the address /enter.',
  };
}

/** Returns the origin of our pages at this host; undefined if the host is not one of ours. */
export function findOwnOrigin(host: string, { port, isWide, origins }: Access): string | undefined {
  const passed = origins.find((origin) => new URL(origin).host === host);
  if (passed !== undefined) return passed;
  // A browser leaves out port 80.
  const [, name = '', said = '80'] = /^(.*?)(?::(\d+))?$/u.exec(host) ?? [];
  const isOurs = said === String(port) && (loopbackNames.includes(name) || (isWide && isWideName(name)));
  return isOurs ? `http://${host}` : undefined;
}

/** The names under which a browser on this machine reaches us. */
const loopbackNames: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/** Whether the name is an IP address, which no other site can use as its name, or the name of this machine. */
function isWideName(name: string): boolean {
  const own = hostname().toLowerCase();
  return isIP(name.replace(/^\[|\]$/gu, '')) !== 0 || [own, `${own}.local`].includes(name.toLowerCase());
}
