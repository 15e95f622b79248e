// Headings: recognises paragraphs of a plain text that name a chapter or a part.

import { sumWords } from './book.ts';

interface HeadingWords {
  /** Alternatives of a pattern: words for a chapter, such as `chapter`, that precede or follow a number. */
  readonly chapters: string;
  readonly parts: string;
  /** Number words after a word for a chapter: `Chapter two`. */
  readonly numbers: string;
  /** Ordinals before a word for a chapter, which some languages use: `Zweites Kapitel`. */
  readonly ordinals: string | undefined;
  /** Headings without a number. */
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

const portuguese: HeadingWords = {
  chapters: String.raw`capítulo|cap\.?|cena|episódio`,
  parts: 'parte|livro|tomo|volume|ato',
  numbers: `${digits}|um|dois|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|treze|catorze|quinze|primeir[oa]|segund[oa]|terceir[oa]`,
  ordinals: String.raw`\d{1,4}[.ºª°]{1,2}|(?:a |o )?(?:primeir[oa]|segund[oa]|terceir[oa]|quart[oa]|quint[oa])`,
  alone: 'prólogo|epílogo|prefácio|introdução|interlúdio|posfácio|conclusão',
};

const dutch: HeadingWords = {
  chapters: 'hoofdstuk|scène|aflevering',
  parts: 'deel|boek',
  numbers: `${digits}|één|een|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf`,
  ordinals: String.raw`\d{1,4}e|(?:het )?(?:eerste|tweede|derde|vierde|vijfde|laatste)`,
  alone: 'proloog|epiloog|voorwoord|nawoord|inleiding|intermezzo',
};

const scandinavian: HeadingWords = {
  chapters: String.raw`kapitel|kapittel|kap\.?|scen|avsnitt`,
  parts: 'del',
  numbers: `${digits}|en|ett|et|två|to|tre|fyra|fire|fem|sex|seks|sju|syv|åtta|otte|åtte|nio|ni|tio|ti|elva|elleve|tolv`,
  ordinals: String.raw`\d{1,4}(?:\.|:[ae])|(?:första|første|andra|anden|andre|tredje|fjärde|fjerde|sista|siste)`,
  alone: 'prolog|epilog|förord|forord|efterord|etterord|inledning|innledning',
};

const polish: HeadingWords = {
  chapters: 'rozdział|scena|odcinek',
  parts: 'część|księga',
  numbers: `${digits}|pierwsz[ya]|drug[ia]|trzeci[a]?|czwart[ya]|piąt[ya]|szóst[ya]|siódm[ya]|ósm[ya]|dziewiąt[ya]|dziesiąt[ya]`,
  ordinals: 'pierwsz[ya]|drug[ia]|trzecia?|ostatnia?',
  alone: 'prolog|epilog|przedmowa|wstęp|posłowie|interludium',
};

const russianOrdinals =
  'перв(?:ая|ый)|втор(?:ая|ой)|треть(?:я)|третий|четв[её]рт(?:ая|ый)|пят(?:ая|ый)|шест(?:ая|ой)|седьм(?:ая|ой)|восьм(?:ая|ой)|девят(?:ая|ый)|десят(?:ая|ый)|последн(?:яя|ий)';

const russian: HeadingWords = {
  chapters: 'глава|сцена|эпизод|серия|розділ',
  parts: 'часть|книга|том|акт|частина',
  numbers: `${digits}|${russianOrdinals}`,
  ordinals: `(?:${russianOrdinals})`,
  alone: 'пролог|эпилог|предисловие|послесловие|интерлюдия|вступление|заключение|епілог|передмова',
};

const turkish: HeadingWords = {
  chapters: 'bölüm|sahne',
  parts: 'kısım|kitap|cilt',
  numbers: `${digits}|bir|iki|üç|dört|beş|altı|yedi|sekiz|dokuz|on`,
  ordinals: String.raw`\d{1,4}\.|birinci|ikinci|üçüncü|dördüncü|beşinci|son`,
  alone: 'önsöz|sonsöz|giriş|prolog|epilog',
};

const vietnamese: HeadingWords = {
  chapters: 'chương|hồi',
  parts: 'phần|quyển|tập',
  numbers: `${digits}|một|hai|ba|bốn|năm|sáu|bảy|tám|chín|mười`,
  ordinals: undefined,
  alone: 'mở đầu|lời mở đầu|vĩ thanh|ngoại truyện|lời kết',
};

const indonesian: HeadingWords = {
  chapters: 'bab|episode',
  parts: 'bagian|jilid|buku',
  numbers: `${digits}|satu|dua|tiga|empat|lima|enam|tujuh|delapan|sembilan|sepuluh`,
  ordinals: undefined,
  alone: 'prolog|epilog|prakata|pendahuluan',
};

const thai: HeadingWords = {
  chapters: 'บทที่|ตอนที่',
  parts: 'ภาคที่|เล่มที่',
  numbers: String.raw`\d{1,4}|[๐-๙]{1,4}`,
  ordinals: undefined,
  alone: 'บทนำ|บทส่งท้าย|ปฐมบท',
};

/** English comes first, so it is chosen if several languages match. */
const headingLanguages: readonly HeadingWords[] = [
  english,
  german,
  french,
  spanish,
  italian,
  portuguese,
  dutch,
  scandinavian,
  polish,
  russian,
  turkish,
  vietnamese,
  indonesian,
  thai,
];

/** Chinese and Japanese (`第十二章 归来`) and Korean (`제3화`), which have no space between word and number. */
const hanNumbers = '[0-9０-９]{1,4}|[零〇一二三四五六七八九十百千两兩]{1,9}';
const unspacedHeadings: readonly HeadingPatterns[] = [
  {
    isUnspaced: true,
    worded: [
      // A chapter that is named with its volume: `第二卷 归来 第30章 雨夜`.
      new RegExp(
        `^第(?:${hanNumbers})[卷部篇巻集]\\s?[^第]{0,30}第(?<number>${hanNumbers})\\s?(?<word>[章回節节話话])(?![\\p{L}\\p{N}])(?<rest>.*)$`,
        'u',
      ),
      new RegExp(
        `^第\\s?(?<number>${hanNumbers})\\s?(?<word>[章回节節话話集幕折卷部篇巻編册冊季])(?![\\p{L}\\p{N}])(?<rest>.*)$`,
        'u',
      ),
      /^제\s?(?<number>\d{1,4})\s?(?<word>[장화회편막부권])(?![\p{L}\p{N}])(?<rest>.*)$/u,
      // Without 제: only words that count nothing but chapters, and a title only after a separator.
      /^(?<number>\d{1,4})(?<word>[장화])(?<rest>\s*(?:[:：.—–-].*)?)$/u,
    ],
    alone:
      /^(?:序章|序幕|序言|楔子|引子|前言|尾声|尾聲|终章|終章|后记|後記|番外|間章|幕間|あとがき|まえがき|プロローグ|エピローグ|프롤로그|에필로그|외전)(?![\p{L}\p{N}_])(?<rest>.*)$/u,
    part: /^[卷部篇巻編册冊季부권]$/u,
  },
];

export interface Heading {
  /** `part` contains chapters; `numeral` is a line without a word for a chapter, which counts only in a series. */
  readonly level: 'part' | 'chapter' | 'numeral';
  /** The heading's text, on one line. */
  readonly text: string;
  readonly number: number | undefined;
  /**
   * Whether the heading has a title in addition to its word and number; always true for a heading without a number,
   * such as `Prologue`.
   */
  readonly hasTitle: boolean;
  /** Whether the heading has the form of Chinese, Japanese or Korean headings, which is rare in running text. */
  readonly isUnspaced: boolean;
  /** How many words the paragraph has, including ornaments. */
  readonly words: number;
}

type Named = Omit<Heading, 'words' | 'text'>;

const longestHeading = 160;
/** A paragraph with more characters, including the white space around it, is not a heading. */
const longestParagraph = 1_000;
const mostHeadingLines = 3;
const mostTitleWords = 14;
/** The maximum number of characters of a title in a script without spaces. */
const mostTitleCharacters = 40;

const isEnd = String.raw`(?![\p{L}\p{N}_])`;

interface HeadingPatterns {
  readonly isUnspaced: boolean;
  readonly worded: readonly RegExp[];
  readonly alone: RegExp;
  readonly part: RegExp;
}

const spacedLanguages: readonly HeadingPatterns[] = headingLanguages.map(
  ({ chapters, parts, numbers, ordinals, alone }) => {
    const word = `(?<word>${chapters}|${parts})`;
    const rest = `${isEnd}(?<rest>.*)$`;
    // `er` or `º` belongs to the number, as in `Chapitre Ier`.
    const after = String.raw`^${word}\s+(?<number>${numbers})(?:er|ère|º|ª|°)?${rest}`;
    const before = String.raw`^(?<number>${ordinals})\s+${word}${rest}`;
    const worded = ordinals === undefined ? [after] : [after, before];
    return {
      isUnspaced: false,
      worded: worded.map((pattern) => new RegExp(pattern, 'iu')),
      alone: new RegExp(`^(?:${alone})${rest}`, 'iu'),
      part: new RegExp(`^(?:${parts})$`, 'iu'),
    };
  },
);
const languages = [...spacedLanguages, ...unspacedHeadings];
const numeral = /^(?<number>\d{1,3}|[IVXLC]{1,9})(?<rest>[.:)—–-].*|)$/u;
/** Matches only Arabic numerals, because `I AM LOST` is a sentence. */
const shoutedNumeral = /^(?<number>\d{1,3})(?<rest>\s(?=.*\p{Lu}{2})[^\p{Ll}\d]*)$/u;
const unspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}]/u;
const roman = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/iu;
const separated = /^\s*[.:)—–：．、·-]+(?![.:)—–：．、·-])\s*(?<title>(?:\S.*)?)$/su;

