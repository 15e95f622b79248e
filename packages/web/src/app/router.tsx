// Router: which address shows which view; each room is loaded when it is first entered.

import { createBrowserRouter } from 'react-router';
import { Frame } from './frame.tsx';
import { Lost } from './lost.tsx';
import { Shelf } from './shelf.tsx';

export const router = createBrowserRouter([
  {
    path: '/',
    Component: Frame,
    ErrorBoundary: Lost,
    children: [
      { index: true, Component: Shelf },
      {
        path: ':world',
        lazy: async () => ({ Component: (await import('../home/home.tsx')).Home }),
      },
      {
        path: ':world/read/:corpus?/:thread?',
        lazy: async () => ({ Component: (await import('../story/story-page.tsx')).StoryPage }),
      },
      {
        path: ':world/glossary',
        lazy: async () => ({ Component: (await import('../glossary/glossary-page.tsx')).GlossaryPage }),
      },
      {
        path: ':world/glossary/:entry',
        lazy: async () => ({ Component: (await import('../glossary/entry-page.tsx')).EntryPage }),
      },
      {
        path: ':world/glossary/timeline',
        lazy: async () => ({ Component: (await import('../glossary/timeline-page.tsx')).TimelinePage }),
      },
      {
        path: ':world/glossary/links',
        lazy: async () => ({ Component: (await import('../glossary/links-page.tsx')).LinksPage }),
      },
      {
        path: ':world/run/bookmarks/:bookmark?',
        lazy: async () => ({ Component: (await import('../reading/bookmark-page.tsx')).BookmarkPage }),
      },
      {
        path: ':world/run',
        lazy: async () => ({ Component: (await import('../reading/run-page.tsx')).RunPage }),
      },
      {
        path: ':world/play',
        lazy: async () => ({ Component: (await import('../play/games-page.tsx')).GamesPage }),
      },
      {
        path: ':world/play/new',
        lazy: async () => ({ Component: (await import('../play/zero/zero-page.tsx')).ZeroPage }),
      },
      {
        path: ':world/play/:game',
        lazy: async () => ({ Component: (await import('../play/game-page.tsx')).GamePage }),
      },
      {
        path: ':world/remember',
        lazy: async () => ({ Component: (await import('../remember/talk-page.tsx')).TalkPage }),
      },
      {
        path: ':world/remember/mind',
        lazy: async () => ({ Component: (await import('../remember/mind-page.tsx')).MindPage }),
      },
      {
        path: ':world/remember/plans',
        lazy: async () => ({ Component: (await import('../remember/plans-page.tsx')).PlansPage }),
      },
      {
        path: ':world/remember/fragments',
        lazy: async () => ({ Component: (await import('../remember/fragments-page.tsx')).FragmentsPage }),
      },
      {
        path: ':world/remember/fragments/:key',
        lazy: async () => ({ Component: (await import('../remember/fragment-page.tsx')).FragmentPage }),
      },
      {
        path: ':world/remember/keeping',
        lazy: async () => ({ Component: (await import('../remember/keeping-page.tsx')).KeepingPage }),
      },
      {
        path: ':world/settings',
        lazy: async () => ({ Component: (await import('../settings/settings-page.tsx')).SettingsPage }),
      },
      { path: '*', Component: Lost },
    ],
  },
]);
