// Audits a narrative for what it tells as done although the call was refused: finds the call's words beside verbs of success.

import { playerId } from '../../values/entity.ts';
import type { NarrativeFlag } from './audit-flag.ts';
import { listBases, toBase } from './base-form.ts';
import type { RefusedCall } from './list-refused.ts';
import { type Clause, findPhrase, isDenied, listSentenceOf, toSingular } from './read-clauses.ts';
import { buildFlag, buildSpeaker, isOfPlayer, type Told } from './told.ts';
import { splitWords } from './turn-facts.ts';
import type { Word } from './word.ts';
import { compilePattern, matchPattern, type Speaker } from './word-pattern.ts';

/** Verbs for a thing or a way that gives in. */
const yielding = listBases(
  'burst open give swing break splinter shatter snap unlock unlatch lift turn click spring yield crash part fly crack fit slot come slide',
);
const yieldingThings = new Set('door gate lid lock hatch window bar grating bolt'.split(' '));
const arrivals = [
  'YOU be inside|in|through|across|there|over',
  'down|up|in|out|through|over YOU go',
  'YOU go|climb|step|slip|walk|squeeze through|in|inside|down|across',
  'YOU let YOURself in|through',
  'let yourself|himself|herself in|through',
  'set|sets foot on|in|upon',
  'YOU step|climb|walk|go across|over|through|up|down|in to|into? it',
  'under|beneath YOUR boot|foot|hand',
].map(compilePattern);
const trying = listBases('try look seek search want hope think mean ask make reach turn head');

export function auditRefused(told: Told): readonly NarrativeFlag[] {
  const { refused, done } = told.facts;
  if (refused.length === 0) return [];
  const hasMoved = done.some(({ tool }) => tool === 'move');
  return told.clauses.flatMap((clause, index) => {
    const isPlayer = isOfPlayer(told, index);
    const speaker = buildSpeaker(told, isPlayer);
    const call = refused.find((one) =>
      isToldAsDone(clause, one, { speaker, isPlayer, hasMoved, isNear: isNear(told, index, one) }),
    );
    if (call === undefined) return [];
    return [
      buildFlag(told, clause, {
        says: 'This is told as done, but it was refused in this turn.',
        kind: 'refused',
      }),
    ];
  });
}

interface Telling {
  readonly speaker: Speaker;
  /** Whether the player's character is the subject of the clause. */
  readonly isPlayer: boolean;
  readonly hasMoved: boolean;
  /** Whether the sentence speaks of what was refused. */
  readonly isNear: boolean;
}

function isNear({ clauses }: Told, index: number, call: RefusedCall): boolean {
  return listSentenceOf(clauses, index).some((clause) => findKey(clause.words, call) >= 0);
}

function isToldAsDone(clause: Clause, call: RefusedCall, telling: Telling): boolean {
  if (isPathTold(clause, call) || isHad(clause, call, telling)) return true;
  const at = findKey(clause.words, call);
  if (
    at >= 0 &&
    !isDenied(clause, at) &&
    (isYielding(clause.words, at, call) || isForced(clause.words, at, telling.speaker))
  )
    return true;
  if (call.tool !== 'move' || telling.hasMoved || !telling.isNear) return false;
  return arrivals.some((pattern) => {
    const found = matchPattern(clause.words, pattern, telling.speaker);
    return found !== undefined && !isDenied(clause, found.at);
  });
}

/** Whether the clause names what the refused call was to change, and a change or a number, as in "your courage rises". */
function isPathTold({ words, doubtAt, negators }: Clause, { tool, given }: RefusedCall): boolean {
  if (!/^(?:adjust|set|mark)$/.test(tool) || negators.length > 0) return false;
  const path = String(given['path'] ?? '').replace(/\.(?:current|filled|max|score)$/, '');
  const name = splitWords(path.slice(path.lastIndexOf('.') + 1).replaceAll('_', ' '));
  const at = findPhrase(words, name);
  if (at < 0 || (name[0]?.length ?? 0) < 4 || doubtAt <= at) return false;
  const near = words.slice(Math.max(0, at - 4), at + name.length + 5);
  return (
    near.some(({ text }) => rising.test(text) || /^\d+$/.test(text)) &&
    !/^(?:of|for|and)$/.test(words[at + name.length]?.text ?? '')
  );
}

