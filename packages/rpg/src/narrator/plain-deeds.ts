// Plain deeds: tells how a small deed that changes nothing turns out, and how long it takes, depending on its verb.

import type { Chronicle } from './chronicle.ts';
import { type LineKind, smallWords } from './grammar.ts';
import { readUntil } from './intent.ts';
import { nameThing } from './noun.ts';
import { listOpenQuests } from './quest-steps.ts';
import { findReadied } from './readied.ts';
import { listContent, stemWord } from './record.ts';
import type { Script } from './script.ts';
import { findBeast, findNounMeant } from './things-named.ts';
import { nameOf, readText } from './world.ts';

interface PlainDeed {
  readonly kind: LineKind;
  /** The verbs, with commas between them. */
  readonly verbs: string;
  /** How many minutes the deed takes, if more than a moment. */
  readonly minutes?: number;
}

const deeds: readonly PlainDeed[] = [
  { kind: 'did-knock', verbs: 'knock, knock on, knock at, rap, rap on, tap on, tap at, hammer on' },
  { kind: 'did-count', verbs: 'count', minutes: 2 },
  {
    kind: 'did-topple',
    verbs: 'knock over, tip over, push over, kick over, knock down, upset, topple, overturn, tip',
  },
  {
    kind: 'did-hit',
    verbs:
      'hit, kick, punch, strike, whack, thump, bang, bang on, smack, beat, slap, stab, bash, pinch, poke, prod, smash, batter, break, crack, shoot, attack, slash, ram, bump',
  },
  {
    kind: 'did-toast',
    verbs:
      'raise a toast, toast the, toast to, drink to, raise my glass, raise my cup, raise a glass, drink a toast',
  },
  {
    kind: 'did-push',
    verbs:
      'nudge, push, pull, shove, drag, tug, move the, move it, move a, slide the, slide it, slide a, budge, push at, press, yank',
  },
  { kind: 'did-close', verbs: 'close, shut, bar, latch, bolt' },
  { kind: 'did-lock', verbs: 'lock' },
  { kind: 'did-open', verbs: 'open, unfasten, unlatch, unbolt, uncover, unwrap, unpack, pry, prise, lever' },
  {
    kind: 'did-quench',
    verbs: 'put out, blow out, snuff, snuff out, extinguish, quench, douse, stamp out, turn down',
  },
  { kind: 'did-light', verbs: 'light, kindle, relight, set fire to, burn, turn up' },
  { kind: 'did-smell', verbs: 'smell, sniff, smell at, sniff at' },
  { kind: 'did-taste', verbs: 'taste, lick, bite, chew, nibble' },
  {
    kind: 'did-touch',
    verbs:
      'touch, feel, stroke, pat, pet, cuddle, hug, soothe, rub, run my hand, run my hands, run my fingers, caress, press my',
  },
  { kind: 'did-shake', verbs: 'shake, rattle, squeeze, wiggle, jiggle' },
  { kind: 'did-tie', verbs: 'tie, knot, fasten, lash, bind, hitch, loop, tether, knit, sew, braid' },
  {
    kind: 'did-clean',
    verbs: 'clean, polish, wipe, dust, brush, sweep, scrub, tidy, straighten, comb, mop, shine, scrape, peel',
    minutes: 5,
  },
  { kind: 'did-warm', verbs: 'warm', minutes: 5 },
  { kind: 'did-draw', verbs: 'draw, sketch, paint, carve, scratch, chalk, trace', minutes: 10 },
  { kind: 'did-write', verbs: 'write, scribble, sign, jot, note down', minutes: 5 },
  { kind: 'did-pray', verbs: 'pray, meditate, bless, say a prayer, cross myself', minutes: 5 },
  { kind: 'did-breathe', verbs: 'take a deep breath, take a breath, breathe, take a long breath' },
  { kind: 'did-stretch', verbs: 'stretch, yawn, roll my shoulders, crack my' },
  { kind: 'did-jump', verbs: 'jump, hop, skip, spin, leap, twirl, stamp, jump up and down, turn around' },
  { kind: 'did-climb', verbs: 'climb, scramble, clamber, shin, mount, scale' },
  { kind: 'did-dig', verbs: 'dig, scrape at, burrow, shovel, bury', minutes: 20 },
  {
    kind: 'did-think',
    verbs: 'make a wish, make a plan, make plans, think, ponder, consider, wonder, reflect, brood, muse',
    minutes: 5,
  },
  { kind: 'did-cut', verbs: 'cut, slice, saw, tear, rip, snip, chop' },
  { kind: 'did-pour', verbs: 'pour, fill, empty, spill, water, top up' },
  { kind: 'did-build', verbs: 'build, make a, make some, cook, brew, bake, mend, fix, repair', minutes: 30 },
  { kind: 'did-play', verbs: 'play, deal, shuffle, gamble', minutes: 15 },
  { kind: 'did-turn', verbs: 'turn, twist, wind, rotate, roll' },
  { kind: 'did-lift', verbs: 'lift, raise, hoist, hold up, heave' },
  { kind: 'did-wave', verbs: 'wave, beckon, signal, point, salute' },
  {
    kind: 'did-laugh',
    verbs: 'pull faces, pull a face, make a face, make faces, laugh, giggle, chuckle, grin, smile',
  },
  { kind: 'did-cry', verbs: 'cry, weep, sob' },
  { kind: 'did-splash', verbs: 'wash, splash, bathe, paddle, wade, rinse', minutes: 5 },
];

