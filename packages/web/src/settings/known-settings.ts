// Known settings: groups and plain names for the settings that people usually look for.

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
    about: 'So that “tomorrow at 10:00” means 10:00 where you live.',
    settings: [
      {
        name: 'memory.timeZone',
        label: 'Your time zone',
        help: 'Such as Europe/Berlin. If empty, the time zone of this machine is used.',
      },
      {
        name: 'memory.languages',
        label: 'Languages in which you write dates',
        help: 'Such as: en, de. They are tried in this order until one of them gives a date.',
      },
    ],
  },
  {
    title: 'How fast things fade from mind',
    about:
      'For each kind of thing, the time after which it matters half as much. Nothing is deleted: related words bring it back.',
    settings: [
      buildHalfLife('feeling', 'A feeling', 'How you or your companion felt.'),
      buildHalfLife('thought', 'A thought', 'What your companion thought about what you said.'),
      buildHalfLife('conversation', 'What was said', 'The talk itself.'),
      buildHalfLife('desc', 'A note', 'Somebody or something you spoke about.'),
      buildHalfLife('pattern', 'A pattern', 'Something that your companion noticed again and again.'),
      buildHalfLife('pin', 'A pin', 'What your companion was asked to keep in mind.'),
      {
        name: 'memory.decay.absenceDays',
        label: 'The longest silence that counts in full',
        help: 'While you are away for longer, things fade five times more slowly.',
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
    about: 'These apply wherever a model is asked: reading, playing, talking.',
    settings: [
      {
        name: 'temperature',
        label: 'How freely it writes',
        help: 'At 0, it always takes the likeliest word. Above 1, the text begins to wander.',
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
        label: 'How long to keep trying while the server cannot be reached',
        unit: 'minutes',
      },
    ],
  },
  {
    title: 'How a story is read',
    about: 'What you change here applies to scenes that are still to be read.',
    settings: [
      {
        name: 'sceneWords',
        label: 'The longest scene',
        help: 'At most this many words are read at once. With shorter scenes, the story is read more closely, and the whole reading takes longer.',
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
        help: 'At a bookmark you can ask what was known then.',
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
    title: 'How a game is told',
    about: '',
    settings: [
      {
        name: 'sumsUpGames',
        label: 'Sum up older turns that no longer fit into the prompt',
        help: 'One more request now and then. Without it, the model sees only a short summary of each of these turns.',
      },
    ],
  },
  {
    title: 'Saving',
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
