// Parses a value that somebody typed for a field of a sheet: as JSON if it is valid JSON, else as text.

import type { Json } from '@terrarium/rpg/json';

export function parseValue(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
