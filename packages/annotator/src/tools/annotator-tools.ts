// Annotator tools: lists all tools of the reading model, and those that it is offered from the start.

import type { Tool } from '@terrarium/kernel/tool';
import { explicateWords } from './explicate.ts';
import { glossaryCreate } from './glossary-create.ts';
import { glossaryDelete } from './glossary-delete.ts';
import { glossarySearch } from './glossary-search.ts';
import { glossaryUpdate } from './glossary-update.ts';
import { listSnapshots } from './list-snapshots.ts';
import { readPost } from './read-post.ts';
import { readThreadRange } from './read-thread-range.ts';
import { summonTools } from './summon-tools.ts';
import type { ToolContext } from './tool-context.ts';

export type { ToolContext } from './tool-context.ts';

/** Tools for searching, creating, updating and reading: enough for a scene, with short declarations. */
export const defaultTools: readonly Tool<ToolContext>[] = [
  glossarySearch,
  glossaryCreate,
  glossaryUpdate,
  readPost,
];

export const annotatorTools: readonly Tool<ToolContext>[] = [
  ...defaultTools,
  glossaryDelete,
  readThreadRange,
  listSnapshots,
  explicateWords,
  ...summonTools,
];

export function buildToolMap(tools: readonly Tool<ToolContext>[]): ReadonlyMap<string, Tool<ToolContext>> {
  return new Map(tools.map((tool) => [tool.name, tool]));
}
