// Describes the place where the player's character is: people and things there, and the ways out.

import type { Entity } from '../values/entity.ts';
import type { Chronicle } from './chronicle.ts';
import { hashText, shuffle } from './compose.ts';
import { findAbsent, scoreName } from './find-referent.ts';
import { grammar, smallWords } from './grammar.ts';
import { cutPronouns, nameThing, renderNoun } from './noun.ts';
import { detectPlaceKind } from './place-kind.ts';
import { isGone, isSame, nameOf, readText, type Way } from './world.ts';

/** Tells a sentence about what can be seen, heard or smelt here. */
export function narrateSense(c: Chronicle): boolean {
  const { here } = c.world;
  const place = c.findPlace(here);
  const own = place === undefined ? false : c.narrateOneOf(place.senses, `sense/${place.name}`);
  return own || c.narrate(`sense-${detectPlaceKind(c, here)}`);
}

const ofSmell = /\b(?:smell|reek|stink|scent|odour|stench|fragrance)/i;

/** Tells a sentence about the smell of this place from the place's texts, or else a usual smell of such places. */
export function narrateSmell(c: Chronicle): boolean {
  const { here } = c.world;
  const written = here === undefined ? [] : listSayings(c, here).filter((line) => ofSmell.test(line));
  return written.some((line) => c.narrateText(line)) || c.narrate(`smell-${detectPlaceKind(c, here)}`);
}

export function narrateBeat(c: Chronicle): boolean {
  if (c.happened.hasStirred) return false;
  c.happened.hasStirred = true;
  return c.narrate(`beat-${detectPlaceKind(c, c.world.here)}`);
}

const hours = [
  [5, 'small-hours'],
  [9, 'early'],
  [12, 'morning'],
  [17, 'afternoon'],
  [19, 'evening'],
  [22, 'dusk'],
] as const;

export function narrateHour(c: Chronicle): boolean {
  const hour = Math.floor(c.world.minutes / 60) % 24;
  const kind = `hour-${hours.find(([end]) => hour < end)?.[1] ?? 'night'}`;
  const isSaid = (grammar[kind] ?? []).some((line) => c.recent.slice(-4).some((text) => text.includes(line)));
  return !isSaid && c.narrate(kind);
}

export function describePlace(c: Chronicle, isNew: boolean): void {
  const { here } = c.world;
  const isPlain = here !== undefined && (c.findPlace(here)?.senses.length ?? 0) === 0;
  // If a place has no sentences about the senses, its own text describes it, rather than lines that would fit any
  // place. Such lines are only added when the place is new.
  const isTold = !isNew && isPlain && narrateAbout(c, here);
  if (!isTold) narrateSense(c);
  if (isNew) narrateSense(c);
  if (isNew && isPlain) narrateAbout(c, here);
  narratePresent(c);
  if (isNew || c.intent.kind === 'look') narrateThings(c);
  if (isNew) narrateWays(c);
}

/** Tells the text about a place, if it says more than the place's name. */
function narrateAbout(c: Chronicle, here: Entity): boolean {
  const about = readText(here, 'about');
  const bare = about.replace(/^(?:An?|The) /, '').replace(/[.]$/, '');
  return about !== '' && !isSame(bare, nameOf(here)) && c.narrateText(completeNamed(nameOf(here), about));
}

/**
 * Tells who is here: the first four in a line each, and everybody else in one sentence. The first two get lines of the
 * scenario, if it has any for them.
 */
export function narratePresent(c: Chronicle): void {
  const present = c.world.listPresent();
  if (present.length === 0) return;
  c.startParagraph();
  for (const [index, one] of present.slice(0, 4).entries()) {
    if (index >= 2 || !narrateSeen(c, one)) c.narrate('present', { who: c.nameNoun(one) });
  }
  const others = present.slice(4).map((one) => renderNoun(c.nameNoun(one), 'the') ?? nameOf(one));
  if (others.length > 0) c.narrate('present-too', { whom: joinWords(others, 'and') });
}

/**
 * Tells how somebody is found here: that they have come by plan or, if not, how they look or what they do, in a line of
 * the scenario. False if nothing was told.
 */
export function narrateSeen(c: Chronicle, one: Entity): boolean {
  if (narrateMoved(c, one)) return true;
  const person = c.findPerson(one);
  return person !== undefined && c.narrateOneOf([...person.look, ...person.idle], `look/${person.name}`);
}

/**
 * If this person has come here by a plan of the scenario, tells how they are found or what they do; false if they have
 * not, or nothing was told.
 */
