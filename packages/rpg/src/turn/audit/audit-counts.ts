// Audits what a narrative counts: how long the turn took, how many of a thing there are, how far a clock is, what was paid.

import type { Json } from '../../values/json.ts';
import type { NarrativeFlag } from './audit-flag.ts';
import { isShareOf } from './audit-known-numbers.ts';
import { listWrittenNumbers } from './audit-written-numbers.ts';
import { listBases } from './base-form.ts';
import { type Label, listLabels, type Numbers, readNumbers } from './list-labels.ts';
import { alignNumber } from './match-numbers.ts';
import type { PlacedNumber } from './number-sense.ts';
import { type Clause, findPhrase, hideSpeech, isDenied, toSingular } from './read-clauses.ts';
import { isOfPlayer, type Told } from './told.ts';
import { splitWords } from './turn-facts.ts';
import type { Word } from './word.ts';

export function auditCounts(told: Told): readonly NarrativeFlag[] {
  const written = listWrittenNumbers(hideSpeech(told.narrative));
  const said = new Set(listWrittenNumbers(told.words).map(({ value }) => value));
  const money = findMoney(told);
  return told.clauses.flatMap((clause, index) => {
    const { words } = clause;
    const [first, last] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
    const numbers = written
      .filter(({ value, start, end }) => start >= first && end <= last && !said.has(value))
      .map((number) => alignNumber(words, number));
    const wrong =
      findWrongTime(told, clause, numbers) ??
      numbers
        .filter(({ at }) => !isDenied(clause, at))
        .map(
          (number) =>
            checkQuantity(told, words, number) ??
            checkClock(told, words, number) ??
            (money && checkPaid(words, number, { money, isPlayer: isOfPlayer(told, index) })),
        )
        .find((found) => found !== undefined);
    return wrong === undefined ? [] : [toFlag(told, wrong)];
  });
}

interface Wrong {
  readonly start: number;
  readonly end: number;
  readonly says: string;
}

function toFlag({ narrative }: Told, { start, end, says }: Wrong): NarrativeFlag {
  const quote = narrative.slice(start, end);
  return { quote, start, says: `“${quote}”: ${says}`, kind: 'number' };
}

const passing = listBases(
  'pass go drift slip by later sleep rest wait search take spend slip crawl tick sit stay work watch stand lie keep talk walk climb',
);
const longest = 3;

/** "Three hours pass", "you sleep for ten hours": no longer than the turn's calls let pass. */
function findWrongTime(
  told: Told,
  { words, doubtAt }: Clause,
  numbers: readonly PlacedNumber[],
): Wrong | undefined {
  const elapsed = sumMinutes(told);
  if (elapsed === 0) return undefined;
  const at = words.findIndex(({ text }) => /^(?:hours?|minutes?|hour's|minutes')$/.test(text));
  const unit = words[at];
  if (unit === undefined || doubtAt <= at) return undefined;
  const isBare = words.length <= 3 || unit.text.includes("'");
  const isPassing = words
    .slice(Math.max(0, at - 8), at + longest)
    .some(({ base, text }) => passing.has(base) || text === 'after');
  const length = readLength(words, at, numbers);
  const isEnduring =
    isBare ||
    words[at + 1]?.text === 'later' ||
    words.slice(at, at + longest).some(({ base }) => passing.has(base));
  if (!(isPassing || isBare) || length === undefined || listDurations(told).has(length)) return undefined;
  const isGiven = numbers.some(({ behind }) => behind === at);
  if (length < elapsed && !(isEnduring && isGiven)) return undefined;
  const start = words[Math.max(0, at - 1)]?.start ?? unit.start;
  return { start, end: unit.end, says: `${elapsed} minutes passed in this turn.` };
}

function readLength(
  words: readonly Word[],
  at: number,
  numbers: readonly PlacedNumber[],
): number | undefined {
  const minutes = words[at]?.text.startsWith('hour') === true ? 60 : 1;
  const ahead = words.slice(Math.max(0, at - longest), at).map(({ text }) => text);
  if (
    ahead.some((text) =>
      /^(?:half|quarters?|first|second|third|next|last|few|several|some|every|each|per)$/.test(text),
    )
  )
    return undefined;
  if (words.slice(at + 1, at + 4).some(({ text }) => text === 'half')) return undefined;
  const number = numbers.find(({ behind }) => behind === at);
  if (number !== undefined) return number.value * minutes;
  return /^(?:an|a)$/.test(ahead.at(-1) ?? '') ? minutes : undefined;
}

function sumMinutes({ facts }: Pick<Told, 'facts'>): number {
  return facts.done.reduce(
    (sum, { tool, given }) => sum + (/^(?:time_advance|move)$/.test(tool) ? readMinutes(given) : 0),
    0,
  );
}

/** How long conditions last counts as well, each stretch by itself. */
function listDurations({ facts }: Told): ReadonlySet<number> {
  const single = facts.done.map(({ given }) => readMinutes(given));
  return new Set([...single, sumMinutes({ facts })]);
}

function readMinutes(given: Readonly<Record<string, Json>>): number {
  return Number(given['minutes'] ?? 0) + Number(given['hours'] ?? 0) * 60;
}

