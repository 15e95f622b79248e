// Renders secrets of the game master that are related to the present moment, for the present part of a prompt.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { isUnspaced, splitTerms } from '@terrarium/kernel/split-terms';
import {
  isAbout,
  listFollowing,
  listStanding,
  type QuestPlan,
  readNotebook,
  type Secret,
} from '../../state/notebook.ts';
import { describeHiddenWay, describeQuestPlan, describeSecret } from '../../tools/describe-secret.ts';
import { readPronounOf } from '../../tools/resolve-target.ts';
import type { Entity, GameState } from '../../values/entity.ts';
import { isObject } from '../../values/json.ts';
import { renderMinutes } from '../../values/render-minutes.ts';
import { readName, type SceneView } from './read-scene.ts';
import { renderBlock, renderLine } from './render-data.ts';

export interface Looking {
  readonly state: GameState;
  readonly scene: SceneView;
  /** The player's words, in which somebody who is elsewhere may be named. */
  readonly words: string;
  /** The telling before them, which says whom a pronoun means. */
  readonly before?: string | undefined;
}

/**
 * The longest lines, in characters: `quest` for plans and secrets of open quests, `here` mainly for secrets of the
 * place and of whom the player speaks to, `other` for anything else. The first row with which everything important fits
 * is used. A note about the place, or the truth of a quest, is worth little without its end.
 */
const lengths = [
  { quest: 900, here: 320, other: 260 },
  { quest: 600, here: 320, other: 260 },
  { quest: 600, here: 320, other: 150 },
  { quest: 260, here: 320, other: 260 },
  { quest: 260, here: 320, other: 150 },
  { quest: 150, here: 320, other: 150 },
  { quest: 150, here: 220, other: 150 },
  { quest: 150, here: 150, other: 150 },
] as const;
const shortest = { quest: 150, here: 150, other: 150 };
/** A truth of at most this many words, such as "a ferryman", says what somebody is, and is rarely a secret. */
const mostWordsOfRole = 4;
/** What is due elsewhere takes one line: at most `mostElsewhere` plans, each cut to `longestElsewhere` characters. */
const longestElsewhere = 40;
const mostElsewhere = 3;
/** A plan that is due in at most this many minutes of the story is told as if it were due. */
const nearlyDue = 60;
/** If less than this share of a clock is filled, what it brings is far off. */
const nearlyFull = 0.5;

/**
 * What matters most now comes first, such as secrets of the place and of the people whom the player speaks to or asks
 * about. Then come plans of open quests, and what the others here want. The rest follows as far as there is room.
 */
