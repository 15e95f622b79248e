// Renders docs/game-tools.md: every tool of a game, as it is declared to the model.

import { renderTool } from '@terrarium/kernel/tool';
import { gameTools, systemTools } from './game-tools.ts';

/** The page, from the declarations themselves. */
export function renderToolsPage(): string {
  const intro = [
    '# Tools of a game',
    '',
    'Made from the code by `npm run docs`; do not edit. A model is offered all but the last few, which openings and people use. Every answer says what',
    'was, what is, what settling changed and why; every refusal says what would do. Without a `target` the player’s character is meant; a target is named by id, key or name.',
  ];
  const tools = [
    ...gameTools.flatMap(({ declaration, isWrite }) => renderTool(declaration, isWrite ? 'writes' : 'reads')),
    ...systemTools.flatMap(({ declaration }) => renderTool(declaration, 'openings and people only')),
  ];
  return `${[...intro, ...tools].join('\n')}\n`;
}
