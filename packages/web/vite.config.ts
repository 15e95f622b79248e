// Vite: how the screens are built for the server.

import { defineConfig } from 'vite';

/** What several sections use, and how plain elements look. To place names in a picture takes a library that few need. */
const parts = /\/web\/src\/(?:(?:parts|client)\/(?!compute-layout)|[a-z]+\.css$)/u;

export default defineConfig({
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    // Fonts stay files: a page may load no data of its own making.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What is shared is one file, loaded with the first page or with the first page of its section: whoever opens
        // another page does not wait for a dozen small files.
        codeSplitting: {
          groups: [
            { name: 'parts', test: parts },
            { name: 'memory', test: /\/web\/src\/remember\//u, minShareCount: 2 },
            { name: 'entries', test: /\/web\/src\/(?:glossary|asking)\//u, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
