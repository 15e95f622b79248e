// Finders: the functions with which an intent's rules find a person, thing or way out, each under the name that the rules use.

import { findAnswer } from './answers.ts';
import { chooseOne } from './compose.ts';
import { findFoe } from './fight.ts';
import { isSpellAimed } from './find-move.ts';
import {
  findAbsent,
  findNamedPerson,
  findPerson,
  findThing,
  findWay,
  listNameWords,
} from './find-referent.ts';
import { findSpeaker } from './follow-up.ts';
import type { Frame } from './frame.ts';
import { smallWords } from './grammar.ts';
import { hasWord, isHost } from './hosts.ts';
import { findListener, findNeededTopic, findUntoldTopic, isRefusing } from './people.ts';
import { listCurrentSteps, listSpare } from './quest-steps.ts';
import { readPut } from './read-put.ts';
import { findDescribedWith, findFixture, findNounMeant, isCommon, isOfPlace } from './things-named.ts';
import { findLastTold, findLent, findTold, findToldOwn } from './told-things.ts';
import { findTopic } from './topics.ts';
import {
  findFarPlace,
  findHandledWay,
  findHiddenThing,
  findNote,
  findPlaceMeant,
  findWanted,
} from './travel.ts';
import { isSame, nameOf, readAttitude, readText, type Thing, type Way } from './world.ts';

/** Matches "from Magistrate Corvane": the words name somebody from whom to hide. */
const fromAnother = /\bfrom (?:the )?\p{Lu}\p{Ll}/u;
/** Matches words for a locked way other than "door", such as "lock" or "passage". */
const locks =
  /^(?:locks?|padlocks?|bolts?|bars?|ways?|path|passage|grates?|grating|trapdoor|entrance|exit|it)$/;
const longestNote = 200;

type Found<Key extends keyof Frame> = (f: Frame) => Frame[Key];
type Finder = (f: Frame) => void;

const setWho = (find: Found<'who'>) => (f: Frame) => {
  f.who = find(f);
};
const setThing = (find: Found<'thing'>) => (f: Frame) => {
  f.thing = find(f);
};
const setWay = (find: Found<'way'>) => (f: Frame) => {
  f.way = find(f);
};
const setTopic = (find: Found<'topic'>) => (f: Frame) => {
  f.topic = find(f);
};

const listOwn = ({ c }: Frame) => c.world.listHeldBy(c.world.player);
const listLocked = ({ c }: Frame) => c.world.listOpenWays().filter(({ isLocked }) => isLocked);
const listUnlocked = ({ c }: Frame) => c.world.listOpenWays().filter(({ isLocked }) => !isLocked);

