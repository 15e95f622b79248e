// Parses the arguments of a call; returns undefined if they are not an object.

import { isObject } from '../../values/json.ts';
import { parseJson } from '../../values/parse-json.ts';
import type { Call } from '../moves/list-effect-calls.ts';

export function parseCall({
  name,
  arguments: written,
}: {
  readonly name: string;
  readonly arguments: string;
}): Call | undefined {
  const given = parseJson(written === '' ? '{}' : written);
  return isObject(given) ? { name, arguments: given } : undefined;
}
