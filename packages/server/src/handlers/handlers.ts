// Handlers: lists which handler answers which route.

import { bookmarkHandlers } from './bookmark-handlers.ts';
import { findHandlers } from './find-handlers.ts';
import { fragmentHandlers } from './fragment-handlers.ts';
import { gameActHandlers } from './game-act-handlers.ts';
import { gameHandlers } from './game-handlers.ts';
import { gameLookHandlers } from './game-look-handlers.ts';
import { glossaryHandlers } from './glossary-handlers.ts';
import type { Handlers } from './handler.ts';
import { mindHandlers } from './mind-handlers.ts';
import { overviewHandlers } from './overview-handlers.ts';
import { questionHandlers } from './question-handlers.ts';
import { runHandlers } from './run-handlers.ts';
import { settingsHandlers } from './settings-handlers.ts';
import { storyHandlers } from './story-handlers.ts';
import { talkHandlers } from './talk-handlers.ts';
import { worldHandlers } from './world-handlers.ts';
import { zeroHandlers } from './zero-handlers.ts';

export const handlers: Handlers = {
  ...worldHandlers,
  ...storyHandlers,
  ...glossaryHandlers,
  ...overviewHandlers,
  ...bookmarkHandlers,
  ...questionHandlers,
  ...runHandlers,
  ...gameHandlers,
  ...gameLookHandlers,
  ...gameActHandlers,
  ...zeroHandlers,
  ...talkHandlers,
  ...mindHandlers,
  ...fragmentHandlers,
  ...settingsHandlers,
  ...findHandlers,
};
