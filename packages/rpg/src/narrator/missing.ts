// Finds a thing that the player wants to use although the character neither has nor sees it.

import { readValue } from '../rules/read-value.ts';
import { listInventoryFields } from '../system/is-inventory.ts';
import { findIntent, findVariant } from '../tools/moves/move-hint.ts';
import { findThingHeard } from '../tools/moves/things.ts';
import type { Entity } from '../values/entity.ts';
import type { Chronicle } from './chronicle.ts';
import { listSayings } from './describe.ts';
import { findThing } from './find-referent.ts';
import { smallWords } from './grammar.ts';
import { isHost } from './hosts.ts';
import type { IntentKind } from './intents.ts';
import { findReadied } from './readied.ts';
import { isCommon } from './things-named.ts';
import { nameOf, readText } from './world.ts';

export interface Missing {
  readonly name: string;
  /** Whether the thing must be among the character's own things. */
  readonly isOwn: boolean;
}

const until =
  'at|on|in|into|to|with|from|over|under|for|and|against|through|around|toward|towards|behind|beside|near|by|off|out|up|down|until|after|of|back|away|aside|apart|upside|twice|aloud|loudly|once|halfway|open|shut|closed|straight|again|together|over|while|when|as|so|because|before|slowly|quickly|gently|carefully|quietly|softly';
const instrument = new RegExp(` (?:with|using) (my|the|an?) ((?:(?!(?:${until}) )\\S+ ){1,3})`);
const object = new RegExp(
  `^ (?:(?:up|down|on|off|out|at|through) )*(my|the|an?|some) ((?:(?!(?:${until}) )\\S+ ){1,3})`,
);
/** Kinds of deeds whose object must be at hand. */
const handled: ReadonlySet<string> = new Set<IntentKind>([
  'use',
  'read',
  'drop',
  'give',
  'ease',
  'sell',
  'search',
  'throw',
  'lay',
  'wear',
]);
/** Deeds that may name the receiver before the thing: "give him my coat". */
const passed: ReadonlySet<string> = new Set<IntentKind>(['give', 'persuade', 'throw']);
const owned = new RegExp(
  `(?: (?=my )|^ (?:him|her|them) (?=the ))(my|the) ((?:(?!(?:${until}) )\\S+ ){1,3})`,
);
/** Further kinds of deeds that may need a tool at hand, or in some cases their object. */
const done: ReadonlySet<string> = new Set<IntentKind>([
  'attack',
  'force',
  'risk',
  'threaten',
  'help',
  'persuade',
  'gesture',
  'sit',
  'act',
  'look',
  'perform',
]);
/** Kinds of deeds that may harm somebody with a thing. */
const armed: ReadonlySet<string> = new Set<IntentKind>(['throw', 'attack', 'threaten']);
/** Kinds of deeds whose object must be here, but need not be in hand. */
const seen: ReadonlySet<string> = new Set<IntentKind>([
  'read',
  'search',
  'force',
  'act',
  'sit',
  'perform',
  'gesture',
]);
const thrown = / (?:throw|hurl|toss|fire|shoot|swing|draw) /;
/** Deeds whose object must be here, whether it is a thing or a beast. */
const worked = / (?:repair|fix|ride|saddle|untie|pet|feed|tame|calm|soothe|befriend|stroke) (?:the|my|an?) /;
const idiom = / (?:play|turn|write|let) (?:an?|my|the) /;
const aim = / (?:throw|hurl|toss|fire|shoot|swing) .* at (the) ((?:\S+ ){1,2})$/;
/** Words that fit any weapon on the sheet, whatever its name is. */
const anyWeapon: ReadonlySet<string> = new Set('weapon weapons blade blades steel gun guns arms'.split(' '));
/** Things that shoot: whoever has none of them has nothing to shoot with. */
const shooters =
  'bow,longbow,shortbow,crossbow,sling,pistol,pistols,revolver,rifle,shotgun,musket,gun,carbine,blunderbuss,blowpipe'.split(
    ',',
  );
/** Things that everybody has. */
const body = new Set(smallWords.own);

export function findMissing(c: Chronicle): Missing | undefined {
  const { kind } = c.intent;
  // In a fight only what is struck, thrown or threatened with must be at hand.
  if (c.world.mode === 'combat' && !armed.has(kind)) return undefined;
  return (
    findMissingWeapon(c) ??
    (handled.has(kind) || done.has(kind) ? findMissingObject(c) : undefined) ??
    findMissingBeside(c)
  );
}

/** A weapon that the player's character draws or shoots with, but does not have. */
function findMissingWeapon(c: Chronicle): Missing | undefined {
  const { kind, heard } = c.intent;
  const name = findReadied(heard);
  const noun = name?.split(' ').at(-1) ?? '';
  const isAnother = name !== undefined && !anyWeapon.has(noun) && !isAtHand(c, name, 'my');
  if (isAnother) return { name, isOwn: true };
  const isShot = kind === 'attack' && /^ (?:shoot|fire at) (?!.* (?:with|using) )/.test(heard);
  if (!isShot) return undefined;
  const isArmed =
    shooters.some((one) => isOwn(c, one, one)) ||
    findThingHeard(c.system, heard, kind) !== undefined ||
    isGearUnlisted(c);
  return isArmed ? undefined : { name: 'bow or gun', isOwn: true };
}

