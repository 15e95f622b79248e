// Vite configuration: builds the pages that the server sends.

import { defineConfig } from 'vite';

/**
 * The files that go into the script of the first page: those that several sections use, and the styles of plain
 * elements. `compute-layout` is not among them, since it brings a library that few readers need.
 */
const parts = /\/web\/src\/(?:(?:parts|client)\/(?!compute-layout)|[a-z]+\.css$)/u;

export default defineConfig({
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    // Fonts stay separate files, because the server's headers forbid fonts from `data:` addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Code that pages share is put into one file, which is loaded with the first page. Code that only a section's
        // pages share is loaded with the first page of that section. Otherwise another page would have to wait for a
        // dozen small files.
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
