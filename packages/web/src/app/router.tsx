// Router: lists which address shows which view; every section except Home is loaded when it is first opened.

import type { ComponentType } from 'react';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { cache } from '../client/cache.ts';
import {
  buildContentsQuestion,
  buildEntryQuestion,
  buildGameQuestion,
  buildGamesQuestion,
  buildHomeQuestion,
  buildLinksQuestion,
  buildMindsQuestion,
  buildPlansQuestion,
  buildTalkQuestion,
  buildTimelineQuestion,
} from '../client/first-questions.ts';
import { askEarly } from '../client/use-route.ts';
import { Home } from '../home/home.tsx';
import { Frame } from './frame.tsx';
import { loadSection } from './late-room.tsx';
import { Lost } from './lost.tsx';
import { Shelf } from './shelf.tsx';

type Load = () => Promise<ComponentType>;

interface Entered {
  readonly world: string;
  /** What the address names in this section. */
  readonly name: string;
  readonly search: URLSearchParams;
}

/** Sends the first requests of a section's page before the page is there. */
type AskFirst = (entered: Entered) => void;

interface Room {
  readonly path: string;
  readonly load: Load;
}

const rooms: Room[] = [];

/**
 * Builds the route of a section, and adds the section to `rooms`. The first requests of the section are sent while its
 * script still loads.
 */
function buildRoom(path: string, load: Load, askFirst: AskFirst = () => undefined): RouteObject {
  rooms.push({ path, load });
  return { path, lazy: async () => ({ Component: await loadSection(load) }), ...buildAsking(askFirst) };
}

function buildAsking(askFirst: AskFirst): Pick<RouteObject, 'loader' | 'shouldRevalidate'> {
  return {
    loader: ({ params, request }) => {
      const { world = '', entry, game } = params;
      const { searchParams: search } = new URL(request.url);
      askFirst({ world, name: entry ?? game ?? '', search });
      return null;
    },
    // A page that is already open sends its requests by itself.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
  };
}

/**
 * Loads the script of the section to which a link leads, once somebody points at the link. Sends no request for data
 * yet.
 */
export function loadLinked({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link === null || link.origin !== window.location.origin) return;
  const path = matchRoutes(router.routes, link.pathname)?.at(-1)?.route.path;
  // If a section cannot be loaded, the failure is shown when the section is entered.
  rooms
    .find((room) => room.path === path)
    ?.load()
    .catch(() => undefined);
}

/**
 * Loads the scripts of all pages while nothing else is loading, first those of the section that is open, so that nobody
 * has to wait for a script later.
 */
export async function loadRooms(): Promise<void> {
  const here = nameRoom(window.location.pathname);
  const isNear = ({ path }: Room): boolean => nameRoom(`/${path}`) === here;
  for (const { load } of [...rooms.filter(isNear), ...rooms.filter((room) => !isNear(room))]) {
    do await new Promise((resolve) => setTimeout(resolve, betweenRoomsMs));
    while (isBusy());
    // A failure to load a section is shown when that section is entered.
    await load().catch(() => undefined);
  }
}

/** Whether a section or an answer is being loaded. */
function isBusy(): boolean {
  return router.state.navigation.state !== 'idle' || cache.isFetching() > 0;
}

/** Returns the part of an address that names the section; undefined for Home and the shelf. */
function nameRoom(path: string): string | undefined {
  return path.split('/')[2];
}

const betweenRoomsMs = 50;

export const router = createBrowserRouter([
  {
    path: '/',
    Component: Frame,
    ErrorBoundary: Lost,
    // While the first section loads, the page stays empty.
    HydrateFallback: () => null,
    children: [
      {
        // A section that fails leaves the bar with the other sections in place.
        ErrorBoundary: Lost,
        children: [
          { index: true, Component: Shelf },
          // Nearly everybody comes here first, so it is loaded with the frame.
          {
            path: ':world',
            Component: Home,
            ...buildAsking(({ world }) => askEarly(buildHomeQuestion(world))),
          },
          buildRoom(
            ':world/read/:corpus?/:thread?',
            async () => (await import('../story/story-page.tsx')).StoryPage,
            ({ world }) => askEarly(buildContentsQuestion(world)),
          ),
          buildRoom(
            ':world/glossary',
            async () => (await import('../glossary/glossary-page.tsx')).GlossaryPage,
          ),
          buildRoom(
            ':world/glossary/:entry',
            async () => (await import('../glossary/entry-page.tsx')).EntryPage,
            ({ world, name }) => askEarly(buildEntryQuestion(world, name)),
          ),
          buildRoom(
            ':world/glossary/timeline',
            async () => (await import('../glossary/timeline-page.tsx')).TimelinePage,
            ({ world }) => askEarly(buildTimelineQuestion(world)),
          ),
          buildRoom(':world/glossary/ask', async () => (await import('../glossary/ask-page.tsx')).AskPage),
          buildRoom(
            ':world/glossary/links',
            async () => (await import('../glossary/links-page.tsx')).LinksPage,
            ({ world, search }) => askEarly(buildLinksQuestion(world, search.get('entry'))),
          ),
          buildRoom(
            ':world/run/bookmarks/:bookmark?',
            async () => (await import('../reading/bookmark-page.tsx')).BookmarkPage,
          ),
          buildRoom(':world/run', async () => (await import('../reading/run-page.tsx')).RunPage),
          buildRoom(
            ':world/play',
            async () => (await import('../play/games-page.tsx')).GamesPage,
            ({ world }) => askEarly(buildGamesQuestion(world)),
          ),
          buildRoom(':world/play/new', async () => (await import('../play/zero/zero-page.tsx')).ZeroPage),
          buildRoom(
            ':world/play/:game',
            async () => (await import('../play/game-page.tsx')).GamePage,
            ({ world, name }) => askEarly(buildGameQuestion({ world, game: name })),
          ),
          buildRoom(
            ':world/remember',
            async () => (await import('../remember/talk-page.tsx')).TalkPage,
            ({ world }) => {
              askEarly(buildTalkQuestion(world));
              askEarly(buildMindsQuestion(world));
            },
          ),
          buildRoom(':world/remember/mind', async () => (await import('../remember/mind-page.tsx')).MindPage),
          buildRoom(
            ':world/remember/plans',
            async () => (await import('../remember/plans-page.tsx')).PlansPage,
            ({ world }) => askEarly(buildPlansQuestion(world)),
          ),
          buildRoom(
            ':world/remember/fragments',
            async () => (await import('../remember/fragments-page.tsx')).FragmentsPage,
          ),
          buildRoom(
            ':world/remember/fragments/:key',
            async () => (await import('../remember/fragment-page.tsx')).FragmentPage,
          ),
          buildRoom(
            ':world/remember/keeping',
            async () => (await import('../remember/keeping-page.tsx')).KeepingPage,
          ),
          buildRoom(
            ':world/settings',
            async () => (await import('../settings/settings-page.tsx')).SettingsPage,
          ),
          { path: ':world/*', Component: Lost },
        ],
      },
    ],
  },
]);
