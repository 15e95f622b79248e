// Strips a greeting, and words that only ask for something, such as "remind me": a message is not about them.

import lists from './reminder-words.json' with { type: 'json' };

const says = [...Object.values(lists.reminders).map(({ say }) => say), lists.requests]
  .flatMap((phrases) => phrases.split(','))
  .toSorted((one, other) => other.length - one.length)
  .map((phrase) => phrase.replaceAll('do not', "(?:do not|don['’]t)"));
const asking = new RegExp(`(?<![\\p{L}\\p{N}])(?:${says.join('|')})(?![\\p{L}\\p{N}])`, 'giu');

const greetings =
  'hello,hi,hey,hiya,morning,afternoon,evening,greetings,good morning,good afternoon,good evening,good day,good night,hallo,moin,servus,guten Morgen,guten Tag,guten Abend,bonjour,bonsoir,salut';
const anyGreeting = greetings
  .split(',')
  .map((one) => `[${one.charAt(0).toUpperCase()}${one.charAt(0)}]${one.slice(1)}`)
  .join('|');
/** A greeting at the beginning, with the name of the person greeted if one follows: "Hello Marlo, …", "Evening!". */
const greeting = new RegExp(
  `^\\s*(?:${anyGreeting})(?:\\s(?:there|again|you|all))?(?:,?\\s\\p{Lu}\\p{L}{0,30})?(?=\\s*(?:[,.!?…]|$))`,
  'u',
);

export function stripAsking(text: string): string {
  return text.replace(greeting, ' ').replace(asking, ' ');
}
