/** The least length of a password: shorter entries of the lists are never asked for. */
const LEAST_LENGTH = 8;

let known: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether a password is one of the most used ones, or a single Italian or French word, compared without case.
 * The lists (some 50,000 entries) are read by the first call and take about 15 MB from then on.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= readLists();
  return (await known).has(password.normalize('NFKC').toLowerCase());
}

async function readLists(): Promise<ReadonlySet<string>> {
  const [common, italian, french] = await Promise.all([
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-it'),
    import('@zxcvbn-ts/language-fr'),
  ]);
  const words = new Set<string>();
  for (const list of [
    common.dictionary['passwords-common'],
    italian.dictionary.commonWords,
    french.dictionary['commonWords-fr'],
    OWN,
  ])
    for (const word of list) if (word.length >= LEAST_LENGTH) words.add(word.toLowerCase());
  return words;
}

/** What people choose in this trade and on our keyboards and the lists lack. */
const OWN = `passwort motdepasse azerty123 azertyui ciaociao amoremio zxcvbnm1 12341234 q1w2e3r4 michael1 batman123
  password12 abc12345 aa123456 qwerty12`.split(/\s+/);
