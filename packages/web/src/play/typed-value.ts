// Typed value: renders a value of a sheet as somebody would type it, and lists what may be chosen for it.

import type { ShownField } from './table-types.ts';

export function readTyped({ value, items, shows }: ShownField): string {
  if (items !== undefined) return items.map(({ name }) => name).join(', ');
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  if (Array.isArray(value)) {
    return value.every((one) => typeof one === 'string')
      ? value.join(', ')
      : String(value.filter((one) => one === true).length);
  }
  const { current, score, filled } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return String(current ?? score ?? filled ?? shows);
}

export function listOptions({ config, value }: ShownField): readonly string[] | undefined {
  const { options, steps, rungs } = config;
  if (typeof value === 'boolean') return ['true', 'false'];
  if (Array.isArray(value)) return undefined;
  for (const list of [options, steps]) if (Array.isArray(list)) return list.map(String);
  if (!Array.isArray(rungs)) return undefined;
  return rungs.map((rung: unknown) => String((rung as { readonly label?: unknown } | null)?.label ?? rung));
}

/** Whether a value is typed as one whole number: also points, a score, or how many boxes are ticked. */
export function isTypedNumber(field: ShownField): boolean {
  const { value, items } = field;
  if (items !== undefined || typeof value === 'string') return false;
  const isWords = Array.isArray(value) && value.every((one) => typeof one === 'string');
  return !isWords && /^-?\d+$/u.test(readTyped(field));
}
