// Cookie token: renders, reads and checks the cookie with the token by which the server knows a browser that was let in.

import { createHash, timingSafeEqual } from 'node:crypto';

/** All ports of a host share their cookies, so each server has a cookie of its own name. */
export function nameCookie(port: number): string {
  return `terrarium-${port}`;
}

/** A cookie that other sites cannot make the browser send, and that no script can read. */
export function renderCookie(name: string, token: string, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : '';
  return `${name}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000${secure}`;
}

export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/** The comparison takes as long for a wrong token as for the right one, so that its time reveals nothing. */
export function isSameToken(one: string | undefined, other: string): boolean {
  if (one === undefined) return false;
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}
