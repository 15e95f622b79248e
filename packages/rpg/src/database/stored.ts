// Stored values: reads the columns of rpg.db that contain more than a number or a text.

import { openStoredValues } from '@terrarium/kernel/stored-values';

export const stored = openStoredValues('rpg.db');
