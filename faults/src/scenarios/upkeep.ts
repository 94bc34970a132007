/** Backups, restores and upgrades during operation. */
import path from 'node:path';
import { Client as Database } from 'pg';
import { migrateUpTo, migrationNumbers } from '../../../server/src/testing/older-schema.ts';
import { Checker, writesIn } from '../checker.ts';
import { clientOf, signIn } from '../client.ts';
import { makeProduct } from '../company.ts';
import { FAST } from '../fast.ts';
import { PASSWORD, runCommand, startNode } from '../node.ts';
import { makeDatabase, makeFolder, query, startCluster } from '../places.ts';
import { hold, type Scenario } from '../scenario.ts';

function seconds(ms: number) {
  return `${(ms / 1000).toFixed(1)} s`;
}
const GOAL_MS = 60_000;

export const backupUnderLoad: Scenario = {
  name: 'backup-under-load',
  promise:
    'a backup under load, restored elsewhere, contains every write acknowledged before it, and verify finds no difference',
  control: 'SQL deletes a row of the restored database',
  short: false,
  run: async (stage) => {
    const cluster = await startCluster(stage);
    const databaseUrl = await makeDatabase(cluster, 'works');
    const node = await startNode(stage, { dataDir: makeFolder(stage), databaseUrl });
    const checker = await Checker.prepare(
      stage,
      clientOf(() => node.url, (await signIn(node.url)).token),
    );
    checker.start(16);
    await checker.more(500);
    for (let round = 0; round < 3; round++) {
      const before = checker.names;
      const file = path.join(makeFolder(stage), 'works.backup.gz');
      const made = await runCommand('backup', databaseUrl, file);
      hold(made.code === 0, made.output);
      const after = new Set(checker.names);
      const restoredUrl = await makeDatabase(cluster, `restored_${round}`);
      const restored = await runCommand('restore', restoredUrl, file);
      hold(restored.code === 0, restored.output);
      if (stage.broken)
        await query(
          restoredUrl,
          `set session_replication_role = replica; delete from purchase_orders where id = (select min(id) from purchase_orders)`,
        );
      const { counts } = await writesIn(restoredUrl);
      const lost = before.filter((key) => counts.get(key) !== 1).length;
      stage.figure(
        'acknowledged before, restored, acknowledged after',
        `${before.length}, ${counts.size}, ${after.size}`,
      );
      stage.figure('lost', lost);
      stage.figure('backup, restore', `${seconds(made.ms)}, ${seconds(restored.ms)}`);
      hold(lost === 0, `${lost} writes acknowledged before the backup are not in it`);
    }
    await checker.stop();
    await checker.settle();
    await checker.check(stage, databaseUrl);
  },
};

/** Inserts this many movements by SQL: through the API it would take hours. */
async function fill(databaseUrl: string, movements: number): Promise<void> {
  const database = new Database(databaseUrl);
  await database.connect();
  const sql = `
    begin; set local session_replication_role = replica;
    insert into products (code, description, category) select 'P-' || n, 'Carta kraft ' || n, 'Carta' from generate_series(1, 1000) n;
    insert into warehouses (name) select 'Magazzino ' || n from generate_series(1, 4) n;
    insert into batches (product_id, batch_number) select 1 + n % 1000, 'L' || n from generate_series(1, 50000) n;
    insert into stock_movements (movement_type, source_type, movement_date, product_id, batch_id, warehouse_id, quantity, notes, created_by)
      select 'C', 'MAN', date '2026-01-01' + n % 300, b.product_id, b.id, 1 + n % 4, 1 + n % 90, 'carico ' || n, 1
      from generate_series(1, ${movements}) n join batches b on b.id = 1 + n % 50000;
    insert into stock_entries (movement_id, entry_date, product_id, warehouse_id, batch_id, quantity)
      select id, movement_date, product_id, warehouse_id, batch_id, quantity from stock_movements order by id;
    insert into stock_balances (product_id, warehouse_id, batch_id, quantity)
      select product_id, warehouse_id, batch_id, sum(quantity) from stock_entries group by 1, 2, 3;
    insert into stock_months (product_id, warehouse_id, month, quantity)
      select product_id, warehouse_id, date_trunc('month', entry_date), sum(quantity) from stock_entries group by 1, 2, 3;
    insert into stock_movement_counts
      select movement_date, movement_type, source_type, warehouse_id, destination_warehouse_id, count(*)
      from stock_movements group by 1, 2, 3, 4, 5;
    insert into activities (user_id, action, entity_type, entity_id, details)
      select 1, 'create', 'stock-movements', id, 'carico' from stock_movements order by id;
    commit; analyze`;
  await database.query(sql);
  await database.end();
}

