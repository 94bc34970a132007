// npm start: installs missing packages, rebuilds a stale interface, runs the server. Plain JavaScript for Node 20,
// since the pinned Node may not be installed yet.
const OLDEST = 20;
if (Number(process.versions.node.split('.')[0]) < OLDEST) {
  console.error('Bobina needs Node ' + OLDEST + ' or later to start; this is ' + process.version + '.');
  process.exit(1);
}
const { ensureInstalled } = await import('./lib/install.mjs');
const { ensureWebBuilt } = await import('./lib/build-web.mjs');
const { startServer } = await import('./lib/start-server.mjs');

try {
  await ensureInstalled();
  await ensureWebBuilt();
  process.exitCode = await startServer(process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
