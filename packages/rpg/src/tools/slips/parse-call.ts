// Parses the arguments of a call; returns undefined if they are not an object.

import { isObject, type Json } from '../../values/json.ts';
import type { Call } from '../moves/list-effect-calls.ts';

export function parseCall({
  name,
  arguments: written,
}: {
  readonly name: string;
  readonly arguments: string;
}): Call | undefined {
  try {
    const given = JSON.parse(written === '' ? '{}' : written) as Json;
    return isObject(given) ? { name, arguments: given } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
