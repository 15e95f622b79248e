// Shapes: everything that the terminal, the server and MCP report to programs, by name.

import type { z } from 'zod';
import { editedEntry, entryAccounts, fileEdits } from './annotator/entry-account.ts';
import { glossaryDecisions } from './annotator/glossary-decisions.ts';
import { explication, glossarySearch } from './annotator/glossary-entry.ts';
import {
  glossaryFile,
  glossaryImport,
  glossaryLadder,
  glossaryVault,
  salvagedGlossary,
} from './annotator/glossary-export.ts';
import { readingStatus, unreadStatus, verifiedReading } from './annotator/reading-status.ts';
import {
  changesReported,
  nothingToRetry,
  readingEstimate,
  rereadPlanned,
  runEvent,
  secondReading,
  secondReadingPlanned,
} from './annotator/run-event.ts';
import { sceneAccount } from './annotator/scene-account.ts';
import {
  readerAnswer,
  snapshotAccount,
  snapshotExport,
  snapshotList,
  snapshotMade,
} from './annotator/snapshot-account.ts';
import {
  heldTerms,
  keptApartTexts,
  postAccounts,
  readerPlace,
  threadAccounts,
  worldOverview,
} from './annotator/story-account.ts';
import { storyAnswer } from './annotator/story-answer.ts';
import { removedStory, renamedWorld, storyImport, storySpeakers } from './annotator/story-import.ts';
import { storyRecap } from './annotator/story-recap.ts';
import { storySearch } from './annotator/story-search.ts';
import {
  fleetAddition,
  fleetEvent,
  fleetFetch,
  fleetInit,
  fleetRetry,
  fleetServing,
  fleetStatus,
  fleetTask,
} from './fleet/fleet.ts';
import { chatImport, chatReply, companionCard, memoryExport, wholeImport } from './memory/chat-import.ts';
import { decayProjection } from './memory/decay-projection.ts';
import { heardMessage, ingestedMessage, talkImport } from './memory/ingested-message.ts';
import {
  maintenanceFlags,
  maintenanceNotDue,
  maintenanceRun,
  memoryProposals,
  revertedRun,
  tagPass,
  writtenFragment,
} from './memory/maintenance-run.ts';
import { memoryAudit } from './memory/memory-audit.ts';
import { correctedItems, forgottenMemory, movedTalk } from './memory/memory-correction.ts';
import { memoryFacts, memoryPlans, revivedItem } from './memory/memory-item.ts';
import { memoryRecap, memorySearch, recalledFragment } from './memory/memory-search.ts';
import { memoryWake, mindPresence, wakeMeasure } from './memory/memory-wake.ts';
import {
  doneAside,
  shownEntity,
  shownLore,
  shownMap,
  shownPeople,
  shownQuests,
  shownTruth,
} from './play/game-entity.ts';
import {
  checkedSystem,
  gameExport,
  gameList,
  settableValues,
  startedGame,
  systemList,
  unsettledGame,
} from './play/game-session.ts';
import {
  droppedTurn,
  gameReplay,
  namedBranch,
  namedGame,
  savedGame,
  shownBranches,
  shownChoices,
  shownHead,
  shownLog,
  shownWhy,
} from './play/game-turn.ts';
import { diceOdds } from './play/rolled-check.ts';
import { changedWishes, shownRules, shownSpends, shownTables, shownWish } from './play/telling-wishes.ts';
import { turnEvent } from './play/turn-event.ts';
import { examination, usedModel } from './world/examination.ts';
import { failure, serverAsked, shownHelp, stopped } from './world/failure.ts';
import { verifiedWorld } from './world/verified-world.ts';

export const shapes = {
  fleetAddition,
  fleetEvent,
  fleetFetch,
  fleetInit,
  fleetRetry,
  fleetServing,
  fleetStatus,
  fleetTask,
  editedEntry,
  entryAccounts,
  fileEdits,
  explication,
  glossarySearch,
  glossaryDecisions,
  glossaryFile,
  glossaryImport,
  glossaryLadder,
  glossaryVault,
  salvagedGlossary,
  readingStatus,
  unreadStatus,
  verifiedReading,
  changesReported,
  nothingToRetry,
  readingEstimate,
  rereadPlanned,
  secondReading,
  secondReadingPlanned,
  runEvent,
  sceneAccount,
  readerAnswer,
  snapshotAccount,
  snapshotExport,
  snapshotList,
  snapshotMade,
  heldTerms,
  keptApartTexts,
  postAccounts,
  readerPlace,
  threadAccounts,
  worldOverview,
  storyAnswer,
  removedStory,
  renamedWorld,
  storyImport,
  storySpeakers,
  storyRecap,
  storySearch,
  chatImport,
  chatReply,
  companionCard,
  memoryExport,
  wholeImport,
  decayProjection,
  maintenanceFlags,
  maintenanceNotDue,
  maintenanceRun,
  memoryProposals,
  revertedRun,
  tagPass,
  writtenFragment,
  memoryAudit,
  memoryFacts,
  memoryPlans,
  revivedItem,
  correctedItems,
  movedTalk,
  forgottenMemory,
  memoryRecap,
  memorySearch,
  recalledFragment,
  memoryWake,
  wakeMeasure,
  ingestedMessage,
  heardMessage,
  talkImport,
  mindPresence,
  doneAside,
  shownEntity,
  shownLore,
  shownMap,
  shownPeople,
  shownQuests,
  checkedSystem,
  gameExport,
  gameList,
  startedGame,
  systemList,
  settableValues,
  unsettledGame,
  droppedTurn,
  gameReplay,
  namedBranch,
  namedGame,
  savedGame,
  shownBranches,
  shownChoices,
  shownHead,
  shownLog,
  shownWhy,
  diceOdds,
  changedWishes,
  shownRules,
  shownTruth,
  shownSpends,
  shownTables,
  shownWish,
  turnEvent,
  examination,
  usedModel,
  failure,
  serverAsked,
  shownHelp,
  stopped,
  verifiedWorld,
} as const;

export type ShapeName = keyof typeof shapes;

/** A value in the shape with this name, as it is written. */
export type Outward<Name extends ShapeName> = z.input<(typeof shapes)[Name]>;
