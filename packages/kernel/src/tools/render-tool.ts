// Renders a tool for people: what it does, and a row for each of its arguments.

import { z } from 'zod';
import type { ToolDeclaration } from '../llm/language-model.ts';

const parametersSchema = z.object({
  properties: z.record(
    z.string(),
    z.looseObject({ type: z.string().optional(), description: z.string().optional() }),
  ),
  required: z.array(z.string()).default([]),
});

/** Lines of Markdown; `marks` stand in brackets behind what it does. */
export function renderTool(
  { name, description, parameters }: ToolDeclaration,
  marks: string,
): readonly string[] {
  const { properties, required } = parametersSchema.parse(parameters);
  const rows = Object.entries(properties).map(([argument, { type = 'any', description: about = '' }]) => {
    const need = required.includes(argument) ? 'required' : '';
    return `| \`${argument}\` | ${type} | ${need} | ${about.replaceAll('|', '\\|')} |`;
  });
  const head = ['', `## ${name}`, '', `${description} (${marks})`];
  return rows.length === 0 ? head : [...head, '', '| argument | type | | |', '|---|---|---|---|', ...rows];
}
