// Runs the rounds of a turn: the model calls tools, gets answers and narrates; there is always a narrative in the end.

import type { ToolCall } from '@terrarium/kernel/language-model';
import { splitTerms } from '@terrarium/kernel/split-terms';
import { cutName } from '../../game/run-action.ts';
import { gameTools } from '../../tools/game-tools.ts';
import { listPassed } from '../../tools/moves/list-passed.ts';
import { openEffectView } from '../../tools/moves/open-effect-view.ts';
import { readOrder } from '../../tools/moves/read-order.ts';
import { isPlayersCall } from '../../tools/rolling/is-players-roll.ts';
import { parseCall } from '../../tools/slips/parse-call.ts';
import { playerId } from '../../values/entity.ts';
import { renderPlainNarrative } from '../after/complete-end.ts';
import { type AfterPart, emptyAfterPart, splitAfterPart } from '../after/parse-after.ts';
import { corrections } from '../check/apply-corrections.ts';
import { isOutOfCharacter } from '../context/render-words.ts';
import {
  askForNarrative,
  type CallsOfReply,
  cutBehind,
  cutCall,
  lastCallsAhead,
  noMoreCalls,
  renderGoOn,
  renderMendRefused,
  renderReactions,
  renderTooMany,
  renderTurnAhead,
  tellNow,
  toldAlready,
  toldBefore,
  toldStands,
  turnOfPlayer,
} from '../prompts/prompts.ts';
import type { TurnRun } from '../turn-run.ts';
import { askForReply, type RoundReply } from './ask-for-reply.ts';
import { extractLastWords, isCutOff, isToldAnew } from './cut-reply.ts';
import { buildCallMemory, type CallMemory, type ExecutedCall, executeCall } from './execute-call.ts';
import { executeClosing } from './execute-closing.ts';
import { listReactions } from './list-reactions.ts';
import type { ClosedReply } from './narrative-stream.ts';

export interface Narrated {
  readonly narrative: string;
  readonly after: AfterPart;
}

/** The state of the loop from one reply to the next. */
interface Rounds {
  readonly memory: CallMemory;
  round: number;
  /** Text before calls that was not shown; it becomes the narrative if no other text follows. */
  held: string;
  /** Narrative that was shown along with calls or was cut off, and where it begins; the model may tell it again. */
  doubtful: Doubtful | undefined;
  /** Whether the model was asked for the rest of a narrative that was cut off; it is asked only once. */
  hasAskedOn: boolean;
  /** Whether what was shown ends where a reply was cut off. */
  isCut: boolean;
  /**
   * Whether a reply of this turn had the closing block: its telling is whole, and only what is rolled after it must
   * still be told.
   */
  isWhole: boolean;
  /** Whether dice were rolled after the last narrative. */
  isRollUntold: boolean;
  after: AfterPart;
}

interface Doubtful {
  readonly from: number;
  readonly text: string;
  readonly isCut: boolean;
  /** Why the narrative may be told again, in words for the player. */
  readonly why: string;
}

/**
 * How a round ended: everything is told, the model is asked again, it must tell now, its reply was empty, or only the
 * rest of a narrative is missing and no more calls may be made.
 */
type RoundEnd = 'told' | 'next' | 'force' | 'empty' | 'rest';

/** After this many repeated calls the model is in a loop, and must narrate. */
const mostRepeats = 2;
const mostCallsInReply = 16;
/**
 * A text before calls counts as a thought if it is no longer than this; a longer text is shown. The limit is lower for
 * later replies, which more often contain narrative, and lower still for answers outside the story, which are brief.
 */
const heldCharacters = { first: 240, later: 120, outside: 80 } as const;

/** A new narrative that repeats more than this share of the words of the last one replaces it. */
const sharedOfRetold = 0.5;

export async function runRounds(run: TurnRun): Promise<Narrated> {
  const rounds: Rounds = {
    memory: buildCallMemory(),
    round: 0,
    held: '',
    doubtful: undefined,
    hasAskedOn: false,
    isCut: false,
    isWhole: false,
    isRollUntold: false,
    after: emptyAfterPart,
  };
  let end: RoundEnd = 'next';
  while (end === 'next') {
    rounds.round += 1;
    end = await runRound(run, rounds);
  }
  if (end === 'rest') await finishRest(run, rounds);
  else if (end !== 'told') await finishNarrative(run, rounds, end === 'empty' ? 1 : 2);
  if (rounds.isCut) markCut(run);
  return { narrative: run.stream.told.trim(), after: rounds.after };
}

/**
 * Marks the shown and stored text as cut, so that later readers see that something is missing, and warns the player.
 */
