// Routes: every address of the server, by method and path, with what it takes and answers.

import type { z } from 'zod';
import { bookmarkRoutes } from './bookmark-routes.ts';
import type { Route } from './define-route.ts';
import { findRoutes } from './find-routes.ts';
import { fragmentRoutes } from './fragment-routes.ts';
import { gameActRoutes } from './game-act-routes.ts';
import { gameLookRoutes } from './game-look-routes.ts';
import { gameRoutes } from './game-routes.ts';
import { glossaryRoutes } from './glossary-routes.ts';
import { mindRoutes } from './mind-routes.ts';
import { overviewRoutes } from './overview-routes.ts';
import { questionRoutes } from './question-routes.ts';
import { runRoutes } from './run-routes.ts';
import { settingsRoutes } from './settings-routes.ts';
import { storyRoutes } from './story-routes.ts';
import { talkRoutes } from './talk-routes.ts';
import { worldRoutes } from './world-routes.ts';
import { zeroRoutes } from './zero-routes.ts';

/** The routes by group. The handlers of a group are loaded together, with the first request for one of its routes. */
export const routeGroups = {
  world: worldRoutes,
  story: storyRoutes,
  glossary: glossaryRoutes,
  overview: overviewRoutes,
  bookmark: bookmarkRoutes,
  question: questionRoutes,
  game: gameRoutes,
  gameLook: gameLookRoutes,
  gameAct: gameActRoutes,
  zero: zeroRoutes,
  run: runRoutes,
  talk: talkRoutes,
  mind: mindRoutes,
  fragment: fragmentRoutes,
  settings: settingsRoutes,
  find: findRoutes,
} as const;

export type RouteGroup = keyof typeof routeGroups;

/** What all members of a union have together. */
type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

type Table = Together<(typeof routeGroups)[RouteGroup]>;

/** All routes, whatever their group. */
export const routes: Table = Object.assign({}, ...Object.values(routeGroups));

export type RouteName = keyof Table;

export type AnyRoute = Route;

type Part<Name extends RouteName, Key extends keyof Route> = Table[Name] extends {
  readonly [K in Key]: infer Schema;
}
  ? Schema
  : never;

type Parsed<Schema> = [Schema] extends [never]
  ? undefined
  : Schema extends { readonly _zod: unknown }
    ? z.output<Schema>
    : undefined;
type Written<Schema> = [Schema] extends [never]
  ? undefined
  : Schema extends { readonly _zod: unknown }
    ? z.input<Schema>
    : undefined;

/** What a handler is given, after it was checked. */
export interface RouteInput<Name extends RouteName> {
  readonly params: Parsed<Part<Name, 'params'>>;
  readonly query: Parsed<Part<Name, 'query'>>;
  readonly body: Parsed<Part<Name, 'body'>>;
}

/** What a client sends. */
export interface RouteRequest<Name extends RouteName> {
  readonly params: Written<Part<Name, 'params'>>;
  readonly query: Written<Part<Name, 'query'>>;
  readonly body: Written<Part<Name, 'body'>>;
}

/** An answer as the server writes it, before a client parses it by the schema. */
export type RouteAnswer<Name extends RouteName> = Written<Part<Name, 'answer'>>;
