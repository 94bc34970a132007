/**
 * Every screen is accessible and does not overflow: one language and width in `npm test`, all of them in the matrix;
 * the light theme.
 */
import { before, describe, test } from 'node:test';
import { attackedCompany, type AttackedCompany } from '../../server/src/testing/attacked-company.ts';
import { openPlace, testEveryScreen } from '../support/every-screen.ts';
import { screensOf } from '../support/places.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const stage = startStage();

describe('every screen', () => {
  let company: AttackedCompany;
  before(async () => {
    company = await attackedCompany(stage.api, 'link', new Map());
  });

  test('is accessible', async () => {
    const page = await stage.open(company.session, '/');
    for (const place of screensOf(company)) {
      await openPlace(page, place);
      await assertAccessible(page, place);
    }
  });

  testEveryScreen(stage, false, () => company);
});
