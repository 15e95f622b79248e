// Frame: the bar at the top of every page, and the section below it.

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, NavLink, Outlet, useLocation, useNavigate, useNavigationType, useParams } from 'react-router';
import { splitAddress } from '../client/split-address.ts';
import { useLent } from '../client/use-lent.ts';
import { useRoute } from '../client/use-route.ts';
import { useShelved } from '../client/use-shelved.ts';
import { useKeys } from '../parts/use-keys.ts';
import { useTitleOfPage } from '../parts/use-shown-title.ts';
import { Finder } from './finder.tsx';
import styles from './frame.module.css';
import { KeyHelp } from './key-help.tsx';
import { LentRoom } from './lent-room.tsx';

export function Frame() {
  const world = useWorld();
  // Requested while the server still answers, so that a page can later say how to start it again.
  useRoute('GET /api/server', { params: {} });
  const [open, setOpen] = useState<'finder' | 'keys'>();
  const navigate = useNavigate();
  useKeys({
    'Control+k': () => setOpen('finder'),
    'Meta+k': () => setOpen('finder'),
    '?': () => setOpen('keys'),
    ...(world === undefined
      ? {}
      : {
          'g h': () => navigate(`/${world}`),
          'g r': () => navigate(`/${world}/read`),
          'g g': () => navigate(`/${world}/glossary`),
          'g n': () => navigate(`/${world}/run`),
          'g p': () => navigate(`/${world}/play`),
          'g m': () => navigate(`/${world}/remember`),
          'g s': () => navigate(`/${world}/settings`),
        }),
  });
  return (
    <>
      <a className={styles['skip']} href="#room">
        Skip to the content
      </a>
      <header className={styles['bar']}>
        <Link className={styles['world']} to="/">
          {world === undefined ? 'Terrarium' : <WorldName world={world} />}
        </Link>
        {world === undefined ? <span /> : <Rooms world={world} />}
        {world === undefined ? null : <SettingsLink world={world} />}
        {world === undefined ? null : (
          <button className={styles['find']} type="button" onClick={() => setOpen('finder')}>
            <span>Find</span> <kbd>Ctrl K</kbd>
          </button>
        )}
      </header>
      <PageStart />
      <div id="room">{world === undefined ? <Outlet /> : <LentRoom world={world} />}</div>
      {open === 'finder' && world !== undefined ? (
        <Finder world={world} onClose={() => setOpen(undefined)} />
      ) : null}
      {open === 'keys' ? <KeyHelp onClose={() => setOpen(undefined)} /> : null}
    </>
  );
}

/**
 * Scrolls to the top when a link leads to another page, unless the link names a place in the page (`#`). Comes before
 * the page in the tree, so that a page may scroll elsewhere afterwards.
 */
function PageStart() {
  const { pathname, hash } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!isBack && hash === '') window.scrollTo({ top: 0 });
  }, [pathname, hash, isBack]);
  return null;
}

/**
 * The part of the address that names the world. Undefined on the shelf, and for a world that is not on the shelf: the
 * bar then has no sections.
 */
function useWorld(): string | undefined {
  const { world } = useParams();
  const worlds = useRoute('GET /api/worlds', { params: {} }).data;
  const key = splitAddress(world ?? '').world;
  return worlds === undefined || worlds.some((one) => one.key === key) ? world : undefined;
}

function WorldName({ world }: { readonly world: string }) {
  const title = useShelved(world)?.title;
  const { pathname } = useLocation();
  const room = findRoom(world, pathname) ?? 'Home';
  const shown = useTitleOfPage();
  useEffect(() => {
    const parts = [shown, room === 'Home' ? 'Terrarium' : room, title];
    document.title = title === undefined ? 'Terrarium' : parts.filter(Boolean).join(' · ');
  }, [title, room, shown]);
  return <>{title ?? 'Terrarium'}</>;
}

function listRooms(addressed: string) {
  const { world } = splitAddress(addressed);
  return [
    { to: `/${world}`, name: 'Home' },
    { to: `/${world}/read`, name: 'Read' },
    // The glossary is built on one of its own pages, which keeps its older address.
    { to: `/${world}/glossary`, also: `/${world}/run`, name: 'Glossary' },
    { to: `/${world}/play`, name: 'Play' },
    { to: `/${addressed}/remember`, name: 'Remember' },
    { to: `/${world}/settings`, name: 'Settings' },
  ];
}

/** Returns the name of the section to which a page belongs; undefined if it belongs to none. */
function findRoom(world: string, pathname: string): string | undefined {
  const isWithin = (start: string) => pathname === start || pathname.startsWith(`${start}/`);
  const [home, ...others] = listRooms(world);
  const room = others.find(({ to, also = to }) => isWithin(to) || isWithin(also));
  return room?.name ?? (pathname === home?.to || pathname === `${home?.to}/` ? home?.name : undefined);
}

/** The sections of a world that is kept in a fleet: such a world can be read here, but not changed. */
const roomsOfLent: readonly string[] = ['Home', 'Read', 'Glossary'];

/** The link to the settings that is shown on a phone: it stands above the row of links to the other sections. */
function SettingsLink({ world }: { readonly world: string }) {
  if (useLent(world) !== undefined) return null;
  const { to, name } = listRooms(world).at(-1) ?? { to: '/', name: '' };
  return (
    <NavLink to={to} className={styles['settings'] ?? ''}>
      {name}
    </NavLink>
  );
}

/**
 * Scrolls the row of links sideways until the link to the open section can be seen. `scrollIntoView` would also scroll
 * the page.
 */
function showSideways(links: HTMLElement | null): void {
  const open = links?.querySelector('[aria-current]')?.getBoundingClientRect();
  if (links === null || open === undefined) return;
  const seen = links.getBoundingClientRect();
  if (open.left < seen.left) links.scrollLeft += open.left - seen.left;
  // The links fade out on the right.
  else if (open.right > seen.right - fadePx) links.scrollLeft += open.right - (seen.right - fadePx);
}

const fadePx = 24;

function Rooms({ world }: { readonly world: string }) {
  const isLent = useLent(world) !== undefined;
  const rooms = listRooms(world).filter(({ name }) => !isLent || roomsOfLent.includes(name));
  const open = findRoom(world, useLocation().pathname);
  const nav = useRef<HTMLElement>(null);
  // In a narrow window not every section fits: the open one is scrolled into view.
  useEffect(() => showSideways(nav.current));
  return (
    <nav ref={nav} className={styles['rooms']} aria-label="Rooms">
      {rooms.map(({ to, name }) => (
        <Link key={to} to={to} aria-current={name === open ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
