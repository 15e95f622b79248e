// Prompt version: identifies the prompt texts with which a model was asked to tell a turn.

import { hashPrompt } from '@terrarium/kernel/hash-prompt';
import { gameDeclarations } from '../tools/game-declarations.ts';

/**
 * Covers the instructions and everything that is asked in a turn, the layout of the prompt, the texts of the audit, and
 * the tools.
 */
export const promptVersion = hashPrompt(
  [
    new URL('./prompts/', import.meta.url),
    new URL('./context/', import.meta.url),
    new URL('./audit/', import.meta.url),
    new URL('./check/', import.meta.url),
    new URL('./meanwhile/', import.meta.url),
    new URL('./summing/', import.meta.url),
    new URL('../tools/describe-secret.ts', import.meta.url),
    new URL('../tools/moves/roll-table.ts', import.meta.url),
    new URL('../tools/slips/refuse-deed-when-down.ts', import.meta.url),
    new URL('../rules/find-withstood.ts', import.meta.url),
    new URL('../state/is-telling-secret.ts', import.meta.url),
    new URL('../manifest/render-opponent-sheet.ts', import.meta.url),
    // Whether somebody is beaten is a formula of the system, whose faults have texts of their own.
    new URL('../rules/formulas/check-text.ts', import.meta.url),
    new URL('../rules/formulas/formula-operators.ts', import.meta.url),
    new URL('../rules/list-paths.ts', import.meta.url),
    new URL('../rules/resolve-path.ts', import.meta.url),
  ],
  gameDeclarations,
);
