// The screens: one app over the worlds of this machine.

import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/literata/wght.css';
import '@fontsource-variable/literata/wght-italic.css';
import './tokens.css';
import './base.css';
import './print.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { loadRooms, router } from './app/router.tsx';
import { noAnswer, ServerFailure } from './client/send-request.ts';

const cache = new QueryClient({
  defaultOptions: {
    queries: {
      // A request that the server refused is not repeated; one that was not answered is repeated, and meanwhile the
      // page says so.
      retry: (count, error) => count < 1 && error instanceof ServerFailure && error.code === noAnswer,
      retryDelay: 300,
      staleTime: 5_000,
    },
  },
});

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the screens.');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
window.addEventListener('load', () => void loadRooms());
