// Renders docs/tools.md: every tool that a model may call, as it is declared to the model.

import { renderTool } from '@terrarium/kernel/tool';
import { annotatorTools, defaultTools } from './annotator-tools.ts';

export function renderToolsPage(): string {
  const intro = [
    '# Tools of the annotator',
    '',
    'Made from the code by `npm run docs`; do not edit. Every answer is a short piece of XML. If a call fails, the answer says what to do instead.',
    'Arguments are accepted in the forms in which models send them: unknown keys are ignored, an id may be a string, a list may be one string separated by commas.',
  ];
  const tools = annotatorTools.flatMap((tool) => {
    const offered = defaultTools.includes(tool) ? 'offered by default' : 'offered on request';
    return renderTool(tool.declaration, `${tool.isWrite ? 'writes' : 'reads'}, ${offered}`);
  });
  return `${[...intro, ...tools].join('\n')}\n`;
}