function markCut({ stream, report, settings }: TurnRun): void {
  stream.mark(' […]');
  const says = `The server cut the narrator's reply off: at its limit of ${settings.maxOutputTokens} tokens, thinking included, or because the model's context window was full. /continue tells the rest; --max-output-tokens allows longer replies, /length asks for shorter ones.`;
  report({ kind: 'warned', says });
}

async function runRound(run: TurnRun, rounds: Rounds): Promise<RoundEnd> {
  const { isFast, maxRounds } = run.settings;
  const hold = chooseHeld(run, rounds);
  const isRest = rounds.isCut;
  const reply = await askForReply(run, { toolChoice: 'auto', heldCharacters: isFast ? 0 : hold, isRest });
  const closed = run.stream.close(reply.text, reply.calls.length > 0);
  const from = replaceRetold(run, rounds);
  readAfter(reply, rounds);
  rounds.isCut = isUnfinished(run, rounds, { reply, closed });
  rounds.isWhole ||= closed.hasAfterPart;
  if (reply.calls.length === 0) return finishWithoutCalls(run, rounds, { reply, from });
  if (closed.held !== '') {
    rounds.held = closed.held;
    run.report({ kind: 'thought', characters: closed.held.length });
  }
  const isLast = rounds.round >= maxRounds;
  const isSettled = answerCalls(run, rounds, { reply, isLast, from });
  const isWhole = rounds.isWhole || isAnswerBeside(run, reply);
  const isTold = isWhole ? run.stream.told !== '' : isFast && run.stream.hasTold;
  if (isSettled && isTold && !rounds.isRollUntold) return 'told';
  return isLast || rounds.memory.repeats >= mostRepeats ? 'force' : 'next';
}

const lookups: ReadonlySet<string> = new Set(
  gameTools.filter(({ isWrite }) => !isWrite).map(({ name }) => name),
);

/**
 * Whether the words beside calls are an answer outside the story, which has no block at its end. They are if the calls
 * put a sheet right. If the calls only look something up, the words are not the answer yet. With any other calls, such
 * as of the notebook, the words may be a thought of the game master.
 */
function isAnswerBeside({ draft }: TurnRun, { calls }: RoundReply): boolean {
  return (
    isOutOfCharacter(draft.words) &&
    calls.some(({ name }) => corrections.has(name)) &&
    calls.every(({ name }) => lookups.has(name) || corrections.has(name))
  );
}

/** An answer outside the story is often as short as a thought before calls, but would be lost if it were kept back. */
function writeAside(run: TurnRun, rounds: Rounds, reply: RoundReply): void {
  if (rounds.held === '' || !isAnswerBeside(run, reply)) return;
  run.stream.write(rounds.held);
  rounds.held = '';
}

/**
 * The longest text before calls that is kept back. It is 0 after a whole telling: words beside calls are then added to
 * the telling, because the player would otherwise never read them.
 */
function chooseHeld({ draft }: TurnRun, { round, isWhole }: Rounds): number {
  if (isWhole) return 0;
  if (isOutOfCharacter(draft.words)) return heldCharacters.outside;
  return round === 1 ? heldCharacters.first : heldCharacters.later;
}

interface Finishing {
  readonly reply: RoundReply;
  /** Where the reply's part of the narrative begins. */
  readonly from: number;
}

interface Ended {
  readonly reply: RoundReply;
  readonly closed: ClosedReply;
}

/** Whether the end of the narrative is still missing. A text before complete calls is continued in any case. */
function isUnfinished({ stream }: TurnRun, { isCut }: Rounds, { reply, closed }: Ended): boolean {
  if (reply.calls.length > 0) return false;
  if (reply.isCutStory) return stream.hasTold;
  if (closed.hasAfterPart) return false;
  return stream.hasTold ? isCutOff(reply) : isCut;
}

/** Asks the model to continue from where it was cut off; the next reply is joined to what was told. */
function askOn({ messages, stream }: TurnRun, rounds: Rounds, at: number): void {
  const begun = stream.told.slice(at).trim();
  messages.push({ role: 'assistant', content: begun });
  messages.push({ role: 'user', content: renderGoOn(extractLastWords(begun)) });
  rounds.hasAskedOn = true;
  rounds.doubtful = { from: at, text: begun, isCut: true, why: 'The reply was cut off' };
}

async function finishRest(run: TurnRun, rounds: Rounds): Promise<void> {
  const reply = await askForReply(run, { toolChoice: 'none', heldCharacters: 0, isRest: true });
  const closed = run.stream.close(reply.text, false);
  replaceRetold(run, rounds);
  readAfter(reply, rounds);
  rounds.isCut = isUnfinished(run, rounds, { reply: { ...reply, calls: [] }, closed });
}