export const finders = {
  /** The person to whom the player speaks; if nobody is there, the player is told so. */
  listener: setWho(({ c }) => findListener(c)),
  person: setWho(({ c }) => findPerson(c, c.intent.heard)),
  /**
   * The person here whom the words name or mean by a pronoun; nobody if they do neither, even if only one person is
   * here.
   */
  meant: setWho(({ c }) => {
    const { heard, rest } = c.intent;
    const named = findNamedPerson(c, rest, c.world.listPresent());
    return named ?? (/ (?:him|her) /.test(heard) ? findPerson(c, heard) : undefined);
  }),
  named: setWho(({ c }) => findNamedPerson(c, c.intent.rest, c.world.listPresent())),
  absent: setWho(({ c }) => findAbsent(c, c.intent.rest)),
  player: setWho(({ c }) => c.world.player),
  foe: setWho(({ c }) => findFoe(c)),
  opponent: setWho(({ c }) => c.world.opponents[0]),
  /**
   * The target of a spell: the person who is named. If nobody is named and the spell does something to an opponent: the
   * first opponent, or else a hostile person.
   */
  target: setWho(({ c }) => {
    const present = c.world.listPresent();
    const named = findNamedPerson(c, c.intent.rest, present);
    if (named !== undefined || !isSpellAimed(c)) return named;
    return c.world.opponents[0] ?? present.find((one) => readAttitude(one) < -1);
  }),
  enemy: setWho(({ c }) => c.world.listPresent().find((one) => readAttitude(one) < -1)),
  first: setWho(({ c }) => c.world.listPresent()[0]),
  /**
   * The person from whom the player's character hides: the one here whom the words name. If the words name nobody, it
   * is the first person here; if they name somebody elsewhere, it is nobody.
   */
  watcher: setWho(({ c }) => {
    const present = c.world.listPresent();
    const named = findNamedPerson(c, c.intent.rest, present);
    return named ?? (fromAnother.test(c.intent.raw) ? undefined : present[0]);
  }),
  /** Anybody here, chosen at random. */
  someone: setWho(({ c, kind }) => chooseOne(c.world.listPresent(), c.takeKey(kind))),
  /** Any person here, chosen at random; never a creature. */
  somebody: setWho(({ c }) =>
    chooseOne(
      c.world.listPresent().filter(({ type }) => type === 'npc'),
      c.takeKey('nonsense'),
    ),
  ),
  /** The person here who is spoken to: by name, by pronoun, or else whoever spoke or was named last. */
  present: setWho(({ c }) => findPerson(c, c.intent.heard)),
  /** Somebody who keeps an inn. */
  host: setWho(({ c }) => c.world.listPresent().find((one) => one.type === 'npc' && isHost(c, one))),
  /** Somebody here whom the player follows around without leaving the place. */
  follower: setWho(({ c }) => findNamedPerson(c, c.intent.rest, c.world.listPresent())),
  /** Somebody here for whom something is bought, other than an innkeeper. */
  guest: setWho(({ c }) => {
    const named = findNamedPerson(c, c.intent.rest, c.world.listPresent());
    const meant = named ?? (/ (?:him|her) /.test(c.intent.rest) ? findPerson(c, c.intent.heard) : undefined);
    return meant === undefined || isHost(c, meant) ? undefined : meant;
  }),
  /** Somebody here who makes or sells things. */
  trader: setWho(({ c }) =>
    c.world
      .listPresent()
      .find(
        (one) =>
          one.type === 'npc' &&
          hasWord(`${c.findPerson(one)?.role ?? ''} ${readText(one, 'about')}`, smallWords.trades),
      ),
  ),
  /** The person who holds the thing that the player's character asks to have back. */
  holderMeant: setWho(({ c }) => findHeld(c, c.intent.heard)?.who ?? findLent(c)?.who),
  seller: setWho(({ c }) => {
    const people = c.world.listPresent().filter(({ type }) => type === 'npc');
    return people.find(({ id }) => id === c.addressed) ?? people[0];
  }),
  bystander: setWho(({ c }) => {
    const [foe] = c.world.opponents;
    return c.world.listPresent().find((one) => one.type === 'npc' && one.id !== foe?.id);
  }),
  /** Somebody at a neighbouring place who is not ill-disposed. */
  rescuer: setWho((f) =>
    listUnlocked(f)
      .flatMap(({ to }) => f.c.world.listPresent(f.c.world.find(to)))
      .find((one) => one.type === 'npc' && readAttitude(one) >= 0),
  ),
  /** The first person at the place to which the way leads. */
  beyond: setWho(({ c, way }) => c.world.listPresent(c.world.find(way?.to ?? ''))[0]),
  holder: setWho(({ c }) => findHeld(c, c.intent.rest)?.who),
  victim: setWho(({ c }) => {
    const held = findHeld(c, c.intent.heard)?.who;
    const who = held ?? findPerson(c, c.intent.heard);
    return held === undefined && who?.type === 'creature' ? undefined : who;
  }),

  lying: setThing(({ c }) => findThing(c.intent.rest, c.world.listLying())),
  /** The thing lying here that is named, or that "it" means. */
  lyingMeant: setThing(
    ({ c }) => findThing(c.intent.rest, c.world.listLying()) ?? findTold(c, c.world.listLying()),
  ),
  carriedOrLying: setThing(
    (f) =>
      findThing(f.c.intent.heard, listOwn(f)) ??
      findThing(f.c.intent.heard, f.c.world.listLying()) ??
      findToldOwn(f.c),
  ),
  held: setThing(({ c }) => findHeld(c, c.intent.rest)?.thing),
  heldMeant: setThing(({ c }) => findHeld(c, c.intent.heard)?.thing ?? findLent(c)?.thing),
  loot: setThing(({ c, who }) => {
    const held = findHeld(c, c.intent.heard)?.thing;
    return held ?? (who === undefined ? undefined : c.world.listHeldBy(who)[0]);
  }),
  own: setThing((f) => findThing(f.c.intent.rest, listOwn(f)) ?? findToldOwn(f.c)),
  carried: setThing((f) => findThing(f.c.intent.heard, listOwn(f)) ?? findToldOwn(f.c)),
  /**
   * Something to eat or drink: what the words name or, if they ask for nothing particular, anything that is at hand.
   */
  meal: setThing((f) => {
    const { heard, rest } = f.c.intent;
    const words = / drink /.test(heard) ? smallWords.drink : smallWords.edible;
    const meals = [...listOwn(f), ...f.c.world.listLying()].filter(({ name }) => hasWord(name, words));
    const isAny = rest.trim() === '' || hasWord(rest, smallWords.meals);
    return findThing(heard, meals) ?? (isAny ? meals[0] : undefined);
  }),
  /**
   * What is given away as food: named food, or else another named thing. If nothing is named and the words say "half" or
   * "the rest": food that was mentioned lately.
   */
  morsel: setThing((f) => {
    const { heard } = f.c.intent;
    const own = listOwn(f).filter(({ name }) => hasWord(name, smallWords.edible));
    const named = findThing(heard, own) ?? findThing(heard, listOwn(f));
    return (
      named ?? (/ (?:half|rest|remainder|what is left) /.test(heard) ? findLastTold(f.c, own) : undefined)
    );
  }),
  near: setThing((f) => {
    const { heard } = f.c.intent;
    return findThing(heard, listOwn(f)) ?? findThing(heard, f.c.world.listLying()) ?? findToldOwn(f.c);
  }),
  /** The thing that the deed is done to, not the tool that it is done with. */
  objectNear: setThing((f) => {
    const { rest } = f.c.intent;
    const object = `${rest.split(/ (?:with|using|by|in|at|against|on|onto|into) /)[0]} `;
    return findThing(object, [...listOwn(f), ...f.c.world.listLying()]) ?? findToldOwn(f.c);
  }),
  seenThing: setThing((f) => findThing(f.c.intent.rest, [...f.c.world.listLying(), ...listOwn(f)])),
  readThing: setThing((f) => findThing(f.c.intent.rest, [...listOwn(f), ...f.c.world.listLying()])),
  hiddenThing: setThing(({ c }) => findHiddenThing(c)),
  /** A plain thing that is found nearly everywhere, such as a stone. */
  plain: setThing(({ c }) => {
    const name = /^ (?:up )?(?:a|an|some) (?:\S+ )?(\S+) $/.exec(c.intent.rest)?.[1];
    return name !== undefined && smallWords.plain.includes(name) ? { name, about: '' } : undefined;
  }),
  /**
   * If no thing was found before: the thing that must be used for the current step, if it is in hand and this is the
   * place to use it. It is found even for words that do not name it, such as "let it go".
   */
  awaited: setThing((f) => f.thing ?? findAwaited(f)),
  spareThing: setThing(({ c }) => chooseOne(listSpare(c), c.takeKey('price'))),
  /** A thing that this person holds, and that goes with one of their topics or is wanted for a quest. */
  wantedThing: setThing(({ c, who }) => {
    const given = (who && c.findPerson(who)?.topics)?.flatMap(({ gives }) => gives ?? []) ?? [];
    const sought = listCurrentSteps(c).flatMap(({ on, what }) => (on === 'have' ? (what ?? []) : []));
    return findTheirs(c, who, (name) => [...given, ...sought].some((one) => isSame(one, name)));
  }),
  givenThing: setThing(({ c, who, topic, answer }) =>
    findTheirs(c, who, (name) => isSame(name, (answer ?? topic)?.gives ?? '')),
  ),
  theirThing: setThing(({ c, who }) => who && findThing(c.intent.rest, c.world.listHeldBy(who))),
  /** A thing that only the description of somebody here mentions, and that is not an item of the game. */
  described: (f) => {
    const seen = findDescribedWith(f.c);
    if (seen !== undefined) [f.who, f.thing] = [seen.who, { name: seen.noun, about: '' }];
  },
  /** A thing that the text of the place names. */
  fixture: setThing(({ c }) => {
    const noun = findFixture(c);
    return noun === undefined ? undefined : { name: noun, about: '' };
  }),
  /** A thing that the text of the place names, or that places like it have. */
  feature: setThing(({ c }) => {
    const noun = findFixture(c) ?? findNounMeant(c);
    const isHere = noun !== undefined && (findFixture(c) === noun || isFound(c, noun));
    return isHere ? { name: noun, about: '' } : undefined;
  }),
  /** The thing to which the player speaks, if the text of the place names it. */
  hearerOfPlace: setThing(({ c }) => {
    const name = / (?:to|at) (?:the|a|an) (?:\S+ )?(\S+) $/.exec(c.intent.rest)?.[1];
    return name !== undefined && isOfPlace(c, name) ? { name, about: '' } : undefined;
  }),
  /** A thing that is bought at a market, with the name that the player's words give it. */
  ware: setThing(({ c }) => {
    const name =
      / (?:an?|some|one|the cheapest|the best) ((?:(?!for |from |and |to |at |of |with )\S+ ){1,3})/
        .exec(c.intent.rest)?.[1]
        ?.trim();
    const isOther = name === undefined || c.world.findNamed(name, ['item', 'npc', 'creature']) !== undefined;
    return isOther ? undefined : { name, about: '' };
  }),
  /** Something that is climbed but leads nowhere: neither a place nor a way has that name. */
  climbed: setThing(({ c }) => {
    if (!/ (?:climb|clamber|scramble|scale|jump|hop|vault) /.test(c.intent.heard)) return undefined;
    const noun = findNounMeant(c);
    if (noun === undefined || / (?:through|out|into) /.test(c.intent.rest)) return undefined;
    const place = findPlaceMeant(c, c.intent.heard);
    if (place !== undefined && place !== c.world.here?.id) return undefined;
    const ways = c.world.listOpenWays();
    const named = ways.flatMap(({ name, to }) => [name, nameOf(c.world.find(to) ?? c.world.player)]);
    return named.flatMap(listNameWords).includes(noun) ? undefined : { name: noun, about: '' };
  }),
  /** A note or a letter that is written, with its words if they are given. */
  paper: setThing(({ c }) => {
    const name = / (note|letter|message|poem|list|warning|apology) /.exec(c.intent.heard)?.[1];
    const said =
      c.intent.speech ||
      (/\b(?:saying|that says|reading|with the words):? (.+)$/i.exec(c.intent.raw)?.[1] ?? '');
    if (name === undefined) return undefined;
    const words = said
      .replace(/[^\p{L}\p{N} ,.!?'’-]/gu, '')
      .trim()
      .slice(0, longestNote);
    return { name, about: words === '' ? 'Written in your own hand.' : `In your own hand: ${words}.` };
  }),
  /** Something that somebody is asked for, known only by its name. */
  asked: setThing(({ c }) => {
    const wanted =
      / (?:swap|exchange) .* for (?:his|her|their|the|a|an|some) ((?:(?!for |to |and |at |in )\S+ ){1,3})/
        .exec(c.intent.heard)?.[1]
        ?.trim();
    const name =
      wanted ??
      / (?:lend|give|sell|pass|hand|show|fetch|bring) (?:me |us )?(?:his|her|their|the|a|an|some) (\S+) /.exec(
        c.intent.heard,
      )?.[1];
    return name === undefined ? undefined : { name, about: '' };
  }),
  /** The note about something that the words name, unless it was told lately. */
  note: setThing(({ c }) => findNote(c)),

  /** A locked way that can be opened with a thing in hand. */
  door: setWay((f) => {
    const { heard } = f.c.intent;
    const locked = listLocked(f);
    const isOpened = ({ opensWith }: Way) => f.thing !== undefined && isSame(opensWith, f.thing.name);
    const door = findWay(f.c, heard, locked) ?? locked.find(isOpened);
    return door !== undefined && f.c.world.hasThing(door.opensWith) ? door : undefined;
  }),
  /**
   * The locked way that is named. If the words name no thing, or only a word such as "lock" or "door", any locked way;
   * none if they name something else, such as the cupboard.
   */
  lockedWay: setWay((f) => {
    const noun = findNounMeant(f.c);
    const isAny = noun === undefined || locks.test(noun) || smallWords.passages.includes(noun);
    return findWay(f.c, f.c.intent.heard, listLocked(f)) ?? (isAny ? listLocked(f)[0] : undefined);
  }),
  hiddenWay: setWay(({ c }) => c.world.listWays().find(({ isHidden }) => isHidden)),
  handledWay: setWay(({ c }) => findHandledWay(c)),
  wayMeant: setWay(({ c }) =>
    findWay(c, c.intent.rest.replace(/ (?:up|over|down|across|out) to /, ' to '), c.world.listOpenWays()),
  ),
  wayWanted: setWay(({ c }) => findWanted(c)),
  wayHeard: setWay(({ c }) => {
    const ways = c.world.listOpenWays();
    return findWay(c, c.intent.heard, ways) ?? chooseOne(ways, c.takeKey('listen'));
  }),
  /** The way that the player wants, or else any open way. */
  wayOfFlight: setWay((f) => {
    const ways = listUnlocked(f);
    const open = f.way?.isLocked === false ? f.way : findWay(f.c, f.c.intent.heard, ways);
    return open ?? ways[f.c.turn % Math.max(1, ways.length)];
  }),
  goal: (f) => {
    f.goal = f.c.world.find(findFarPlace(f.c, f.c.intent.heard) ?? '');
  },

  /** The topic that is asked about, if anybody here can speak of it; the person spoken to comes first. */
  topicOfAnybody: (f) => {
    const { c } = f;
    const present = c.world.listPresent().filter((one) => !isRefusing(c, one));
    const first = findPerson(c, c.intent.heard);
    for (const who of first === undefined ? present : [first, ...present]) {
      const topic = findTopic(c, who);
      if (topic === undefined) continue;
      [f.who, f.topic] = [who, topic];
      return;
    }
  },
  answer: (f) => {
    if (f.who === undefined) return;
    f.answer = findAnswerOf(f, f.who)?.answer;
    f.c.asked.push(f.c.intent.raw);
  },
  /**
   * The answer of the person who is addressed. If nobody is addressed: the answer of the person who spoke last, or else
   * the answer that fits best.
   */
  answerOfAnybody: (f) => {
    const { c } = f;
    const present = c.world.listPresent().filter((one) => !isRefusing(c, one));
    const addressed = present.find(({ id }) => id === c.addressed);
    const last = addressed ?? findSpeaker(c, present);
    const answering = (addressed === undefined ? present : [addressed]).flatMap((who) => {
      const found = findAnswerOf(f, who);
      return found === undefined ? [] : [{ who, ...found }];
    });
    const [best] = answering.toSorted((one, other) => other.likeness - one.likeness);
    const chosen = answering.find(({ who }) => who.id === last?.id) ?? best;
    if (chosen === undefined) return;
    Object.assign(f, { who: chosen.who, answer: chosen.answer });
    c.addressed = chosen.who.id;
    c.asked.push(c.intent.raw);
  },
  spokenTo: setWho(({ c }) =>
    c.world.listPresent().find((one) => one.id === c.addressed && !isRefusing(c, one)),
  ),
  topic: setTopic(({ c, who }) => who && findTopic(c, who)),
  neededTopic: setTopic(({ c, who }) => who && findNeededTopic(c, who)),
  untoldTopic: setTopic(({ c, who }) => who && findUntoldTopic(c, who)),
} satisfies Readonly<Record<string, Finder>>;

export type FinderName = keyof typeof finders;

function findAnswerOf({ c }: Frame, who: NonNullable<Frame['who']>) {
  return findAnswer(c, who, readPut(c, who));
}

function isFound(c: Frame['c'], noun: string): boolean {
  return isCommon(c, noun) || smallWords.everywhere.includes(noun);
}

function findHeld(c: Frame['c'], heard: string) {
  for (const who of c.world.listPresent()) {
    const thing = findThing(heard, c.world.listHeldBy(who));
    if (thing !== undefined) return { who, thing };
  }
  return undefined;
}

function findTheirs(c: Frame['c'], who: Frame['who'], isMeant: (name: string) => boolean): Thing | undefined {
  return who && c.world.listHeldBy(who).find(({ name }) => isMeant(name));
}

function findAwaited({ c }: Frame): Thing | undefined {
  const { here } = c.world;
  const step = listCurrentSteps(c).find(
    ({ on, where }) =>
      on === 'use' && (where === undefined || (here !== undefined && isSame(where, nameOf(here)))),
  );
  return c.world.listHeldBy(c.world.player).find(({ name }) => isSame(name, step?.what ?? ''));
}
