// Reader note: says who will read the story, and what the built-in reader cannot read of it.

import { Link } from 'react-router';
import { buildContentsQuestion } from '../client/first-questions.ts';
import { unallowedModel, useHeld } from '../client/use-held.ts';
import { useRoute } from '../client/use-route.ts';
import { insertTextHyphens } from '../parts/insert-hyphens.ts';
import { nameModel } from '../parts/name-model.ts';
import { describeForeign } from './describe-scenes.ts';
import { isBuiltIn } from './describe-status.ts';
import styles from './run-page.module.css';

interface ReaderNoteProps {
  readonly world: string;
  /** The model that is set, or the built-in reader; undefined until that is known. */
  readonly model: string | undefined;
}

/** For the built-in reader, also says how to choose a model, or how to allow the one that the world names. */
export function ReaderNote({ world, model }: ReaderNoteProps) {
  const isHeld = useHeld(world) === true;
  const { stories } = useRoute(...buildContentsQuestion(world)).data ?? {};
  if (model === undefined) return null;
  if (!isBuiltIn(model))
    return <p className={styles['note']}>The story will be read by {insertTextHyphens(nameModel(model))}.</p>;
  const foreign = describeForeign(stories ?? []);
  const wish = foreign === undefined ? 'For a better glossary, name a model.' : 'Language models know many.';
  return (
    <p className={styles['note']}>
      {insertTextHyphens(
        foreign ??
          'The built-in reader will read the story. It works by rules, with no model and no network.',
      )}{' '}
      {isHeld ? `${unallowedModel}.` : wish}{' '}
      <Link className={styles['other']} to={`/${world}/settings`}>
        {isHeld ? 'Allow it' : 'Choose one'} under Settings
      </Link>
      .
    </p>
  );
}
