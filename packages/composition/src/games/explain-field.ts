// Explains why a value of a sheet is what it is: its formulas with the values they read, and its last changes.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { buildScope } from '@terrarium/rpg/build-scope';
import { describeFieldFormula, describeFormula, describeName } from '@terrarium/rpg/describe-formula';
import type { Entity, Patch } from '@terrarium/rpg/entity';
import { findFieldAt } from '@terrarium/rpg/find-field-at';
import type { Game } from '@terrarium/rpg/game';
import { listSummands } from '@terrarium/rpg/list-summands';
import { readValue } from '@terrarium/rpg/read-value';
import type { Turn } from '@terrarium/rpg/session';
import type { Sheet } from '@terrarium/rpg/system';
import { describeCause } from './describe-changes.ts';
import { describeMoved } from './describe-moved.ts';
import { nameIds } from './name-ids.ts';
import { renderSaid } from './render-said.ts';
import { showStep } from './show-step.ts';

export type FieldWhy = RouteAnswer<'GET /api/worlds/{world}/games/{game}/why'>;
type Field = Sheet['fields'][number];

/** At most `lookedBack` turns are searched, and at most `mostChanges` changes are listed. */
const lookedBack = 200;
const mostChanges = 8;

export function explainField(game: Game, entity: Entity, path: string): FieldWhy | undefined {
  const sheet = game.system.sheets.get(entity.type);
  const field = sheet?.byPath.get(path);
  if (sheet === undefined || field === undefined) return undefined;
  const { definition } = field;
  return {
    label: definition.label,
    shows: showField(field, entity, game),
    formulas: listFormulas(field).map(({ of, formula }, at) => ({
      of,
      says:
        at === 0
          ? describeFieldFormula(field, formula.source, sheet)
          : describeFormula(formula.source, sheet),
      reads: formula.reads.map((name) => describeRead(name, { game, entity, sheet })),
      // A first value is not explained as a sum, because the sheet had other values at the beginning.
      ...(of === 'beginning' ? {} : explainSum(formula.source, { game, entity, sheet })),
    })),
    feeds: field.readers.map((reader) => sheet.byPath.get(reader)?.definition.label ?? reader),
    history: listChanges(game, { entity: entity.id, field }),
    ...(definition.usage_hint === undefined ? {} : { hint: definition.usage_hint }),
  };
}

function listFormulas({ formula, maxFormula, defaultFormula }: Field) {
  return (
    [
      { of: 'value', formula },
      { of: 'maximum', formula: maxFormula },
      { of: 'beginning', formula: defaultFormula },
    ] as const
  ).flatMap(({ of, formula: one }) => (one === undefined ? [] : [{ of, formula: one }]));
}

interface Reading {
  readonly game: Game;
  readonly entity: Entity;
  readonly sheet: Sheet;
}

/** A name in a formula is the path of a field or of a part of a field, or an alias of the rules. */
function describeRead(name: string, { game, entity, sheet }: Reading) {
  const label = describeName(name, sheet);
  const alias = sheet.aliases.get(name);
  if (alias !== undefined) {
    const found = alias.evaluate(buildScope(sheet, entity.sheet, game.system.tables));
    return { name, label, shows: found.ok ? String(found.value) : describeFormula(alias.source, sheet) };
  }
  const field = findFieldAt(name, sheet.fields);
  if (field === undefined) return { name, label, shows: '' };
  const part = name.slice(field.path.length + 1);
  const value = readValue(entity.sheet, field.path) ?? field.kind.blank();
  const read = part === '' ? undefined : field.kind.read(value, part);
  return { name, label, shows: read === undefined ? showField(field, entity, game) : String(read) };
}

/**
 * Lists what each part of a sum adds, without parts that add nothing now. A single part explains nothing, so
 * it is not listed.
 */
function explainSum(source: string, { game, entity, sheet }: Reading) {
  const { tables } = game.system;
  const summands = listSummands(source, { sheet, values: entity.sheet, tables }).filter(
    ({ value }) => value !== 0,
  );
  if (summands.length < 2) return {};
  const sum = summands.map(({ value, reads }) => ({
    value,
    of: reads.map((name) => describeName(name, sheet)).join(', '),
  }));
  return { sum };
}

function showField(field: Field, { sheet }: Entity, { state }: Game): string {
  return nameIds(field.kind.view(readValue(sheet, field.path) ?? field.kind.blank()), state);
}

interface Wanted {
  readonly entity: string;
  readonly field: Field;
}

/** The newest change first. Values set by the opening are not listed, because they replaced nothing. */
function listChanges(game: Game, { entity, field }: Wanted): FieldWhy['history'] {
  const found: FieldWhy['history'][number][] = [];
  for (const turn of game.listTurns(lookedBack).toReversed()) {
    if (turn.number === 0 || found.length >= mostChanges) break;
    const changes = game
      .readActions(turn.id)
      .flatMap(({ patches }) => patches)
      .filter((patch) => patch.entity === entity && patch.path === field.path);
    found.push(...changes.map((patch) => describeChange(patch, { turn, field, game })).toReversed());
  }
  return found.slice(0, mostChanges);
}

interface Change {
  readonly turn: Turn;
  readonly field: Field;
  readonly game: Game;
}

function describeChange(patch: Patch, { turn, field, game }: Change) {
  return {
    turn: turn.id,
    number: turn.number,
    words: turn.isAside ? renderSaid(turn.words, game.system) : turn.words,
    ...showStep(patch, field, game.state),
    ...listMoved(patch),
    ...describeCause(patch, game.state),
  };
}

/** For a list, says what came and what went, because the whole lists before and after would hide this. */
function listMoved(patch: Patch) {
  const { came = [], went = [] } = describeMoved(patch) ?? {};
  return came.length + went.length === 0 ? {} : { came, went };
}
