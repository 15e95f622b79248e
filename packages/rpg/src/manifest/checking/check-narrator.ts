// Checks the hints for the narrator: whatever they name exists, and nothing in them would be ignored.

import { hasDice } from '../../dice/has-dice.ts';
import { readMember } from '../../prefabs/read-json.ts';
import type { Field } from '../../system/system.ts';
import { isObject, type Json, type JsonObject } from '../../values/json.ts';
import { checkAdvantage } from './check-advantage.ts';
import { askFormula, type HintsCheck, lossNumbers, rollNumbers, type Sides } from './check-effect.ts';
import { checkId } from './check-id.ts';
import { checkEffects, checkIntent } from './check-intent.ts';
import { checkDice, listObjects } from './check-mechanics.ts';
import { checkSetting, findWritable } from './check-setting.ts';
import { checkSpend } from './check-spend.ts';
import type { Place } from './problem-list.ts';
import { suggestName } from './suggest.ts';

export function checkNarrator(checking: HintsCheck): void {
  checkOutcomeEffects(checking);
  checkFieldEffects(checking);
  const hints = checking.json['narrator'];
  if (!isObject(hints)) return;
  const at: Place = ['narrator'];
  const opponent = readOpponentType(checking.json);
  const sides: Sides = { roller: 'character', opponent };
  for (const [kind, raw] of listMembers(hints['intents'])) {
    checkIntent({ raw, at: [...at, 'intents', kind], sides }, checking);
  }
  checkOrder(hints['order'], sides, checking);
  for (const list of ['advantages', 'modifiers'])
    for (const [index, raw] of listObjects(hints[list]))
      checkAdvantage({ raw, at: [...at, list, index], sides }, checking);
  checkKept(hints['kept_up'], checking);
  checkSafe(hints['safe'], checking);
  checkBonuses(hints['bonuses'], checking);
  if (isObject(hints['opening'])) {
    checkIntent({ raw: hints['opening'], at: [...at, 'opening'], sides }, checking);
  }
  checkOpponents(hints['opponents'], sides, checking);
  checkPlayer(hints['player'], sides, checking);
  checkEffects({ at: [...at, 'reward'], sides }, hints['reward'], checking);
  for (const [index, raw] of listObjects(hints['spends'])) {
    checkSpend({ raw, at: [...at, 'spends', index], sides }, checking);
  }
  checkPassing(hints, sides, checking);
  for (const name of ['oracle', 'complication', 'names', 'places']) {
    checkId(hints[name], { list: 'oracles', at: [...at, name] }, checking);
  }
}

/** Checks the effects of rests, of passing time, and of the end of a scene or a condition. */
function checkPassing(hints: JsonObject, sides: Sides, checking: HintsCheck): void {
  const at: Place = ['narrator'];
  for (const [length, raw] of listMembers(hints['rest'])) {
    for (const member of ['effects', 'each'])
      checkEffects({ at: [...at, 'rest', length, member], sides }, raw[member], checking);
    const others: Sides = { roller: sides.opponent, opponent: sides.roller };
    checkEffects({ at: [...at, 'rest', length, 'others'], sides: others }, raw['others'], checking);
  }
  for (const [index, raw] of listObjects(hints['upkeep'])) {
    checkEffects({ at: [...at, 'upkeep', index, 'effects'], sides }, raw['effects'], checking);
  }
  checkEffects({ at: [...at, 'scene_ends'], sides }, hints['scene_ends'], checking);
  const ends = isObject(hints['ends']) ? hints['ends'] : {};
  for (const [name, effects] of Object.entries(ends)) {
    checkEffects({ at: [...at, 'ends', name], sides }, effects, checking);
  }
}

/**
 * The only number of a loss that effects of `on_loss` can read is `lost`: the most points that were lost at once, even
 * if fewer were left.
 */
const lostNumber = new Map([...lossNumbers].filter(([name]) => name === 'lost'));

