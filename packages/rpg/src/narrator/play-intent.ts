// Plays an intent: goes through its rules in the table, finds what they are about, rolls, calls tools, and narrates.

import { isCalmMove } from '../tools/moves/is-calm.ts';
import { findVariant } from '../tools/moves/move-hint.ts';
import { isObject, type Json, type JsonObject } from '../values/json.ts';
import type { Chronicle } from './chronicle.ts';
import { conditions } from './conditions.ts';
import { isOut, playStrikeBack } from './fight.ts';
import { findMove } from './find-move.ts';
import { finders } from './finders.ts';
import { type Frame, fillSlots } from './frame.ts';
import { grammar } from './grammar.ts';
import type { Move } from './hints.ts';
import { press, replyFirst } from './intents/intents-among-people.ts';
import { findRow, type IntentKind } from './intents.ts';
import { findMissing } from './missing.ts';
import { listPassing } from './move-things.ts';
import { nameThing } from './noun.ts';
import { readSmallTalk } from './people.ts';
import { isQuestionAlone } from './question-words.ts';
import { findReadied } from './readied.ts';
import { rollTrial, type Tried } from './roll-intent.ts';
import type { Condition, IntentRow, Own, React, Roll, Rule, Rules, Step, Strike } from './rule.ts';
import type { ScenarioPerson } from './scenario.ts';
import type { Script } from './script.ts';
import { steps } from './steps.ts';
import { findPartner } from './terms.ts';
import { nameOf, readAttitude } from './world.ts';

export function* playIntent(c: Chronicle, kind = c.intent.kind, way?: Frame['way']): Script<void> {
  const row = findRow(kind);
  const frame: Frame = { c, kind, way };
  const partner = findPartner(c);
  if (partner !== undefined) {
    yield* playRules({ ...frame, kind: 'persuade', who: partner }, press);
    return;
  }
  if (isPutToSomebody(c) && (yield* playRules(frame, replyFirst))) return;
  if (narrateMissing(c)) return;
  applyFinders(frame, row.find);
  yield* playRules(frame, row.rules);
  if (frame.who?.type === 'npc') c.dealtWith = frame.who.id;
}

/** Questions that may be put to somebody; if put to nobody, the state and the story so far answer them. */
const askable: ReadonlySet<string> = new Set<IntentKind>([
  'where',
  'whois',
  'oracle',
  'price',
  'menu',
  'weather',
  'hour',
  'quest',
  'options',
  'know',
  'look',
]);

/**
 * Whether a question that the state or the story so far could answer is put to the person addressed; false in a fight.
 */
function isPutToSomebody(c: Chronicle): boolean {
  const { kind, heard, raw } = c.intent;
  if (!askable.has(kind) || c.addressed === undefined || c.world.mode === 'combat') return false;
  return kind === 'look' || kind === 'know' ? isQuestionAlone(heard) || raw.includes('?') : true;
}

/** Says plainly that a thing is not at hand, before anything is tried with it; false if nothing is missing. */
function narrateMissing(c: Chronicle): boolean {
  const missing = findMissing(c);
  if (missing === undefined) return false;
  c.happened.isIdle = true;
  c.happened.isRefused = true;
  // Without the weapon, nothing that was to be done with it is done.
  if (findReadied(c.intent.heard) !== undefined) c.happened.isHalted = true;
  const topic = nameThing(missing.name);
  if (!c.narrate(missing.isOwn ? 'not-had' : 'no-such', { topic }))
    c.narratePlainly(missing.isOwn ? `You have no ${missing.name}.` : `There is no ${missing.name} here.`);
  return true;
}

function applyFinders(f: Frame, find: IntentRow['find'] = []): void {
  for (const name of typeof find === 'string' ? [find] : find) finders[name](f);
}

/** Plays the first rule that fits; false if no rule fits, or the rule had no result. */
function* playRules(f: Frame, rules: Rules): Script<boolean> {
  const rule = rules.find((one) => isFitting(f, one));
  return rule !== undefined && (yield* playSteps(f, rule.do));
}

