// Links page: shows which entries are named together, as a drawn network and as a list.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useDeferredValue, useMemo, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { buildFirstEntryQuestion, buildLinksQuestion } from '../client/first-questions.ts';
import { useRoute } from '../client/use-route.ts';
import { computeLayout } from '../parts/compute-layout.ts';
import { countOf } from '../parts/count-of.ts';
import { cutNames } from '../parts/cut-names.ts';
import { insertHyphens } from '../parts/insert-hyphens.ts';
import { joinTitles } from '../parts/join-titles.ts';
import { Awaited } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { useOnPaper } from '../parts/use-on-paper.ts';
import { GlossaryViews } from './glossary-views.tsx';
import styles from './links-page.module.css';
import { useNetShape } from './net-shape.ts';
import { NoEntry } from './no-entry.tsx';
import { NoGlossary } from './no-glossary.tsx';
import { ShownUpTo } from './shown-extent.tsx';

type Links = RouteAnswer<'GET /api/worlds/{world}/links'>;
type Entry = Links['entries'][number];

export function LinksPage() {
  const { world = '' } = useParams();
  const [search] = useSearchParams();
  const around = search.get('entry');
  const { data, error } = useRoute(...buildLinksQuestion(world, around), { keepsLast: true });
  // The picture is drawn first, and the list below it later, because it only repeats links of the picture.
  const listed = useDeferredValue(data, undefined);
  if (data === undefined)
    return (
      <Awaited
        failure={error}
        what="the network of names"
        empty={
          <NoGlossary
            world={world}
            shows="Here you see who is named together with whom, and in which sentences."
          />
        }
      />
    );
  const centre = data.entries.find(({ id }) => String(id) === around);
  const drawn = centre === undefined ? data : buildAround(data, centre.id);
  const hasEntries = data.entries.length > 0;
  return (
    <Page className={styles['page']}>
      <h1>{centre === undefined ? 'Connections' : `Around ${insertHyphens(centre.term)}`}</h1>
      <GlossaryViews world={world} />
      <ShownUpTo world={world} what="Who is named with whom" asOf={data.asOf} hasEntries={hasEntries} />
      {hasEntries ? (
        <>
          <About world={world} links={drawn} centre={centre?.id} />
          <Net world={world} links={drawn} centre={centre?.id} />
          {listed === undefined ? null : (
            <List key={around} world={world} links={listed} centre={centre?.id} />
          )}
        </>
      ) : (
        <NoEntry world={world} isAtPlace={data.asOf !== null} />
      )}
    </Page>
  );
}

/** Keeps the chosen name, the names linked with it, and the links among all of these. */
function buildAround(links: Links, centre: number): Links {
  const own = links.links.filter(({ from, to }) => from === centre || to === centre);
  const ids = new Set([centre, ...own.flatMap(({ from, to }) => [from, to])]);
  return {
    ...links,
    entries: links.entries.filter(({ id }) => ids.has(id)),
    links: links.links.filter(({ from, to }) => ids.has(from) && ids.has(to)),
  };
}

interface NetProps {
  readonly world: string;
  readonly links: Links;
  /** The entry around which the net is drawn; undefined in the net of the whole glossary. */
  readonly centre: number | undefined;
}

/** Says how to read the picture, and how many of the names it shows if not all. */
function About({ world, links, centre }: NetProps) {
  const { most } = useNetShape();
  const total = useRoute(...buildFirstEntryQuestion(world)).data?.total ?? 0;
  const drawn = Math.min(most, links.entries.length);
  const all = centre === undefined ? Math.max(total, links.entries.length) : links.entries.length;
  const isAlone = centre !== undefined && links.links.length === 0;
  return (
    <p className={`${styles['quiet']} ${styles['lead']}`}>
      {isAlone ? 'No other name appears together with it so far.' : describeLines(links)}{' '}
      {drawn < all ? `The picture shows ${drawn} of ${all.toLocaleString('en')} names. ` : ''}
      {centre === undefined ? null : (
        <>
          <Link to={`/${world}/glossary/${centre}`}>Read its entry</Link> or{' '}
          <Link to={`/${world}/glossary/links`}>show all connections</Link>.
        </>
      )}
    </p>
  );
}

function describeLines({ links }: Links): string {
  const isTold = links.some(({ wording }) => wording !== undefined);
  return `The thicker a line, the more often its two names appear together. ${isTold ? 'A green line means that the story says how the two are related. ' : ''}Choose a name to see who is around it.`;
}

