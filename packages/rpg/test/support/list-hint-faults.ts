// List of faults in the hints for the narrator: names of checks, paths, dice and oracles that the system does not have.

import { parseDice } from '../../src/dice/parse-dice.ts';
import type { System } from '../../src/manifest/system.ts';
import { parseFormula } from '../../src/rules/parse-formula.ts';
import { resolvePath } from '../../src/rules/resolve-path.ts';
import type { Json } from '../../src/state/json.ts';
import { settleSheet, type Values } from './settle-sheet.ts';

type Hints = { readonly [name: string]: Json };
type Who = 'character' | 'creature';

interface Reading {
  readonly system: System;
  readonly roller: Who;
  readonly at: string;
  readonly faults: string[];
}

const degrees = ['triumph', 'success', 'mixed', 'failure', 'disaster'];
const plain = new Set([
  'say',
  'needs_say',
  'words',
  'minutes',
  'mode',
  'rounds',
  'reveal',
  'strike_back',
  'segments',
]);

export function listHintFaults(system: System): readonly string[] {
  const faults: string[] = [];
  const hints = asHints(system.manifest.narrator ?? null);
  const read = (roller: Who, at: string): Reading => ({ system, roller, at, faults });
  for (const [name, intent] of Object.entries(asHints(hints['intents'] ?? null))) {
    readIntent(asHints(intent), read('character', name));
  }
  readOpponents(asHints(hints['opponents'] ?? null), read('creature', 'opponents'));
  const player = asHints(hints['player'] ?? null);
  readFormula(player['down_when'], 'character', read('character', 'player.down_when'));
  if (player['down'] !== undefined) readIntent(asHints(player['down']), read('character', 'player.down'));
  for (const [name, rest] of Object.entries(asHints(hints['rest'] ?? null))) {
    readEffects(asHints(rest)['effects'], read('character', `rest.${name}`));
  }
  for (const name of ['oracle', 'complication', 'names', 'places']) {
    readOracle(hints[name], read('character', name));
  }
  return faults;
}

function readOpponents(opponents: Hints, reading: Reading): void {
  readIntent(asHints(opponents['attack'] ?? null), reading);
  readIntent(asHints(opponents['first_sight'] ?? null), { ...reading, roller: 'character' });
  readFormula(opponents['down_when'], 'creature', reading);
  for (const [name, threat] of Object.entries(asHints(opponents['threats'] ?? null))) {
    const set = asHints(asHints(threat)['set'] ?? null);
    for (const path of Object.keys(set)) readPath(path, 'creature', reading);
    const { settled } = settleSheet(reading.system, 'creature', set as Values);
    reading.faults.push(...settled.faults.map((fault) => `threats.${name}: ${fault.path}: ${fault.say}`));
  }
}

function asHints(json: Json): Hints {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Hints) : {};
}

function asList(json: Json | undefined): readonly Json[] {
  return Array.isArray(json) ? json : [];
}

function readIntent(intent: Hints, reading: Reading): void {
  for (const variant of asList(intent['variants'])) {
    const { variants: _, ...rest } = intent;
    readIntent({ ...rest, ...asHints(variant) }, { ...reading, at: `${reading.at} (variant)` });
  }
  const empty = Object.keys(intent).filter((name) => intent[name] === null);
  reading.faults.push(...empty.map((name) => `${reading.at}: ${name} is empty; leave it out`));
  const check = typeof intent['check'] === 'string' ? reading.system.checks.get(intent['check']) : undefined;
  if (typeof intent['check'] === 'string' && check === undefined) {
    reading.faults.push(`${reading.at}: no check ${intent['check']}`);
  }
  const known = [...degrees, ...(check?.outcomes.map((outcome) => outcome.id) ?? [])];
  for (const [outcome, effects] of Object.entries(asHints(intent['outcomes'] ?? null))) {
    if (!known.includes(outcome)) reading.faults.push(`${reading.at}: no outcome ${outcome}`);
    readEffects(effects, reading);
  }
  readDice(intent['dice'], reading.roller, reading);
  readDice(intent['opposed'], reading.roller === 'character' ? 'creature' : 'character', reading);
  readVersus(intent['versus'], reading);
  readFormula(intent['needs'], reading.roller, reading);
  readFormula(intent['needs_opponent'], 'creature', reading);
  readEffects(intent['cost'], reading);
  readEffects(intent['always'], reading);
}