/**
 * Whether the clause says that the character has the thing, named in full, as in "you come away with the Sexton's cup
 * under your coat"; of a thing that was meant for somebody else, whether anybody has it.
 */
function isHad(
  { words, negators, doubtAt }: Clause,
  { tool, given }: RefusedCall,
  { speaker, isPlayer }: Telling,
): boolean {
  if (tool !== 'item_add' || negators.length > 0) return false;
  const name = splitWords(String(given['name'] ?? ''));
  const at = findPhrase(words, name);
  if (at < 0 || name.length < 2 || doubtAt <= at) return false;
  const ahead = words.slice(0, at);
  const behind = words.slice(at + name.length).map(({ text }) => text);
  const isKept = behind.some(
    (text, index) =>
      /^yours$/.test(text) ||
      (/^(?:pocket|coat|belt|pack|bag|fist|hand|sleeve|palm)$/.test(text) && behind[index - 1] === 'your'),
  );
  const isForPlayer = ['undefined', playerId, 'player'].includes(String(given['target']));
  const isMeant = !isForPlayer || isPlayer || ahead.some(speaker.isYou);
  return isKept || (isMeant && ahead.some(({ base }) => having.has(base)));
}

const having = listBases('take have get hold keep carry pocket grab lift win steal slip tuck own');

const rising =
  /^(?:rises?|rose|grows?|grew|gains?|gained|increases?|increased|climbs?|climbed|up|higher|more|stronger|stiffens?|returns?|drops?|dropped|falls?|fell|lowers?|sets?|now|becomes?|became|better|improves?|improved|thickens?|doubles?|reads?|stands?|stood|goes|went|point|points)$/;

/** The position, in the clause, of the last word of what the call asked for; -1 if there is none. */
function findKey(words: readonly Word[], { tool, given }: RefusedCall): number {
  if (!/^(?:move|place_create|item_add|item_remove)$/.test(tool)) return -1;
  const asked = String(given['destination'] ?? given['name'] ?? given['item'] ?? '').replace(/^\w+:/, '');
  const last = splitWords(asked.replaceAll('-', ' ')).at(-1);
  return last === undefined ? -1 : findPhrase(words, [last]);
}

/** Whether the thing is the subject and gives way, as in "the cellar door bursts inward" or "the key turns in the lock". */
function isYielding(words: readonly Word[], at: number, { tool }: RefusedCall): boolean {
  const isThing = (index: number) => yieldingThings.has(toSingular(words[index]?.text ?? ''));
  if (tool === 'move' && !isThing(at) && !isThing(at + 1)) return false;
  const verbAt = isThing(at + 1) ? at + 2 : at + 1;
  const isHead =
    words.slice(0, at).every(({ text, base }) => text.length > 0 && !trying.has(base)) && at <= 3;
  const isOpen = words[verbAt]?.base === 'be' && words[verbAt + 1]?.base === toBase('open');
  const behind = words
    .slice(verbAt)
    .map(({ text }) => text)
    .join(' ');
  if (tool === 'item_add' && !/\b(?:in|into|to) (?:your|you)\b/.test(behind)) return false;
  return isHead && (isOpen || yielding.has(words[verbAt]?.base ?? ''));
}

const forcing = listBases(
  'open force break unlock kick burst climb enter lift pick prise pry smash push swing',
);

/** Whether the character acts upon what the refused call asked for, as in "you open the gate". */
function isForced(words: readonly Word[], at: number, speaker: Speaker): boolean {
  const verb = words.slice(0, at).findLastIndex(({ base }) => forcing.has(base));
  if (verb < 0 || at - verb > 4 || words.slice(0, at).some(({ base }) => trying.has(base))) return false;
  return words.slice(0, verb).some((word, index) => speaker.isYou(word, index));
}
