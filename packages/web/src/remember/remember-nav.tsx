// Remember nav: links to the pages of this section, and the choice of a companion.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { NavLink, useNavigate } from 'react-router';
import { buildMindsQuestion } from '../client/first-questions.ts';
import { splitAddress } from '../client/split-address.ts';
import { useRoute } from '../client/use-route.ts';
import { ForgottenNote } from './forgotten-note.tsx';
import styles from './remember-nav.module.css';
import { useKeptFocus } from './use-kept-focus.ts';

interface WhoseProps {
  readonly world: string;
  readonly minds: RouteAnswer<'GET /api/worlds/{world}/minds'>['minds'];
}

/**
 * Lets the person choose a companion to talk with. Each companion has a memory of their own, and the pages show that of
 * the chosen one.
 */
function Whose({ world, minds }: WhoseProps) {
  const navigate = useNavigate();
  const { world: key, mind: of } = splitAddress(world);
  const [first, ...others] = minds;
  if (first === undefined || others.length === 0) return null;
  const showMind = (id: string) => void navigate(`/${key}${id === first.id ? '' : `~${id}`}/remember`);
  return (
    <select
      aria-label="Whose memory"
      value={of ?? first.id}
      onChange={({ target }) => showMind(target.value)}
    >
      {minds.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

export function RememberNav({ world }: { readonly world: string }) {
  useKeptFocus();
  const { data } = useRoute(...buildMindsQuestion(world));
  const waiting = data?.proposals ?? 0;
  const base = `/${world}/remember`;
  const pages = [
    { to: base, name: 'Talk' },
    { to: `${base}/mind`, name: 'In mind' },
    { to: `${base}/plans`, name: 'Plans' },
    { to: `${base}/fragments`, name: 'Fragments' },
    { to: `${base}/keeping`, name: waiting === 0 ? 'Maintenance' : `Maintenance · ${waiting}` },
  ];
  return (
    <div className={styles['top']}>
      <nav className={styles['nav']} aria-label="Pages of the memory">
        <Whose world={world} minds={data?.minds ?? []} />
        <div className={styles['tabs']}>
          {pages.map(({ to, name }) => (
            <NavLink key={to} to={to} end={to === base}>
              {name}
            </NavLink>
          ))}
        </div>
      </nav>
      <ForgottenNote />
    </div>
  );
}
