// Remember nav: the pages of this room.

import { NavLink } from 'react-router';
import { useRoute } from '../client/use-route.ts';
import styles from './remember-nav.module.css';

export function RememberNav({ world }: { readonly world: string }) {
  const keeping = useRoute('GET /api/worlds/{world}', { params: { world } });
  const waiting = keeping.data?.companion?.proposals ?? 0;
  const base = `/${world}/remember`;
  const pages = [
    { to: base, name: 'Talk', isNarrow: false },
    { to: `${base}/mind`, name: 'In mind', isNarrow: true },
    { to: `${base}/plans`, name: 'Plans', isNarrow: false },
    { to: `${base}/fragments`, name: 'Fragments', isNarrow: false },
    { to: `${base}/keeping`, name: waiting === 0 ? 'Keeping' : `Keeping · ${waiting}`, isNarrow: false },
  ];
  return (
    <nav className={styles['nav']} aria-label="Pages of the memory">
      {pages.map(({ to, name, isNarrow }) => (
        <NavLink key={to} to={to} end={to === base} data-narrow={isNarrow}>
          {name}
        </NavLink>
      ))}
    </nav>
  );
}
