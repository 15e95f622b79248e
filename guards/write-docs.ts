// Write docs: makes every generated page anew (`npm run docs`).
import { fileURLToPath } from 'node:url';
import { writePages } from './generated-docs.ts';

await writePages(fileURLToPath(new URL('..', import.meta.url)));
