import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTerms } from './terms.ts';

function indexedOf(q: string) {
  return readTerms(q, 2026).indexed;
}

test('a single word is looked up whole, and one trigram of each of several words', () => {
  assert.deepEqual(indexedOf('panificio'), ['%panificio%']);
  assert.deepEqual(indexedOf('panificio lucca'), ['%nif%', '%ucc%']);
  assert.deepEqual(indexedOf('caseificio'), ['%caseificio%']);
  assert.deepEqual(indexedOf('via roma'), ['%roma%', '%via%'], 'short words are looked up whole');
});

test('words of three letters are looked up only without two longer ones, and three words at most', () => {
  assert.deepEqual(indexedOf('via panificio lucca'), ['%nif%', '%ucc%']);
  assert.equal(indexedOf('garibaldi 117').length, 2);
  assert.equal(indexedOf('rotolo kraft bianca lucca').length, 3);
  assert.deepEqual(indexedOf('a 38'), []);
});

test('a number is looked up by its end, and within its code if its trigrams repeat', () => {
  assert.deepEqual(indexedOf('OC-2023/123456'), ['%123456%']);
  assert.deepEqual(indexedOf('8012345678901'), ['%678901%']);
  assert.deepEqual(indexedOf('OF-2022/400000'), ['%OF-2022/400000%']);
});

test('every row that contains a word contains its lookup term', () => {
  const words = [
    'Panificio',
    'forlì',
    '100%',
    'a_b',
    'Müller',
    'C:\\x',
    '88/A',
    'ΩΩΩ',
    '日本語の',
    'x1234567',
    '12.5x30',
  ];
  for (const q of [...words, words.join(' '), words.toReversed().join(' ')]) {
    const terms = readTerms(q, 2026);
    for (const part of terms.indexed)
      assert.ok(
        terms.words.some((word) => word.includes(part.slice(1, -1))),
        `${part} of ${q}`,
      );
  }
});
