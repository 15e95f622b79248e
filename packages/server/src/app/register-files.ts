// Registers the built screens: each file by its name, and the main page for every address that may belong to a page.

import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { OpenAPIHono } from '@hono/zod-openapi';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};

interface BuiltFile {
  readonly type: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Nothing in this folder is a page: an address in it that leads nowhere is that of a file of another version. */
const builtFolder = '/assets/';

/** The files are read once at the start, so an address that a client sends is never used as a path. */
export function registerFiles(app: OpenAPIHono, dir: string): void {
  const files = readFiles(dir);
  const page = files.get('/index.html');
  app.get('*', (context) => {
    const { path } = context.req;
    const file = files.get(path) ?? (path.startsWith(builtFolder) ? undefined : page);
    if (file === undefined && page !== undefined)
      return context.text('There is no such file.\n', 404, { 'Cache-Control': 'no-store' });
    if (file === undefined) return context.text('The pages for the browser have not been built.\n', 500);
    // Every built file except the page has a digest in its name, so it never changes.
    const isPage = file === page;
    context.header('Cache-Control', isPage ? 'no-cache' : 'public, max-age=31536000, immutable');
    context.header('Content-Type', file.type);
    return context.body(file.body);
  });
}

function readFiles(dir: string): ReadonlyMap<string, BuiltFile> {
  const found = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return new Map(
    found.map((one) => {
      const path = join(one.parentPath, one.name);
      const name = path.slice(dir.length).replaceAll('\\', '/');
      const type = types[extname(one.name)] ?? 'application/octet-stream';
      return [name, { type, body: new Uint8Array(readFileSync(path)) }];
    }),
  );
}
