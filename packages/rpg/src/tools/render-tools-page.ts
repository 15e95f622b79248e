// Renders docs/game-tools.md: every tool of a game, as it is declared to the model.

import { renderTool } from '@terrarium/kernel/tool';
import { gameTools, systemTools } from './game-tools.ts';

export function renderToolsPage(): string {
  const intro = [
    '# Tools of a game',
    '',
    'Made from the code by `npm run docs`; do not edit. A model gets all tools except those marked “openings and people only”: people use those, and so do the steps that begin a game. Every answer gives',
    'the old value, the new value, what the rules changed as a result, and why. If a call is refused, the answer says what to do instead. Without a `target` the player’s character is meant; a target is named by id, key or name.',
  ];
  const tools = [
    ...gameTools.flatMap(({ declaration, isWrite }) => renderTool(declaration, isWrite ? 'writes' : 'reads')),
    ...systemTools.flatMap(({ declaration }) => renderTool(declaration, 'openings and people only')),
  ];
  return `${[...intro, ...tools].join('\n')}\n`;
}
