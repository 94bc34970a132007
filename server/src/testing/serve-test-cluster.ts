import { startTestCluster } from './test-cluster.ts';

// `npm test` uses this as the shared PostgreSQL of a run. It prints its connection string and stops when its standard
// input ends, so that it cannot outlive the run.
const cluster = await startTestCluster();
process.stdout.write(`${cluster.adminUrl}\n`);
for await (const _ of process.stdin);
await cluster.stop();
