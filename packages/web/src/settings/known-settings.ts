// Known settings: those that people look for, in groups and with plain names; all others are listed by what they are for.

export interface KnownSetting {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  /** What the number counts. */
  readonly unit?: string;
  /** What each of the words that may be chosen means. */
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
        help: 'Such as Europe/Berlin. If empty, the time zone of this machine.',
      },
      {
        name: 'memory.languages',
        label: 'Languages in which you write dates',
        help: 'Such as: en, de. They are tried in this order, until one finds a date.',
      },
    ],
  },
  {
    title: 'How your companion lets go',
    about:
      'The time after which something matters half as much. Nothing is deleted: related words bring it back.',
    settings: [
      buildHalfLife('feeling', 'A feeling', 'How you felt when you said it.'),
      buildHalfLife('thought', 'A thought', 'What your companion made of it.'),
      buildHalfLife('conversation', 'What was said', 'The talk itself.'),
      buildHalfLife('desc', 'A note', 'Somebody or something you spoke about.'),
      buildHalfLife('pattern', 'A habit', 'Something that it saw again and again.'),
      buildHalfLife('pin', 'A pin', 'What it was asked to keep in mind.'),
      {
        name: 'memory.decay.absenceDays',
        label: 'How much of a long silence counts',
        help: 'If you come back after weeks, only this much of them counts.',
        unit: 'days',
      },
      {
        name: 'memory.decay.clock',
        label: 'What makes things fade',
        words: {
          wall: 'the clock and new messages',
          turns: 'new messages only',
          story: 'the time in the story that you tell together, and new messages',
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
        help: 'In tokens, each about three quarters of a word. The model’s thinking counts too.',
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
        help: 'At a bookmark you can ask the model what it knew then.',
        unit: 'scenes',
      },
      {
        name: 'ratios.compact',
        label: 'Sum up what was read, once the prompt is this full',
        help: '1 is completely full; 0.8 is four fifths.',
      },
    ],
  },
  {
    title: 'Safe keeping',
    about: '',
    settings: [
      {
        name: 'durability',
        label: 'When something is saved',
        help: 'Either way nothing is lost if the program is killed. Waiting for the disk also guards against a power failure, and is a little slower.',
        words: { normal: 'go on at once', full: 'wait for the disk' },
      },
    ],
  },
];

export const knownNames: ReadonlySet<string> = new Set(
  settingGroups.flatMap(({ settings }) => settings.map(({ name }) => name)),
);
