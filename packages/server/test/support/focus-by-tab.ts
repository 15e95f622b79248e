// Moves the focus to a named control with the Tab key, as a person without a mouse does.

import type { Page } from 'playwright-core';

/** Nobody should need more presses of Tab than this to reach what they came for. */
const mostStops = 60;

/**
 * Presses Tab until a control with this name has the focus; throws if none is reached, or if its focus cannot be seen.
 */
export async function focusByTab(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press(key);
    const { label, isSeen } = await page.evaluate<{ label: string; isSeen: boolean }>(`(() => {
      const focused = document.activeElement;
      const { width, height } = focused.getBoundingClientRect();
      // After the last control the page itself has the focus, and the text of a whole page is not a label.
      const own = focused === document.body ? '' : focused.innerText;
      const label = focused.getAttribute('aria-label') || focused.labels?.[0]?.textContent || own || '';
      // The box around a field may show that the field has the focus.
      const shown = [focused, focused.parentElement, focused.parentElement?.parentElement]
        .some((one) => one && getComputedStyle(one).outlineStyle !== 'none');
      return { label: label.trim(), isSeen: width > 0 && height > 0 && shown };
    })()`);
    if (name.test(label)) {
      if (isSeen) return;
      throw new Error(`"${label}" has the focus, and nobody can see it.`);
    }
    passed.push(label.slice(0, 30));
  }
  throw new Error(`Not reached by Tab: ${name}. Passed: ${passed.join(' | ')}`);
}
