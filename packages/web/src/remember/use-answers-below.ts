// Hook that counts the answers that came below the window of the talk and were not in view yet.

import { type RefObject, useEffect, useRef, useState } from 'react';
import { listUnseen } from './list-unseen.ts';

const answers = 'article[data-side="companion"], [data-coming]';

export function useAnswersBelow(
  scroller: RefObject<HTMLElement | null>,
  column: RefObject<HTMLElement | null>,
) {
  const [below, setBelow] = useState<readonly HTMLElement[]>([]);
  const seen = useRef<Set<string>>(undefined);
  useEffect(() => {
    const [element, inside] = [scroller.current, column.current];
    if (element === null || inside === null) return;
    const measure = () => {
      const all = [...inside.querySelectorAll<HTMLElement>(answers)];
      seen.current ??= new Set(all.map(({ id }) => id));
      // Only what is new is measured: measuring draws a message, and a long talk has hundreds out of view.
      const unread = all.filter(({ id }) => seen.current?.has(id) !== true);
      const { bottom } = element.getBoundingClientRect();
      const placed = unread.map((part) => ({ part, id: part.id, top: part.getBoundingClientRect().top }));
      const unseen = listUnseen(placed, bottom, seen.current).map(({ part }) => part);
      setBelow((before) => (before.length === 0 && unseen.length === 0 ? before : unseen));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(inside);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [scroller, column]);
  return { count: below.length, show: () => below[0]?.scrollIntoView({ block: 'start' }) };
}
