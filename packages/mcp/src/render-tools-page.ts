// Renders docs/mcp-tools.md: every tool that MCP clients are offered, from its declaration.

import { z } from 'zod';
import type { CompanionTool } from './companion/companion-tool.ts';
import { companionTools } from './companion-tools.ts';

const parametersSchema = z.object({
  properties: z.record(
    z.string(),
    z.looseObject({
      type: z.string().optional(),
      description: z.string().optional(),
      enum: z.array(z.string()).optional(),
      default: z.unknown().optional(),
    }),
  ),
  required: z.array(z.string()).default([]),
});

export function renderToolsPage(): string {
  const intro = [
    '# Tools of the memory for MCP clients',
    '',
    'Made from the code by `npm run docs`; do not edit. `terrarium mcp --world DIR` serves them over standard input and output.',
    'Every tool answers twice: as text for the model, and as JSON with the schema that the tool declares. If a call fails, the answer says what to do instead. Only `wake` and `hear` show secrets.',
  ];
  return `${[...intro, ...companionTools.flatMap(renderTool)].join('\n')}\n`;
}

function renderTool({ name, description, input, output, annotations }: CompanionTool): readonly string[] {
  const { properties, required } = parametersSchema.parse(z.toJSONSchema(input, { io: 'input' }));
  const head = [
    '',
    `## ${name}`,
    '',
    `${showMarks(description)} (${annotations.readOnlyHint ? 'reads' : 'writes'})`,
  ];
  const rows = Object.entries(properties).map(([argument, property]) => {
    const { type = 'any', description: about = '', default: usual } = property;
    const kind = property.enum?.join(', ') ?? type;
    const unsaid = usual === undefined ? '' : `default ${String(usual)}`;
    const need = required.includes(argument) ? 'required' : unsaid;
    return `| \`${argument}\` | ${kind} | ${need} | ${showMarks(about)} |`;
  });
  const table = rows.length === 0 ? [] : ['', '| argument | type | | |', '|---|---|---|---|', ...rows];
  return [...head, ...table, '', `It returns ${renderShape(output)}.`];
}

function renderShape(output: CompanionTool['output']): string {
  const name = z.globalRegistry.get(output)?.id ?? '';
  return `[${name}](json.md#${name.toLowerCase()})`;
}

/** Escapes characters that Markdown would take for markup. */
function showMarks(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/(?:<\/?[a-z]+>)+/gu, '`$&`');
}
