// Rename title: gives the world, or one of its stories, another title.

import { useChange } from '../client/use-route.ts';
import { RenameAct } from '../parts/rename-act.tsx';

interface RenameTitleProps {
  readonly world: string;
  readonly title: string;
  /** The story that gets the title; without it, the world. */
  readonly corpus?: string;
}

export function RenameTitle({ world, title, corpus }: RenameTitleProps) {
  const rename = useChange('PUT /api/worlds/{world}/title');
  return (
    <RenameAct
      name={title}
      label={corpus === undefined ? 'Title of the world' : 'Title of the story'}
      longest={200}
      says={corpus === undefined ? 'Rename this world' : 'Rename the story'}
      isPending={rename.isPending}
      failure={rename.error}
      onSave={(typed, done) =>
        rename.mutate(
          { params: { world }, body: { title: typed, ...(corpus === undefined ? {} : { corpus }) } },
          { onSuccess: done },
        )
      }
    />
  );
}
