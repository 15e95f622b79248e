// Settings handlers: what is set, and what the doctor finds, as in the terminal.

import { shapes } from '@terrarium/protocol/shapes';
import { runCommand } from '../running/run-command.ts';
import type { Handlers } from './handler.ts';

export const settingsHandlers: Pick<
  Handlers,
  'GET /api/worlds/{world}/examination' | 'GET /api/worlds/{world}/verification'
> = {
  'GET /api/worlds/{world}/examination': async ({ shelf }, { params }) => {
    const { dir } = shelf.require(params.world);
    return await runCommand(['doctor', '--world', dir], shapes.examination);
  },
  'GET /api/worlds/{world}/verification': async ({ shelf }, { params }) => {
    const { dir } = shelf.require(params.world);
    return await runCommand(['verify', '--world', dir], shapes.verifiedWorld);
  },
};
