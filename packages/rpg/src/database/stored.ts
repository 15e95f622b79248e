// Stored values: reads columns of rpg.db that contain JSON or packed values.

import { openStoredValues } from '@terrarium/kernel/stored-values';

export const stored = openStoredValues('rpg.db');
