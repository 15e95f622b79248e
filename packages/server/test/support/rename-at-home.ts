// Gives a story or the world another title on the first page, as a person does.

import type { Page } from 'playwright-core';

export async function renameAtHome(button: string, title: string, page: Page): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await page.getByText(title, { exact: true }).first().waitFor();
}
