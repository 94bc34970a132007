/**
 * Registers a machine and lists all machines, as another program does with a service token:
 *
 *   BOBINA_URL=http://localhost:3000 BOBINA_TOKEN=bob_… node register-machine.ts TAGLIO-1 "Taglierina"
 *
 * Run twice with the same words it registers the machine once.
 */
import { ClientProblem, createApiClient } from '@bobina/contract/client.ts';

const { BOBINA_URL: url = 'http://localhost:3000', BOBINA_TOKEN: token } = process.env;
const [code = '', description = ''] = process.argv.slice(2);
const bobina = createApiClient({ url, language: 'en', ...(token !== undefined && { token }) });

try {
  const machine = await bobina.machines.create({ body: { code, description } }, { key: `machine ${code}` });
  process.stdout.write(`registered ${machine.code} as ${machine.id}\n`);
  const { rows, total } = await bobina.machines.list({ query: { sort: 'code', limit: 1000 } });
  process.stdout.write(`${total} machines: ${rows.map((row) => row.code).join(', ')}\n`);
} catch (error) {
  if (!(error instanceof ClientProblem)) throw error;
  process.stderr.write(`${error.status} ${error.code}: ${error.message}\n`);
  for (const { path, code: fault } of error.body.fields ?? []) process.stderr.write(`  ${path}: ${fault}\n`);
  process.exitCode = 1;
}
