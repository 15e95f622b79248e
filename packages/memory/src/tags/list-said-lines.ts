// Lists the lines outside of a reply's tags that were said, and leaves out labels, asides in brackets and thinking.
import type { Reach } from './parse-message.ts';

/** Matches tags in which models think, or keep something to themselves. */
const thinkingTag =
  /<\/?(?:think|thinking|thoughts|reasoning|analysis|reflection|scratchpad|inner|monologue|mood|emotions?|feelings|notes?|private|hidden)>/iu;
/** Whether models think in tags of this name, or keep something to themselves. */
export function isThinkingTag(name: string): boolean {
  return thinkingTag.test(`<${name}>`);
}

/** A word at the beginning of a line that says that what follows is a note or a thought. */
const announcing =
  /^(?:(?:my |inner |internal |secret |private )?(?:secrets?|private|privately|pins?|patterns?|desc|thinks|thoughts?|thinking|reasoning|analysis|monologue|notes?|note to self|reminder|memory|mood|feelings?|ooc)|gedanken?|überlegung|notiz|notizen|gefühl|geheimnis|geheim|privat|erinnerung|privé|pensées?|réflexion|sentiment)\s?:/iu;
/** Words for the person that nobody says to them, but that a model uses when it thinks about its answer. */
const spokenAbout =
  /\b(?:the user|der (?:be)?nutzer|die (?:be)?nutzerin|l['’]utilisat(?:eur|rice))\b(?! (?:manual|guide|name|account|interface))/iu;
/** Words by which somebody is spoken to. */
const spokenTo =
  /\b(?:you|your|yours|yourself|du|dich|dir|deine?[rmns]?|euch|tu|toi|vous|votre|vos|ton|tes)\b/iu;
const answering =
  'say|tell|ask|mention|answer|reply|keep|be|stay|let|press|push|pry|remind|comfort|listen|avoid|bring|talk|speak|admit|hide|lie|wait|change';
const answeringPerson = '(?:tell|ask|show|remind) you|(?:talk|speak) to you';
/**
 * Words in which a model considers how to answer, even if they stand beside a "you". "Let me tell you", "I must say",
 * "you had better wait" and "ich muss dir sagen" do not count: they are said to the person.
 */
const considering = new RegExp(
  [
    String.raw`(?<!\p{L})(?!i must (?:say|admit))(?:i (?:should|ought to|must|need to|had better)|i['’]d better|let me|let us)(?: not (?:${answering})| (?!${answeringPerson})(?:${answering}))(?!\p{L})`,
    String.raw`(?<!\p{L}|you['’]d |you had )(?:i (?:won['’]t|will not)|(?:better|best|careful)(?: not)?(?: to)?|not to) (?:${answering})(?!\p{L})`,
    String.raw`(?<!\p{L})ich (?!(?:muss|darf|werde) (?:dir|dich|euch|sagen))(?:sollte|muss|darf|werde) (?:\p{L}+ ){0,3}(?:nichts?|sagen|fragen|verraten|schweigen|drängen|erwähnen)(?!\p{L})`,
    String.raw`(?<!\p{L})je (?:ne )?(?:dois|devrais) (?:pas )?(?:dire|demander|taire|insister|parler|rester)(?!\p{L})`,
  ].join('|'),
  'iu',
);
const mostLabelWords = 4;
const listMark = /^[-•–]\s+/u;
/** Lines of one paragraph that begin with a bracket and end with its other half. */
const asideLines =
  /^[ \t]*(?:\((?:[^()\n]|\n(?![ \t]*\n))*\)|\[(?:[^[\]\n]|\n(?![ \t]*\n))*\])[.!?…]?[ \t]*$/gmu;

/**
 * Lists the said lines between two places of a text; none if there is a tag for thinking. Consecutive said lines are
 * one reach, without blanks or unknown tags at its ends.
 */
export function listSaidLines(
  text: string,
  { from, to }: Reach,
  open = hideAsides(text, { from, to }),
): readonly Reach[] {
  const piece = text.slice(from, to);
  if (thinkingTag.test(piece)) return [];
  const said: Reach[] = [];
  let isOpen = false;
  let at = from;
  for (const line of piece.split('\n')) {
    const reach = trimReach(text, { from: at, to: at + line.length });
    at += line.length + 1;
    const words = text.slice(reach.from, reach.to);
    if (words === '') continue;
    const isNext = isSaid(words) && open.slice(reach.from - from, reach.to - from).trim() !== '';
    const before = said.at(-1);
    const isJoined = isOpen && isNext && text.slice(before?.to, reach.from).trim() === '';
    const last = isJoined ? said.pop() : undefined;
    if (isNext) said.push({ from: last?.from ?? reach.from, to: reach.to });
    isOpen = isNext;
  }
  return said;
}

/** The text of the reach, with blanks in place of lines in brackets. */
function hideAsides(text: string, { from, to }: Reach): string {
  return text.slice(from, to).replaceAll(asideLines, (words) => ' '.repeat(words.length));
}

/**
 * The line right before the first tag is said only if it calls out, asks, does something in asterisks, or speaks to
 * somebody and does not consider how to answer. Anything else there may be a thought about the person. What is called
 * out is said even with words that consider ("I won't lie!", "Let me stay!"): thoughts seldom end so.
 */
export function listCalledOut(text: string, { from, to }: Reach): readonly Reach[] {
  const start = Math.max(from, text.lastIndexOf('\n', to - 1) + 1);
  const open = hideAsides(text, { from, to }).slice(start - from);
  return listSaidLines(text, { from: start, to }, open).filter((reach) => {
    const words = text.slice(reach.from, reach.to);
    return /[!?*]["”’»)]?$/u.test(words) || (spokenTo.test(words) && !considering.test(words));
  });
}

function isSaid(line: string): boolean {
  const words = line
    .replaceAll(/[*_#>`]/gu, ' ')
    .trim()
    .replace(listMark, '');
  const isAside = /^(?:\(.*\)|\[.*\])[.!?…]?$/u.test(words);
  const isLabel = words.endsWith(':') && words.split(/\s+/u).length <= mostLabelWords;
  return (
    /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(words) &&
    !(isAside || isLabel || line.startsWith('```') || announcing.test(words) || spokenAbout.test(words))
  );
}

const wholeTag = /^<\/?[a-z][\w-]{0,40}\s?\/?>$/iu;

/** Leaves out blanks at both ends, and unknown tags, such as one around the whole reply. */
function trimReach(text: string, reach: Reach): Reach {
  let { from, to } = reach;
  for (;;) {
    const part = text.slice(from, to);
    from += part.length - part.trimStart().length;
    to = Math.max(from, to - (part.length - part.trimEnd().length));
    const front = text.slice(from, Math.min(to, from + 60)).indexOf('>') + 1;
    const back = text.slice(Math.max(from, to - 60), to).lastIndexOf('<');
    const start = Math.max(from, to - 60) + back;
    if (front > 0 && wholeTag.test(text.slice(from, from + front))) from += front;
    else if (back >= 0 && wholeTag.test(text.slice(start, to))) to = start;
    else return { from, to };
  }
}
