// Settings routes: what is set, where, and what the doctor finds.

import { examination } from '../world/examination.ts';
import { verifiedWorld } from '../world/verified-world.ts';
import { worldParams } from './addressed.ts';
import { withRoutes } from './define-route.ts';

export const settingsRoutes = withRoutes({
  'GET /api/worlds/{world}/examination': {
    about:
      'What `doctor` finds: each setting with where it is from, disk, stores, and what the model can do.',
    params: worldParams,
    answer: examination,
  },
  'GET /api/worlds/{world}/verification': {
    about: 'Whether everything in the world is as it was written, as `verify` says it.',
    params: worldParams,
    answer: verifiedWorld,
  },
});
