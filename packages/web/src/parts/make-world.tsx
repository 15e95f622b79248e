// Make world: a quiet button that becomes a field for the title of another world, which is then made and opened.

import { useNavigate } from 'react-router';
import { useChange } from '../client/use-route.ts';
import { RenameAct } from './rename-act.tsx';

export function MakeWorld() {
  const navigate = useNavigate();
  const make = useChange('POST /api/worlds', ({ key }) => void navigate(`/${key}`));
  return (
    <RenameAct
      name=""
      label="Title of the new world"
      longest={200}
      says="Make another world"
      act="Make it"
      isPending={make.isPending}
      failure={make.error}
      onSave={(title, done) => make.mutate({ params: {}, body: { title } }, { onSuccess: done })}
    />
  );
}
