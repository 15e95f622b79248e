// REF: another entity, such as the place where somebody is.

import { z } from 'zod';
import type { Json } from '../values/json.ts';
import { keyForm } from '../values/key-form.ts';
import { refuse, refusePart, settleTo } from './finish.ts';
import type { FieldPart, Prefab } from './prefab.ts';
import { cutLine, describeGiven } from './show-text.ts';

const key = new RegExp(`^${keyForm}$`, 'u');

const config = z.strictObject({
  /** The types of entity that the field may name; all types if absent. */
  types: z
    .array(z.string().regex(/^[a-z][a-z0-9_]*$/))
    .min(1)
    .max(20)
    .optional(),
});

type Config = z.output<typeof config>;

const parts: readonly FieldPart[] = [{ name: '', kind: 'text', isWritable: true }];

/** `type:key`; a bare key is enough if only one type is possible. */
function readReference(value: Json | undefined, config: Config): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const at = text.indexOf(':');
  const only = config.types?.length === 1 ? config.types[0] : undefined;
  const type = at < 0 ? only : text.slice(0, at);
  if (type === undefined || !/^[a-z][a-z0-9_]*$/.test(type)) return undefined;
  if (config.types !== undefined && !config.types.includes(type)) return undefined;
  return key.test(text.slice(at + 1)) ? `${type}:${text.slice(at + 1)}` : undefined;
}

function describeTypes(config: Config): string {
  return config.types?.map((type) => `${type}:KEY`).join(' or ') ?? 'TYPE:KEY';
}

export const ref: Prefab<Config> = {
  id: 'REF',
  about: 'Another entity, such as the place where somebody is. It may be empty.',
  config,
  derives: {},
  listParts: () => parts,
  buildBlank: () => null,
  settle: (value, config) =>
    settleTo(
      value,
      readReference(value, config) ?? null,
      value === undefined ? undefined : `the former value did not have the form ${describeTypes(config)}`,
    ),
  read: () => undefined,
  render: (value, config) => cutLine(readReference(value, config) ?? '—', 120),
  describe: (path, config) => `${path}: ${describeTypes(config)}, or null; set`,
  set(_value, { part, input }, config) {
    if (part !== '') return refusePart(part, parts);
    if (input === null || input === '') return { ok: true, value: null };
    const reference = readReference(input, config);
    return reference === undefined
      ? refuse(`${describeGiven(input)} is not an entity: write ${describeTypes(config)}.`)
      : { ok: true, value: reference };
  },
  listReferences(value, config) {
    const reference = readReference(value, config);
    return reference === undefined ? [] : [{ to: reference, types: config.types ?? [] }];
  },
};
