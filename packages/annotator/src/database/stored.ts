// Stored: how the columns of annotator.db are read that hold more than a number or a text.

import { openStoredValues } from '@terrarium/kernel/stored-values';

export const stored = openStoredValues('annotator.db');
