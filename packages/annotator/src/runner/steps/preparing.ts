// Preparing: shows the scene, with the entries that matter in it, as the newest message.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { ShownEntry } from '../../context/message-log.ts';
import {
  type ChangedEntry,
  renderHeld,
  renderSceneMessage,
  type SceneSurroundings,
  type ShownHeldTerm,
} from '../../context/render-scene.ts';
import type { HeldTerm } from '../../glossary/candidate-store.ts';
import type { EntryId, GlossaryEntry } from '../../glossary/entry.ts';
import { extractNames } from '../../glossary/extract-names.ts';
import { renderContent, renderEntry } from '../../prompts/render-element.ts';
import { computeRatio } from '../count-window.ts';
import { isRetry, type Run, readScenePages, recordStep, requireScene } from '../run.ts';
import { entriesShare } from '../run-settings.ts';
import type { RunnerState } from '../states.ts';

export function preparing(run: Run): RunnerState {
  const { ledger } = run.stores;
  const scene = requireScene(run);
  const pages = readScenePages(run);
  recordStep(run, () => {
    ledger.startScene(scene.id, isRetry(run) ? scene.status : 'running');
    const { surroundings, shown } = collectSurroundings(run, pages.texts);
    const content = renderSceneMessage(pages.passages, surroundings);
    const posts = run.reread?.posts;
    const body = { kind: 'scene-opened', ...(posts === undefined ? {} : { posts }) } as const;
    return { body, messages: [{ message: { role: 'user', content }, shown }] };
  });
  run.emit({
    kind: 'scene-opened',
    scene,
    threadTitle: pages.scene.threadTitle,
    tokens: run.session.window.live.at(-1)?.tokens ?? 0,
  });
  return { at: 'calling', purpose: { for: 'scene' }, attempt: 1 };
}

/** Of the budget, for what was said of words on hold. */
const heldShare = 0.03;
/** Words on hold offered with one scene: the most mentioned; the rest come again. */
const maxHeld = 20;
/** Names looked up per scene; the first are the ones the scene is about. */
const maxNames = 8;
/** Entries found by search that are sent with one scene besides those that occur in it. */
const maxSearchHits = 3;

interface FoundSurroundings {
  readonly surroundings: SceneSurroundings;
  readonly shown: readonly ShownEntry[];
}

/** What to send with the scene that is worked on, whose posts read `texts`. */
function collectSurroundings(run: Run, texts: readonly string[]): FoundSurroundings {
  const { glossary } = run.stores;
  const entries = chooseFitting(run, [...listUnseen(run, texts), ...listSearchHits(run, texts)]);
  const isKnown = (entry: GlossaryEntry) => run.session.window.findShown(entry.id) === undefined;
  return {
    surroundings: {
      known: entries.filter(isKnown),
      changed: entries.flatMap((entry) => listChanges(run, entry)),
      held: chooseHeld(run, glossary.listHeldIn(texts)),
      results: readResults(run),
    },
    shown: entries.map(({ id, revision }) => ({ entryId: id, revision })),
  };
}

/** What the window shows of an entry in an outdated form; nothing where only its quotes or its first place changed. */
function listChanges({ session, stores }: Run, entry: GlossaryEntry): readonly ChangedEntry[] {
  const shown = session.window.findShown(entry.id);
  if (shown === undefined) return [];
  const fields = stores.glossary.listFieldsSince(entry.id, shown).filter((field) => visible.has(field));
  return fields.length === 0 ? [] : [{ entry, fields: new Set(fields) }];
}

/** Fields of an entry that a window shows. */
const visible: ReadonlySet<string> = new Set(['term', 'aliases', 'definition', 'tags', 'status']);

/** Entries named in the posts, most often first, that the window does not show at their present revision. */
function listUnseen(run: Run, texts: readonly string[]): readonly GlossaryEntry[] {
  const { glossary } = run.stores;
  const named = glossary.countMentions(texts).map(({ entryId }) => entryId);
  const unseen = glossary
    .readEntryRevisions(named)
    .filter(({ entryId, revision }) => run.session.window.findShown(entryId) !== revision);
  return glossary.read(unseen.map(({ entryId }) => entryId));
}

/** Entries whose words speak of names in the posts that no entry has yet. */
function listSearchHits(run: Run, texts: readonly string[]): readonly GlossaryEntry[] {
  const { glossary } = run.stores;
  const names = extractNames(texts, maxNames).filter((name) => glossary.listMatches(name).length === 0);
  if (names.length === 0) return [];
  const hits = glossary.searchAnyWord(names.join(' '), maxSearchHits);
  return hits.filter((entry) => run.session.window.findShown(entry.id) === undefined);
}

/** The most mentioned words on hold, with what was said of them as far as their share of the budget holds. */
function chooseHeld(run: Run, held: readonly HeldTerm[]): readonly ShownHeldTerm[] {
  const ratio = computeRatio(run);
  let room = run.limits.budget * heldShare;
  return held.slice(0, maxHeld).map((term) => {
    room -= estimateTokens(renderHeld(term)) * ratio;
    return { ...term, isWhole: room >= 0 };
  });
}

/** As many of the entries, in their order, as their share of the budget holds. */
function chooseFitting(run: Run, entries: readonly GlossaryEntry[]): readonly GlossaryEntry[] {
  const ratio = computeRatio(run);
  let room = run.limits.budget * entriesShare;
  const seen = new Set<EntryId>();
  return entries.filter((entry) => {
    const tokens = estimateTokens(renderEntry(entry)) * ratio;
    if (tokens > room || seen.has(entry.id)) return false;
    room -= tokens;
    seen.add(entry.id);
    return true;
  });
}

/** Answers to tagged updates since the scene before was shown, which no tool message carries. */
function readResults({ session, stores: { journal } }: Run): readonly string[] {
  const { id: conversationId } = session.conversation;
  const former = journal.findSceneShown(conversationId, journal.readNextStepId());
  const scenes = [former, session.scene?.id].filter((id) => id !== undefined);
  const answers = [...new Set(scenes)].flatMap((sceneId) =>
    journal.readTextAnswers({ sceneId, conversationId }),
  );
  return answers.flatMap(({ say, warnings = [] }) =>
    say === undefined ? warnings.map(renderContent) : [say],
  );
}
