// Stored values: reads the columns of rpg.db that contain JSON.

import { openStoredValues } from '@terrarium/kernel/stored-values';

export const stored = openStoredValues('rpg.db');
