import { describe, expect, test } from 'vitest';
import { cardsOf } from '../src/app/pages/cards.ts';
import { screens } from '../src/app/screens.ts';
import { sectionsOf } from '../src/app/shell/sections.ts';
import { readScreenTexts } from '../build/screen-texts.ts';

const cards = sectionsOf('admin').flatMap(({ path }) => cardsOf(path));

describe('the cards of home and the hubs', () => {
  test('have one sentence each, and every sentence has its card', () => {
    expect(cards.length).toBeGreaterThan(40);
    expect(cards.map(({ text }) => text).toSorted()).toEqual(Object.keys(readScreenTexts('it').cards).toSorted());
  });

  test('link to existing screens', () => {
    const paths = screens.map(({ path }) => path);
    expect(cards.filter(({ to }) => !paths.includes(to))).toEqual([]);
  });
});
