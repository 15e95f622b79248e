// Resolves memory settings: what a schema cannot say of voices, time zone and languages.

import { UsageError } from '@terrarium/kernel/errors';
import { type DateLanguage, dateLanguages } from '../dates/load-date-parser.ts';
import { isTimeZone } from '../dates/local-time.ts';
import { parseVoices } from '../tags/parse-voices.ts';
import type { Voices } from '../tags/voices.ts';
import type { MemorySettings } from './memory-settings.ts';

export interface ResolvedSettings extends Omit<MemorySettings, 'voices' | 'timeZone' | 'languages'> {
  readonly voices: Voices;
  readonly timeZone: string;
  readonly languages: readonly DateLanguage[];
}

/** Throws `UsageError` that names what cannot be and what could. */
export function resolveSettings(settings: MemorySettings): ResolvedSettings {
  const { timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone, languages } = settings;
  if (!isTimeZone(timeZone)) {
    throw new UsageError({
      code: 'memory.bad-time-zone',
      happened: `There is no time zone "${timeZone}".`,
      todo: 'Set memory.timeZone to a name of the IANA list, such as Europe/Berlin or America/New_York.',
    });
  }
  return {
    ...settings,
    timeZone,
    voices: parseVoices(settings.voices),
    languages: languages.map(resolveLanguage),
  };
}

function resolveLanguage(language: string): DateLanguage {
  const known = dateLanguages.find((one) => one === language);
  if (known !== undefined) return known;
  throw new UsageError({
    code: 'memory.bad-language',
    happened: `Dates cannot be read in the language "${language}".`,
    todo: `Set memory.languages to some of: ${dateLanguages.join(', ')}.`,
  });
}
