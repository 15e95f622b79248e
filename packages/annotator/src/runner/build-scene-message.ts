// Builds the message that shows a scene: its posts, and the entries and words on hold that matter in it.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { filterFitting } from '@terrarium/kernel/filter-fitting';
import { estimateMessage } from '../context/count-prompt.ts';
import type { ShownEntry } from '../context/message-log.ts';
import {
  type ChangedEntry,
  renderHeld,
  renderSceneMessage,
  type SceneSurroundings,
  type ShownHeldTerm,
} from '../context/render-scene.ts';
import type { HeldTerm } from '../glossary/candidate-store.ts';
import type { EntryId, GlossaryEntry, RevisionId } from '../glossary/entry.ts';
import { extractNames } from '../glossary/extract-names.ts';
import { filterTellers } from '../glossary/is-told-by.ts';
import { resolveRelations } from '../glossary/resolve-relations.ts';
import { listSurfaces } from '../glossary/term-forms.ts';
import { splitWords } from '../glossary/text-words.ts';
import { isToldByNarrator } from '../glossary/word-for.ts';
import { isFunctionWord } from '../glossary/word-list.ts';
import { isShownWhole, renderContent, renderEntry } from '../prompts/render-element.ts';
import { computeRatio } from './count-window.ts';
import { type Run, readScenePages, requireScene, type SceneMessage, type ScenePages } from './run.ts';
import { entriesShare } from './run-settings.ts';

/** Builds the message for the current scene and the present window; builds it only once for each state of the window. */
export function buildSceneMessage(run: Run): SceneMessage {
  const { session } = run;
  const { window } = session;
  const builtFor = [requireScene(run).id, window.fold.id, window.newest, computeRatio(run)].join(' ');
  if (session.sceneMessage?.builtFor === builtFor) return session.sceneMessage;
  const pages = readScenePages(run);
  const { surroundings, shown } = collectSurroundings(run, pages);
  const content = renderSceneMessage(pages.passages, surroundings);
  session.sceneMessage = { content, shown, builtFor, tokens: estimateMessage({ role: 'user', content }) };
  return session.sceneMessage;
}

/** Estimated tokens that the current scene will add to the window when it is shown. */
export function estimateIncoming(run: Run): number {
  return buildSceneMessage(run).tokens;
}

/** The largest share of the budget for words on hold, including what was said about them. */
const heldShare = 0.03;
/**
 * At most this many words on hold are shown with a scene, most mentioned first. The others may be shown with later
 * scenes.
 */
const maxHeld = 20;
/** At most this many names of a scene are searched for, in the order of their first mention. */
const maxNames = 8;
/** Of the entries found for all these names, at most this many are examined. */
const maxSearched = 12;
/** At most this many entries found by search are sent with a scene, in addition to those that occur in it. */
const maxSearchHits = 3;

interface FoundSurroundings {
  readonly surroundings: SceneSurroundings;
  readonly shown: readonly ShownEntry[];
}

/** Collects what is sent with the posts of the current scene. */
function collectSurroundings(run: Run, { texts, scene }: ScenePages): FoundSurroundings {
  const { glossary } = run.stores;
  const tellers = listTellers(run, texts, scene.threadTitle);
  const found = [...tellers, ...listUnseen(run, texts), ...listSearchHits(run, texts)];
  const entries = chooseFitting(
    run,
    found.map((entry) => resolveRelations(entry, glossary.resolve)),
  );
  const isKnown = (entry: GlossaryEntry) => run.session.window.findShown(entry.id) === undefined;
  const changed = run.isSecond ? [] : entries.flatMap((entry) => listChanges(run, entry));
  const whole = new Set(changed.filter(({ fields }) => isShownWhole(fields)).map(({ entry }) => entry.id));
  const isPart = (entry: GlossaryEntry) => !run.isSecond && !isKnown(entry) && !whole.has(entry.id);
  return {
    surroundings: {
      known: run.isSecond ? [] : entries.filter(isKnown),
      changed,
      today: run.isSecond ? entries : undefined,
      held: chooseHeld(run, glossary.listHeldIn(texts)),
      results: readResults(run),
    },
    shown: entries.map((entry) => ({ entryId: entry.id, revision: entry.revision, isPart: isPart(entry) })),
  };
}

/**
 * The fields of an entry that the window shows in an outdated form; empty if only its quotes or its first place have
 * changed.
 */
function listChanges({ session, stores }: Run, entry: GlossaryEntry): readonly ChangedEntry[] {
  const shown = session.window.findShown(entry.id);
  if (shown === undefined) return [];
  const fields = stores.glossary.listFieldsSince(entry.id, shown).filter((field) => visible.has(field));
  return fields.length === 0 ? [] : [{ entry, fields: new Set(fields) }];
}

