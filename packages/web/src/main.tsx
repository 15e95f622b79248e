// Main: starts the app that shows the worlds of the server.

import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/literata/wght.css';
import '@fontsource-variable/literata/wght-italic.css';
import './tokens.css';
import './base.css';
import './print.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { loadLinked, loadRooms, router } from './app/router.tsx';
import { cache } from './client/cache.ts';
import { loadDrafts } from './client/use-draft.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id “root”, so nothing can be shown.');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
for (const kind of ['pointerover', 'focusin']) document.addEventListener(kind, loadLinked);
window.addEventListener('load', () => {
  void loadRooms();
  loadDrafts();
});
