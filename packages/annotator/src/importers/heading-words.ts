// Heading words: how books in several languages call and count their chapters and parts.

export interface HeadingWords {
  /** Before or behind a number, as alternatives of a pattern. */
  readonly chapters: string;
  readonly parts: string;
  /** Behind such a word: `Chapter two`. */
  readonly numbers: string;
  /** Before such a word, where the language has it so: `Zweites Kapitel`. */
  readonly ordinals: string | undefined;
  /** What needs no number. */
  readonly alone: string;
}

const digits = String.raw`\d{1,4}|[IVXLCDM]{1,9}`;

const englishOnes = 'one|two|three|four|five|six|seven|eight|nine';
const englishTeens = 'ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen';
const englishTens = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety';
const englishOrdinals =
  'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|last|final';

const english: HeadingWords = {
  chapters: String.raw`chapter|chap\.?|letter|canto|stave|episode|session|scene|interlude|lecture`,
  parts: String.raw`book|part|volume|vol\.?|tome|act|arc`,
  numbers: `${digits}|(?:${englishTens})(?:[ -](?:${englishOnes}))?|${englishTeens}|${englishOnes}|(?:the )?(?:${englishOrdinals})`,
  ordinals: undefined,
  alone: 'prologue|epilogue|foreword|preface|introduction|interlude|afterword|conclusion|postscript',
};

const germanOnes = 'eins|ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun';
const germanTens = 'zwanzig|drei(?:ß|ss)ig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig';
const germanStems =
  'erst|zweit|dritt|viert|fünft|sechst|siebt|siebent|acht|neunt|zehnt|elft|zwölft|dreizehnt|vierzehnt|fünfzehnt|sechzehnt|siebzehnt|achtzehnt|neunzehnt|zwanzigst|letzt';

const german: HeadingWords = {
  chapters: String.raw`kapitel|kap\.?|szene|episode`,
  parts: 'teil|buch|band|akt',
  numbers: `${digits}|(?:(?:${germanOnes})und)?(?:${germanTens})|${germanOnes}|zehn|elf|zwölf|dreizehn|vierzehn|fünfzehn|sechzehn|siebzehn|achtzehn|neunzehn`,
  ordinals: String.raw`\d{1,4}\.|(?:das |der )?(?:${germanStems})e[rs]?`,
  alone: 'prolog|epilog|vorwort|nachwort|einleitung|zwischenspiel',
};

const frenchOnes = 'une?|deux|trois|quatre|cinq|six|sept|huit|neuf';
const frenchOrdinals =
  'premi(?:er|ère)|second|seconde|deuxième|troisième|quatrième|cinquième|sixième|septième|huitième|neuvième|dixième|onzième|douzième|derni(?:er|ère)';

const french: HeadingWords = {
  chapters: String.raw`chapitre|chap\.?|scène|épisode`,
  parts: 'partie|livre|tome|acte',
  numbers: `${digits}|(?:vingt|trente|quarante|cinquante|soixante)(?:(?:-et-| et |-)(?:${frenchOnes}))?|${frenchOnes}|dix(?:-sept|-huit|-neuf)?|onze|douze|treize|quatorze|quinze|seize|${frenchOrdinals}`,
  ordinals: String.raw`\d{1,4}(?:er|ère|re|e|ème)|(?:la |le )?(?:${frenchOrdinals})`,
  alone: 'prologue|épilogue|préface|avant-propos|introduction|interlude|postface|conclusion',
};

const spanishOnes = 'uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve';
const spanishOrdinals =
  'primero|primera|primer|segund[oa]|tercero|tercera|tercer|cuart[oa]|quint[oa]|sext[oa]|séptim[oa]|octav[oa]|noven[oa]|décim[oa]|últim[oa]';

const spanish: HeadingWords = {
  chapters: String.raw`capítulo|cap\.?|escena|episodio`,
  parts: 'parte|libro|tomo|acto',
  numbers: `${digits}|${spanishOnes}|diez|once|doce|trece|catorce|quince|dieciséis|diecisiete|dieciocho|diecinueve|veinte|veinti(?:uno|dós|trés|cuatro|cinco|séis|siete|ocho|nueve)|(?:treinta|cuarenta|cincuenta)(?: y (?:${spanishOnes}))?|${spanishOrdinals}`,
  ordinals: String.raw`\d{1,4}[.ºª°]{1,2}|(?:la |el )?(?:${spanishOrdinals})`,
  alone: 'prólogo|epílogo|prefacio|introducción|interludio|conclusión',
};

const italianOrdinals =
  'prim[oa]|second[oa]|terz[oa]|quart[oa]|quint[oa]|sest[oa]|settim[oa]|ottav[oa]|non[oa]|decim[oa]|undicesim[oa]|dodicesim[oa]|ultim[oa]';

const italian: HeadingWords = {
  chapters: String.raw`capitolo|cap\.?|scena|episodio`,
  parts: 'parte|libro|tomo|atto',
  numbers: `${digits}|uno|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|tredici|quattordici|quindici|sedici|diciassette|diciotto|diciannove|(?:vent|trent|quarant|cinquant)(?:uno|otto|[ia](?:due|tr[eé]|quattro|cinque|sei|sette|nove)?)|${italianOrdinals}`,
  ordinals: String.raw`\d{1,4}[.ºª°]{1,2}|(?:la |il )?(?:${italianOrdinals})`,
  alone: 'prologo|epilogo|prefazione|introduzione|interludio|postfazione|conclusione',
};

/** English first: what it knows is read by it. */
export const headingLanguages: readonly HeadingWords[] = [english, german, french, spanish, italian];
