// Renders the JSON Schema of manifests, with which editors complete and check a manifest while it is written.

import { z } from 'zod';
import type { Prefab } from '../prefabs/prefab.ts';
import { prefabs } from '../prefabs/prefabs.ts';
import { manifestSchema } from '../system/manifest.ts';

type Node = Readonly<Record<string, unknown>>;

/**
 * Includes the configuration of each prefab at the place where a field names it. Rules that only code can check are not
 * in the schema.
 */
export function renderManifestSchema(): string {
  const document: Node = {
    ...describeSchema(manifestSchema),
    title: 'System manifest of Terrarium',
    description: 'A game system as data. docs/writing-systems.md says how it is written.',
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function describeSchema(schema: z.ZodType): Node {
  return completeNode(z.toJSONSchema(schema, { io: 'input' })) as Node;
}

/**
 * Copies a part of the schema. In the copy, a field may only name a prefab that exists, with the configuration that it
 * takes.
 */
function completeNode(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(completeNode);
  if (typeof node !== 'object' || node === null) return node;
  // A schema with such a name allows any JSON, so an empty schema can replace the reference to it.
  if ('$ref' in node && String(node.$ref).includes('/__schema')) return {};
  const children = Object.entries(node).filter(([name]) => !name.startsWith('__schema'));
  const copy: Node = Object.fromEntries(children.map(([name, child]) => [name, completeNode(child)]));
  const properties = copy['properties'] as Node | undefined;
  if (properties?.['prefab'] === undefined) return copy;
  const known = { ...properties, prefab: describePrefabs(), config: { type: 'object' } };
  return { ...copy, properties: known, allOf: [...prefabs.values()].map(describeConfig) };
}

function describeConfig({ id, config }: Prefab<unknown>): Node {
  const { $schema: _, $defs: __, ...shape } = describeSchema(config);
  return Object.fromEntries([
    ['if', { properties: { prefab: { const: id } } }],
    ['then', { properties: { config: shape } }],
  ]);
}

function describePrefabs(): Node {
  return { oneOf: [...prefabs.values()].map(({ id, about }) => ({ const: id, description: about })) };
}
