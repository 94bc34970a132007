/** The typed client that is published from the contract. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { ClientProblem, createApiClient } from '@bobina/contract/client.ts';
import { contract } from '@bobina/contract/contract.ts';
import { startApi } from '../testing/api.ts';
import { attachFile } from '../testing/attach-file.ts';

const api = startApi();
const EXAMPLE = path.join(import.meta.dirname, '../../../contract/examples/register-machine.ts');

function runExample(token: string, ...words: string[]) {
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(process.execPath, [EXAMPLE, ...words], {
      env: { ...process.env, BOBINA_URL: api.url, BOBINA_TOKEN: token },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.once('close', (code) => resolve({ code, output }));
  });
}

test('X23 the example program works with a service token, once per Idempotency-Key, and the client has every call of the contract, typed answers and problems', async () => {
  const grant = { name: 'Esempio', capabilities: ['registry.read', 'machines.write'] };
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  const made = await api.admin.post('/tokens', { ...grant, expires_at });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { token } = made.body;
  const first = await runExample(token, 'TAGLIO-1', 'Taglierina');
  assert.equal(first.code, 0, first.output);
  assert.match(first.output, /^registered TAGLIO-1 as \d+\n1 machines: TAGLIO-1\n$/);
  assert.deepEqual(await runExample(token, 'TAGLIO-1', 'Taglierina'), first, 'the work is done once');
  const other = await runExample(token, 'TAGLIO-1', 'Altra');
  assert.deepEqual([other.code, other.output.startsWith('422 IDEMPOTENCY_KEY_REUSED: ')], [1, true], other.output);
  const empty = await runExample(token, '', '');
  assert.match(empty.output, /^400 VALIDATION: .*\n {2}code: required/);
  assert.match((await runExample('bob_unknown', 'X', 'X')).output, /^401 /);

  const client = createApiClient({ url: `${api.url}/`, token: api.admin.token });
  for (const [area, rows] of Object.entries(contract))
    assert.deepEqual(Object.keys(client[area as keyof typeof client]), Object.keys(rows), area);
  const { rows, total } = await client.machines.list({ query: { q: 'taglio' } });
  assert.deepEqual([rows[0]!.code, total], ['TAGLIO-1', 1]);
  const { id, version } = rows[0]!;
  const changed = await client.machines.update({ id, version, body: { description: 'Nuova' } });
  assert.equal(changed.description, 'Nuova');
  await assert.rejects(
    client.machines.update({ id, version, body: { description: 'Vecchia' } }),
    (problem) => problem instanceof ClientProblem && problem.status === 409 && problem.code === 'STALE_VERSION',
  );
  const { body: file } = await attachFile(api.admin, `/machines/${id}`, { name: 'a.txt', content: 'manuale' });
  assert.equal(await (await client.attachments.get.file('text/plain' as never, { id: file.id })).text(), 'manuale');
  assert.equal(await client.machines.remove({ id }), undefined);
  await assert.rejects(createApiClient({ url: api.url }).machines.list(), ClientProblem);
});
