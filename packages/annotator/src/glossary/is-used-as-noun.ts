// Tells common nouns from names where every noun has a capital, as in German: nouns stand behind articles and numbers.

/** Words of German, and of Danish as it was written until 1948, that stand right before common nouns. */
const determiners: ReadonlySet<string> = new Set(
  (
    'der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner keines ' +
    'dieser diese dieses diesen diesem jener jene jenes jenen jenem jeder jede jedes jeden jedem solche solcher solchen ' +
    'welcher welche welches welchen welchem alle allen aller viele vielen wenige wenigen einige einigen mehrere manche ' +
    'mancher manches viel mehr wenig etwas genug ' +
    'mein meine meinen meinem meiner meines dein deine deinen deinem deiner deines sein seine seinen seinem seiner seines ' +
    'ihr ihre ihren ihrem ihrer ihres unser unsere unseren unserem unserer unseres euer eure euren eurem eurer eures ' +
    'im am zum zur vom beim ins ans aufs durchs fürs ums ' +
    'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig fünfzig hundert tausend ' +
    'en et det de denne dette disse min mit mine din dit dine sin sit sine hans hendes deres vor vort vore ' +
    'to tre fire fem seks syv otte ni ti'
  ).split(' '),
);

/** Whether the text has the word at least once right behind an article, a possessive or a number. */
export function isUsedAsNoun(noun: string, text: string): boolean {
  for (let at = text.indexOf(noun); at >= 0; at = text.indexOf(noun, at + noun.length)) {
    const before = /(?<!\p{L})\p{L}+ $/u.exec(text.slice(Math.max(0, at - longest), at))?.[0] ?? '';
    const isWhole = !/^\p{L}/u.test(text.slice(at + noun.length, at + noun.length + 2));
    if (isWhole && determiners.has(before.trim().toLowerCase())) return true;
  }
  return false;
}

/** Room for the longest of the words, a blank and what stands before. */
const longest = 16;
