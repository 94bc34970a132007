import { expect, test } from 'vitest';
import { WEBHOOK_ENTITIES } from '@bobina/contract/system/webhooks.ts';
import { filesOf } from './source-files.ts';

test.each(['it', 'fr', 'en'])('the records of webhooks have words in %s', (language) => {
  const [file] = filesOf(new RegExp(`identity/${language}\\.json$`));
  const { entities } = JSON.parse(file!.text) as { entities: Record<string, string> };
  expect(WEBHOOK_ENTITIES.filter((entity) => !(entity in entities))).toEqual([]);
});
