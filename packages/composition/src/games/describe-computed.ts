// Describes why the rules computed a value anew: by the names of the values that changed, without the formula.

import type { Patch } from '@terrarium/rpg/entity';
import type { Sheet } from '@terrarium/rpg/system';

/** The reason given for a change that a formula caused, such as `maximum 14 = 8 + level (level 6)`. */
const computed = /^(?:(?<part>maximum|minimum|first value) )?(?<value>-?\d[\d.]*)(?: = |, computed from |$)/u;

export interface ComputedView {
  /** The changes in which the cause is looked for. */
  readonly patches: readonly Patch[];
  readonly sheet: Sheet | undefined;
}

/** Undefined if no formula caused the change; empty if nothing that a player sees caused it. */
export function describeComputed(patch: Patch, { patches, sheet }: ComputedView): string | undefined {
  const { part, value } = computed.exec(patch.because)?.groups ?? {};
  if (value === undefined) return undefined;
  const own = ` ${sheet?.byPath.get(patch.path)?.definition.label.toLowerCase() ?? ''} `;
  const fields = patches
    .filter(({ entity, path }) => entity === patch.entity && path !== patch.path)
    .flatMap(({ path }) => sheet?.byPath.get(path) ?? []);
  const labels = fields
    .filter(({ readers, definition }) => readers.includes(patch.path) && definition.category !== 'meta')
    .map(({ definition }) => definition.label)
    // A cause such as “Sanity lost today (because of Sanity)” only repeats the name of the value, so it is
    // left out.
    .filter((label) => !own.includes(` ${label.toLowerCase()} `));
  const cause = labels.length === 0 ? [] : [`because of ${[...new Set(labels)].join(' and ')}`];
  return [...(part === 'maximum' ? [`the maximum is ${value}`] : []), ...cause].join(' ');
}