const longestName = 24;

/** Chooses one of three widths for a line, which can be told apart at a glance. */
function chooseThickness(share: number): number {
  if (share > 2 / 3) return 5;
  return share > 1 / 3 ? 2.75 : 1.25;
}

function Net({ world, links, centre }: NetProps) {
  const shape = useNetShape();
  const placed = useMemo(() => {
    // The chosen name is drawn even if many others matter more.
    const isCentre = ({ id }: Entry) => id === centre;
    const shown = links.entries
      .toSorted((one, other) => Number(isCentre(other)) - Number(isCentre(one)))
      .slice(0, shape.most);
    const ids = new Set(shown.map(({ id }) => id));
    const joined = links.links.filter(({ from, to }) => ids.has(from) && ids.has(to));
    return computeLayout(shown, joined, { ...shape, centre });
  }, [links, shape, centre]);
  const at = new Map(placed.map((one) => [one.entry.id, one]));
  const names = cutNames(
    placed.map(({ entry }) => entry.term),
    longestName,
  );
  const most = Math.max(1, ...links.links.map(({ posts }) => posts));
  return (
    <figure className={styles['frame']} aria-label="Network of names">
      <svg viewBox={`0 0 ${shape.width} ${shape.height}`} className={styles['net']}>
        <title>Names, with lines between those that belong together</title>
        {links.links.map(({ from, to, posts, wording }) => {
          const [one, other] = [at.get(from), at.get(to)];
          if (one === undefined || other === undefined) return null;
          return (
            <line
              key={`${from} ${to}`}
              className={wording === undefined ? styles['line'] : styles['told']}
              data-own={centre === undefined || from === centre || to === centre}
              x1={one.x}
              y1={one.y}
              x2={other.x}
              y2={other.y}
              strokeWidth={chooseThickness(posts / most)}
            />
          );
        })}
        {placed.map(({ entry, x, y }, index) => (
          <Link
            key={entry.id}
            to={
              entry.id === centre
                ? `/${world}/glossary/${entry.id}`
                : `/${world}/glossary/links?entry=${entry.id}`
            }
            className={entry.id === centre ? styles['centre'] : styles['name']}
          >
            <text x={x} y={y} textAnchor="middle" dominantBaseline="middle">
              {names[index]}
            </text>
          </Link>
        ))}
      </svg>
    </figure>
  );
}

interface ListProps {
  readonly world: string;
  readonly links: Links;
  readonly centre: number | undefined;
}

/** How many pairs are listed at first. */
const listedPairs = 40;

/** The links as a list, for people who cannot see the picture; only those of the chosen name, if one is chosen. */
function List({ world, links, centre }: ListProps) {
  const [isWhole, setIsWhole] = useState(false);
  const isOnPaper = useOnPaper();
  const names = new Map(links.entries.map((entry) => [entry.id, entry]));
  const isOfCentre = ({ from, to }: Links['links'][number]) => from === centre || to === centre;
  const pairs = centre === undefined ? links.links : links.links.filter(isOfCentre);
  const rows = pairs
    .toSorted((one, other) => other.posts - one.posts)
    .slice(0, isWhole || isOnPaper ? pairs.length : listedPairs)
    .map((row) =>
      row.to === centre && row.wording === undefined ? { ...row, from: row.to, to: row.from } : row,
    );
  return (
    <>
      <ul className={styles['list']} aria-label="Names that belong together">
        {rows.map(({ from, to, posts, wording }) => (
          <li key={`${from} ${to}`}>
            {/* Each row is about the name that stands above all of them. */}
            {from === centre && wording === undefined ? null : (
              <>
                <Name world={world} entry={names.get(from)} /> <span>{wording ?? 'with'}</span>{' '}
              </>
            )}
            <Name world={world} entry={names.get(to)} />
            <span className={styles['posts']}>{posts === 0 ? '' : countOf(posts, 'time')}</span>
          </li>
        ))}
      </ul>
      {rows.length === pairs.length ? null : (
        <button type="button" className={styles['more']} onClick={() => setIsWhole(true)}>
          Show all {pairs.length.toLocaleString('en')} pairs
        </button>
      )}
    </>
  );
}

function Name({ world, entry }: { readonly world: string; readonly entry: Entry | undefined }) {
  if (entry === undefined) return null;
  return <Link to={`/${world}/glossary/${entry.id}`}>{joinTitles(entry.term)}</Link>;
}
