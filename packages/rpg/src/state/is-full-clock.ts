// Tells whether a clock is full: all of its segments are filled.

import type { Entity } from '../values/entity.ts';
import { isObject } from '../values/json.ts';

export function isFullClock({ sheet: { progress } }: Entity): boolean {
  if (!isObject(progress)) return false;
  const segments = Number(progress['segments'] ?? 0);
  return segments > 0 && Number(progress['filled'] ?? 0) >= segments;
}
