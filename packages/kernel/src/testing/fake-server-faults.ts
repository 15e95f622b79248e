// The faults of a fake server, sent as real servers send them.

import type { ServerResponse } from 'node:http';
import type { Dialect, LongPrompt } from './dialects/dialect.ts';
import type { FakeFault } from './fake-wire.ts';

export interface FaultyPrompt extends LongPrompt {
  readonly dialect: Dialect;
  readonly isStream: boolean;
}

/**
 * Sends the fault instead of a reply. Returns false if the fault is within the reply, so that the reply must be made
 * first.
 */
export function sendFault(response: ServerResponse, fault: FakeFault, prompt: FaultyPrompt): boolean {
  switch (fault.kind) {
    case 'status':
      sendError(response, fault, prompt);
      return true;
    case 'context-overflow':
      sendRefusal(response, renderOverflow(prompt), prompt);
      return true;
    case 'garbage':
      sendBody(response, {
        status: 200,
        type: 'application/json',
        body: '{"id":"chatcmpl-1","choices":[{"ind',
      });
      return true;
    case 'html':
      sendBody(response, {
        status: 200,
        type: 'text/html',
        body: '<!doctype html><title>A web page</title>',
      });
      return true;
    case 'raw':
      sendBody(response, fault);
      return true;
    case 'reset':
      response.socket?.resetAndDestroy();
      return true;
    case 'hang':
      return true;
    case 'broken-body':
    case 'unfinished-stream':
    case 'error-in-stream':
    case 'stall':
    case 'malformed-arguments':
      return false;
  }
}

function sendError(
  response: ServerResponse,
  { status, message = `status ${status}`, headers }: Extract<FakeFault, { kind: 'status' }>,
  { dialect }: FaultyPrompt,
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(dialect.renderError({ status, message })));
}

/** Refuses a prompt that is too long. Some servers do this inside the requested stream, with status 200. */
function sendRefusal(response: ServerResponse, body: string, { dialect, isStream }: FaultyPrompt): void {
  if (!isStream || !dialect.refusesInStream) {
    sendBody(response, { status: 400, type: 'application/json', body });
    return;
  }
  const stream = renderStreamError(JSON.parse(body), dialect);
  sendBody(response, { status: 200, type: 'text/event-stream', body: stream });
}

function sendBody(
  response: ServerResponse,
  content: { readonly status: number; readonly type: string; readonly body: string },
): void {
  response.writeHead(content.status, { 'content-type': content.type });
  response.end(content.body);
}

function renderOverflow(prompt: FaultyPrompt): string {
  return JSON.stringify(prompt.dialect.renderLongPrompt(prompt));
}

/** Renders an error that is sent in place of the next piece of a stream. */
export function renderStreamError(value: unknown, { streamError }: Dialect): string {
  const data = `data: ${JSON.stringify(value)}\n\n`;
  return streamError === 'event' ? `event: error\n${data}` : data;
}
