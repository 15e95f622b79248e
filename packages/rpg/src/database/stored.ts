// Stored: how the columns of rpg.db are read that hold more than a number or a text.

import { openStoredValues } from '@terrarium/kernel/stored-values';

export const stored = openStoredValues('rpg.db');
