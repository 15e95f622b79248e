// First questions: builds the first requests of each section, for its page and for the router, which sends them early.

import type { RouteName } from '@terrarium/protocol/routes';
import type { Question } from './use-route.ts';

type OfWorld<Name extends RouteName> = (world: string) => Question<Name>;

export const buildHomeQuestion: OfWorld<'GET /api/worlds/{world}'> = (world) => [
  'GET /api/worlds/{world}',
  { params: { world } },
];

export const buildContentsQuestion: OfWorld<'GET /api/worlds/{world}/contents'> = (world) => [
  'GET /api/worlds/{world}/contents',
  { params: { world } },
];

/** Asks for only one entry: the pages need the total, and up to where entries are shown. */
export const buildFirstEntryQuestion: OfWorld<'GET /api/worlds/{world}/entries'> = (world) => [
  'GET /api/worlds/{world}/entries',
  { params: { world }, query: { limit: 1 } },
];

export function buildEntryQuestion(
  world: string,
  entry: string,
): Question<'GET /api/worlds/{world}/entries/{entry}'> {
  // An address with other words than a number names no entry: no entry has the number 0.
  const id = /^\d+$/u.test(entry) ? Number(entry) : 0;
  return ['GET /api/worlds/{world}/entries/{entry}', { params: { world, entry: id } }];
}

/** `around`: the entry around which the net is drawn; null for the whole net. */
export function buildLinksQuestion(
  world: string,
  around: string | null,
): Question<'GET /api/worlds/{world}/links'> {
  const query = around === null ? {} : { entry: Number(around) };
  return ['GET /api/worlds/{world}/links', { params: { world }, query }];
}

export const buildTimelineQuestion: OfWorld<'GET /api/worlds/{world}/timeline'> = (world) => [
  'GET /api/worlds/{world}/timeline',
  { params: { world }, query: {} },
];

export const buildGamesQuestion: OfWorld<'GET /api/worlds/{world}/games'> = (world) => [
  'GET /api/worlds/{world}/games',
  { params: { world } },
];

export function buildGameQuestion(address: {
  readonly world: string;
  readonly game: string;
}): Question<'GET /api/worlds/{world}/games/{game}'> {
  return ['GET /api/worlds/{world}/games/{game}', { params: address }];
}

export const buildTalkQuestion: OfWorld<'GET /api/worlds/{world}/talk'> = (world) => [
  'GET /api/worlds/{world}/talk',
  { params: { world }, query: {} },
];

export const buildMindsQuestion: OfWorld<'GET /api/worlds/{world}/minds'> = (world) => [
  'GET /api/worlds/{world}/minds',
  { params: { world } },
];

export const buildPlansQuestion: OfWorld<'GET /api/worlds/{world}/plans'> = (world) => [
  'GET /api/worlds/{world}/plans',
  { params: { world } },
];