/** Checks the effects that checks give to their outcomes, in the same way as the effects of intents. */
function checkOutcomeEffects(checking: HintsCheck): void {
  const opponent = readOpponentType(checking.json);
  for (const [index, check] of listObjects(checking.json['checks'])) {
    for (const [place, { effects }] of listObjects(check['outcomes'])) {
      const at: Place = ['checks', index, 'outcomes', place, 'effects'];
      const sides: Sides = { roller: 'character', opponent };
      checkEffects({ at, sides, numbers: rollNumbers }, effects, checking);
    }
  }
}

function checkFieldEffects(checking: HintsCheck): void {
  const { json } = checking;
  const lists = [
    { type: 'character', fields: json['fields'], at: ['fields'] as Place },
    ...listMembers(json['entities']).map(([type, { fields }]) => ({
      type,
      fields,
      at: ['entities', type, 'fields'] as Place,
    })),
  ];
  for (const { type, fields, at } of lists) {
    for (const [index, field] of listObjects(fields)) {
      const sides: Sides = { roller: type, opponent: type };
      for (const [place, { does }] of listObjects(field['thresholds'])) {
        const spot: Place = [...at, index, 'thresholds', place, 'does'];
        checkEffects({ at: spot, sides }, does, checking);
      }
      checkEffects({ at: [...at, index, 'on_loss'], sides, numbers: lostNumber }, field['on_loss'], checking);
    }
  }
}

export function readOpponentType(json: JsonObject): string {
  const opponents = readMember(json['narrator'], 'opponents');
  return readMember(opponents, 'type') === 'npc' ? 'npc' : 'creature';
}

function listMembers(json: Json | undefined): readonly (readonly [string, JsonObject])[] {
  return Object.entries(isObject(json) ? json : {}).flatMap(([name, raw]) =>
    isObject(raw) ? [[name, raw] as const] : [],
  );
}

function checkOpponents(json: Json | undefined, sides: Sides, checking: HintsCheck): void {
  if (!isObject(json)) return;
  const at: Place = ['narrator', 'opponents'];
  const turned: Sides = { roller: sides.opponent, opponent: sides.roller };
  const { attack, ally, first_sight } = json;
  if (isObject(attack)) checkIntent({ raw: attack, at: [...at, 'attack'], sides: turned }, checking);
  const others: Sides = { roller: sides.opponent, opponent: sides.opponent };
  if (isObject(ally)) checkIntent({ raw: ally, at: [...at, 'ally'], sides: others }, checking);
  if (isObject(first_sight)) {
    checkIntent({ raw: first_sight, at: [...at, 'first_sight'], sides }, checking);
  }
  askDown(json, { at, side: sides.opponent }, checking);
  for (const name of ['fallen', 'risen'] as const)
    checkEffects({ at: [...at, name], sides: turned }, json[name], checking);
  checkThreats(json, sides.opponent, checking);
}

/** Checks that the items of each list of bonuses have members for the move and for the number to add. */
function checkBonuses(json: Json | undefined, { sheets, problems }: HintsCheck): void {
  const about = sheets.get('character');
  const lists = readMember(json, 'lists');
  if (about === undefined || !Array.isArray(lists)) return;
  for (const [index, list] of lists.entries()) {
    const at: Place = ['narrator', 'bonuses', 'lists', index];
    const found = typeof list === 'string' ? findWritable(list, at, { ...about, problems }) : undefined;
    const kind = found?.field.kind;
    if (kind === undefined) continue;
    const item = { name: 'bonus', move: 'risk', bonus: 1 };
    const done = kind.add?.(kind.blank(), { item, id: 'try' });
    if (done?.ok !== true)
      problems.add(
        at,
        'Items of this list have no "move" and no "bonus".',
        'Add both to its item_shape: "move": "text", "bonus": "number".',
      );
  }
}

function checkKept(json: Json | undefined, { sheets, problems }: HintsCheck): void {
  const about = sheets.get('character');
  if (about === undefined || !Array.isArray(json)) return;
  for (const [index, path] of json.entries())
    if (typeof path === 'string') findWritable(path, ['narrator', 'kept_up', index], { ...about, problems });
}