export function renderSecrets(looking: Looking, tokens: number): string {
  const { state, scene } = looking;
  const { secrets, plans, ways } = readNotebook(state);
  if (secrets.length + plans.length + ways.length === 0) return '';
  const open = listStanding(secrets, state);
  const describe = (secret: Secret) => describeSecret(secret, scene.minutes);
  const { addressed, others, named } = listPeople(looking);
  const place = scene.place === undefined ? [] : [scene.place];
  const running = [...scene.openQuests, ...scene.clocks];
  const allied = listFactions(looking);
  const near = [...addressed, ...others, ...place, ...running, ...named, ...allied];
  const isNear = (secret: Secret) => secret.of === '' || near.some((one) => isAbout(secret.of, one));
  const isLater = (secret: Secret) => isKnownApart(secret, looking) || isFarOff(secret, scene);
  const collect = (whose: readonly Entity[], isWanted: (secret: Secret) => boolean) =>
    whose.flatMap((one) =>
      open.filter((secret) => isAbout(secret.of, one) && isWanted(secret)).sort(compareUrgency(scene)),
    );
  const isNow = (secret: Secret) => !isLater(secret);
  const isFirst = (secret: Secret) =>
    secret.kind === 'wants' || isDue(secret, scene, nearlyDue) || isAsked(secret, looking);
  const isTelling = (secret: Secret) => isNow(secret) && !isRole(secret);
  const isBegun = (plan: QuestPlan) => scene.openQuests.some((quest) => isAbout(plan.name, quest));
  const quests = plans.filter((plan) => !isEnded(plan) && isOpenOrNear(plan, looking, near));
  const following = listFollowing(state);
  const isOffered = (plan: QuestPlan) =>
    following.includes(plan) || (!isBegun(plan) && addressed.some((one) => isAbout(plan.giver, one)));
  const describePlan = (plan: QuestPlan) => describeQuestPlan(plan, state);
  const elsewhere = describeElsewhere(
    open.filter((one) => isDue(one, scene, nearlyDue) && !isNear(one)),
    scene,
  );
  const here = [
    ...collect(addressed, isTelling).map(describe),
    ...quests.filter(isOffered).map(describePlan),
    ...collect(place, isTelling).map(describe),
  ];
  const begun = quests.filter(isBegun).map(describePlan);
  const stored = new Set([...begun, ...collect(scene.openQuests, isNow).map(describe)]);
  const present = collect(others, isTelling).map(describe);
  const first = [
    ...open.filter((one) => one.of === '' && isDue(one, scene)).map(describe),
    ...here,
    ...begun,
    ...collect(others, isFirst).map(describe),
    ...ways.filter(({ from }) => near.some(({ id }) => id === from)).map(describeHiddenWay),
    ...collect(named, isTelling).map(describe),
    ...collect(running, isNow).map(describe),
    ...elsewhere,
  ];
  const rest = [
    ...open.filter(({ of }) => of === '').map(describe),
    ...present,
    ...collect(allied, isTelling).map(describe),
    ...quests.filter((plan) => !isBegun(plan)).map(describePlan),
    ...collect(near, (secret) => isLater(secret) && !isRole(secret)).map(describe),
  ];
  const roles = collect(near, isRole).map(describe);
  const isHere = (line: string) => [...here, ...elsewhere].includes(line);
  const chooseLength = (line: string, longest: Longest) =>
    stored.has(line)
      ? Math.max(longest.quest, isHere(line) ? longest.here : 0)
      : longest[isHere(line) ? 'here' : 'other'];
  const cutLine = (line: string, longest: Longest) => renderLine(line, chooseLength(line, longest));
  // What the others here keep to themselves is shown before what concerns somebody elsewhere, so it takes room too.
  const important = [...new Set([...first, ...present])];
  const measure = (longest: Longest) =>
    important.reduce((sum, line) => sum + measureLine(cutLine(line, longest)), 0);
  const longest = lengths.find((one) => measure(one) <= tokens) ?? shortest;
  const cutEach = (lines: readonly string[]) => lines.map((line) => cutLine(line, longest));
  // What concerns those who are here comes before places and things elsewhere that are only named.
  const apart = new Set(collect(named, isTelling).map(describe));
  const nearFirst = first.filter((line) => !apart.has(line));
  const asked = collect(named.filter(isLiving), isTelling).map(describe);
  const shown = cutEach([...new Set([...here, ...asked, ...nearFirst, ...present, ...first, ...rest])]);
  const last = cutEach([...new Set(roles)]).filter((line) => !shown.includes(line));
  return renderBlock('secret', fillLines(shown, { kept: cutEach(elsewhere), last, tokens }));
}

interface Longest {
  readonly quest: number;
  readonly here: number;
  readonly other: number;
}

function isRole({ kind, text }: Secret): boolean {
  return kind === 'truth' && countWords(text) <= mostWordsOfRole;
}

/** Whether nothing of the plan is still to come. */
function isEnded({ steps, won }: QuestPlan): boolean {
  return steps.length === 0 && won === '';
}

/** In a script without spaces, two characters count as a word. */
function countWords(text: string): number {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.reduce((sum, word) => sum + (isUnspaced(word) ? Math.ceil([...word].length / 2) : 1), 0);
}

function measureLine(line: string): number {
  return estimateTokens(line) + 1;
}

interface Filling {
  /** Lines for which room is kept, wherever they are in the list. */
  readonly kept: readonly string[];
  /** Lines that are worth their room only if nothing else is left out. */
  readonly last: readonly string[];
  readonly tokens: number;
}

