/** The server never accepts values for its own fields (ids, versions, authors, states, totals, numbers) from a body. */
import { CALLS, isPublic, pathOf, type Call } from '../attacks/calls.ts';
import { forge, takenIn } from '../attacks/forge.ts';
import { openPlace } from '../attacks/place.ts';
import { targetOf } from '../attacks/targets.ts';
import { openWire, tell, wrongWith, type Answer, type Request } from '../attacks/wire.ts';
import { makeCaller, World, type Target } from '../attacks/world.ts';
import { query } from '../places.ts';
import { hold, type Scenario } from '../scenario.ts';

/** The positive control: a trigger overwrites author and version, as if the row took them from the body. */
const overwriteAuthor = `
  create function take_what_comes() returns trigger language plpgsql as $$ begin new.created_by := null; new.version := 918274; return new; end $$;
  create trigger take_what_comes before insert or update on machines for each row execute function take_what_comes()`;

/** The call that reads the complete row which a call creates or changes. */
const READS: Record<string, string> = Object.fromEntries(
  CALLS.filter(({ name }) => name.endsWith('.get')).map(({ module, row }) => [module, row.path]),
);

export const forbiddenFields: Scenario = {
  name: 'forbidden-fields',
  promise: 'ids, versions, authors, states, totals and numbers in a request body are ignored',
  control: 'a trigger changes the version and removes the author of machines',
  short: true,
  run: async (stage) => {
    const { databaseUrl, node } = await openPlace(stage);
    const world = await World.build(node.url, databaseUrl);
    const wire = openWire(stage, () => node.url);
    let caller = await makeCaller(databaseUrl);
    const request = (call: Call, { path, body }: Target): Request => ({
      method: call.row.method,
      path: pathOf(call, path),
      headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
      content: JSON.stringify(body),
    });
    // Inputs, outputs and wastes are read with their run: their own id names another row. A completed line answers its order.
    const parts = new Set([
      'runs.mount',
      'runs.returnInput',
      'runs.addOutput',
      'runs.addWaste',
      'goodsReceipts.setCompleted',
    ]);
    const readBack = async ({ module, name }: Call, id: unknown): Promise<Answer | undefined> => {
      const path = READS[module];
      if (parts.has(name) || !path?.includes('{') || (typeof id !== 'number' && typeof id !== 'string'))
        return undefined;
      const headers = { authorization: `Bearer ${caller.token}` };
      return wire.send({ method: 'GET', path: `/api${path.replace(/\{\w+(:text)?\}/, String(id))}`, headers });
    };
    /** Only its owner may change a view or a note, so the caller creates it. */
    const targetOfCaller = async (call: Call): Promise<Target> => {
      const target = await targetOf(call, world);
      const creating = { 'views.update': 'views.create', 'notes.update': 'notes.create' }[call.name];
      if (!creating) return target;
      const create = CALLS.find(({ name }) => name === creating)!;
      const { body } = await wire.send(request(create, await targetOf(create, world)));
      return { ...target, path: { id: (body as { id: number }).id } };
    };
    if (stage.broken) await query(databaseUrl, overwriteAuthor);
    // Preferences keep every key that a client sends, so none of their keys is forbidden. Files and transmissions need a
    // document whose file is missing or rejected, and reminders an overdue invoice, which no call can make.
    const left = new Set(['auth', 'preferences', 'documentFiles', 'transmissions', 'reminders']);
    const writing = CALLS.filter((call) => call.row.body && !isPublic(call) && !left.has(call.module));
    let fields = 0;
    for (const call of writing) {
      const clean = await wire.send(request(call, await targetOfCaller(call)));
      hold(clean.status < 300, `${call.name} refuses a valid request: ${clean.status} ${clean.text.slice(0, 300)}`);
      const target = await targetOfCaller(call);
      const { forged, found } = forge(call.row, target.body!, clean.body as Record<string, unknown>);
      fields += found.length;
      const sent = request(call, { ...target, body: forged });
      const answer = await wire.send(sent);
      const wrong = wrongWith(answer);
      hold(!wrong, `${wrong} to ${tell(sent)}`);
      hold(answer.status === clean.status, `${answer.status} ${answer.text.slice(0, 300)} to ${tell(sent)}`);
      const { id } = answer.body as { id?: unknown };
      const read = await readBack(call, id);
      hold(!read || read.status === 200, `${call.name} created a row that cannot be read: ${read?.status}`);
      for (const record of [answer.body, ...(read ? [read.body] : [])] as Record<string, unknown>[]) {
        const taken = takenIn(record, found);
        hold(taken.length === 0, `${call.name} took ${taken.join(', ')} from ${tell(sent)}`);
        hold(
          !JSON.stringify(record).includes('FORGED'),
          `${call.name} stored forbidden values: ${JSON.stringify(record)}`,
        );
        // Ending or reopening a run and sending a message again keep the user who created it.
        if (
          call.row.method === 'POST' &&
          !['runs.end', 'runs.reopen', 'outbox.again'].includes(call.name) &&
          'created_by' in record
        )
          hold(
            record.created_by === caller.id,
            `${call.name} was done by ${String(record.created_by)}, not by ${caller.id}`,
          );
      }
      caller = await makeCaller(databaseUrl);
    }
    stage.figure('calls', writing.length);
    stage.figure('fields tried', fields);
  },
};
