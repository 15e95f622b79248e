// Renders docs/tools.md: every tool a model may call, as it is declared to the model.

import { renderTool } from '@terrarium/kernel/tool';
import { annotatorTools, defaultTools } from './annotator-tools.ts';

/** The page, from the declarations themselves. */
export function renderToolsPage(): string {
  const intro = [
    '# Tools of the annotator',
    '',
    'Made from the code by `npm run docs`; do not edit. Every answer is small XML; every failure says what would do.',
    'Arguments are taken as models send them: unknown keys are ignored, ids may be text, lists may be one text with commas.',
  ];
  const tools = annotatorTools.flatMap((tool) => {
    const offered = defaultTools.includes(tool) ? 'offered by default' : 'offered on request';
    return renderTool(tool.declaration, `${tool.isWrite ? 'writes' : 'reads'}, ${offered}`);
  });
  return `${[...intro, ...tools].join('\n')}\n`;
}
