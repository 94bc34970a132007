/** Every screen in the dark theme. A separate file, so that the matrix runs both themes in parallel. */
import { before, describe } from 'node:test';
import { attackedCompany, type AttackedCompany } from '../../server/src/testing/attacked-company.ts';
import { testEveryScreen } from '../support/every-screen.ts';
import { startStage } from '../support/stage.ts';

const stage = startStage();

describe('every screen', () => {
  let company: AttackedCompany;
  before(async () => {
    company = await attackedCompany(stage.api, 'link', new Map());
  });

  testEveryScreen(stage, true, () => company);
});
