// Reports how many tokens the sheet of each ready-made character takes in a prompt, compared with its compact JSON.

import { listShippedSystems, readShippedSystem } from '@terrarium/rpg/read-system';
import { renderSheetForModel } from '@terrarium/rpg/render-sheet-for-model';
import { settleSheet, type Values } from '@terrarium/rpg/testing/settle-sheet';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { renderTable, writeResults } from '../report.ts';

export function reportSheet(): string {
  const rows = listShippedSystems().flatMap((id) => {
    const system = readShippedSystem(id);
    return (system.manifest.characters ?? []).map((character) => {
      const { values: sheet } = settleSheet(system, 'character', character.set as Values).settled;
      const rendered = renderSheetForModel(
        { id: 'character:player', type: 'character', key: 'player', sheet },
        system,
      );
      const [tokens, json] = [encode(rendered).length, encode(JSON.stringify(sheet)).length];
      return { system: id, character: character.id, tokens, json, share: tokens / json };
    });
  });
  writeResults('rpg', rows, 'sheet');
  return renderTable(
    ['sheet', 'character', 'tokens', 'JSON', 'share'],
    rows.map(({ system, character, tokens, json, share }) => [
      system,
      character,
      String(tokens),
      String(json),
      share.toFixed(2),
    ]),
  );
}