function narrateMoved(c: Chronicle, one: Entity): boolean {
  const here = c.world.here === undefined ? '' : nameOf(c.world.here);
  const plan = c.findPerson(one)?.plans.find(({ to }) => isSame(to, here));
  if (plan === undefined || isSame(c.findPerson(one)?.at ?? '', here)) return false;
  return c.narrateText(plan.found) || narrateIdle(c, one);
}

export function narrateIdle(c: Chronicle, one: Entity): boolean {
  if (c.happened.hasStirred) return false;
  c.happened.hasStirred = narrateGesture(c, one);
  return c.happened.hasStirred;
}

/**
 * Tells a gesture: for an opponent in a fight, one of fighting; for anybody else, one of their own or, if the scenario
 * gives them none, a general one.
 */
function narrateGesture(c: Chronicle, one: Entity): boolean {
  const idle = c.findPerson(one)?.idle ?? [];
  const who = c.nameNoun(one);
  if (c.world.mode === 'combat' && c.world.opponents.some(({ id }) => id === one.id))
    return c.narrate('idle-fight', { who });
  if (idle.length > 0) return c.narrateOneOf(idle, `idle/${nameOf(one)}`, { who });
  return c.narrate(one.type === 'creature' ? 'idle-thing' : 'idle', { who });
}

export function narrateThings(c: Chronicle): void {
  const lying = c.world.listLying().map(({ name }) => renderNoun(c.nameItem(name), 'a') ?? name);
  if (lying.length > 0) c.narrate('things', { things: joinWords(lying.slice(0, 4), 'and') });
}

export function narrateWays(c: Chronicle): void {
  const open = shuffle(c.world.listOpenWays(), `${c.seed}/${c.turn}/ways`);
  const ways = open.map((way) => nameWayWithPlace(c, way));
  const [only] = ways;
  if (only !== undefined && ways.length === 1) c.narrate('way-on', { way: only });
  else if (ways.length > 1) c.narrate('ways', { ways: joinWords(ways.slice(0, 6), 'or') });
}

/** Tells which ways lead on, unless one of the last two narratives named all of them. */
export function narrateWaysAgain(c: Chronicle): void {
  const names = c.world.listOpenWays().map((way) => nameWay(c, way));
  const isKnown = c.recent.slice(-2).some((text) => names.every((name) => text.includes(name)));
  if (!isKnown || names.length === 0) narrateWays(c);
}

/** A way's name, followed by the place to which it leads if the name does not contain it. */
function nameWayWithPlace(c: Chronicle, way: Way): string {
  const name = nameWay(c, way);
  const place = c.world.find(way.to);
  if (place === undefined || scoreName(` ${name.toLowerCase()} `, nameOf(place)) > 0) return name;
  return `${name} (${renderNoun(c.nameNoun(place), 'the')})`;
}

/** The name of the way, in a form that can follow "you go". */
export function nameWay(c: Chronicle, way: Way): string {
  const place = c.world.find(way.to);
  const to = place === undefined ? '' : (renderNoun(c.nameNoun(place), 'the') ?? '');
  const isBare =
    way.name === '' || (place !== undefined && way.name.toLowerCase() === nameOf(place).toLowerCase());
  return isBare ? `to ${to}` : way.name;
}