/** Checks that each path in `safe` can have the value given for it, such as a rung of a ladder. */
function checkSafe(json: Json | undefined, { sheets, problems }: HintsCheck): void {
  const about = sheets.get('character');
  if (about === undefined || !isObject(json)) return;
  for (const [path, value] of Object.entries(json))
    checkSetting(
      { path, value, values: new Map<Field, Json>(), at: ['narrator', 'safe', path] },
      { ...about, problems },
    );
}

/** Checks the rules for the order of turns, such as that both sides of a fight have the value that decides it. */
function checkOrder(json: Json | undefined, sides: Sides, checking: HintsCheck): void {
  checkRecover(readMember(json, 'recover'), sides, checking);
  const by = readMember(json, 'by');
  if (typeof by !== 'string') return;
  for (const side of Object.values(sides)) {
    const names = checking.sheets.get(side)?.names;
    const at: Place = ['narrator', 'order', 'by'];
    if (names === undefined) continue;
    if (hasDice(by)) checkDice(by, { at, names, problems: checking.problems });
    else askFormula(by, { ...checking, names, at, needs: 'number' });
  }
}

/**
 * Checks the rule for recovering before a move, as from being shaken: both sides have the values in `when`, and the
 * check exists.
 */
function checkRecover(json: Json | undefined, sides: Sides, checking: HintsCheck): void {
  const [when, check] = [readMember(json, 'when'), readMember(json, 'check')];
  const at: Place = ['narrator', 'order', 'recover'];
  for (const side of Object.values(sides)) {
    const names = checking.sheets.get(side)?.names;
    if (names !== undefined && typeof when === 'string')
      askFormula(when, { ...checking, names, at: [...at, 'when'], needs: 'truth' });
  }
  checkId(check, { list: 'checks', at: [...at, 'check'] }, checking);
}

function checkThreats(json: JsonObject, type: string, { sheets, problems, isBroken }: HintsCheck): void {
  const at: Place = ['narrator', 'opponents'];
  const { default: first, threats } = json;
  const names = isObject(threats) ? Object.keys(threats) : [];
  if (typeof first === 'string' && !names.includes(first) && !isBroken([...at, 'threats'])) {
    problems.add([...at, 'default'], `There is no threat "${first}".`, suggestName(first, names));
  }
  const about = sheets.get(type);
  if (about === undefined) return;
  for (const [name, { set }] of listMembers(threats)) {
    const values = new Map<Field, Json>();
    for (const [path, value] of isObject(set) ? Object.entries(set) : []) {
      // A value above the maximum is lowered to it, so that the opponent begins unhurt: this is not a problem.
      checkSetting(
        { path, value, values, at: [...at, 'threats', name, 'set', path] },
        { ...about, problems },
      );
    }
  }
}

function checkPlayer(json: Json | undefined, sides: Sides, checking: HintsCheck): void {
  if (!isObject(json)) return;
  const at: Place = ['narrator', 'player'];
  askDown(json, { at, side: sides.roller }, checking);
  const names = checking.sheets.get(sides.roller)?.names;
  if (names !== undefined)
    askFormula(json['gone_when'], { ...checking, names, at: [...at, 'gone_when'], needs: 'truth' });
  for (const name of ['rise', 'fallen', 'risen'] as const)
    checkEffects({ at: [...at, name], sides }, json[name], checking);
  const { down } = json;
  if (isObject(down)) checkIntent({ raw: down, at: [...at, 'down'], sides }, checking);
}

interface Down {
  readonly at: Place;
  readonly side: string;
}

function askDown(json: JsonObject, { at, side }: Down, checking: HintsCheck): void {
  const names = checking.sheets.get(side)?.names;
  if (names === undefined) return;
  askFormula(json['down_when'], { ...checking, names, at: [...at, 'down_when'], needs: 'truth' });
}
