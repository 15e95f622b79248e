// Parses JSON that may be malformed; returns undefined if it is.

import type { Json } from './json.ts';

export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