function readVersus(versus: Json | undefined, reading: Reading): void {
  if (typeof versus === 'string') readFormula(versus, reading.roller, reading);
  const { opponent, difficulty } = asHints(versus ?? null);
  readFormula(opponent, reading.roller === 'character' ? 'creature' : 'character', reading);
  const difficulties = asHints(asHints(reading.system.manifest.narrator ?? null)['difficulties'] ?? null);
  if (typeof difficulty === 'string' && difficulties[difficulty] === undefined) {
    reading.faults.push(`${reading.at}: no difficulty ${difficulty}`);
  }
}

function readEffects(effects: Json | undefined, reading: Reading): void {
  for (const one of asList(effects)) readEffect(asHints(one), reading);
}

function readEffect(effect: Hints, reading: Reading): void {
  const roles = { player: 'character', opponent: 'creature' } as const;
  const who = roles[effect['who'] as keyof typeof roles] ?? reading.roller;
  for (const name of ['lose', 'gain', 'mark', 'set', 'add'] as const) {
    if (effect[name] !== undefined) readPath(String(effect[name]), who, reading);
  }
  readDice(effect['amount'], reading.roller, reading);
  readDice(effect['count'], reading.roller, reading);
  readFormula(effect['if'], who, reading);
  readFormula(effect['less'], who, reading);
  if (typeof effect['to'] === 'string' && effect['to'].startsWith('=')) {
    readFormula(effect['to'].slice(1), who, reading);
  }
  readOracle(effect['oracle'], reading);
  if (effect['then'] !== undefined) readIntent(asHints(effect['then']), reading);
  const verbs = [
    'lose',
    'gain',
    'mark',
    'set',
    'add',
    'condition',
    'cure',
    'clock',
    'oracle',
    'then',
    'gone',
  ];
  const isKnown = Object.keys(effect).some((name) => verbs.includes(name) || plain.has(name));
  if (!isKnown) reading.faults.push(`${reading.at}: an effect that does nothing: ${JSON.stringify(effect)}`);
}

function readPath(path: string, type: Who, { system, at, faults }: Reading): void {
  const sheet = system.sheets.get(type);
  const found = sheet === undefined ? undefined : resolvePath(sheet, path);
  if (found?.ok !== true) faults.push(`${at}: no path ${path} of a ${type}`);
  else if (!found.isWritable) faults.push(`${at}: ${path} follows from others and cannot be changed`);
}

function readDice(dice: Json | undefined, type: Who, { system, at, faults }: Reading): void {
  if (typeof dice !== 'string') return;
  const parsed = parseDice(dice);
  if (!parsed.ok) faults.push(`${at}: ${dice}: ${parsed.say}`);
  else {
    const sheet = settleSheet(system, type, {});
    const unknown = parsed.dice.references.filter((path) => sheet.resolve(path) === undefined);
    faults.push(...unknown.map((path) => `${at}: ${dice}: nothing to roll at ${path} of a ${type}`));
  }
}

function readFormula(source: Json | undefined, type: Who, { system, at, faults }: Reading): void {
  if (typeof source !== 'string') return;
  const parsed = parseFormula(source);
  if (!parsed.ok) faults.push(`${at}: ${source}: ${parsed.say}`);
  else {
    const evaluated = parsed.formula.evaluate(settleSheet(system, type, {}).scope);
    if (!evaluated.ok) faults.push(`${at}: ${source} of a ${type}: ${evaluated.say}`);
  }
}

function readOracle(id: Json | undefined, { system, at, faults }: Reading): void {
  if (typeof id !== 'string') return;
  const isThere = system.manifest.oracles?.some((oracle) => oracle.id === id) === true;
  if (!isThere) faults.push(`${at}: no oracle ${id}`);
}
