// Tests which hosts count as this server's own, and what a page at such a host has as its origin.

import { expect, it } from 'vitest';
import { findOwnOrigin } from './check-request.ts';

const build = (port: number, isWide = false) => ({
  port,
  token: 'x',
  isWide,
  origins: ['https://stories.example.org'],
  passphrase: undefined,
});

it.each([
  ['127.0.0.1:4711', 4711, 'http://127.0.0.1:4711'],
  ['[::1]:4711', 4711, 'http://[::1]:4711'],
  ['localhost', 80, 'http://localhost'],
  ['[::1]', 80, 'http://[::1]'],
  ['localhost:80', 80, 'http://localhost:80'],
  ['stories.example.org', 4711, 'https://stories.example.org'],
])('SG1: %s at port %i is this server', (host, port, origin) => {
  expect(findOwnOrigin(host, build(port))).toBe(origin);
});

it.each([
  ['localhost', 4711],
  ['localhost:4712', 4711],
  ['localhost:', 80],
  ['evil.example', 80],
  ['evil.example:4711', 4711],
  ['192.168.1.7', 80],
  ['', 80],
])('SG1: %s at port %i is another host', (host, port) => {
  expect(findOwnOrigin(host, build(port))).toBeUndefined();
  expect(findOwnOrigin('192.168.1.7', build(80, true))).toBe('http://192.168.1.7');
});
