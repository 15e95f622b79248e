// Router: which address shows which view; each section of the pages is loaded when it is first entered.

import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { Frame } from './frame.tsx';
import { Lost } from './lost.tsx';
import { Shelf } from './shelf.tsx';

type Load = () => Promise<ComponentType>;

interface Room {
  readonly path: string;
  readonly load: Load;
}

const rooms: Room[] = [];

function buildRoom(path: string, load: Load): RouteObject {
  rooms.push({ path, load });
  return { path, lazy: async () => ({ Component: await load() }) };
}

/** Loads the other sections when there is nothing else to do, the nearest first, so that nobody has to wait for one. */
export async function loadRooms(): Promise<void> {
  const here = nameRoom(window.location.pathname);
  const isNear = ({ path }: Room): boolean => nameRoom(`/${path}`) === here;
  for (const { load } of [...rooms.filter(isNear), ...rooms.filter((room) => !isNear(room))]) {
    await new Promise((resolve) => setTimeout(resolve, betweenRoomsMs));
    // A failure to load a section is shown when that section is entered.
    await load().catch(() => undefined);
  }
}

/** The part of an address after the world. */
function nameRoom(path: string): string | undefined {
  return path.split('/')[2];
}

const betweenRoomsMs = 50;

export const router = createBrowserRouter([
  {
    path: '/',
    Component: Frame,
    ErrorBoundary: Lost,
    children: [
      { index: true, Component: Shelf },
      buildRoom(':world', async () => (await import('../home/home.tsx')).Home),
      buildRoom(
        ':world/read/:corpus?/:thread?',
        async () => (await import('../story/story-page.tsx')).StoryPage,
      ),
      buildRoom(':world/glossary', async () => (await import('../glossary/glossary-page.tsx')).GlossaryPage),
      buildRoom(':world/glossary/:entry', async () => (await import('../glossary/entry-page.tsx')).EntryPage),
      buildRoom(
        ':world/glossary/timeline',
        async () => (await import('../glossary/timeline-page.tsx')).TimelinePage,
      ),
      buildRoom(':world/glossary/ask', async () => (await import('../glossary/ask-page.tsx')).AskPage),
      buildRoom(':world/glossary/links', async () => (await import('../glossary/links-page.tsx')).LinksPage),
      buildRoom(
        ':world/run/bookmarks/:bookmark?',
        async () => (await import('../reading/bookmark-page.tsx')).BookmarkPage,
      ),
      buildRoom(':world/run', async () => (await import('../reading/run-page.tsx')).RunPage),
      buildRoom(':world/play', async () => (await import('../play/games-page.tsx')).GamesPage),
      buildRoom(':world/play/new', async () => (await import('../play/zero/zero-page.tsx')).ZeroPage),
      buildRoom(':world/play/:game', async () => (await import('../play/game-page.tsx')).GamePage),
      buildRoom(':world/remember', async () => (await import('../remember/talk-page.tsx')).TalkPage),
      buildRoom(':world/remember/mind', async () => (await import('../remember/mind-page.tsx')).MindPage),
      buildRoom(':world/remember/plans', async () => (await import('../remember/plans-page.tsx')).PlansPage),
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
      buildRoom(':world/settings', async () => (await import('../settings/settings-page.tsx')).SettingsPage),
      { path: ':world/*', Component: Lost },
    ],
  },
]);