export function joinWords(items: readonly string[], joiner: 'and' | 'or'): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ${joiner} ${last}`;
}

/** The description of somebody, in a form that fits within a sentence. */
export function readAbout(one: Entity): string {
  const about = cutPronouns(readText(one, 'about')).replace(/[.]$/, '');
  return /^(?:An?|The|Somebody|Someone|One) /.test(about)
    ? about.charAt(0).toLowerCase() + about.slice(1)
    : about;
}

/**
 * Makes a text that may begin with a name a whole sentence: "Sola, who had come along" becomes "This is Sola, who had
 * come along." A text that goes on after a second comma needs no such beginning: "Maud, the miller's widow, keeps the
 * ferry."
 */
export function completeNamed(name: string, text: string): string {
  const said = text.startsWith(`${name}, `) ? text.slice(name.length + 2) : '';
  const isBare = apposition.test(said) && !/^[^.!?]*, \S/u.test(said);
  return completeSentence(isBare ? `This is ${text}` : text);
}

const apposition =
  /^(?:(?:who|whose|whom|where|which|an?|the) |[\p{L}-]+ (?:of|to|in|from|among|at|for|with) )/u;

/** The name followed by the description; a description that begins with the name is left as it is. */
export function renderNamed(name: string, about: string): string {
  if (about === '') return name;
  return about.startsWith(`${name}, `) ? about : `${name}: ${about}`;
}

export function renderCapital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

export function completeSentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?…"]$|[.!?…][”’]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

/** A voice for somebody to whom the scenario gives none; always the same voice for the same person. */
export function chooseVoice(one: Entity): string {
  const voices = grammar['voices'] ?? [];
  return voices[hashText(one.id) % Math.max(1, voices.length)] ?? 'dry';
}

/**
 * Words that may accompany the name of a thing that is looked at: ways to look, directions, and words for the place as a
 * whole.
 */
const aroundWords = new Set(smallWords.around);
/** Things that every place has and few texts mention: looking at one of them is looking at the place. */
const everywhere = new Set(smallWords.everywhere);
const mostWords = 4;

/** Tells of the thing that the words name, or that no such thing is here; false if they name no single thing. */
export function narrateThing(c: Chronicle): boolean {
  const words = readTopic(c);
  const { here } = c.world;
  if (here === undefined || words.length === 0) return false;
  const found = filterSayings(listSayings(c, here), words);
  if (found.length === 0 && narrateElsewhere(c, words)) return true;
  const isKnown = found.length > 0 || filterSayings([...c.recent, ...listTags(c)], words).length > 0;
  if (!isKnown && !isNamed(c.intent.rest, words)) return false;
  const isTold = found.some((line) => c.narrateOneOf([completeSentence(line)], `examine/${words.join('-')}`));
  if (!isTold) c.narrate(isKnown ? 'nothing-more' : 'no-such', { topic: nameThing(words.join(' ')) });
  narrateBeat(c);
  return true;
}

/**
 * Whether the words name a thing by two or more words, such as `grey lamp`, that stand side by side in the text of this
 * place.
 */
export function isNamedHere(c: Chronicle): boolean {
  const { here } = c.world;
  const words = readTopic(c);
  if (here === undefined || words.length < 2) return false;
  return listSayings(c, here).some((line) => normaliseWords(line).includes(` ${words.join(' ')} `));
}

/** The words that name the thing looked at; empty if they name the place itself, or are too many for one thing. */
function readTopic({ intent, world }: Chronicle): readonly string[] {
  // "The prints in the snow": the thing is the prints.
  const [head = ''] = intent.rest
    .replace(
      /^ (?:(?:out|up|down|over|across|back) )?(?:at|to|on|in|into|of|over|under|behind|through|across) /,
      ' ',
    )
    .split(
      / (?:in|on|of|at|from|under|behind|over|beside|by) (?:the|a|my) | (?:one by one|for a while|while|until|as|with|to see|and see) /,
    );
  const words = head.split(' ').filter((word) => word !== '' && !aroundWords.has(word));
  const place = world.here === undefined ? '' : nameOf(world.here);
  return words.length > mostWords || scoreName(` ${words.join(' ')} `, place) > 10 ? [] : words;
}

function narrateElsewhere(c: Chronicle, words: readonly string[]): boolean {
  const absent = findAbsent(c, ` ${words.join(' ')} `);
  return absent !== undefined && c.narrate(isGone(absent) ? 'gone' : 'absent', { who: c.nameNoun(absent) });
}

/**
 * Whether the words speak of a single thing, as in "the bell" or "at an old sign", and not of one that every place has.
 */
function isNamed(rest: string, words: readonly string[]): boolean {
  if (everywhere.has(words.at(-1) ?? '')) return false;
  return / (?:the|an?|this|that|these|those) \S+(?: \S+){0,3} $/.test(rest);
}

/** The tags of all notes: a thing that they name may exist although the text of the place does not mention it. */
function listTags(c: Chronicle): readonly string[] {
  const tags = c.world.list('note').flatMap(({ sheet }) => sheet['tags'] ?? []);
  return tags.filter((tag) => typeof tag === 'string');
}

/** The scenario's sentences about what can be sensed at a place, then the sentences of the place's description. */
export function listSayings(c: Chronicle, here: Entity): readonly string[] {
  const about = readText(here, 'about').split(/(?<=[.!?…]["”]?)\s+/u);
  return [...(c.findPlace(here)?.senses ?? []), ...about];
}

/**
 * The lines that are about the thing: first those that contain all its words in a row, then those that contain all its
 * words anywhere, then those that contain the last word.
 */
function filterSayings(lines: readonly string[], words: readonly string[]): readonly string[] {
  const spoken = lines.map((line) => ({ line, heard: normaliseWords(line) }));
  const has = (heard: string, word: string) =>
    [word, `${word}s`, word.replace(/s$/, '')].some((form) => heard.includes(` ${form} `));
  const tries = [
    (heard: string) => heard.includes(` ${words.join(' ')} `),
    (heard: string) => words.every((word) => has(heard, word)),
    (heard: string) => has(heard, words.at(-1) ?? ''),
  ];
  const fitting = tries.map((test) => spoken.filter(({ heard }) => test(heard)).map(({ line }) => line));
  return [...new Set(fitting.flat())];
}

function normaliseWords(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/['’]s\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
}
