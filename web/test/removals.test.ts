import { expect, test } from 'vitest';
import { filesOf } from './source-files.ts';

/** Deletions whose question states its own consequence instead of the usual warning. */
const OWN_WARNING = ['ui/attachments/Attachments.tsx'];

test('every deletion of a row offers to undo it, or its question says that this is not possible', () => {
  const removals = filesOf(/\.tsx?$/).flatMap(({ file, text }) =>
    [...text.matchAll(/\bremoveRow\(\{(?<body>[\s\S]*?)\n {2,}\}\)/g)].map((found) => ({
      file,
      body: found.groups!['body']!,
    })),
  );
  expect(removals.length).toBeGreaterThan(15);
  const silent = removals.filter(
    ({ file, body }) =>
      !OWN_WARNING.includes(file) && !/isFinal: true/.test(body) && !/remove: \(options\).*\boptions\b/s.test(body),
  );
  expect(silent.map(({ file }) => file)).toEqual([]);
});
