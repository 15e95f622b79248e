// Completes the end of a turn: fills in what the model left out, from the turn's actions and the state after them.

import { cutLine } from '../../prefabs/show-text.ts';
import type { Acted, TurnDraft, TurnEnd } from '../../state/game.ts';
import { isTellingSecret } from '../../state/is-telling-secret.ts';
import type { Action, FrozenLore } from '../../state/session.ts';
import { suggestGoing } from '../../state/suggest-going.ts';
import { summariseRecord } from '../../state/summarise-record.ts';
import type { System } from '../../system/system.ts';
import { renderPathValue } from '../../tools/render-path-value.ts';
import { type Entity, type GameState, type Patch, playerId } from '../../values/entity.ts';
import { isForeignText } from '../../values/is-foreign-text.ts';
import { type Exit, readName, readScene, type SceneView } from '../context/read-scene.ts';
import { isOutOfCharacter } from '../context/render-words.ts';
import type { AfterPart } from './parse-after.ts';

export interface TurnToEnd {
  readonly system: System;
  readonly draft: TurnDraft;
  readonly narrative: string;
  readonly after: AfterPart;
  readonly lore: readonly FrozenLore[];
}

const fewestSuggestions = 3;
const mostSuggestions = 5;

export function completeEnd({ system, draft, narrative, after, lore }: TurnToEnd): TurnEnd {
  const scene = readScene(draft.state);
  // Talk outside the story keeps the suggestions made before it, unless the reply makes new ones.
  const isKept = isOutOfCharacter(draft.words) && after.suggestions.length === 0;
  const suggestions = [...(isKept ? draft.past.head.suggestions : after.suggestions)];
  // Suggestions in English would lead a game in another language into English.
  for (const suggestion of isForeignText(narrative) ? [] : suggestFromScene(scene, draft.state)) {
    const isKnown = suggestions.some((known) => known.toLowerCase() === suggestion.toLowerCase());
    if (suggestions.length < fewestSuggestions && !isKnown) suggestions.push(suggestion);
  }
  const summary = after.summary || summarise({ draft, system }, narrative);
  const tags = after.tags.length > 0 ? after.tags : tagScene(scene);
  return {
    narrative,
    suggestions: suggestions.slice(0, mostSuggestions),
    summary,
    // A turn without a summary is not remembered, so it needs no tags.
    tags: summary === '' ? [] : tags,
    importance: after.importance ?? scoreTurn(draft),
    lore,
  };
}

/** Writes a summary for a turn without one; for words outside the story, it tells only what was done. */
function summarise({ draft, system }: DoneUnder, narrative: string): string {
  const { words, actions, state } = draft;
  const told = isOutOfCharacter(words) ? { words: '', narrative: '' } : { words, narrative };
  return summariseRecord({ system, state, actions }, told);
}

/** The draft with the turn's actions, and the system by whose rules they were done. */
type DoneUnder = Pick<TurnToEnd, 'system' | 'draft'>;

/** The text for a turn without a narrative: says that there is none, and lists rolls and changes that are no secret. */
export function renderPlainNarrative(done: DoneUnder): string {
  const changes = listChanges(done);
  const what =
    changes.length === 0 ? 'Nothing on the sheets changed.' : `What changed: ${changes.join('; ')}.`;
  return `(The narrator found no words for this turn. ${what})`;
}

function* suggestFromScene(scene: SceneView, state: GameState): Generator<string> {
  const meeting = listMeetings(scene);
  const exits = scene.exits.filter(({ isHidden, isLocked }) => !isHidden && !isLocked);
  const quest = scene.openQuests[0];
  const firstExit = exits[0];
  yield* meeting.slice(0, 1);
  if (firstExit !== undefined) yield suggestExit(firstExit, state);
  if (quest !== undefined) yield `Think about ${readName(quest)}`;
  yield* meeting;
  for (const exit of exits.slice(1)) yield suggestExit(exit, state);
  yield `Look around ${readName(scene.place) || 'carefully'}`;
  yield scene.mode === 'combat' ? 'Look for a way out' : 'Wait and listen';
  yield 'Take stock of what you carry';
}

/** Suggests attacking the opponents who are here, if there is a fight, and then talking to the others here. */
function listMeetings({ mode, present, opponents }: SceneView): readonly string[] {
  const isFoe = (who: Entity) => mode === 'combat' && opponents.some(({ id }) => id === who.id);
  const foes = present.filter(isFoe).map((who) => `Attack ${readName(who)}`);
  return [...foes, ...present.filter((who) => !isFoe(who)).map((who) => `Talk to ${readName(who)}`)];
}

/** Suggests an exit; its name may be the name of a place, or a direction such as "across the street". */
function suggestExit({ to, name }: Exit, state: GameState): string {
  const place = readName(state.find(`location:${to.slice(to.indexOf(':') + 1)}`)) || name;
  return place.toLowerCase() === name.toLowerCase() ? `Go to ${place}` : suggestGoing(name);
}

function listChanges({ draft, system }: DoneUnder): readonly string[] {
  const rolls = draft.rolls.map(({ rolled, outcome, reason }) => {
    const isTold = reason !== undefined && !isTellingSecret(reason, draft.state);
    const what = isTold ? reason : rolled.expression;
    return `${what} ${outcome === undefined ? rolled.total : outcome.label.toLowerCase()}`;
  });
  const patches = listShownPatches(draft).map(({ entity, path, before, after }) => {
    const who = entity === playerId ? '' : `${entity} `;
    if (path === '') return `${entity} ${after === undefined ? 'is gone' : 'is new'}`;
    const sheet = system.sheets.get(entity.split(':', 1)[0] ?? '');
    const [former, latter] = [before, after].map((value) => cutLine(renderPathValue(sheet, path, value), 40));
    return `${who}${path} ${former} → ${latter}`;
  });
  return [...rolls, ...patches].slice(0, 8);
}

/** The patches of the turn without those of secrets, which the player must not learn of. */
function listShownPatches({ patches }: TurnDraft): readonly Patch[] {
  return patches.filter(({ entity }) => !entity.startsWith('secret:'));
}

function tagScene(scene: SceneView): readonly string[] {
  const names = [readName(scene.place), ...scene.present.slice(0, 3).map((who) => readName(who))];
  return [scene.mode, ...names.map((name) => name.toLowerCase())].filter((tag) => tag !== '');
}

/** The more a turn rolled and changed, the more important it is; the weights are a first guess. */
function scoreTurn(draft: TurnDraft): number {
  const done = draft.actions.filter(isDone).length;
  const came = listShownPatches(draft).filter(({ path }) => path === '').length;
  return Math.min(0.9, 0.3 + 0.05 * done + 0.1 * came);
}

function isDone(action: Action & Acted): boolean {
  return action.ok && (action.patches.length > 0 || action.rolls.length > 0);
}
