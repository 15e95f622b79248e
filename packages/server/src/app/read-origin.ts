// Reads from a request the headers that show where it comes from: host, origin, site and cookie.

import type { HonoRequest } from 'hono';
import type { RequestOrigin } from '../guarding/check-request.ts';

export function readOrigin(req: HonoRequest): RequestOrigin {
  return {
    method: req.method,
    host: req.header('host'),
    origin: req.header('origin'),
    site: req.header('sec-fetch-site'),
    cookie: req.header('cookie'),
  };
}