/**
 * Whether sheets of these rules do not list weapons, so that none can be missing. This is so if no ready-made character
 * has things and, besides, the words name a variant of the attack or this character has no things either.
 */
function isGearUnlisted({ system, world: { player }, intent: { heard } }: Chronicle): boolean {
  const lists = listInventoryFields(system, player.type).map(({ path }) => path);
  const isFilled = (value: unknown) => Array.isArray(value) && value.length > 0;
  const { characters = [], narrator } = system.manifest;
  if (characters.some(({ set }) => lists.some((path) => isFilled(set[path])))) return false;
  const attack = findIntent(narrator, 'attack');
  const isVariant = attack !== undefined && findVariant(attack, heard) !== undefined;
  return isVariant || !lists.some((path) => isFilled(readValue(player.sheet, path)));
}

function findMissingObject(c: Chronicle): Missing | undefined {
  const { kind, heard } = c.intent;
  const meant = findMeant(c);
  // An innkeeper has all food and drink of the house.
  const isServed =
    kind === 'ease' && c.world.listPresent().some((one) => one.type === 'npc' && isHost(c, one));
  if (isServed && meant?.article !== 'my') return undefined;
  if (meant === undefined || isAtHand(c, meant.name, meant.article)) return undefined;
  // If the dog is here, "the dog's belly" is here too.
  const isPartOf = kind === 'act' && meant.name.split(' ').some((word) => isAtHand(c, word, meant.article));
  if (isPartOf) return undefined;
  const isElsewhere =
    seen.has(kind) ||
    aim.test(heard) ||
    worked.test(heard) ||
    (kind === 'use' && !/ (?:use|apply|pour) /.test(heard));
  const isHad = meant.article === 'my' || taken.test(heard);
  return { name: meant.name, isOwn: isHad || !isElsewhere };
}

/**
 * Kinds of deeds in which a thing named after a preposition must be here: "hide behind the woodpile", "tie it to the
 * well".
 */
const surrounded: ReadonlySet<string> = new Set<IntentKind>([
  'act',
  'use',
  'lay',
  'throw',
  'sneak',
  'force',
  'risk',
  'sit',
  'drop',
  'perform',
  'write',
  'search',
]);
const beside = new RegExp(
  ` (?:on|in|into|onto|to|at|behind|under|over|against|around|round|from|off|with|through|inside|beneath|across|beside) (?:the|this|that) ((?:(?!(?:${until}) |of )\\S+ ){1,3})`,
  'g',
);

/**
 * Something that a deed names after a preposition, as in "hide behind the woodpile", and that neither is here nor was
 * mentioned lately. Words that are not things are skipped.
 */
function findMissingBeside(c: Chronicle): Missing | undefined {
  const { kind, rest } = c.intent;
  if (!surrounded.has(kind)) return undefined;
  for (const [, words = ''] of rest.matchAll(beside)) {
    const name = words.trim();
    const noun = name.split(' ').at(-1) ?? '';
    const isThing = !smallWords.abstract.includes(noun) && !smallWords.stop.includes(noun);
    if (isThing && !isAtHand(c, name, 'the') && !isToldOf(c, noun)) return { name, isOwn: false };
  }
  return undefined;
}

/** Whether something was mentioned lately or at the end of the opening, so that the player may speak of it. */
function isToldOf(c: Chronicle, noun: string): boolean {
  // Leaves out sentences that say that something is not here.
  const told = [...c.recent.slice(-3), c.text].flatMap((text) => text.split(/(?<=[.!?])\s/));
  const shown = told.filter((sentence) => !/\b(?:no|not|nor) |\bto show\b/i.test(sentence));
  return isWritten([...shown, ...(c.scenario?.opening.slice(-1) ?? [])], noun);
}

interface Meant {
  readonly article: string;
  readonly name: string;
}

/** The thing that the words mean, with the article before it; undefined if they mean none. */
function findMeant(c: Chronicle): Meant | undefined {
  const { kind, rest, heard } = c.intent;
  const isObject = isHandled(kind, heard, rest);
  const given = isObject && passed.has(kind) ? owned.exec(rest) : null;
  const tool = kind === 'help' || kind === 'drop' ? null : instrument.exec(rest);
  const found =
    matchAim(c, heard) ?? taken.exec(heard) ?? given ?? tool ?? (isObject ? object.exec(rest) : null);
  const [, article = '', words = ''] = found ?? [];
  // "Show the widow the tag": the thing comes after the person who is shown it.
  const [, nearer = article, thing = words] = / (my|the|an?|some) (\S+(?: \S+)?) $/.exec(` ${words}`) ?? [];
  const name = thing.trim();
  return name === '' ? undefined : { article: nearer, name };
}

