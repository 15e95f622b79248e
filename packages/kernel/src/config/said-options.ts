// Said options: what somebody said of a model's operation; what nobody said is left to whoever asks the model.

import type { SaidSetting } from './read-configuration.ts';
import type { Settings } from './settings.ts';

type Operation = Pick<Settings, 'temperature' | 'maxOutputTokens' | 'extraBody'>;

export function extractSaidOptions({
  settings: { temperature, maxOutputTokens, extraBody },
  said,
}: {
  readonly settings: Operation;
  readonly said: readonly SaidSetting[];
}): Partial<Operation> {
  const isSaid = (wanted: string) => said.some(({ name }) => name === wanted);
  return {
    ...(isSaid('temperature') && { temperature }),
    ...(isSaid('maxOutputTokens') && { maxOutputTokens }),
    ...(Object.keys(extraBody).length > 0 && { extraBody }),
  };
}
