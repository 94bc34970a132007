import type { RunSummary } from '@bobina/contract/production/runs.ts';
import type { BatchMovement } from '@bobina/contract/stock/movements.ts';
import { useFormats } from '../../lib/formats.ts';
import { useUnit } from '../../lib/use-unit.ts';
import { EntityLink } from '../../ui/entity-link.tsx';
import { MovementSource } from '../stock/index.ts';
import { machineName } from '../../ui/machine-name.ts';
import { MachineRunLink, RunLink } from '../../ui/run-links.tsx';
import { Goods } from './Goods.tsx';

interface Props {
  title: string;
  none: string;
  movements: readonly BatchMovement[];
  /** The runs that made the goods. */
  runs?: readonly RunSummary[] | undefined;
}

/** Shows where the goods of a batch came from or went: the run, the document, its customer or supplier, else the warehouses. */
export function MovedGoods({ title, none, movements, runs = [] }: Props) {
  const formats = useFormats();
  const unitOf = useUnit();
  return (
    <Goods
      title={title}
      none={none}
      rows={[
        ...runs.map((run) => (
          <li key={`run ${run.id}`}>
            <span>
              <RunLink id={run.id} /> · {formats.instant(run.started_at)} ·{' '}
              <MachineRunLink code={run.machine_code}>{machineName(run)}</MachineRunLink>
            </span>
          </li>
        )),
        ...movements.map((movement) => (
          <li key={movement.id}>
            <span>
              <MovementSource movement={movement} /> · {formats.day(movement.movement_date)} ·{' '}
              <Place movement={movement} />
            </span>
            <span>{formats.quantity(movement.quantity, unitOf(movement.unit_of_measure))}</span>
          </li>
        )),
      ]}
    />
  );
}

function Place({ movement }: { movement: BatchMovement }) {
  const { party, warehouse_id, warehouse_name, destination_warehouse_id, destination_warehouse } = movement;
  if (party !== null) return <EntityLink kind={party.kind} id={party.id} text={party.name} />;
  return (
    <>
      <EntityLink kind="warehouse" id={warehouse_id} text={warehouse_name} />
      {destination_warehouse && (
        <>
          {' → '}
          <EntityLink kind="warehouse" id={destination_warehouse_id} text={destination_warehouse} />
        </>
      )}
    </>
  );
}