/** "Seven torches" in the character's hands: as many as there are, were, or came and went. */
function checkQuantity(told: Told, words: readonly Word[], number: PlacedNumber): Wrong | undefined {
  const { facts } = told;
  const isOwn =
    words.some(({ text, base }) => /^your?$/.test(text) || counting.has(base)) ||
    facts.done.some(({ tool }) => tool === 'item_add');
  const things = facts.quantities.filter(({ name }) => isCountedThere(words, number, name));
  if (!isOwn || things.length === 0 || number.value < 2) return undefined;
  if (things.some(({ counts }) => counts.has(number.value))) return undefined;
  return {
    start: number.start,
    end: number.end,
    says: `there is another number of ${things[0]?.name ?? 'these'}.`,
  };
}

const counting = listBases('count buy hand give take receive carry have');

function isCountedThere(words: readonly Word[], { behind }: PlacedNumber, name: string): boolean {
  const noun = splitWords(name.split(/,| of /i)[0] ?? '').at(-1) ?? '';
  const near = words.slice(behind, behind + longest);
  const at = near.findIndex(({ text }) => toSingular(text) === toSingular(noun));
  return (
    at >= 0 &&
    near[at]?.text !== noun &&
    near.slice(0, at).every(({ text }) => !/^(?:of|in|on|and|the|a|for|by)$/.test(text))
  );
}

/** "The clock stands at three of four". */
function checkClock({ facts }: Told, words: readonly Word[], number: PlacedNumber): Wrong | undefined {
  const isClock = words.some(({ text }) => text === 'clock');
  const meant = facts.clocks.filter(({ name }) => findPhrase(words, splitWords(name)) >= 0);
  const isOf = words[number.behind]?.text === 'of' || words[number.at - 1]?.text === 'of';
  const touched = isOf
    ? facts.clocks.filter((clock) => clock.isTouched && (isClock || isMeant(clock.name, words, number)))
    : [];
  const clocks = meant.length > 0 ? meant : touched;
  const before = words[number.at - 1]?.text ?? '';
  const isShown = /^(?:at|to|stands|now|is|of|reads|from|clock|taken|has|had|gained|filled)$/.test(before);
  if (clocks.length === 0 || !isShown) return undefined;
  if (/^(?:hours?|minutes?|o'clock)$/.test(words[number.behind]?.text ?? '')) return undefined;
  if (clocks.some(({ counts }) => counts.has(number.value))) return undefined;
  return { start: number.start, end: number.end, says: 'the clock has another number.' };
}

/** "The hush has taken three of its six steps": a telling word of the name, and of how many. */
function isMeant(name: string, words: readonly Word[], { behind }: PlacedNumber): boolean {
  const telling = splitWords(name).filter(
    (word) => word.length >= 4 && !/^(?:comes?|packs|closes|that|with|into|from)$/.test(word),
  );
  const next = words.slice(behind, behind + 4).map(({ text }) => text);
  const isShare =
    next[0] === 'of' &&
    next.some((text) =>
      /^(?:steps?|parts?|strokes?|ticks?|segments?|four|six|eight|ten|twelve|4|6|8|10|12)$/.test(text),
    );
  return isShare && telling.some((word) => words.some(({ text }) => text === word));
}

const paying = listBases('pay hand count spend cost part charge');
const ending =
  /^(?:for|to|from|and|gold|silver|coins?|crowns?|pieces?|left|is|are|of|in|the|it|over|across|out|lighter|poorer|richer|he|she|you)?$/;

interface Paying {
  readonly money: Numbers;
  readonly isPlayer: boolean;
}

/** "You hand over fifteen": where the turn changed what the character carries of one kind of money. */
function checkPaid(
  words: readonly Word[],
  number: PlacedNumber,
  { money, isPlayer }: Paying,
): Wrong | undefined {
  const isBought =
    /^(?:coins?|crowns?|gold|silver|pence|pennies)$/.test(words[number.behind]?.text ?? '') &&
    words[number.behind + 1]?.text === 'for';
  const isYours = isPlayer || isBought || words.some(({ text }) => /^your?s?$/.test(text));
  const isPaying =
    words.some(({ base }) => paying.has(base)) ||
    isBought ||
    words.slice(number.behind).some(({ text }) => text === 'left');
  const next = words[number.behind]?.text ?? '';
  const isBare = ending.test(next) && !/^(?:minus|plus)$/.test(words[number.at - 1]?.text ?? '');
  if (!isYours || !isPaying || !isBare || number.value < 2) return undefined;
  if (
    money.values.has(number.value) ||
    money.changes.has(number.value) ||
    isShareOf(number.value, money.changes)
  )
    return undefined;
  return { start: number.start, end: number.end, says: 'no such sum was paid or is left.' };
}

/** The numbers of the one kind of money that the turn changed. */
function findMoney({ facts }: Told): Numbers | undefined {
  const { player } = facts;
  if (player === undefined) return undefined;
  const carried = listLabels(facts).filter(({ isCarried }: Label) => isCarried);
  const changed = carried
    .flatMap(({ paths }) => readNumbers(player, paths) ?? [])
    .filter(({ changes }) => changes.size > 0);
  return changed[0];
}
