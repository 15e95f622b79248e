// Scrolls to the first line of a turn, even if turns above it get their real height only once they are near the window.

/**
 * The scrolling is repeated in this many frames. Turns that come near the window are laid out in the next frame, and
 * turns that come near because of this, in the frame after it.
 */
const framesToSettle = 3;

export function showTurn(turn: Element | null | undefined, block: 'start' | 'end' = 'start'): void {
  let left = framesToSettle;
  const showAgain = () => {
    turn?.scrollIntoView({ block });
    left -= 1;
    if (left > 0) requestAnimationFrame(showAgain);
  };
  showAgain();
}
