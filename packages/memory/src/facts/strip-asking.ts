// Strips the words that only ask for something, such as "remind me" and "please": a message is not about them.

import lists from './reminder-words.json' with { type: 'json' };

const says = [...Object.values(lists.reminders).map(({ say }) => say), lists.requests]
  .flatMap((phrases) => phrases.split(','))
  .toSorted((one, other) => other.length - one.length)
  .map((phrase) => phrase.replaceAll('do not', "(?:do not|don['’]t)"));
const asking = new RegExp(`(?<![\\p{L}\\p{N}])(?:${says.join('|')})(?![\\p{L}\\p{N}])`, 'giu');

export function stripAsking(text: string): string {
  return text.replace(asking, ' ');
}
