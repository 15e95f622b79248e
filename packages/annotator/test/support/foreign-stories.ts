// Foreign stories: small stories of our own in scripts other than Latin, with names of one and two characters.

export interface ForeignStory {
  readonly language: string;
  readonly sentences: readonly string[];
  /** The names in the story, as it writes them. */
  readonly names: readonly string[];
  /** Other spellings that somebody may type for a name of the story, each with the name. */
  readonly typed: readonly (readonly [query: string, name: string])[];
}

export const foreignStories: readonly ForeignStory[] = [
  {
    language: 'Chinese',
    names: ['林月', '光', '盐路', '守夜人'],
    typed: [
      ['月', '林月'],
      ['盐', '盐路'],
      ['守夜', '守夜人'],
    ],
    sentences: [
      '林月提着灯走上盐路。',
      '风从灰色的海面吹来，铃声在雾里响了三下。',
      '没有人知道守夜人去了哪里？',
      '“灯不能灭！”父亲这样说过。',
      '她把铜钥匙藏在袖子里。',
      '光是一只会说话的狐狸。',
      '盐路尽头有一座白塔。',
      '守夜人从不睡觉，他守着那座塔。',
      '林月问光：“海什么时候回来？”',
      '没有人回答她。',
    ],
  },
  {
    language: 'Japanese',
    names: ['光', 'ガラス塔', '塩守り'],
    typed: [
      ['ｶﾞﾗｽ塔', 'ガラス塔'],
      ['カ\u3099ラス塔', 'ガラス塔'],
      ['塩', '塩守り'],
    ],
    sentences: [
      '光は塩の道を歩きながら、霧の中の鐘を聞いた。',
      '塩守りがどこへ行ったのか、誰も知らない。',
      '「灯を消すな！」と父は言った。',
      '道の終わりにガラス塔が立っている。',
      '塩守りは決して眠らない。',
      '光は銅の鍵を袖に隠した。',
      '海はいつ戻るのだろう？',
      'ガラス塔の窓は青かった。',
    ],
  },
  {
    language: 'Russian',
    names: ['Юй', 'Алёна', 'Соляной тракт', 'О'],
    typed: [
      ['Алена', 'Алёна'],
      ['алёна', 'Алёна'],
      ['АЛЕ\u0308НА', 'Алёна'],
      ['юй', 'Юй'],
    ],
    sentences: [
      'Алёна шла по дороге, и ветер дул с серого моря.',
      'Колокол прозвонил трижды, но никто не знал, куда ушёл Юй.',
      '«Где Алёна?» — спросил сторож.',
      'Дорога зовётся Соляной тракт.',
      'Лису звали О, и она умела говорить.',
      'Юй никогда не спит: он сторожит башню.',
      'Когда вернётся море? Никто не ответил.',
      'В рукаве у неё лежал медный ключ.',
    ],
  },
  {
    language: 'Arabic',
    names: ['نور', 'ليلى', 'طه', 'طريق الملح'],
    typed: [
      ['نُور', 'نور'],
      ['نـــور', 'نور'],
      ['لَيْلَى', 'ليلى'],
      ['ليلي', 'ليلى'],
    ],
    sentences: [
      'سارت ليلى على طريق الملح، وهبت الريح من البحر.',
      'رن الجرس ثلاث مرات، ولم يعرف أحد أين ذهب طه.',
      'هل رأيت نور؟ لم يجب أحد.',
      'كانت نور ثعلبة تتكلم.',
      'طه لا ينام أبدا، فهو يحرس البرج.',
      'خبأت ليلى المفتاح في كمها!',
      'متى يعود البحر؟',
      'في آخر طريق الملح برج أبيض.',
    ],
  },
  {
    language: 'Hebrew',
    names: ['נועה', 'אור', 'גד', 'דרך המלח'],
    typed: [
      ['נֹועָה', 'נועה'],
      ['אוֹר', 'אור'],
    ],
    sentences: [
      'נועה הלכה אל דרך המלח, והרוח נשבה מן הים.',
      'הפעמון צלצל שלוש פעמים, ואיש לא ידע לאן הלך גד.',
      '"איפה אור?" שאל השומר.',
      'אור היא שועלה מדברת.',
      'גד לא ישן לעולם, הוא שומר על המגדל.',
      'נועה הסתירה את המפתח בשרוול!',
      'מתי ישוב הים?',
      'בסוף דרך המלח עומד מגדל לבן.',
    ],
  },
];

/** Builds three posts for each sentence; each post has two sentences. */
export function buildForeignPosts({
  sentences,
}: ForeignStory): readonly { readonly thread: string; readonly body: string }[] {
  const pairs = [3, 5, 7].flatMap((step) =>
    sentences.map((sentence, at) => [sentence, sentences[(at + step) % sentences.length] ?? ''] as const),
  );
  return pairs.map((pair, index) => ({ thread: `第${Math.floor(index / 10) + 1}章`, body: pair.join(' ') }));
}
