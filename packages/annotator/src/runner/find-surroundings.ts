// Finds what goes with a scene: the entries that matter in it and are not in the window, and the words on hold.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { ShownEntry } from '../context/message-log.ts';
import { renderEntry, type SceneSurroundings } from '../context/render-scene.ts';
import type { Scene } from '../corpus/corpus.ts';
import type { EntryId, GlossaryEntry } from '../glossary/entry.ts';
import { findUnknownNames } from '../glossary/find-unknown-names.ts';
import { findRatio } from './count-desk.ts';
import type { Run } from './run.ts';
import { entriesShare } from './run-settings.ts';

/** Words on hold offered with one scene: the most mentioned; the rest come again. */
const maxHeld = 20;
/** Entries found by search that are sent with one scene besides those that occur in it. */
const maxSearchHits = 3;

export interface FoundSurroundings {
  readonly surroundings: SceneSurroundings;
  readonly shown: readonly ShownEntry[];
}

/** What to send with the scene on the desk. */
export function findSurroundings(run: Run, scene: Scene): FoundSurroundings {
  const { glossary } = run.stores;
  const text = joinText(scene);
  const entries = takeWhatFits(run, [...listUnseen(run, text), ...listSearchHits(run, text)]);
  const isChanged = (entry: GlossaryEntry) => run.desk.window.findShown(entry.id) !== undefined;
  return {
    surroundings: {
      known: entries.filter((entry) => !isChanged(entry)),
      changed: entries.filter(isChanged),
      held: glossary.heldIn(text).slice(0, maxHeld),
      results: findResults(run),
    },
    shown: entries.map(({ id, revision }) => ({ entryId: id, revision })),
  };
}

/** The text the scene shows. */
function joinText(scene: Scene): string {
  return scene.scenePosts.map((post) => post.body.slice(post.span.start, post.span.end)).join('\n\n');
}

/** Entries named in the text, most often first, that the window does not show at their present revision. */
function listUnseen(run: Run, text: string): readonly GlossaryEntry[] {
  const ids = run.stores.glossary.countMentions(text).map(({ entryId }) => entryId);
  return run.stores.glossary
    .read(ids)
    .filter((entry) => run.desk.window.findShown(entry.id) !== entry.revision);
}

/** Entries whose words speak of names in the text that no entry has yet. */
function listSearchHits(run: Run, text: string): readonly GlossaryEntry[] {
  const { glossary } = run.stores;
  const hits = new Map<EntryId, GlossaryEntry>();
  for (const name of findUnknownNames(text, glossary.findMatches(text))) {
    for (const entry of glossary.search({ query: name, limit: 1 })) hits.set(entry.id, entry);
    if (hits.size >= maxSearchHits) break;
  }
  return [...hits.values()].filter((entry) => run.desk.window.findShown(entry.id) === undefined);
}

/** As many of the entries, in their order, as their share of the budget holds. */
function takeWhatFits(run: Run, entries: readonly GlossaryEntry[]): readonly GlossaryEntry[] {
  const ratio = findRatio(run);
  let room = run.limits.budget * entriesShare;
  const seen = new Set<EntryId>();
  return entries.filter((entry) => {
    const tokens = estimateTokens(renderEntry('entry', entry)) * ratio;
    if (tokens > room || seen.has(entry.id)) return false;
    room -= tokens;
    seen.add(entry.id);
    return true;
  });
}

/** Answers to tagged updates of the scene before, which no tool message carries. */
function findResults(run: Run): readonly string[] {
  const { journal } = run.stores;
  const former = run.desk.window.live.at(-1);
  return former === undefined ? [] : journal.readTextAnswers(former.sceneId);
}
