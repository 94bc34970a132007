/** Program of isCommonPassword: prints the lists in lower case, each entry between two line breaks. */
import { dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as french } from '@zxcvbn-ts/language-fr';
import { dictionary as italian } from '@zxcvbn-ts/language-it';

/** Minimum length of a password; shorter list entries are skipped. */
const LEAST_LENGTH = 8;

/** Common local passwords that the public lists do not contain. */
const OWN = `passwort motdepasse azerty123 azertyui ciaociao amoremio zxcvbnm1 12341234 q1w2e3r4 michael1 batman123
  password12 abc12345 aa123456 qwerty12`.split(/\s+/);

const words = new Set<string>();
for (const list of [common['passwords-common'], italian.commonWords, french['commonWords-fr'], OWN])
  for (const word of list) if (word.length >= LEAST_LENGTH) words.add(word.toLowerCase());
process.stdout.write(`\n${[...words].join('\n')}\n`);
