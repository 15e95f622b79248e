// Commands: lists what a person can do from anywhere in a world.

import { splitAddress } from '../client/split-address.ts';
import type { Found } from './found.ts';

/** The pages to which commands lead in a world that is kept in a fleet. */
const looks: readonly string[] = ['/read', '/glossary', '/glossary/timeline', '/glossary/links'];

export function listCommands(addressed: string, isLent: boolean): readonly (Found & { name: string })[] {
  const { world } = splitAddress(addressed);
  // As long as nothing is typed, only the first rows are shown, so each section has one among them.
  const rows = [
    ['Read the story', '/read'],
    ['Open the glossary', '/glossary'],
    ['Ask about the story', '/glossary/ask'],
    ['Games of this world', '/play'],
    ['Talk with your companion', '/remember'],
    ['Plans', '/remember/plans'],
    ['Choose a model, and other settings', '/settings'],
    ['Home of this world', ''],
    ['Build the glossary from the story', '/run'],
    ['Decide about entries that are not confirmed', '/glossary?status=tentative'],
    ['Timeline of the story', '/glossary/timeline'],
    ['Connections: who is named with whom', '/glossary/links'],
    ['Ask what was known at an earlier chapter', '/run/bookmarks'],
    ['Begin a new game', '/play/new'],
    ['See what your companion has in mind', '/remember/mind'],
    ['Fragments', '/remember/fragments'],
    ['Find what to keep from your talks', '/remember/keeping'],
  ] as const;
  return rows
    .filter(([, path]) => !isLent || looks.includes(path))
    .map(([name, path]) => ({ to: `/${world}${path}`, name }));
}
