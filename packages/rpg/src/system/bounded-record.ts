// Bounded record: builds the schema of an object that may have members of any name, but only a limited number.

import { z } from 'zod';

export function buildBoundedRecord<Name extends z.ZodType<string>, Value extends z.ZodType>(
  name: Name,
  value: Value,
  most: number,
) {
  const isBounded = (members: unknown) =>
    typeof members !== 'object' || members === null || Object.keys(members).length <= most;
  return z
    .record(name, value)
    .refine(isBounded, { params: { most }, when: () => true })
    .meta({ maxProperties: most });
}
