// Settles the arguments of calls in whole replies: servers leave them out, write null or send them as objects.

import { readFields, readList } from './ask-server.ts';
import type { PatientFetch } from './patient-fetch.ts';

/** A fetch whose whole replies have the arguments of each call as a text; `{}` where the server wrote none. */
export function normaliseArguments(fetch: PatientFetch): PatientFetch {
  return async (url, request) => {
    const response = await fetch(url, request);
    if (!response.ok) return response;
    const body = await response.text();
    const { status, headers } = response;
    // Some statuses may have no body, not even an empty one.
    return new Response(body === '' ? null : normaliseBody(body), { status, headers });
  };
}

function normaliseBody(body: string): string {
  let reply: unknown;
  try {
    reply = JSON.parse(body);
  } catch (error) {
    // What is no reply is told by whoever reads it.
    if (error instanceof SyntaxError) return body;
    throw error;
  }
  const choices = readList(readFields(reply)['choices']);
  if (!choices.some((choice) => listCalls(choice).some(isUnsettled))) return body;
  const settled = choices.map((choice) => ({
    ...choice,
    message: { ...readFields(choice['message']), tool_calls: listCalls(choice).map(normaliseCall) },
  }));
  return JSON.stringify({ ...readFields(reply), choices: settled });
}

type Fields = ReturnType<typeof readFields>;

function listCalls(choice: Fields): readonly Fields[] {
  return readList(readFields(choice['message'])['tool_calls']);
}

function isUnsettled(call: Fields): boolean {
  return typeof readFields(call['function'])['arguments'] !== 'string';
}

function normaliseCall(call: Fields): Fields {
  if (!isUnsettled(call)) return call;
  const called = readFields(call['function']);
  return { ...call, function: { ...called, arguments: JSON.stringify(called['arguments'] ?? {}) } };
}
