// Defines a route: an address of the server, with schemas for what it takes and answers.

import type { z } from 'zod';

/** A row of the table of routes. Its key is the method and address: `GET /api/worlds/{world}`. */
export interface Route {
  /** One sentence that explains the route in the list of addresses. */
  readonly about: string;
  readonly params: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
}

export type RouteKey = `${'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'} /api/${string}`;

/** Returns the table unchanged, but typed so that each address has the types of its own row. */
export function withRoutes<const Table extends Readonly<Record<RouteKey, Route>>>(table: Table): Table {
  return table;
}
