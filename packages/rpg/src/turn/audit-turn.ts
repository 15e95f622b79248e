// Audits a turn's narrative against what the turn did, and lists baseless claims of an earlier narrative for the prompt.

import type { Acted, Game, Past } from '../state/game.ts';
import type { Action, Turn } from '../state/session.ts';
import { type GameState, playerId } from '../values/entity.ts';
import { chooseFlags, type FlagKind, type NarrativeFlag } from './audit/audit-flag.ts';
import { auditNarrative } from './audit/audit-narrative.ts';
import { expandQuote } from './audit/expand-quote.ts';
import { readName } from './context/read-scene.ts';
import { cutText, renderElement, renderLine } from './context/render-data.ts';
import { isOutOfCharacter } from './context/render-words.ts';
import { splitMarks } from './split-marks.ts';
import type { TurnRun } from './turn-run.ts';

const comparedTurns = 5;

export interface PlayedTurn {
  readonly narrative: string;
  readonly words: string;
  /** What was done in the turn, and the state after it. */
  readonly actions: readonly (Action & Acted)[];
  readonly state: GameState;
  /** The earlier narratives, newest last. */
  readonly earlier: readonly string[];
}

export function auditTurn({ system }: Pick<Game, 'system'>, played: PlayedTurn): readonly NarrativeFlag[] {
  const { narrative, words, actions, state, earlier } = played;
  if (isOutOfCharacter(words)) return [];
  const found = auditNarrative({
    narrative,
    words,
    rolls: actions.flatMap(({ rolls }) => rolls),
    patches: actions.flatMap(({ patches }) => patches),
    playerName: readName(state.find(playerId)) || undefined,
    earlier,
    turn: { system, state, actions },
  });
  return found.map((flag) => expandQuote(flag, narrative));
}

interface LastAudit {
  /** The turn before the audited one. */
  readonly before: number;
  readonly played: Pick<PlayedTurn, 'narrative' | 'words'>;
  readonly actions: number;
  readonly flags: readonly NarrativeFlag[];
}

/** The newest audit of each game, kept because the next prompt needs its flags. */
const lastAudits = new WeakMap<Game, LastAudit>();

/** Audits the narrative of the turn that is being played, and keeps the flags for the next prompt. */
export function auditDraft({ game, draft }: Pick<TurnRun, 'game' | 'draft'>, narrative: string) {
  const { words, actions, state, past } = draft;
  const flags = auditTurn(game, { narrative, words, actions, state, earlier: listEarlier(past) });
  lastAudits.set(game, {
    before: past.head.id,
    played: { narrative, words },
    actions: actions.length,
    flags,
  });
  return flags;
}

/** The flags of the newest audit if it was of this narrative after these actions; otherwise undefined. */
function findAudited(game: Game, { parent, narrative, words }: Turn, actions: number) {
  const last = lastAudits.get(game);
  if (last === undefined || last.before !== parent || last.actions !== actions) return undefined;
  return last.played.narrative === narrative && last.played.words === words ? last.flags : undefined;
}

export function listEarlier(past: Pick<Past, 'listTurns'>): readonly string[] {
  return past.listTurns(comparedTurns).map(({ narrative }) => narrative);
}

/** More marks than this would only distract from the turn that is to be told. */
const mostMarks = 3;
const longestMark = 160;
const longestMarks = 100;

/**
 * An element of the prompt with the first faults of an earlier narrative: of the former narrative of this turn if it is
 * told anew, otherwise of the turn before. Empty if there are none. It depends only on what is stored, so that a
 * resumed turn asks the model in the same words.
 */
export function renderMarks({ game, draft }: Pick<TurnRun, 'game' | 'draft'>): string {
  const { past, retold } = draft;
  const turn = retold ?? past.head;
  const state = retold === undefined ? past.state : game.state;
  const listBefore = () =>
    retold === undefined
      ? past
          .listTurns(comparedTurns + 1)
          .slice(0, -1)
          .map(({ narrative }) => narrative)
      : listEarlier(past);
  const marks = listMarks(game, { turn, state, listBefore });
  if (marks.length === 0) return '';
  const todo =
    retold === undefined
      ? 'Make it true with calls now, or tell it right; say nothing about this.'
      : 'Tell the turn anew without it, or make it true with calls.';
  const text = `${marks.map((mark) => renderLine(mark, longestMark)).join(' ')} ${todo}`;
  return renderElement('marks', { of: 'your last telling' }, cutText(text, longestMarks));
}

/** Lists the faults of a turn that a model told; none for the opening, a turn outside the story, or an edited turn. */
function listMarks(
  game: Game,
  { turn, state, listBefore }: { turn: Turn; state: GameState; listBefore: () => readonly string[] },
): readonly string[] {
  if (turn.isAside || turn.toldBy.length === 0 || turn.parent === undefined) return [];
  const { narrative, words } = turn;
  const actions = game.readActions(turn.id);
  const found =
    findAudited(game, turn, actions.length) ??
    auditTurn(game, { narrative, words, actions, state, earlier: listBefore() });
  return chooseFlags(found, findVerdict(game, turn))
    .filter(({ kind }) => kind !== 'repeat')
    .slice(0, mostMarks)
    .map(({ quote, says }) => `“${quote}”: ${says}`);
}

/**
 * The faults that the model found in its own narrative, each with its position; undefined if the model did not check
 * it.
 */
export function findVerdict(
  game: Pick<Game, 'readMarks'>,
  { id, narrative }: Pick<Turn, 'id' | 'narrative'>,
): readonly NarrativeFlag[] | undefined {
  const { marks, isChecked } = splitMarks(game.readMarks(id));
  if (!isChecked) return undefined;
  return marks.flatMap(({ quote, says, kind }) => {
    const start = narrative.indexOf(quote);
    return start < 0 ? [] : [{ quote, says, kind: kind as FlagKind, start }];
  });
}