export const plainVerbs: readonly string[] = deeds.flatMap((deed) => deed.verbs.split(', '));

const verbs = deeds.flatMap((deed) => deed.verbs.split(', ').map((verb) => ({ deed, verb })));

/** Deeds such as "knock my cup over". */
const overturning = /^ (?:knock|tip|push|kick|turn) (?:\S+ ){1,4}over /;

/**
 * The deed whose verb begins the words; of several such verbs, the longest. Adverbs such as "slowly" may come before
 * it.
 */
function findPlainDeed(heard: string): PlainDeed | undefined {
  // "Draw my spear" does not mean to draw a picture.
  if (findReadied(heard) !== undefined) return undefined;
  if (overturning.test(heard)) return deeds.find(({ kind }) => kind === 'did-topple');
  let best: { readonly deed: PlainDeed; readonly at: number; readonly length: number } | undefined;
  for (const { deed, verb } of verbs) {
    const at = heard.indexOf(` ${verb} `);
    // The verb makes a plain deed only at the beginning, or after adverbs.
    if (at === -1 || !/^(?: \w+ly)* ?$/.test(heard.slice(0, at))) continue;
    const isBetter = best === undefined || at < best.at || (at === best.at && verb.length > best.length);
    if (isBetter) best = { deed, at, length: verb.length };
  }
  return best?.deed;
}

const rough: ReadonlySet<string> = new Set<LineKind>(['did-hit', 'did-push', 'did-topple', 'did-cut']);
/** Kinds whose lines suit only things, and not a person's hands or toes. */
const ofThings: ReadonlySet<string> = new Set<LineKind>([
  'did-touch',
  'did-shake',
  'did-clean',
  'did-push',
  'did-hit',
  'did-turn',
  'did-lift',
]);
const gentle: ReadonlySet<string> = new Set<LineKind>(['did-touch', 'did-clean', 'did-shake']);
/** Deeds that leave their object changed. */
const lasting: ReadonlySet<string> = new Set<LineKind>([
  'did-quench',
  'did-topple',
  'did-cut',
  'did-light',
  'did-open',
  'did-dig',
]);

/** Whether an open quest names the thing. */
function isOfStory(c: Chronicle, noun: string): boolean {
  const told = listOpenQuests(c).flatMap((quest) => [nameOf(quest), readText(quest, 'about')]);
  const stem = stemWord(noun);
  return told.some((text) => listContent(text).some((word) => stemWord(word) === stem));
}

/** Tells how a small deed turns out, and lets the time it takes pass; false if nothing was told. */
export function* playPlainDeed(c: Chronicle): Script<boolean> {
  const deed = findPlainDeed(c.intent.heard);
  if (deed === undefined) return false;
  const minutes = readMinutes(c) ?? deed.minutes;
  if (minutes !== undefined) yield* playPassing(c, minutes);
  const kind = chooseKind(c, deed.kind);
  return c.narrate(kind, { item: nameThing(findNounMeant(c) ?? 'it') });
}

/**
 * The kind of lines for the verb, or a kind that suits the object better: a limb, a beast, a window, a thing of the
 * story.
 */
function chooseKind(c: Chronicle, kind: LineKind): LineKind {
  const noun = findNounMeant(c) ?? '';
  if (ofThings.has(kind) && smallWords.own.includes(noun)) return 'act';
  const isBeast = findBeast(c) !== undefined;
  if (isBeast && rough.has(kind)) return 'beast-hurt';
  if (isBeast && gentle.has(kind)) return 'beast-petted';
  if (kind === 'did-open' && smallWords.passages.includes(noun)) return 'did-open-way';
  return lasting.has(kind) && isOfStory(c, noun) ? 'did-nothing' : kind;
}

/** How many minutes the deed lasts, if the words say so: "until midnight", "for an hour". */
function readMinutes({ intent, world }: Chronicle): number | undefined {
  return / (?:until|till|for) /.test(intent.heard)
    ? readUntil(intent.heard, world.minutes % 1440)
    : undefined;
}

/** Lets time pass for a deed. The call names the deed, since two equal calls in one turn would count as one. */
export function* playPassing(c: Chronicle, minutes: number): Script<void> {
  const reason = c.intent.heard.trim().slice(0, 60);
  yield* c.execute([{ name: 'time_advance', arguments: { minutes, ...(reason === '' ? {} : { reason }) } }]);
}