/** The fields of an entry that a window shows. */
const visible: ReadonlySet<string> = new Set([
  'term',
  'aliases',
  'definition',
  'tags',
  'status',
  'relations',
]);

/**
 * Lists the entries that tell the scene as “I” and that the window does not show in their present form: most scenes
 * never name them.
 */
function listTellers(run: Run, texts: readonly string[], title = ''): readonly GlossaryEntry[] {
  const tellers = filterTellers(run.stores.glossary.listNarrators(), [title]).filter((entry) =>
    isUnseen(run, entry.id, entry.revision),
  );
  return tellers.length > 0 && texts.some(isToldByNarrator) ? tellers : [];
}

/**
 * Lists entries that the posts name and the window does not show in their present form, most often named first; in a
 * second reading, all entries that the posts name. Also lists, last, entries that are named only inside a longer name,
 * because the model would otherwise take them for new.
 */
function listUnseen(run: Run, texts: readonly string[]): readonly GlossaryEntry[] {
  const { glossary } = run.stores;
  const unseen = glossary
    .readEntryRevisions(glossary.listOccurring(texts))
    .filter(({ entryId, revision }) => isUnseen(run, entryId, revision));
  return glossary.read(unseen.map(({ entryId }) => entryId));
}

function isUnseen({ isSecond, session }: Run, id: EntryId, revision: RevisionId): boolean {
  return isSecond || session.window.findShown(id) !== revision;
}

/**
 * Searches for the names in the posts that belong to no entry; lists entries that have such a name as a part of theirs,
 * as `Dejah Thoris` has `Thoris`.
 */
function listSearchHits(run: Run, texts: readonly string[]): readonly GlossaryEntry[] {
  const { glossary } = run.stores;
  const names = extractNames(texts, maxNames).filter((name) => glossary.listMatches(name).length === 0);
  if (names.length === 0) return [];
  const isUnseen = (entry: GlossaryEntry) => run.session.window.findShown(entry.id) === undefined;
  return glossary
    .searchAnyWord(names.join(' '), maxSearched)
    .filter((entry) => isUnseen(entry) && names.some((name) => hasPartOfName(entry, name)))
    .slice(0, maxSearchHits);
}

/**
 * Whether a name of the entry contains all words of this name and has only capitalised words (`Martian air compass`
 * has not).
 */
function hasPartOfName(entry: GlossaryEntry, name: string): boolean {
  const wanted = splitWords(name).map(({ stem }) => stem);
  return listSurfaces(entry).some((surface) => {
    const words = splitWords(surface).filter(({ folded }) => !isFunctionWord(folded));
    const stems = new Set(words.map(({ stem }) => stem));
    return words.every(({ isCapitalised }) => isCapitalised) && wanted.every((stem) => stems.has(stem));
  });
}

/**
 * Chooses the most mentioned words on hold. When their share of the budget is used up, leaves out what was said about
 * the rest.
 */
function chooseHeld(run: Run, held: readonly HeldTerm[]): readonly ShownHeldTerm[] {
  const ratio = computeRatio(run);
  let room = run.limits.budget * heldShare;
  return held.slice(0, maxHeld).map((term) => {
    room -= estimateTokens(renderHeld(term)) * ratio;
    return { ...term, isWhole: room >= 0 };
  });
}

/** Chooses entries in their order, as many as fit into their share of the budget. */
function chooseFitting(run: Run, entries: readonly GlossaryEntry[]): readonly GlossaryEntry[] {
  const ratio = computeRatio(run);
  const unique = [...new Map(entries.map((entry) => [entry.id, entry])).values()];
  return filterFitting(
    unique,
    run.limits.budget * entriesShare,
    (entry) => estimateTokens(renderEntry(entry)) * ratio,
  );
}

/** Reads the answers to tagged updates since the previous scene was shown; they are in no tool message. */
function readResults({ session, stores: { journal } }: Run): readonly string[] {
  const { id: conversationId } = session.conversation;
  const sceneId = session.scene?.id;
  const former = journal.findSceneShown(conversationId, journal.readNextStepId());
  const answers = [
    ...(former === undefined || former === sceneId
      ? []
      : journal.readTextAnswersSinceShown({ sceneId: former, conversationId })),
    ...(sceneId === undefined ? [] : journal.readTextAnswers({ sceneId, conversationId })),
  ];
  return answers.flatMap(({ say, warnings = [] }) =>
    say === undefined ? warnings.map(renderContent) : [say],
  );
}
