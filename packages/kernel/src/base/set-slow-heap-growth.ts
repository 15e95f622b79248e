// Keeps the memory of a long run small, although V8 would rather leave garbage uncollected.

import { setFlagsFromString } from 'node:v8';

/**
 * Stops V8 from growing the space for new objects (which it would let grow to 128 MB), and lets the old space grow to
 * 1.6 times the size of its live objects instead of two to four times. A program that mostly waits for a model gains
 * little by the growth: measured over a whole novel, peak memory falls to a half for a tenth more processor time. To
 * be called once, at the start of a process.
 */
export function setSlowHeapGrowth(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=60');
}
