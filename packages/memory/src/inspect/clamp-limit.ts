// Limit: how many results a search gives at most.

const usualLimit = 10;
const highestLimit = 200;

/** 10 unless told otherwise; a whole number from 0 to 200. */
export function clampLimit(limit = usualLimit): number {
  return Math.max(0, Math.min(highestLimit, Math.floor(limit)));
}
