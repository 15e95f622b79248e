// Tests the page of settings: it holds every setting, with what it is for.

import { worldSettingsSchema } from '@terrarium/composition/read-configured';
import { listSettingKeys } from '@terrarium/kernel/setting-keys';
import { describe, expect, it } from 'vitest';
import { renderSettingsPage } from './render-settings-page.ts';

const keys = listSettingKeys(worldSettingsSchema);

describe('the page of settings', () => {
  it.each(keys.map(({ path, purpose }) => [path.join('.'), purpose] as const))(
    'says what %s is for, in a sentence',
    (name, purpose) => {
      expect(purpose).toMatch(/^[A-Z].*\.$/);
      expect(renderSettingsPage()).toContain(`\n| \`${name}\` | ${purpose} |`);
    },
  );

  it('says what counts where nothing is said', () => {
    expect(renderSettingsPage()).toMatch(/\n\| `retries\.attempts` \|.*\| `3` \|\n/);
    expect(renderSettingsPage()).toMatch(/\n\| `memory\.timeZone` \|.*\| {2}\|\n/);
  });
});
