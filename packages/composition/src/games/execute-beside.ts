// Executes what a player does outside the story, as a turn of its own, so that it can be taken back like any other.

import { UsageError } from '@terrarium/kernel/errors';
import { decodeXml } from '@terrarium/kernel/foreign-text';
import { describeFieldFormula, describeName } from '@terrarium/rpg/describe-formula';
import { describeRecord } from '@terrarium/rpg/describe-record';
import { type Entity, playerId } from '@terrarium/rpg/entity';
import { findLimit } from '@terrarium/rpg/find-limit';
import type { Acted, Game, TurnDraft } from '@terrarium/rpg/game';
import { stripSecrets } from '@terrarium/rpg/hidden-text';
import type { Json } from '@terrarium/rpg/json';
import { findDerivation } from '@terrarium/rpg/refuse-derived';
import { resolveMeantPath } from '@terrarium/rpg/resolve-meant-path';
import { joinFacts } from '@terrarium/rpg/summarise-record';
import { nameLabel } from './describe-refusal.ts';
import { nameIds, nameOf } from './name-ids.ts';
import { withOpponent } from './require-here.ts';

export interface CallBeside {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

type Played = Pick<Game, 'start' | 'head' | 'system' | 'state' | 'listTurns'>;

/**
 * Throws `UsageError`, and undoes all of the calls, if one is refused or would set another value than the given one.
 */
export function executeBeside(game: Played, words: string, asked: CallBeside | readonly CallBeside[]): Acted {
  const given: readonly CallBeside[] = 'name' in asked ? [asked] : asked;
  const calls = given.map((call) => withOpponent(game, call));
  const draft = game.start(words, { isAside: true });
  const done: Acted[] = [];
  try {
    for (const call of calls) done.push(executeOne(game, draft, call));
  } catch (error) {
    draft.delete();
    throw error;
  }
  const acted = joinActed(done);
  // If the calls only set values, and no value changed, they get no line in the log.
  if (calls.every(({ name }) => name === 'set') && acted.patches.length === 0) {
    draft.delete();
    return { ...acted, say: calls.map((call) => describeUnchanged(game, call) ?? acted.say).join('\n') };
  }
  const record = { system: game.system, state: draft.state, actions: draft.actions };
  draft.commit({
    narrative: '',
    suggestions: game.head.suggestions,
    summary: joinFacts(describeRecord(record, { hasRolls: false })),
    tags: [],
    importance: 0.1,
  });
  return acted;
}

function executeOne(game: Played, draft: TurnDraft, call: CallBeside): Acted {
  const { name, arguments: given } = call;
  const acted = draft.execute({ id: 'aside', name, arguments: JSON.stringify(given) }, 'player');
  if (!acted.ok) throw refuseCall(game, call, acted.say);
  const limit =
    name === 'set' ? findField(game, draft.state.find(readTarget(given)), given)?.limit : undefined;
  if (limit !== undefined) throw refuseCall(game, call, limit);
  return acted;
}

/** The values that calls set by hand, each as its owner and its path. */
export function listSetByHand(calls: CallBeside | readonly CallBeside[]): readonly string[] {
  const given: readonly CallBeside[] = 'name' in calls ? [calls] : calls;
  return given
    .filter(({ name }) => name === 'set')
    .map((call) => `${readTarget(call.arguments)} ${String(call.arguments['path'])}`);
}

/** Says that a value was already what the call set it to; undefined if the call names no field. */
function describeUnchanged(game: Played, { arguments: given }: CallBeside): string | undefined {
  const owner = game.state.find(readTarget(given));
  const field = findField(game, owner, given);
  if (field === undefined) return undefined;
  const whose = owner === undefined || owner.id === playerId ? '' : `${nameOf(owner, owner.id)}: `;
  return `${whose}${field.label} is ${field.shows} already. Nothing was changed.`;
}

/** Joins several results, in order, into one. */
function joinActed(done: readonly Acted[]): Acted {
  return {
    ok: true,
    say: done.map(({ say }) => say).join('\n'),
    patches: done.flatMap(({ patches }) => patches),
    rolls: done.flatMap(({ rolls }) => rolls),
    crossed: done.flatMap(({ crossed }) => crossed),
    faults: done.flatMap(({ faults }) => faults),
    choices: done.flatMap(({ choices }) => choices),
  };
}

function readTarget(given: CallBeside['arguments']): Entity['id'] {
  return (given['target'] ?? playerId) as Entity['id'];
}

function findField({ system }: Played, entity: Entity | undefined, given: CallBeside['arguments']) {
  const sheet = entity && system.sheets.get(entity.type);
  if (entity === undefined || sheet === undefined) return undefined;
  return findLimit(sheet, entity.sheet, {
    path: String(given['path']),
    value: (given['value'] ?? null) as Json,
  });
}

/** A longer formula explains nothing to a player, who is told the values in it anyway. */
const longestFormula = 120;

/** Undefined if no formula of the rules computes the value that a call would set. */
function refuseComputed(game: Played, { arguments: given }: CallBeside): UsageError | undefined {
  const owner = game.state.find(readTarget(given));
  const sheet = owner && game.system.sheets.get(owner.type);
  const resolved = sheet && resolveMeantPath(sheet, String(given['path']), owner?.sheet);
  const derivation = sheet && resolved?.ok ? findDerivation(sheet, resolved) : undefined;
  if (sheet === undefined || derivation === undefined || resolved?.ok !== true) return undefined;
  const settable = derivation.inputs.filter((path) => {
    const input = resolveMeantPath(sheet, path);
    return input.ok && input.isWritable;
  });
  const labels = [...new Set(settable.map((path) => describeName(path, sheet)))];
  const formula = describeFieldFormula(resolved.field, derivation.formula.source, sheet);
  const instead =
    labels.length === 0 ? 'It cannot be set.' : `You can set what it is made of: ${labels.join(', ')}.`;
  return new UsageError({
    code: 'play.refused',
    happened: `The rules compute ${describeName(resolved.path, sheet)}${formula.length > longestFormula ? '' : `: ${formula}`}.`,
    todo: `Nothing was changed. ${instead}`,
  });
}

/**
 * The error for a refused call. If the call would set a value that no formula computes, the error says the present
 * value and why it stays.
 */
function refuseCall(game: Played, call: CallBeside, reason: string): UsageError {
  const { name, arguments: given } = call;
  const computed = name === 'set' ? refuseComputed(game, call) : undefined;
  if (computed !== undefined) return computed;
  const field = name === 'set' ? findField(game, game.state.find(readTarget(given)), given) : undefined;
  const said = describeForPlayer(game, decodeXml(stripSecrets(reason)));
  return new UsageError({
    code: 'play.refused',
    happened:
      field === undefined
        ? said
        : `${field.label}: still ${nameIds(field.shows, game.state)}. ${stripPath(said)}`,
    todo: `Nothing was ${name === 'roll' ? 'rolled or ' : ''}changed.${field === undefined ? '' : ' Give a value that the rules allow.'}`,
  });
}

const unlisted = /^(?<path>[\w.]+): "(?<wanted>[^"]*)" is not in the list\. The list has: (?<names>.+)\.$/u;
const unknownPath = /^On the sheet of (.+?): There is no path `([^`]*)`\./u;

/** Replaces paths and ids by labels and names; about an unknown value, says whose sheet lacks it. */
function describeForPlayer({ system, state }: Played, reason: string): string {
  const said = reason
    .replace(unlisted, (_, path: string, wanted: string, names: string) => {
      const there = names === 'none' ? 'It is empty' : `There is: ${names}`;
      return `There is no “${wanted}” among “${nameLabel(path, system)}”. ${there}.`;
    })
    .replace(unknownPath, (_, whose: string, path: string) =>
      whose === "the player's character"
        ? `Your sheet has no value “${path}”.`
        : `The sheet of ${whose} has no value “${path}”.`,
    )
    .replace(/ (\S+) has that path: give \1 as target\./u, ' $1 has one: name them before it.')
    .replace(/Use `\w+` to change [\w.]+\./u, 'It follows from what you do, and is not set by hand.')
    .replace(/There are: ([\w, ]+)\./u, (_, ids: string) => renderTables(system, ids.split(', ')))
    .replace(/Nearest: ([\w., -]+?)\.(?= |$)/u, (_, paths: string) =>
      renderNearest(system, paths.split(', ')),
    )
    .replaceAll(/"([^"]*)"|`([^`]*)`/gu, (_, quoted?: string, code?: string) => `“${quoted ?? code ?? ''}”`);
  return nameIds(said, state);
}

/** Lists the tables of the rules by their labels. A word that is not the id of a table stays as it is. */
function renderTables({ manifest }: Game['system'], ids: readonly string[]): string {
  const labels = ids.map((one) => manifest.oracles?.find(({ id }) => id === one)?.label ?? one);
  return `There are: ${labels.join(', ')}.`;
}

function renderNearest(system: Game['system'], paths: readonly string[]): string {
  return `Nearest: ${[...new Set(paths.map((path) => nameLabel(path, system)))].join(', ')}.`;
}

/** Removes the path, because the label before the message already names the value. */
function stripPath(said: string): string {
  const reason = said.replace(/^[\w.]+: /u, '');
  return `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}${/[.!?]$/u.test(reason) ? '' : '.'}`;
}