/** The aim of a throw or shot, if nobody and nothing of that name is at hand. */
function matchAim(c: Chronicle, heard: string): RegExpExecArray | null {
  const found = aim.exec(heard);
  return found !== null && !isAtHand(c, (found[2] ?? '').trim(), 'the') ? found : null;
}

/**
 * Verbs of handling a thing. The thing must be in hand, even if it is named for the first time: "peel an apple".
 */
const taken =
  /^ (?:peel|juggle|juggle with|toss|throw|hurl|fling|offer|sharpen|bury|plant|unfold|polish|chew|bite|nibble|shuffle|bounce|unroll|unwrap|burn|tie|sew|snap|bend|lick|shoot|smoke|fire|load|aim) (an?|some|two|three) ((?:(?!(?:at|on|in|into|to|with|from|over|for|and|of|up) )\S+ ){1,3})/;

function isHandled(kind: string, heard: string, rest: string): boolean {
  if (worked.test(heard)) return true;
  if (kind === 'use' && idiom.test(heard)) return false;
  if (kind === 'sit' || kind === 'act') return /^ (?:(?:on|at|up|down|off) )?the \S+ (?:\S+ )?$/.test(rest);
  if (kind === 'ease') return / (?:my|the) /.test(rest);
  if (kind === 'look') return /^ (?:at |through )?my /.test(rest);
  if (kind === 'persuade') return / (?:offer|feed) .*my /.test(heard);
  return handled.has(kind) || (thrown.test(heard) && (kind === 'risk' || / my /.test(rest)));
}

/** Words for a share of a thing that is there, as in "the other half". */
const share = /^(?:half|rest|remainder)$/;

function isAtHand(c: Chronicle, name: string, article: string): boolean {
  const noun = name.split(' ').at(-1) ?? name;
  if (body.has(noun) || share.test(noun)) return true;
  if (isOwn(c, name, noun) || isCommon(c, noun)) return true;
  return article !== 'my' && isSeen(c, name, noun);
}

function isOwn({ world }: Chronicle, name: string, noun: string): boolean {
  const { words, ownWords } = readSheetWords(world.player);
  const isHeld = listForms(noun).some((form) => words.has(form)) || isKindOf(ownWords, noun);
  return isHeld || findThing(` ${name} `, world.listHeldBy(world.player)) !== undefined;
}

interface SheetWords {
  readonly words: ReadonlySet<string>;
  /**
   * The words of the values alone, without the names of fields ("Playbook" is no book) and without the description of
   * the character.
   */
  readonly ownWords: ReadonlySet<string>;
}

const sheetWords = new WeakMap<Entity['sheet'], SheetWords>();

/** The words of a sheet, kept because many nouns are looked for in the same sheet. */
function readSheetWords({ sheet }: Entity): SheetWords {
  const known = sheetWords.get(sheet);
  if (known !== undefined) return known;
  const { about: _, ...rest } = sheet;
  const values = JSON.stringify(rest).replaceAll(/"[^"]*":/g, ' ');
  const read = { words: listWords(JSON.stringify(sheet)), ownWords: listWords(values) };
  sheetWords.set(sheet, read);
  return read;
}

/** Whether a longer word ends with the noun: somebody with a longsword has a sword. */
function isKindOf(words: ReadonlySet<string>, noun: string): boolean {
  if (noun.length < 3) return false;
  return [...words].some((word) => word.length > noun.length + 2 && word.endsWith(noun));
}

function isSeen(c: Chronicle, name: string, noun: string): boolean {
  const { world } = c;
  const others = world.listPresent();
  const theirs = others.flatMap((one) => world.listHeldBy(one));
  if (findThing(` ${name} `, [...world.listLying(), ...theirs]) !== undefined) return true;
  const usual = [...smallWords.everywhere, ...smallWords.plain, ...smallWords.wide];
  const places = world.list('location').map(nameOf);
  const told = others.flatMap((one) => [nameOf(one), readText(one, 'about'), c.findPerson(one)?.role ?? '']);
  if (isWritten([...told, ...usual, ...places], noun)) return true;
  if (c.intent.kind === 'search' && isWritten(c.recent.slice(-2), noun)) return true;
  const ways = world.listOpenWays().map((way) => way.name);
  const place = c.findPlace(world.here);
  const sayings = world.here === undefined ? [] : listSayings(c, world.here);
  return isWritten([...sayings, ...(place?.searched ?? []), ...ways], noun);
}

function isWritten(texts: readonly string[], noun: string): boolean {
  const words = listWords(texts.join(' '));
  return listForms(noun).some((form) => words.has(form));
}

function listWords(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

function listForms(noun: string): readonly string[] {
  return [noun, `${noun}s`, noun.replace(/s$/, '')];
}
