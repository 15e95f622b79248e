// Card: shows an entry as it is known at a sentence of the story, with the quotes that it is based on.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { Link } from 'react-router';
import { useRoute } from '../client/use-route.ts';
import { useStoryName } from '../client/use-story-name.ts';
import { Definition } from '../parts/definition.tsx';
import { insertHyphens } from '../parts/insert-hyphens.ts';
import { joinFacts } from '../parts/join-facts.ts';
import { joinTitles } from '../parts/join-titles.ts';
import { FailureNote } from '../parts/message.tsx';
import { nameInStory } from '../parts/name-chapter.ts';
import { Quote } from '../parts/quote.tsx';
import { useChapterTitle } from '../parts/use-chapter-title.ts';
import styles from './card.module.css';

type KnownCard = NonNullable<RouteAnswer<'GET /api/worlds/{world}/entries/{entry}/card'>>;

interface CardProps {
  readonly world: string;
  readonly corpus: string;
  readonly post: number;
  /** The position in the post where the sentence ends. */
  readonly offset: number;
  readonly entries: readonly number[];
  /** The name as the story writes it in this sentence. */
  readonly name: string;
  readonly onClose: () => void;
}

export function Card({ entries, onClose, ...place }: CardProps) {
  return (
    <aside className={styles['card']} aria-label="What the story has said so far">
      <button type="button" className={styles['close']} aria-label="Close" onClick={onClose}>
        ×
      </button>
      {entries.map((entry) => (
        <OneCard key={entry} entry={entry} {...place} />
      ))}
    </aside>
  );
}

interface OneCardProps extends Omit<CardProps, 'entries' | 'onClose'> {
  readonly entry: number;
}

function OneCard({ world, corpus, post, offset, entry, name }: OneCardProps) {
  const { data, error } = useRoute(
    'GET /api/worlds/{world}/entries/{entry}/card',
    { params: { world, entry }, query: { corpus, post, offset } },
    { keepsLast: true },
  );
  if (data === undefined || error !== null) {
    return (
      <section className={styles['one']}>
        <h2>{insertHyphens(name)}</h2>
        {error === null ? (
          <p role="status" className={styles['kind']}>
            Looking it up …
          </p>
        ) : (
          <FailureNote failure={error} />
        )}
      </section>
    );
  }
  if (data === null) {
    return (
      <section className={styles['one']} aria-live="polite">
        <h2>{insertHyphens(name)}</h2>
        <p className={styles['kind']}>The story has not said who or what this is yet.</p>
      </section>
    );
  }
  return <CardText world={world} card={data} />;
}

function CardText({ world, card }: { readonly world: string; readonly card: KnownCard }) {
  const { id, term, aliases, definition, isNewHere, quotes, quotesInAll, relations } = card;
  const story = useStoryName(world)(card.first.corpus);
  const titleOf = useChapterTitle(world);
  const { title } = card.first;
  const first = title === undefined ? undefined : nameInStory(titleOf(title, card.first), story);
  return (
    <section className={styles['one']} aria-live="polite">
      <h2>{insertHyphens(term)}</h2>
      <p className={styles['kind']}>{describeCard(card, first)}</p>
      {definition === undefined || isQuoted(definition, quotes) ? null : <Definition text={definition} />}
      {aliases.length === 0 ? null : <p className={styles['kind']}>Also {joinTitles(aliases.join(', '))}</p>}
      {relations.length === 0 ? null : (
        <ul className={styles['relations']}>
          {relations.map(({ wording, to }) => (
            <li key={`${wording} ${to.id}`}>
              {wording} <b>{to.term}</b>
            </li>
          ))}
        </ul>
      )}
      {quotes.map((quote) => (
        <Quote key={`${quote.evidence.postId} ${quote.evidence.start}`} world={world} quote={quote} />
      ))}
      <div className={styles['acts']}>
        {isNewHere ? (
          <span>
            {quotes.length === 0 ? 'The story has only given the name so far. ' : ''}
            This card says more as you read on.
          </span>
        ) : (
          <Link to={`/${world}/glossary/${id}`}>
            {quotesInAll > quotes.length
              ? `All ${quotesInAll} quotes, history and corrections`
              : 'History and corrections'}
          </Link>
        )}
      </div>
    </section>
  );
}

/** Whether one of the quotes contains the whole definition in the same words. */
function isQuoted(definition: string, quotes: KnownCard['quotes']): boolean {
  const words = definition.replaceAll(/\[\[|\]\]|[.…]$/gu, '');
  return quotes.some(({ evidence }) => evidence.quote.includes(words));
}

/** `first` is the chapter that names the entry first; undefined if its title is not known. */
function describeCard({ kind, isNewHere, isConfirmed }: KnownCard, first: string | undefined): string {
  const where = `first named in ${first === undefined ? 'an earlier chapter' : insertHyphens(first)}`;
  const state = isNewHere || isConfirmed ? [] : ['not confirmed yet'];
  return joinFacts([...(kind === undefined || kind === 'term' ? [] : [kind]), where, ...state]);
}