/** If a line does not fit, a shorter one after it still may. */
function fillLines(lines: readonly string[], { kept, last, tokens }: Filling): readonly string[] {
  let left = kept.reduce((rest, line) => rest - measureLine(line), tokens);
  const isFitting = (line: string) => {
    if (kept.includes(line)) return true;
    if (measureLine(line) > left) return false;
    left -= measureLine(line);
    return true;
  };
  const fitting = lines.filter(isFitting);
  if (fitting.length === lines.length) fitting.push(...last.filter(isFitting));
  const missing = lines.length + last.length - fitting.length;
  if (missing === 0) return fitting;
  return [
    ...fitting,
    renderMissing(
      [...lines, ...last].filter((line) => !fitting.includes(line)),
      missing,
    ),
  ];
}

const mostMissingNamed = 1;
/** The id of whom a line is about; it follows the number of the note. */
const about = /^[a-z]\d+ ((?:npc|creature):[\p{L}\p{N}\p{M}_-]+) /u;

/** How many lines there is no room for, and the first person they are about, so that a model can ask for them. */
function renderMissing(lines: readonly string[], missing: number): string {
  const whose = [...new Set(lines.flatMap((line) => about.exec(line)?.[1] ?? []))];
  const named = whose.slice(0, mostMissingNamed).join(', ');
  return named === '' ? `(${missing} more left out)` : `(${missing} more left out, of ${named})`;
}

interface People {
  /** Whom the player speaks to: those here who are named, or the only one who is here. */
  readonly addressed: readonly Entity[];
  /** The other people and creatures here. */
  readonly others: readonly Entity[];
  /** People, factions, places and things elsewhere that are named or meant by a pronoun. */
  readonly named: readonly Entity[];
}

function listPeople(looking: Looking): People {
  const { state, scene, words } = looking;
  const isHeard = listHeard(words);
  const isNamed = (one: Entity) => listTellingWords(readName(one)).some(isHeard);
  const here = scene.present;
  const addressed = here.length === 1 ? here : here.filter(isNamed);
  const types = ['npc', 'creature', 'location', 'item', 'faction'];
  const named = types.flatMap((type) => state.list(type).filter(isNamed));
  return {
    addressed,
    others: here.filter((one) => !addressed.includes(one)),
    named: [
      ...new Set(
        [...named, ...listSpokenOf(looking)].filter((one) => !here.includes(one) && one !== scene.place),
      ),
    ],
  };
}

const spokenOf = [
  ['she', /(?<!\p{L})(?:she|hers?)(?!\p{L})/iu],
  ['he', /(?<!\p{L})(?:he|him|his)(?!\p{L})/iu],
] as const;

/**
 * For each pronoun in the player's words that fits nobody here, the person elsewhere who was mentioned last and whom it
 * fits.
 */
function listSpokenOf({ state, scene, words, before = '' }: Looking): readonly Entity[] {
  const told = splitHeard(before);
  return spokenOf.flatMap(([pronoun, said]) => {
    if (told.length === 0 || !said.test(words) || scene.present.some((one) => readPronounOf(one) === pronoun))
      return [];
    const heard = ['npc', 'creature']
      .flatMap((type) => state.list(type))
      .filter((one) => !scene.present.includes(one) && readPronounOf(one) === pronoun)
      .map((one) => ({ one, at: findLastTold(one, told) }))
      .filter(({ at }) => at >= 0)
      .toSorted((first, second) => second.at - first.at);
    return heard.slice(0, 1).map(({ one }) => one);
  });
}

function findLastTold(one: Entity, told: readonly string[]): number {
  const isTold = (word: string) => (run: string) => run === word || (isUnspaced(word) && run.includes(word));
  return Math.max(-1, ...listTellingWords(readName(one)).map((word) => told.findLastIndex(isTold(word))));
}

function isLiving({ type }: Entity): boolean {
  return type === 'npc' || type === 'creature';
}

/** The factions that the descriptions of those who are here name. */
function listFactions({ state, scene }: Looking): readonly Entity[] {
  const told = scene.present.map((one) => String(one.sheet['about'] ?? '').toLowerCase()).join(' ');
  const isTold = (name: string) => name !== '' && told.includes(name);
  return state
    .list('faction')
    .filter((one) => isTold(readName(one).toLowerCase().replace(/^the /u, '').trim()));
}

/** In a script without spaces, a name may stand anywhere within the words. */
function listHeard(words: string): (word: string) => boolean {
  const heard = new Set(splitHeard(words));
  const unspaced = [...heard].filter(isUnspaced);
  return (word) => heard.has(word) || (isUnspaced(word) && unspaced.some((run) => run.includes(word)));
}