function isFitting(f: Frame, rule: Rule): boolean {
  applyFinders(f, rule.find);
  const isNeeded = (rule.if ?? []).every((one) => isSo(f, one));
  return isNeeded && (rule.heard?.test(f.c.intent.heard) ?? true);
}

function isSo(f: Frame, condition: Condition): boolean {
  const name = condition.replace('!', '') as keyof typeof conditions;
  return conditions[name](f) !== condition.startsWith('!');
}

function* playSteps(f: Frame, list: readonly Step[]): Script<boolean> {
  let hasCome = false;
  for (const step of list) {
    if (yield* playStep(f, step)) hasCome = true;
    if (f.isOver === true) return true;
  }
  return hasCome;
}

function* playStep(f: Frame, step: Step): Script<boolean> {
  const { c, who } = f;
  if (typeof step === 'string') return yield* playNamed(f, step);
  if (isRules(step)) return yield* playRules(f, step);
  if ('say' in step) return step.say.some((kind) => c.narrate(kind, fillSlots(f)));
  if ('own' in step) {
    const person = who && c.findPerson(who);
    const lines = listOwnLines(person, step.own);
    return lines.length > 0 && c.narrateOneOf(lines, `${step.own}/${person?.name}`, fillSlots(f));
  }
  if ('oneOf' in step) return yield* playOneOf(f, step.oneOf);
  if ('react' in step) return yield* playReaction(f, step.react);
  if ('tell' in step) narrateDegree(f, step.tell);
  else yield* playDeed(f, step);
  return true;
}

function isRules(step: Exclude<Step, string>): step is Rules {
  return Array.isArray(step);
}

function* playNamed(f: Frame, name: keyof typeof steps): Script<boolean> {
  const played = steps[name](f);
  const result = typeof played === 'object' ? yield* played : played;
  return result !== false;
}

function* playOneOf(f: Frame, list: readonly Step[]): Script<boolean> {
  for (const step of list) {
    if ((yield* playStep(f, step)) || f.isOver === true) return true;
  }
  return false;
}

function* playReaction(f: Frame, rows: React['react']): Script<boolean> {
  const kind = readSmallTalk(f.c);
  const row = kind === undefined ? undefined : rows[kind];
  if (f.who !== undefined && row !== undefined) f.c.happened.replied.add(f.who.id);
  return row !== undefined && (yield* playRules(f, row.rules));
}

function listOwnLines(person: ScenarioPerson | undefined, own: Own['own']): readonly string[] {
  if (person === undefined) return [];
  if (own === 'look' || own === 'greet' || own === 'small' || own === 'threatened') return person[own];
  return person.smallTalk?.[own] ?? [];
}

function* playDeed(f: Frame, step: Extract<Step, object>): Script<void> {
  const { c, who } = f;
  if ('roll' in step) yield* playRoll(f, step);
  if ('call' in step)
    yield* c.execute(
      step.call.map((one) => ({ ...one, arguments: fillIds(f, one.arguments) as JsonObject })),
    );
  if ('passTo' in step) yield* playPassing(f, step.passTo);
  if ('strike' in step && who !== undefined) yield* playStrikeBack(c, who, isStrikeCalledFor(f, step.strike));
  if ('goOn' in step) yield* playIntent(c, step.goOn, f.way);
}

function* playRoll(f: Frame, { roll: kind, isAgainst, why, refused = ['beat'] }: Roll): Script<void> {
  const { c } = f;
  const who = readBefore(f);
  const opponent = isAgainst === true ? who : undefined;
  const move = findMove(c, [kind, ...(findRow(kind).rolls ?? [])]);
  if (isPaidFor(c, move)) c.paid = undefined;
  f.tried = yield* rollTrial(c, {
    move,
    roller: c.world.player,
    opponent,
    reason: describeReason(f, why),
  });
  if (f.tried.held !== undefined) return stopHeld(f, f.tried.held);
  const { refusal } = f.tried;
  if (refusal !== undefined && refused !== 'failed') {
    c.narratePlainly(refusal);
    c.happened.isRefused = true;
    yield* playSteps(f, refused);
    f.isOver = true;
  } else if (isFailure(f.tried) && !isCalmMove(move?.id ?? kind)) c.happened.hasFailed = true;
}

