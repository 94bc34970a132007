import type { BatchMovement } from '@bobina/contract/stock/movements.ts';
import { useFormats } from '../../lib/formats.ts';
import { useUnit } from '../../lib/use-unit.ts';
import { EntityLink } from '../../ui/entity-link.tsx';
import { MovementSource } from '../stock/index.ts';
import { Goods } from './Goods.tsx';

interface Props {
  title: string;
  none: string;
  movements: readonly BatchMovement[];
}

/** Shows where the goods of a batch came from or went: the document, its customer or supplier, else the warehouses. */
export function MovedGoods({ title, none, movements }: Props) {
  const formats = useFormats();
  const unitOf = useUnit();
  return (
    <Goods
      title={title}
      none={none}
      rows={movements.map((movement) => (
        <li key={movement.id}>
          <span>
            <MovementSource movement={movement} /> · {formats.day(movement.movement_date)} ·{' '}
            <Place movement={movement} />
          </span>
          <span>{formats.quantity(movement.quantity, unitOf(movement.unit_of_measure))}</span>
        </li>
      ))}
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
