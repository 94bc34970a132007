// npm run guide-pictures: takes the pictures of the user guide with the demo company and stores them in
// web/src/app/guide/pictures. Run it after a change of how screens look, and commit the result.
import { ensureInstalled } from './lib/install.mjs';
import { countsText, runPlan } from './lib/run-jobs.mjs';
import { fileJobs } from './lib/test-jobs.mjs';
import { endServices } from './lib/test-services.mjs';

process.env.GUIDE_PICTURES = 'save';
try {
  await ensureInstalled();
  const counts = await runPlan(fileJobs(['e2e/shell/guide-pictures.spec.ts']));
  console.log(countsText(counts));
  if (counts.failed > 0 || counts.passed === 0) process.exitCode = 1;
} finally {
  await endServices();
}