/**
 * Ends the round after a reply without calls. Asks once for the rest of a narrative that was cut off. If nothing was
 * told, a text held back before calls becomes the narrative.
 */
function finishWithoutCalls(run: TurnRun, rounds: Rounds, { reply, from }: Finishing): RoundEnd {
  if (rounds.isCut && !rounds.hasAskedOn) {
    askOn(run, rounds, from);
    return rounds.round < run.settings.maxRounds ? 'next' : 'rest';
  }
  if (run.stream.told === '' && rounds.held !== '') run.stream.write(rounds.held);
  if (run.stream.told !== '') return 'told';
  run.messages.push({ role: 'assistant', content: reply.text.trim() || 'Done.' });
  return 'empty';
}

interface Answering extends Finishing {
  readonly isLast: boolean;
}

/**
 * Answers all calls; returns true if no answer needs to be narrated: nothing was rolled, refused or held back, and the
 * reply was not cut off.
 */
function answerCalls(run: TurnRun, rounds: Rounds, { reply, isLast, from }: Answering): boolean {
  const { text, reasoning, calls } = reply;
  run.messages.push({ role: 'assistant', content: text, ...(reasoning === '' ? {} : { reasoning }), calls });
  const last = reply.isLastCallCut ? calls.length - 1 : calls.length;
  const answers = calls.map((call, index) => ({
    call,
    ...answerCall(run, rounds, { call, index, beside: calls, isCut: index === last }),
  }));
  if (!answers.some(({ hasRolled }) => hasRolled)) writeAside(run, rounds, reply);
  const mustTell = isLast || rounds.memory.repeats >= mostRepeats;
  const outcomes = sortOutcomes(answers);
  const why = outcomes.refused.length > 0 ? 'A call was refused' : 'The model begins again';
  rounds.doubtful = run.stream.hasTold
    ? { from, text: run.stream.told.slice(from), isCut: false, why }
    : undefined;
  const usual = chooseHint(
    run,
    rounds,
    answers.some(({ hasRolled }) => hasRolled),
  );
  const isLastAhead = rounds.round === run.settings.maxRounds - 1;
  const warning = isLastAhead ? `${lastCallsAhead} ` : '';
  const next = mustTell ? noMoreCalls : `${warning}${renderNext(reply, { outcomes, usual })}`;
  for (const [index, { call, say }] of answers.entries()) {
    const hint = index === calls.length - 1 ? `\n\n${next}` : '';
    run.messages.push({ role: 'tool', callId: call.id, name: call.name, content: `${say}${hint}` });
  }
  const isUntold = answers.some(({ hasRolled }) => hasRolled);
  return !isCutOff(reply) && !isUntold && outcomes.refused.length + outcomes.held.length === 0;
}

/**
 * Chooses the hint for the model after calls, such as to tell now what happens, or that it may have told enough. Notes
 * in `rounds` whether a roll is untold.
 */
function chooseHint(run: TurnRun, rounds: Rounds, hasRolled: boolean): string {
  rounds.isRollUntold = hasRolled || (rounds.isRollUntold && !run.stream.hasTold);
  const untold = run.settings.isFast && run.stream.told !== '' ? toldBefore : tellNow;
  const usual = run.stream.told !== '' && !rounds.isRollUntold ? toldAlready : untold;
  const answers = listReactions(run);
  if (answers.length > 0) return `${renderReactions(answers)} ${usual}`;
  const ahead = listTurnsAhead(run);
  if (ahead.length > 0) return `${renderTurnAhead(ahead)} ${usual}`;
  return isRoundOver(run) ? `${turnOfPlayer} ${usual}` : usual;
}

/**
 * Whether the player's character has made a move in this fight, others have answered it, and it is its turn again. What
 * the character rolls within the moves of others, such as a dodge, is no move of its own.
 */
function isRoundOver({ draft: { state, actions } }: TurnRun): boolean {
  const order = readOrder(state);
  if (order === undefined || order.turn !== playerId) return false;
  const moves = actions.filter(({ ok, rolls }) => ok && rolls.some(({ move }) => move !== undefined));
  const own = moves.findIndex(({ tool, arguments: written }) => {
    const call = tool === 'roll' ? parseCall({ name: tool, arguments: written }) : undefined;
    return call !== undefined && isPlayersCall(state, call.arguments);
  });
  const after = own < 0 ? [] : moves.slice(own);
  return after.some(({ rolls }) => rolls.some(({ move, who }) => move !== undefined && who !== playerId));
}

