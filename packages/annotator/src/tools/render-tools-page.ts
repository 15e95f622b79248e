// Renders docs/tools.md: every tool a model may call, as it is declared to the model.

import { z } from 'zod';
import { annotatorTools, defaultTools } from './annotator-tools.ts';

const parametersSchema = z.object({
  properties: z.record(
    z.string(),
    z.looseObject({ type: z.string().optional(), description: z.string().optional() }),
  ),
  required: z.array(z.string()).default([]),
});

/** The page, from the declarations themselves. */
export function renderToolsPage(): string {
  const intro = [
    '# Tools of the annotator',
    '',
    'Made from the code by `npm run docs`; do not edit. Every answer is small XML; every failure says what would do.',
    'Arguments are taken as models send them: unknown keys are ignored, ids may be text, lists may be one text with commas.',
  ];
  return `${[...intro, ...annotatorTools.flatMap(renderTool)].join('\n')}\n`;
}

function renderTool(tool: (typeof annotatorTools)[number]): string[] {
  const { name, description, parameters } = tool.declaration;
  const { properties, required } = parametersSchema.parse(parameters);
  const offered = defaultTools.includes(tool) ? 'offered by default' : 'offered on request';
  return [
    '',
    `## ${name}`,
    '',
    `${description} (${tool.isWrite ? 'writes' : 'reads'}, ${offered})`,
    '',
    '| argument | type | | |',
    '|---|---|---|---|',
    ...Object.entries(properties).map(([argument, { type = 'any', description: about = '' }]) => {
      const need = required.includes(argument) ? 'required' : '';
      return `| \`${argument}\` | ${type} | ${need} | ${about.replaceAll('|', '\\|')} |`;
    }),
  ];
}
