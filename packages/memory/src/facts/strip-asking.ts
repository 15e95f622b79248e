// Strips the words that only ask for a reminder, such as "remind me": they say nothing of what a message is about.

import lists from './reminder-words.json' with { type: 'json' };

const says = Object.values(lists.reminders)
  .flatMap(({ say }) => say.split(','))
  .toSorted((one, other) => other.length - one.length)
  .map((phrase) => phrase.replaceAll('do not', "(?:do not|don['’]t)"));
const asking = new RegExp(`(?<![\\p{L}\\p{N}])(?:${says.join('|')})(?![\\p{L}\\p{N}])`, 'giu');

export function stripAsking(text: string): string {
  return text.replace(asking, ' ');
}
