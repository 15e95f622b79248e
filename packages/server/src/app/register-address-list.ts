// Registers the list of all addresses, and the answer to requests for unknown addresses.

import type { OpenAPIHono } from '@hono/zod-openapi';
import { UsageError } from '@terrarium/kernel/errors';

/** Must be called after every other address under `/api` was registered. */
export function registerAddressList(app: OpenAPIHono): void {
  app.doc31('/api/openapi.json', {
    openapi: '3.1.0',
    info: {
      title: 'Terrarium',
      version: '0.1.0',
      description: 'The requests with which a browser reads and changes worlds.',
    },
  });
  app.all('/api/*', () => {
    throw new UsageError({
      code: 'server.no-route',
      happened: 'The server has no such address.',
      todo: 'Load the page again: it may be older than the server.',
    });
  });
}
