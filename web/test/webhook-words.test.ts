import { expect, test } from 'vitest';
import { WEBHOOK_ENTITIES } from '@bobina/contract/system/webhooks.ts';
import { filesOf } from './source-files.ts';

/** `vatCodes` is the title of `vat-codes`. */
function nameOf(title: string) {
  return title.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

test.each(['it', 'fr', 'en'])('the records of webhooks have words in %s', (language) => {
  const [file] = filesOf(new RegExp(`identity/${language}\\.json$`));
  const { entities } = JSON.parse(file!.text) as { entities: Record<string, string> };
  const titles = filesOf(new RegExp(`guide/${language}\\.json$`)).flatMap(({ text }) =>
    Object.keys(JSON.parse(text) as object),
  );
  const named = new Set([...Object.keys(entities), ...titles.map(nameOf)]);
  expect(WEBHOOK_ENTITIES.filter((entity) => !named.has(entity))).toEqual([]);
});
