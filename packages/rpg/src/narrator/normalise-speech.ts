// Normalises the player's words to lower case and plain spelling, without words that only lead up to a deed.

const fillers =
  /^ (?:(?:i|we|please|go(?= (?:and )?(?:look|see|sit|ask|talk|find|get|take|search|check|open|knock|listen|hide|wait|stand|lie|sleep|eat|help|tell|buy|fetch|grab|warm|pet|peek|peer|watch|read|light|close|shut|pick|steal|dig|feel|touch|rest) )|now|then|so|ok|okay|well|carefully|quickly|quietly|slowly|try to|want to|would like to|d like to|will|ll|shall|am|m|going to|gonna|let us|lets|decide to|begin to|start to|continue to|just|and|but|or|my character|can i|could i|may i|might i|how about i|let me|there|maybe|perhaps|also|finally|wonder|(?:try to )?find out (?=who |what |where |why |how |when |which |if |whether )|see (?=who |if |whether )|would love to|(?:want|would like|d like|like) to know (?=about |who |what |where |why |how |when |which |if |whether )|(?:(?:could|can|would|will) you )?(?:please )?tell me (?=about |who |what |where |why |how |when |which |if |whether |the way )|do you know (?=who |what |where |why |how |when |which |if |whether )) )+/;

/** Questions that begin with a word that otherwise only leads up to a deed; the word is kept in them. */
const asked =
  /^ (?:am i |(?:will|shall) (?:the|an?|it|he|she|they|there|this|that|my|his|her|their|we|any|anyone|anybody|some|someone|somebody) )/;

/** Figures of speech with a verb of blows, theft or trade, each with what it means: nobody is struck with a match. */
const figures: readonly (readonly [figure: RegExp, plainly: string])[] = [
  [/ strike an? (?:\S+ )?pose /, ' pose '],
  [/ strike a (match|light) /, ' light a $1 '],
  [/ hit the (?:road|trail) /, ' leave '],
  [/ (?:hit the (?:hay|sack)|turn in for the night) /, ' sleep '],
  [/ kill (?:some |the )?time /, ' wait '],
  [/ (?:shoot|throw|cast) (\S+) an? (?:\S+ ){0,2}(?:look|glance|glare) /, ' look at $1 '],
  [
    / (?:steal|sneak|take|shoot|throw|cast) an? (?:\S+ ){0,2}(?:look|glance|peek) (at|into|through) /,
    ' look $1 ',
  ],
  [/ kick (?:off my (boots|shoes)|my (boots|shoes) off) /, ' take off my $1$2 '],
  [/ pay (?:close |good )?attention (?=$|to )/, ' listen '],
  [/ pay (\S+) a (?:visit|call) /, ' visit $1 '],
  [/ pay (\S+) an? (?:\S+ )?compliment /, ' compliment $1 '],
];

export function normaliseSpeech(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’`]/g, "'")
    .replace(/\blet's\b/g, 'let us')
    .replace(/\b(what|where|who|how|when|why|that|there|it|he|she)'s\b/g, '$1 is')
    .replace(/'s\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (plain === '' || !/[a-z0-9]/.test(plain)) return ' ';
  const spelled = ` ${plain} `
    .replace(/ (look|looking|glance|gaze|peer) (around|about|round) (?:me|us|myself|ourselves) /, ' $1 $2 ')
    .replace(
      / roll to (hit|attack|strike|shoot) | make an? (attack) (?:roll )?(?:on |against |at )?/,
      ' $1$2 ',
    );
  const meant = figures.reduce((said, [figure, plainly]) => said.replace(figure, plainly), spelled);
  const bare = asked.test(meant) ? meant : meant.replace(fillers, ' ');
  const polite = bare.replace(/ please $/, ' ');
  return polite.trim() === '' ? meant : polite;
}
