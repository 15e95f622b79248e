// Described day: tells whether words for a day only describe one, as in "the first free Monday", and name no date.

const determiner = 'the|an?|any|some|every|each|no|which|what|my|our|your|his|her|their|its';
const degree = 'first|second|third|next|last|only|very|really|too|more|most|rather';
const quality =
  'free|spare|open|available|possible|suitable|empty|quiet|calm|slow|busy|full|rainy|wet|sunny|snowy|windy|warm|cold|hot|dry|foggy|lazy|lovely|nice|good|great|perfect|bad|awful|sad|happy|dull|boring|long|short|usual|typical|normal|ordinary|whole|entire|lonely|strange';
const described = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:(?:${determiner})\s(?:(?:${degree})\s){0,2}(?:(?:${quality}),?\s){1,2}|(?:which|what)\s)$`,
  'iu',
);
const day = /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?)\b/iu;

/** Whether the day with which `words` begin is only described, as "Monday" is after "ask about the first free". */
export function isDescribedDay(before: string, words: string): boolean {
  return day.test(words) && described.test(before);
}
