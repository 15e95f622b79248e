// Known settings: those that a person looks for, in groups and plain words; all others stand under what they are for.

export interface KnownSetting {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  /** What the number counts. */
  readonly unit?: string;
  /** What each word that may be chosen means. */
  readonly words?: Readonly<Record<string, string>>;
}

export interface SettingGroup {
  readonly title: string;
  readonly about: string;
  readonly settings: readonly KnownSetting[];
}

const buildHalfLife = (kind: string, label: string, help: string): KnownSetting => ({
  name: `memory.decay.halfLives.${kind}.hours`,
  label,
  help,
  unit: 'hours',
});

export const settingGroups: readonly SettingGroup[] = [
  {
    title: 'Time and dates',
    about: 'So that “tomorrow at ten” is ten where you live.',
    settings: [
      {
        name: 'memory.timeZone',
        label: 'Your time zone',
        help: 'Such as Europe/Berlin. That of this machine where nothing stands here.',
      },
      {
        name: 'memory.languages',
        label: 'Languages of your dates',
        help: 'Such as: en, de. The first that finds a date decides.',
      },
    ],
  },
  {
    title: 'How your companion lets go',
    about: 'After so long something weighs half as much in mind. Nothing is deleted: words bring it back.',
    settings: [
      buildHalfLife('feeling', 'A feeling', 'How it was, when you said it.'),
      buildHalfLife('thought', 'A thought', 'What your companion made of it.'),
      buildHalfLife('conversation', 'What was said', 'The talk itself.'),
      buildHalfLife('desc', 'A note', 'Somebody or something that you told of.'),
      buildHalfLife('pattern', 'A habit', 'Something that it saw again and again.'),
      buildHalfLife('pin', 'A pin', 'What it was asked to keep in mind.'),
      {
        name: 'memory.decay.absenceDays',
        label: 'How much of a silence counts',
        help: 'When you come back after weeks, only so much of them has passed.',
        unit: 'days',
      },
      {
        name: 'memory.decay.clock',
        label: 'What makes things fade',
        words: {
          wall: 'hours by the clock, and the talk',
          turns: 'the talk alone',
          story: 'hours of the story, and the talk',
        },
      },
    ],
  },
  {
    title: 'How a model writes',
    about: 'These count wherever a model is asked: reading, playing, talking.',
    settings: [
      {
        name: 'temperature',
        label: 'How freely it writes',
        help: '0 is the likeliest word each time; above 1 it wanders.',
      },
      {
        name: 'maxOutputTokens',
        label: 'The longest reply',
        help: 'Its thinking counts too. About three quarters of a word each.',
        unit: 'tokens',
      },
      {
        name: 'patienceMinutes',
        label: 'How long to wait for a reply to begin',
        help: 'A large model on a small machine takes a while.',
        unit: 'minutes',
      },
      {
        name: 'retries.awayMinutes',
        label: 'How long to wait for a server that is away',
        unit: 'minutes',
      },
    ],
  },
  {
    title: 'How a story is read',
    about: 'What you change here counts for scenes that are still to be read.',
    settings: [
      {
        name: 'sceneWords',
        label: 'The longest scene',
        help: 'So much of the story is read at once. Shorter scenes are read more closely, and take longer.',
        unit: 'words',
      },
      {
        name: 'curates',
        label: 'Look over new entries at the end of each chapter',
        help: 'The model decides which of them are worth keeping.',
      },
      {
        name: 'checkpointEvery',
        label: 'A bookmark after every',
        help: 'The reader of a bookmark can be asked what it knew then.',
        unit: 'scenes',
      },
      {
        name: 'ratios.compact',
        label: 'Sum up what was read when the prompt is full to',
        help: 'A share of 1: 0.8 is four fifths.',
      },
    ],
  },
  {
    title: 'Safe keeping',
    about: '',
    settings: [
      {
        name: 'durability',
        label: 'What is kept survives',
        help: 'The second is a little slower.',
        words: { normal: 'a program that is killed', full: 'also a loss of power' },
      },
    ],
  },
];

export const knownNames: ReadonlySet<string> = new Set(
  settingGroups.flatMap(({ settings }) => settings.map(({ name }) => name)),
);
