/** Every screen on a tablet and a phone. A separate file, so that the matrix runs it beside the screens at a desk. */
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

  testEveryScreen(stage, 'touch', () => company);
});
