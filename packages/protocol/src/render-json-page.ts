// Renders docs/json.md: which shapes each command prints with --json, and every shape with its fields.

import { z } from 'zod';
import { commandOutputs } from './command-outputs.ts';
import { shapes } from './shapes.ts';
import { toolOutputs } from './tool-outputs.ts';

/** The parts of a JSON schema that the page shows. */
interface Node {
  readonly $ref?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly items?: Node | boolean;
  readonly prefixItems?: readonly Node[];
  readonly additionalProperties?: Node | boolean;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
}

const intro = [
  '# JSON for programs',
  '',
  'This page is generated from the schemas in `packages/protocol` by `npm run docs`; do not edit it. With `--json`, a command prints one JSON value per line and',
  'nothing else on standard output. Each value has one of the shapes that are listed for the command. If a command fails, it prints the shape [failure](#failure)',
  'and exits with the exit code that is given there. New keys may be added; no key is removed without an entry in the changelog. The type of a field says whether',
  'the field may be absent. If a key that ends in `Ms` holds a point in time, its value is in milliseconds since 1970, UTC. [vocabulary.md](vocabulary.md) explains',
  'words such as *fragment*, *wake*, *fold* and *moment* (a message that a memory holds).',
  '',
  '## Commands',
  '',
  '| command | prints |',
  '|---|---|',
];

const aboutTools = [
  '',
  '## Tools for MCP clients',
  '',
  'The value that `terrarium mcp` gives along with the text of an answer; [mcp-tools.md](mcp-tools.md) says what each tool takes.',
  '',
  '| tool | value |',
  '|---|---|',
];

export function renderJsonPage(): string {
  const { $defs } = z.toJSONSchema(z.strictObject(shapes), { io: 'input', reused: 'inline' });
  const commands = Object.entries(commandOutputs).map(
    ([command, names]) => `| \`${command}\` | ${names.map(renderLink).join(', ')} |`,
  );
  const tools = Object.entries(toolOutputs).map(([tool, name]) => `| \`${tool}\` | ${renderLink(name)} |`);
  const sections = Object.entries(($defs ?? {}) as Readonly<Record<string, Node>>)
    .filter(([name]) => !name.startsWith('__'))
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .flatMap(([name, node]) => renderShape(name, node));
  return `${[...intro, ...commands, ...aboutTools, ...tools, '', '## Shapes', ...sections].join('\n')}\n`;
}

function renderLink(name: string): string {
  return `[${name}](#${name.toLowerCase()})`;
}

function renderShape(name: string, node: Node): readonly string[] {
  const head = ['', `### ${name}`, '', escapeMarks(node.description ?? '')];
  const kinds = node.oneOf ?? node.anyOf ?? [];
  if (kinds.length > 0 && kinds.every((one) => one.properties !== undefined))
    return [...head, ...kinds.flatMap(renderKind)];
  return [...head, ...(node.properties === undefined ? ['', renderType(node)] : renderFields(node))];
}

/** Renders one of several shapes, named by the value that distinguishes it from the others. */
function renderKind(node: Node): readonly string[] {
  const told = Object.entries(node.properties ?? {}).find(([, { const: value }]) => value !== undefined);
  const many = Object.entries(node.properties ?? {}).find(([, one]) => one.enum !== undefined);
  const [key, { const: value, enum: values }] = told ?? many ?? ['', {} as Node];
  const names = value === undefined ? (values ?? []) : [value];
  return [
    '',
    `\`${key}\`: ${names.map((one) => `\`${String(one)}\``).join(' or ')}`,
    ...renderFields(node, key),
  ];
}

function renderFields({ properties = {}, required = [] }: Node, hidden?: string): readonly string[] {
  const rows = Object.entries(properties)
    .filter(([key]) => key !== hidden)
    .flatMap(([key, node]) => renderRow(key, node, required.includes(key)));
  return rows.length === 0 ? [] : ['', '| key | type | meaning |', '|---|---|---|', ...rows];
}

/** If the value is an object without a name of its own, its keys are described below it. */
function renderRow(key: string, node: Node, isRequired: boolean): readonly string[] {
  const type = `${renderType(node)}${isRequired ? '' : ', may be absent'}`;
  const own = findOwn(node);
  const path = node === own ? key : `${key}[]`;
  const below = Object.entries(own?.properties ?? {}).flatMap(([name, one]) =>
    renderRow(`${path}.${name}`, one, own?.required?.includes(name) === true),
  );
  return [`| \`${key}\` | ${type} | ${escapeMarks(node.description ?? '')} |`, ...below];
}

function findOwn(node: Node): Node | undefined {
  const inner = typeof node.items === 'object' ? node.items : node;
  return inner.$ref === undefined && inner.properties !== undefined ? inner : undefined;
}

function renderType(node: Node): string {
  const { $ref, items, prefixItems, additionalProperties, type = 'any' } = node;
  if ($ref !== undefined) return renderReference($ref);
  if (node.const !== undefined) return `\`${String(node.const)}\``;
  if (node.enum !== undefined) return node.enum.map((one) => `\`${String(one)}\``).join(', ');
  const several = node.anyOf ?? node.oneOf;
  if (several !== undefined) return several.map(renderType).join(' or ');
  if (prefixItems !== undefined)
    return prefixItems.length === 0 ? 'empty list' : `list: ${prefixItems.map(renderType).join(', ')}`;
  if (typeof items === 'object') return `list of ${renderType(items)}`;
  if (typeof additionalProperties === 'object') return `${renderType(additionalProperties)} by name`;
  return (typeof type === 'string' ? [type] : type).map(nameType).join(' or ');
}

function nameType(type: string): string {
  return type === 'integer' ? 'whole number' : type;
}

/** A schema without a name of its own is shown as JSON of any kind. */
function renderReference(reference: string): string {
  const name = reference.split('/').at(-1) ?? '';
  return name.startsWith('__') ? 'any JSON' : renderLink(name);
}

/** Escapes characters that Markdown would take for markup. */
function escapeMarks(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/(?:<\/?[a-z]+>)+/gu, '`$&`');
}
