// Without a model: says in an empty panel that nobody answers without a model, and what can still be done.

import { Link } from 'react-router';
import { buildTalkQuestion } from '../client/first-questions.ts';
import { unallowedModel, useHeld } from '../client/use-held.ts';
import { useRoute } from '../client/use-route.ts';
import pages from './page.module.css';

interface WithoutModelProps {
  readonly world: string;
  readonly says: string;
}

/** Renders nothing if a model is there to answer, or as long as that is not known. */
export function WithoutModel({ world, says }: WithoutModelProps) {
  const { data } = useRoute(...buildTalkQuestion(world));
  const isHeld = useHeld(world) === true;
  if (data === undefined || data.model !== null) return null;
  return (
    <>
      {' '}
      {isHeld ? unallowedModel : 'No model is chosen'}, so nobody answers. {says}{' '}
      <Link className={pages['link']} to={`/${world}/settings`}>
        {isHeld ? 'Allow it' : 'Choose a model'} under Settings
      </Link>
      .
    </>
  );
}