function splitHeard(words: string): readonly string[] {
  return words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * The words of a name that identify somebody: not articles and other short words. Of a long name in Han signs (御堂紗夜)
 * its first and its last two signs, which are often a family name and a given name, do too.
 */
function listTellingWords(name: string): readonly string[] {
  const words = splitHeard(name).filter((word) => isUnspaced(word) || (word.length > 2 && word !== 'the'));
  const long = words.filter((word) => /^\p{Script=Han}{4,}$/u.test(word));
  return [...words, ...long.flatMap((word) => [word.slice(0, 2), word.slice(-2)])];
}

const urgency: Readonly<Record<Secret['kind'], number>> = {
  knows: 1,
  truth: 2,
  wants: 3,
  hides: 4,
  holds: 5,
  brings: 6,
  plans: 7,
};

/** Sorts the secrets of one person or place: first what is due, then by kind, in the order of `urgency`. */
function compareUrgency(scene: SceneView) {
  const score = (secret: Secret) => (isDue(secret, scene) ? 0 : urgency[secret.kind]);
  return (one: Secret, other: Secret) => score(one) - score(other);
}

/** Whether a plan is due now or within the next `within` minutes. */
function isDue({ due }: Secret, { minutes }: SceneView, within = 0): boolean {
  return due !== undefined && due <= minutes + within;
}

/** One line about the plans of people elsewhere that are due or nearly so; it says whose plan each of them is. */
function describeElsewhere(plans: readonly Secret[], { minutes }: SceneView): readonly string[] {
  if (plans.length === 0) return [];
  const due = plans.toSorted((one, other) => (one.due ?? 0) - (other.due ?? 0));
  const describeLeft = (left: number) => (left <= 0 ? '' : ` in ${renderMinutes(left)}`);
  const named = due
    .slice(0, mostElsewhere)
    .map(
      ({ id, of, text, due: at = 0 }) =>
        `${id.slice(id.indexOf(':') + 1)} ${of}${describeLeft(at - minutes)}: ${cutPlan(text)}`,
    );
  const more = due.length > named.length ? [`${due.length - named.length} more`] : [];
  return [`due elsewhere: ${[...named, ...more].join('; ')}`];
}

function cutPlan(text: string): string {
  return text.length <= longestElsewhere ? text : `${text.slice(0, longestElsewhere - 1).toWellFormed()}…`;
}

/** Whether the secret is something that somebody knows, and the player's words do not ask for it. */
function isKnownApart(secret: Secret, looking: Looking): boolean {
  return secret.kind === 'knows' && !isAsked(secret, looking);
}

/**
 * Whether the player's words ask for what somebody knows. A secret names before its colon what to ask about; without a
 * colon, all its words count.
 */
function isAsked({ kind, text }: Secret, { words }: Looking): boolean {
  if (kind !== 'knows') return false;
  const [subject = ''] = text.split(':', 1);
  const [asked = ''] = subject.replace(/^asked about /, '').split('(', 1);
  const heard = splitTerms(words).counts;
  return [...splitTerms(asked).counts.keys()].some((term) => heard.has(term));
}

function isFarOff({ kind, of }: Secret, { clocks }: SceneView): boolean {
  if (kind !== 'brings') return false;
  const progress = clocks.find((clock) => isAbout(of, clock))?.sheet['progress'];
  if (!isObject(progress)) return false;
  return Number(progress['filled'] ?? 0) < Number(progress['segments'] ?? 0) * nearlyFull;
}

/**
 * Whether a plan is shown: its quest or the one before it is open, or the one before it was done. A quest that follows
 * no other is also shown before it begins, if whoever asks for it is near.
 */
function isOpenOrNear(plan: QuestPlan, { state, scene }: Looking, near: readonly Entity[]): boolean {
  if (listFollowing(state).includes(plan)) return true;
  const isOpen = scene.openQuests.some((quest) => isAbout(plan.name, quest) || isAbout(plan.after, quest));
  if (isOpen || plan.giver === '') return isOpen;
  const isBegun = state.list('quest').some((quest) => isAbout(plan.name, quest));
  return !isBegun && plan.after === '' && near.some((one) => isAbout(plan.giver, one));
}
