// No glossary: what a view of the glossary shows in a world without a story.

import { NoStory } from '../home/no-story.tsx';
import { GlossaryViews } from './glossary-views.tsx';

interface NoGlossaryProps {
  readonly world: string;
  /** What this view shows once there is a glossary. */
  readonly shows: string;
}

export function NoGlossary({ world, shows }: NoGlossaryProps) {
  return (
    <NoStory world={world} shows={shows}>
      <GlossaryViews world={world} />
    </NoStory>
  );
}
