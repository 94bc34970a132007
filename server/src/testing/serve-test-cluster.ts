import { startTestCluster } from './test-cluster.ts';

// For `npm test`: one PostgreSQL for all test files of a run. Prints its connection string; ends when its input ends,
// so that it cannot outlive the run.
const cluster = await startTestCluster();
process.stdout.write(`${cluster.adminUrl}\n`);
for await (const _ of process.stdin);
await cluster.stop();
