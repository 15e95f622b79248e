// Spoken times: replaces English times of day in words, such as "at half past nine", by times in digits.

const hours = 'one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve'.split(',');
const minutes: Readonly<Record<string, number>> = {
  five: 5,
  ten: 10,
  fifteen: 15,
  quarter: 15,
  twenty: 20,
  'twenty-five': 25,
  half: 30,
  thirty: 30,
  forty: 40,
  'forty-five': 45,
  fifty: 50,
};

const numbers = hours.join('|');
const hour = `(?<hour>${numbers})`;
const clock = String.raw`(?:\so['’]?\s?clock)?(?:\ssharp)?`;
const part = String.raw`(?:\s(?<part>in\sthe\s(?:early\s|late\s)?(?:morning|afternoon|evening)|at\snight)\b)?`;
const weekdays = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const onward = `and|or|but|on|tomorrow|today|tonight|this|next|every|each|to|for|about|because|so|if|when|then|please|from|i|we|you|he|she|they|${weekdays}`;
const minute = String.raw`(?:[\s-](?<minute>forty-five|twenty-five|fifteen|twenty|thirty|forty|fifty)\b)?`;
/** What may follow the hour, so that "at two places" is not read as a time, nor "at one with the world". */
const end = String.raw`(?!\s(?:or|and|to)\s(?:${numbers})\b)(?=\s*(?:$|[.,;:!?)–—]|(?:${onward})\b|(?<!\bone\s)with\b))`;
/** After a word for a day or a part of the day, an hour may be followed by more words than elsewhere. */
const ofDay = String.raw`(?<=\b(?:today|tomorrow|tonight|morning|afternoon|evening|night|${weekdays})\s)`;
const wide = String.raw`(?!\s(?:of|per|percent|or|and|with|\p{L}+(?<!s)s)\b)`;

interface SpokenTime {
  readonly pattern: RegExp;
  readonly render: (groups: Readonly<Record<string, string | undefined>>) => string;
}

/** The patterns in the order in which they are tried: words that match one pattern are not read by a later one. */
export const spokenTimes: readonly SpokenTime[] = [
  String.raw`\b(?:at\s)?(?:a\s)?(?<minute>half|quarter)\s(?<side>past|to)\s(?<hour>${numbers}|\d{1,2})\b(?![:.]\d)${clock}${part}`,
  String.raw`\bat\s(?<minute>twenty[\s-]five|twenty|ten|five)(?:\sminutes)?\s(?<side>past|to)\s${hour}\b${clock}${part}`,
  String.raw`\b(?:at\s)?${hour}\so['’]?\s?clock\b${part}`,
  String.raw`(?<!\b(?:${numbers})\s)\b(?:at|by|before|until|till)\s${hour}\b${minute}${clock}${part}${end}`,
  String.raw`${ofDay}at\s${hour}\b${minute}${clock}${part}${wide}`,
  String.raw`\bat\s(?<hour>\d{1,2})(?::(?<minute>[0-5]\d))?\s(?<part>in\sthe\s(?:early\s|late\s)?evening)\b`,
].map((pattern) => ({ pattern: new RegExp(pattern, 'iu'), render: renderTime }));

function renderTime({
  hour: said = '',
  minute,
  side,
  part: ofDay = '',
}: Readonly<Record<string, string | undefined>>): string {
  const named = hours.indexOf(said.toLowerCase()) + 1 || Number(said);
  const count = readMinutes(minute);
  const total =
    (side?.toLowerCase() === 'to' ? named * 60 - count : named * 60 + count) + computeShift(named, ofDay);
  // An hour on its own may be completed by another word, such as "tonight".
  const at = Math.floor(total / 60) % 24;
  const rest = total % 60;
  return rest === 0 && ofDay === '' ? `at ${at}` : `at ${at}:${String(rest).padStart(2, '0')}`;
}

function readMinutes(said: string | undefined): number {
  if (said === undefined) return 0;
  return minutes[said.toLowerCase().replace(/\s/u, '-')] ?? Number(said);
}

const halfDay = 12 * 60;
/** At night, an hour before this one is an hour after midnight. */
const firstOfNight = 6;

/** How many minutes a part of the day adds to an hour of the clock. */
function computeShift(named: number, ofDay: string): number {
  if (/morning/iu.test(ofDay)) return named === 12 ? -halfDay : 0;
  if (/night/iu.test(ofDay)) {
    if (named === 12) return halfDay;
    return named < firstOfNight ? 0 : halfDay;
  }
  return /afternoon|evening/iu.test(ofDay) && named < 12 ? halfDay : 0;
}
