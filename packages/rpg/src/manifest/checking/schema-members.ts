// Lists the members that a schema allows at a place, so that one can be suggested for a misspelt name.

import { z } from 'zod';
import type { Place } from './problem-list.ts';

interface Node {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: Node | boolean;
  readonly items?: Node;
  readonly propertyNames?: { readonly enum?: readonly string[] };
  readonly anyOf?: readonly Node[];
  readonly $defs?: Readonly<Record<string, Node>>;
}

const known = new WeakMap<z.ZodType, Node>();

export function listMembers(schema: z.ZodType, at: Place): readonly string[] {
  const root = known.get(schema) ?? (z.toJSONSchema(schema, { io: 'input' }) as Node);
  known.set(schema, root);
  let nodes = expandNode(root, root);
  for (const step of at)
    nodes = nodes.flatMap((node) => listBelow(node, step)).flatMap((node) => expandNode(node, root));
  return [
    ...new Set(
      nodes.flatMap((node) => [...Object.keys(node.properties ?? {}), ...(node.propertyNames?.enum ?? [])]),
    ),
  ];
}

/** A node, or the node to which it refers, together with the alternatives that it allows. */
function expandNode(node: Node, root: Node): readonly Node[] {
  const name = node.$ref?.split('/').at(-1);
  const referred = name === undefined ? undefined : root.$defs?.[name];
  if (referred !== undefined) return expandNode(referred, root);
  return [node, ...(node.anyOf?.flatMap((one) => expandNode(one, root)) ?? [])];
}

function listBelow(node: Node, step: string | number): readonly Node[] {
  if (typeof step === 'number') return node.items === undefined ? [] : [node.items];
  const properties = node.properties ?? {};
  const property = Object.hasOwn(properties, step) ? properties[step] : node.additionalProperties;
  return typeof property === 'object' ? [property] : [];
}
