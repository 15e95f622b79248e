// Router: which address shows which view; each room is loaded when it is first entered.

import type { ComponentType } from 'react';
import { createBrowserRouter } from 'react-router';
import { Frame } from './frame.tsx';
import { Lost } from './lost.tsx';
import { Shelf } from './shelf.tsx';

type Load = () => Promise<ComponentType>;

const loads: Load[] = [];

function buildRoom(load: Load): () => Promise<{ readonly Component: ComponentType }> {
  loads.push(load);
  return async () => ({ Component: await load() });
}

/** Loads the other rooms once nothing else is to be done, so that entering one waits for nothing. */
export async function loadRooms(): Promise<void> {
  for (const load of loads) {
    await new Promise((resolve) => setTimeout(resolve, betweenRoomsMs));
    // A room that cannot be loaded now says so when it is entered.
    await load().catch(() => undefined);
  }
}

const betweenRoomsMs = 50;

export const router = createBrowserRouter([
  {
    path: '/',
    Component: Frame,
    ErrorBoundary: Lost,
    children: [
      { index: true, Component: Shelf },
      {
        path: ':world',
        lazy: buildRoom(async () => (await import('../home/home.tsx')).Home),
      },
      {
        path: ':world/read/:corpus?/:thread?',
        lazy: buildRoom(async () => (await import('../story/story-page.tsx')).StoryPage),
      },
      {
        path: ':world/glossary',
        lazy: buildRoom(async () => (await import('../glossary/glossary-page.tsx')).GlossaryPage),
      },
      {
        path: ':world/glossary/:entry',
        lazy: buildRoom(async () => (await import('../glossary/entry-page.tsx')).EntryPage),
      },
      {
        path: ':world/glossary/timeline',
        lazy: buildRoom(async () => (await import('../glossary/timeline-page.tsx')).TimelinePage),
      },
      {
        path: ':world/glossary/ask',
        lazy: buildRoom(async () => (await import('../glossary/ask-page.tsx')).AskPage),
      },
      {
        path: ':world/glossary/links',
        lazy: buildRoom(async () => (await import('../glossary/links-page.tsx')).LinksPage),
      },
      {
        path: ':world/run/bookmarks/:bookmark?',
        lazy: buildRoom(async () => (await import('../reading/bookmark-page.tsx')).BookmarkPage),
      },
      {
        path: ':world/run',
        lazy: buildRoom(async () => (await import('../reading/run-page.tsx')).RunPage),
      },
      {
        path: ':world/play',
        lazy: buildRoom(async () => (await import('../play/games-page.tsx')).GamesPage),
      },
      {
        path: ':world/play/new',
        lazy: buildRoom(async () => (await import('../play/zero/zero-page.tsx')).ZeroPage),
      },
      {
        path: ':world/play/:game',
        lazy: buildRoom(async () => (await import('../play/game-page.tsx')).GamePage),
      },
      {
        path: ':world/remember',
        lazy: buildRoom(async () => (await import('../remember/talk-page.tsx')).TalkPage),
      },
      {
        path: ':world/remember/mind',
        lazy: buildRoom(async () => (await import('../remember/mind-page.tsx')).MindPage),
      },
      {
        path: ':world/remember/plans',
        lazy: buildRoom(async () => (await import('../remember/plans-page.tsx')).PlansPage),
      },
      {
        path: ':world/remember/fragments',
        lazy: buildRoom(async () => (await import('../remember/fragments-page.tsx')).FragmentsPage),
      },
      {
        path: ':world/remember/fragments/:key',
        lazy: buildRoom(async () => (await import('../remember/fragment-page.tsx')).FragmentPage),
      },
      {
        path: ':world/remember/keeping',
        lazy: buildRoom(async () => (await import('../remember/keeping-page.tsx')).KeepingPage),
      },
      {
        path: ':world/settings',
        lazy: buildRoom(async () => (await import('../settings/settings-page.tsx')).SettingsPage),
      },
      { path: '*', Component: Lost },
    ],
  },
]);
