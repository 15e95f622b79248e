// Companion tools: everything that a model may do with the memory, in the order in which a conversation needs it.

import type { CompanionTool } from './companion/companion-tool.ts';
import { audit } from './tools/audit.ts';
import { correct } from './tools/correct.ts';
import { exportMemory } from './tools/export-memory.ts';
import { facts } from './tools/facts.ts';
import { forget } from './tools/forget.ts';
import { hear } from './tools/hear.ts';
import { importTalk } from './tools/import-talk.ts';
import { maintain } from './tools/maintain.ts';
import { plans } from './tools/plans.ts';
import { proposals } from './tools/proposals.ts';
import { recall } from './tools/recall.ts';
import { recap } from './tools/recap.ts';
import { revert } from './tools/revert.ts';
import { revive } from './tools/revive.ts';
import { search } from './tools/search.ts';
import { speak } from './tools/speak.ts';
import { redo, undo } from './tools/undo.ts';
import { wake } from './tools/wake.ts';
import { why } from './tools/why.ts';

export const companionTools: readonly CompanionTool[] = [
  wake,
  hear,
  speak,
  recap,
  plans,
  facts,
  recall,
  search,
  why,
  correct,
  revive,
  undo,
  redo,
  forget,
  maintain,
  proposals,
  revert,
  audit,
  importTalk,
  exportMemory,
];