/** The heading that a paragraph is; undefined if it is none. */
export function parseHeading(paragraph: string): Heading | undefined {
  const lines = paragraph.trim().split('\n');
  if (lines.length > mostHeadingLines || paragraph.length > longestParagraph) return undefined;
  const text = lines
    .map((line) => line.trim())
    .join(' ')
    .replace(/^[_*]+|(?<![_*])[_*]+$/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  if (text === '' || text.length > longestHeading) return undefined;
  const named = parseNamed(text.normalize('NFC')) ?? parseNumeral(text);
  return named && { ...named, text, words: sumWords([paragraph]) };
}

/** Whether a short paragraph after a heading is that heading's title rather than the story's first words. */
export function isTitleParagraph(paragraph: string): boolean {
  const text = paragraph.trim();
  if (text === '' || text.length > 80 || text.includes('\n')) return false;
  if (!/\p{L}/u.test(text) || /^["“‘'«„—–-]/u.test(text)) return false;
  // In scripts without capitals, a short line is no heading: it may be the first line of the story.
  const isShouted = text === text.toUpperCase() && (text !== text.toLowerCase() || !unspaced.test(text));
  return isShouted || (/^[\p{Lu}\d_*]/u.test(text) && !/[.,;:!?"”’]$/u.test(text));
}

function parseNamed(text: string): Named | undefined {
  for (const language of languages) {
    const named = parseWorded(text, language) ?? parseAlone(text, language);
    if (named !== undefined) return named;
  }
  return undefined;
}

function parseWorded(text: string, { worded, part, isUnspaced }: HeadingPatterns): Named | undefined {
  for (const pattern of worded) {
    const { word = '', number = '', rest = '' } = pattern.exec(text)?.groups ?? {};
    const count = parseNumber(number.replace(/(?<=\d)\D{1,3}$/u, ''));
    if (word === '' || count === 'invalid' || !isPlausibleRest(rest)) continue;
    const level = part.test(word) ? 'part' : 'chapter';
    return { level, number: count, hasTitle: hasWords(rest), isUnspaced };
  }
  return undefined;
}

function parseAlone(text: string, { alone, isUnspaced }: HeadingPatterns): Named | undefined {
  const rest = alone.exec(text)?.groups?.['rest'];
  if (rest === undefined) return undefined;
  const isBare = /^[.:]?$/u.test(rest.trim());
  if (!isBare && !(separated.test(rest) && isPlausibleRest(rest))) return undefined;
  return { level: 'chapter', number: undefined, hasTitle: true, isUnspaced };
}

function parseNumeral(text: string): Named | undefined {
  const groups = (numeral.exec(text) ?? shoutedNumeral.exec(text))?.groups;
  if (groups === undefined) return undefined;
  const count = parseNumber(groups['number'] ?? '');
  const rest = groups['rest'] ?? '';
  if (typeof count !== 'number' || !isPlausibleRest(rest)) return undefined;
  if (hasWords(rest) && !/^\S?\s+/u.test(rest)) return undefined;
  return { level: 'numeral', number: count, hasTitle: hasWords(rest), isUnspaced: false };
}

/**
 * Whether nothing follows the number, or a title does. A title follows a separator, or begins with a capital or digit
 * and does not end in a full stop.
 */
function isPlausibleRest(rest: string): boolean {
  const trimmed = rest.trim();
  if (trimmed === '') return true;
  const title = separated.exec(trimmed)?.groups?.['title'];
  const words = title ?? trimmed;
  if (words.split(/\s+/u).length > mostTitleWords || /[,;，；、。]$/u.test(words)) return false;
  if (unspaced.test(words)) return isUnspacedTitle(words);
  if (title !== undefined) return title === '' || !/^\p{Ll}/u.test(title);
  return /^(?:["“‘'(„¿¡]|«\s?)?[\p{Lu}\d]/u.test(words) && !/[.,;:]$/u.test(words);
}

/**
 * A title does not end in a full stop or begin with a comma, as sentences do, but may ask or exclaim. `完` ends a
 * volume.
 */
function isUnspacedTitle(title: string): boolean {
  if ([...title].length > mostTitleCharacters || /^[,，、]|[.…]$/u.test(title)) return false;
  return !/^(?:[完终終了끝]|结束|結束|完结|完結|완결)$/u.test(title);
}

function hasWords(rest: string): boolean {
  return /[\p{L}\p{N}]/u.test(rest);
}

/** Undefined if the number is written in words. */
function parseNumber(written: string): number | undefined | 'invalid' {
  const text = written.normalize('NFKC');
  if (/^\d+$/u.test(text)) return Number(text);
  if (/^\p{Script=Han}/u.test(text)) return parseHanNumber(text);
  if (!/^[IVXLCDM]+$/iu.test(text)) return undefined;
  return roman.test(text) ? parseRoman(text.toUpperCase()) : 'invalid';
}

const hanDigits = '〇一二三四五六七八九';
const hanUnits: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000 };

/** Parses numbers below 10,000, written with units (`二百零五`) or as a row of digits (`二〇五`). */
function parseHanNumber(written: string): number {
  const text = written.replace(/零/gu, '〇').replace(/[两兩]/gu, '二');
  if (!/[十百千]/u.test(text)) return Number([...text].map((digit) => hanDigits.indexOf(digit)).join(''));
  const counted = [...text].reduce(
    ({ sum, digit }, character) => {
      const unit = hanUnits[character];
      if (unit === undefined) return { sum, digit: hanDigits.indexOf(character) };
      return { sum: sum + Math.max(digit, 1) * unit, digit: 0 };
    },
    { sum: 0, digit: 0 },
  );
  return counted.sum + counted.digit;
}

const romanValues: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

function parseRoman(text: string): number {
  const values = [...text].map((letter) => romanValues[letter] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}
