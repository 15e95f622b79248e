// Vite: how the screens are built for the server.

import { defineConfig } from 'vite';

export default defineConfig({
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    // Fonts stay files: a page may load no data of its own making.
    assetsInlineLimit: 0,
  },
});