export const backupOfAMillion: Scenario = {
  name: 'backup-of-a-million',
  promise: 'a company of a million movements is backed up in 60 s, and restored in 60 s',
  control: 'a balance is changed after the restore',
  short: false,
  run: async (stage) => {
    const cluster = await startCluster(stage, { max_wal_size: '4GB' });
    const databaseUrl = await makeDatabase(cluster, 'million');
    const node = await startNode(stage, { dataDir: makeFolder(stage), databaseUrl });
    await node.kill('SIGTERM');
    await fill(databaseUrl, 1_000_000);
    const file = path.join(makeFolder(stage), 'million.backup.gz');
    const made = await runCommand('backup', databaseUrl, file);
    stage.figure('backup', made.output.trim().split('\n').at(-1) ?? '');
    hold(made.code === 0, made.output);
    const restoredUrl = await makeDatabase(cluster, 'million_restored');
    const restored = await runCommand('restore', restoredUrl, file);
    stage.figure('restore', restored.output.trim().split('\n').slice(-2).join(' · '));
    hold(restored.code === 0, restored.output);
    if (stage.broken) await query(restoredUrl, 'update stock_balances set quantity = quantity + 1 where id = 1');
    const sums = `select (select sum(quantity) from stock_balances) as held, (select count(*) from stock_entries) as entries,
      (select sum(quantity * id) from stock_movements) as moved`;
    const [before, after] = [await query(databaseUrl, sums), await query(restoredUrl, sums)];
    hold(JSON.stringify(before) === JSON.stringify(after), `${JSON.stringify(before)} became ${JSON.stringify(after)}`);
    hold(made.ms <= GOAL_MS, `the backup took ${seconds(made.ms)}`);
    hold(restored.ms <= GOAL_MS, `the restore took ${seconds(restored.ms)}`);
  },
};

const OLD_DATA = `
  insert into users (username, name, password_hash, role) values ('vecchio', 'Vecchio', 'x', 'warehouse');
  insert into suppliers (business_name, vat_number, address, city, province, zip_code, country, email, phone, created_by)
    values ('Cartiera', '00743110157', 'Via Roma 1', 'Lucca', 'LU', '55100', 'Italia', 'a@b.example', '1', 1);
  insert into products (code, description, category, supplier_id, peso_carta, created_by)
    select 'V-' || n, 'Carta ' || n, 'Carta', 1, 80.5, 1 from generate_series(1, 500) n;
  insert into warehouses (name, created_by) select 'Magazzino ' || n, 1 from generate_series(1, 3) n;
  insert into activities (user_id, action, entity_type, entity_id) select 1, 'create', 'products', id from products`;
const OLD_ROWS = `select (select json_agg(t order by id) from (select id, code, description, peso_carta, created_by from products) t) as products,
  (select json_agg(t order by id) from (select id, name from warehouses) t) as warehouses,
  (select json_agg(t order by id) from (select id, username, role from users where username = 'vecchio') t) as users,
  (select count(*) from activities where action = 'create' and entity_id <= 500) as activities`;

export const upgrade: Scenario = {
  name: 'upgrade',
  promise: 'a database of the first migrations with data is migrated at the start and keeps working',
  control: 'SQL changes a product of the old database during the migration',
  short: true,
  run: async (stage) => {
    const cluster = await startCluster(stage, FAST);
    const all = migrationNumbers();
    const starts = stage.short ? [1] : all.slice(0, -1);
    for (const number of starts) {
      const databaseUrl = await makeDatabase(cluster, `upgrade_${number}`);
      await migrateUpTo(databaseUrl, number);
      await query(databaseUrl, OLD_DATA);
      const before = JSON.stringify(await query(databaseUrl, OLD_ROWS));
      // The database has a user already, so the server creates no first one; the existing one signs in.
      const node = await startNode(stage, { dataDir: makeFolder(stage), databaseUrl, unsafe: true });
      if (stage.broken) await query(databaseUrl, `update products set description = 'altra' where id = 1`);
      const after = JSON.stringify(await query(databaseUrl, OLD_ROWS));
      hold(after === before, `the data differ after migration ${number}`);
      const reset = await runCommand('admin-reset', databaseUrl, 'vecchio');
      hold(reset.code === 0, reset.output);
      const first = await signIn(node.url, 'vecchio', reset.secret);
      const passwords = { current_password: reset.secret, new_password: PASSWORD };
      const changed = await first.send('PUT', '/auth/password', passwords);
      hold(changed.status === 200 || changed.status === 204, `the first password is not changed: ${changed.status}`);
      const admin = await signIn(node.url, 'vecchio');
      await makeProduct(admin);
      const { status, body } = await admin.send('GET', '/products?limit=1000');
      hold(status === 200 && body.length === 501, `the products are answered ${status}, ${body.length} of them`);
      const { code, output } = await runCommand('verify', databaseUrl);
      hold(code === 0, output);
      await node.kill('SIGTERM');
    }
    stage.figure('schemas brought up to date', starts.join(', '));
  },
};