/** Notes how things stand before the roll. Returns the person whom the deed is about, in the present state. */
function readBefore(f: Frame): Frame['who'] {
  const { c } = f;
  const who = f.who && (c.world.find(f.who.id) ?? f.who);
  Object.assign(f, {
    who,
    wasFight: c.world.mode === 'combat',
    wasHostile: who !== undefined && readAttitude(who) < -1,
    wasOut: who !== undefined && isOut(c, who),
  });
  return who;
}

/** Whether the roll failed in a way that may bring a danger closer. */
function isFailure({ degree, isSafe }: Tried): boolean {
  return degree < 0 && isSafe !== true;
}

/** Tells that the player's character did not recover, notes a failure, and ends the deed. */
function stopHeld(f: Frame, says: string): void {
  f.c.narratePlainly(says);
  f.c.happened.degree = -1;
  f.isOver = true;
}

/** Whether the move is the variant that costs what the player offered to pay. */
function isPaidFor({ paid, hints }: Chronicle, move: Move | undefined): boolean {
  if (paid === undefined || move?.as === undefined) return false;
  const variant = findVariant(hints.intents[move.id] ?? {}, move.as);
  return variant?.words.includes(paid) === true;
}

function describeReason({ c, who }: Frame, why: string | undefined): string {
  if (why === undefined) return c.intent.raw.trim().replace(/\s+/g, ' ').slice(0, 80);
  const { here } = c.world;
  return why
    .replace('{who}', () => (who === undefined ? '' : nameOf(who)))
    .replace('{place}', () => (here === undefined ? '' : nameOf(here)));
}

const degreeNames: Readonly<Record<number, string>> = {
  2: 'triumph',
  1: 'success',
  0: 'mixed',
  [-1]: 'failure',
  [-2]: 'disaster',
};

/**
 * Tells a line for the degree of the roll, or for the nearest degree that has lines; if none can be told, tells a line
 * that fits any risk.
 */
function narrateDegree(f: Frame, kind: string): void {
  const degree = f.tried?.degree ?? 0;
  const near = degree > 0 ? 'success' : 'failure';
  const names = [degreeNames[degree], degree === 0 ? 'mixed' : near, near];
  const fitting = names.find((name) => (grammar[`${kind}-${name}`] ?? []).length > 0);
  if (fitting !== undefined && f.c.narrate(`${kind}-${fitting}`, fillSlots(f))) return;
  f.c.narrate(`risk-${degree === 0 ? 'mixed' : near}`);
}

function fillIds(f: Frame, given: Json): Json {
  if (Array.isArray(given)) return given.map((one) => fillIds(f, one));
  if (isObject(given))
    return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, fillIds(f, value)]));
  const ids: Readonly<Record<string, string | undefined>> = {
    $who: f.who?.id,
    $way: f.way?.to,
    $here: f.c.world.here?.id,
  };
  return typeof given === 'string' && given.startsWith('$') ? (ids[given] ?? '') : given;
}

function* playPassing({ c, who, thing }: Frame, to: 'who' | 'player' | 'here'): Script<void> {
  const receivers = { who, player: c.world.player, here: c.world.here };
  const id = receivers[to]?.id;
  if (thing !== undefined && id !== undefined) yield* c.execute(listPassing(c, thing, id));
}

function isStrikeCalledFor({ tried }: Frame, strike: Strike['strike']): boolean {
  return strike === 'always' || (strike === 'rolled' && tried?.isStruckBack === true);
}