/** Who acts in a fight before the player's character does again. */
function listTurnsAhead({ model, draft: { state }, game: { system } }: TurnRun): readonly string[] {
  const order = readOrder(state);
  if (order === undefined || model.id.startsWith('builtin:')) return [];
  return listPassed(openEffectView({ system, state }), order, playerId);
}

/** Sorts the calls of a reply by their results; each is named by its number and its tool. */
function sortOutcomes(answers: readonly (ExecutedCall & { readonly call: ToolCall })[]): CallsOfReply {
  const named = answers.map((answer, index) => ({
    ...answer,
    name: `${index + 1} ${cutName(answer.call.name)}`,
  }));
  const list = (isIn: (answer: ExecutedCall) => boolean) => named.filter(isIn).map(({ name }) => name);
  return {
    done: list(({ ok, isRepeat = false }) => ok || isRepeat),
    refused: list(({ ok, isRepeat = false, isWaiting = false }) => !ok && !isRepeat && !isWaiting),
    held: list(({ isWaiting = false }) => isWaiting),
  };
}

interface Next {
  readonly outcomes: CallsOfReply;
  /** The hint to the model if nothing was refused. */
  readonly usual: string;
}

function renderNext(reply: RoundReply, { outcomes, usual }: Next): string {
  const stands = usual.endsWith(toldAlready) ? `${toldStands} ` : '';
  const next = outcomes.refused.length === 0 ? usual : `${stands}${renderMendRefused(outcomes)}`;
  return isCutOff(reply) ? `${cutBehind} ${next}` : next;
}

interface CallInReply {
  readonly call: ToolCall;
  readonly index: number;
  readonly beside: readonly ToolCall[];
  readonly isCut: boolean;
}

function answerCall(run: TurnRun, rounds: Rounds, { call, index, beside, isCut }: CallInReply) {
  if (isCut) return { ok: false, say: cutCall, hasRolled: false };
  if (index < mostCallsInReply) {
    return executeCall(run, { call, round: rounds.round, beside, memory: rounds.memory });
  }
  return { ok: false, say: renderTooMany(mostCallsInReply), hasRolled: false };
}

/**
 * Asks for the narrative without allowing calls, and again after an empty reply. If that fails, a text held back before
 * calls is shown, or else what code knows. Calls beside the narrative are still made if they only record something.
 */
async function finishNarrative(run: TurnRun, rounds: Rounds, attempts: number): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    if (run.messages.at(-1)?.role === 'assistant')
      run.messages.push({ role: 'user', content: askForNarrative });
    const reply = await askForReply(run, { toolChoice: 'none', heldCharacters: 0 });
    const closed = run.stream.close(reply.text, false);
    const from = replaceRetold(run, rounds);
    readAfter(reply, rounds);
    executeClosing(run, { reply, round: rounds.round + attempt, memory: rounds.memory });
    if (run.stream.hasTold) {
      rounds.isCut = isUnfinished(run, rounds, { reply: { ...reply, calls: [] }, closed });
      if (!rounds.isCut || rounds.hasAskedOn) return;
      askOn(run, rounds, from);
      return await finishRest(run, rounds);
    }
    run.messages.push({ role: 'assistant', content: reply.text.trim() || 'Done.' });
  }
  if (run.stream.told === '')
    run.stream.write(rounds.held || renderPlainNarrative({ system: run.game.system, draft: run.draft }));
}

/**
 * If the present reply tells a doubtful narrative again, it replaces that narrative; otherwise both stay. Returns the
 * position at which the part of the present reply begins.
 */
function replaceRetold({ stream, report }: TurnRun, { doubtful }: Rounds): number {
  const { told } = stream;
  const start = stream.openedAt;
  if (doubtful === undefined || !stream.hasTold) return start;
  const newer = told.slice(start).trim();
  const { text, isCut, why } = doubtful;
  if (!(isCut ? isToldAnew(text, newer) : isRetold(text, newer))) return start;
  const kept = told.slice(0, doubtful.from);
  stream.reset();
  report({ kind: 'narrative-restarted', says: `${why}; the turn is told anew.` });
  stream.write(kept === '' ? newer : `${kept}\n\n${newer}`);
  return kept.length;
}

function isRetold(before: string, newer: string): boolean {
  const [terms, again] = [[...splitTerms(before).counts.keys()], splitTerms(newer).counts];
  return terms.filter((term) => again.has(term)).length > terms.length * sharedOfRetold;
}

function readAfter(reply: RoundReply, rounds: Rounds): void {
  const { narrative, after } = splitAfterPart(reply.text);
  if (narrative.length < reply.text.trimEnd().length) rounds.after = after;
}
