// Handlers: lists which file answers the routes of which group.

import type { RouteGroup } from '@terrarium/protocol/routes';
import type { Handlers } from './handler.ts';

/**
 * A file is loaded with the first request for a route of its group. Together they load most of the program, which takes
 * several times as long as the rest of a start.
 */
export const loadHandlers: { readonly [Group in RouteGroup]: () => Promise<Handlers<Group>> } = {
  world: async () => (await import('./world-handlers.ts')).worldHandlers,
  story: async () => (await import('./story-handlers.ts')).storyHandlers,
  glossary: async () => (await import('./glossary-handlers.ts')).glossaryHandlers,
  overview: async () => (await import('./overview-handlers.ts')).overviewHandlers,
  bookmark: async () => (await import('./bookmark-handlers.ts')).bookmarkHandlers,
  question: async () => (await import('./question-handlers.ts')).questionHandlers,
  game: async () => (await import('./game-handlers.ts')).gameHandlers,
  gameLook: async () => (await import('./game-look-handlers.ts')).gameLookHandlers,
  gameAct: async () => (await import('./game-act-handlers.ts')).gameActHandlers,
  zero: async () => (await import('./zero-handlers.ts')).zeroHandlers,
  run: async () => (await import('./run-handlers.ts')).runHandlers,
  talk: async () => (await import('./talk-handlers.ts')).talkHandlers,
  mind: async () => (await import('./mind-handlers.ts')).mindHandlers,
  fragment: async () => (await import('./fragment-handlers.ts')).fragmentHandlers,
  settings: async () => (await import('./settings-handlers.ts')).settingsHandlers,
  find: async () => (await import('./find-handlers.ts')).findHandlers,
};
