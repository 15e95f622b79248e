// Parses a value that somebody typed: JSON where it is such, else a text.

import type { Json } from '@terrarium/rpg/json';

export function parseValue(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
