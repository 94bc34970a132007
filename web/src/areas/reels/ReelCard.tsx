import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reel } from '@bobina/contract/stock/reels.ts';
import { EMPTY, useFormats, type Formats } from '../../lib/formats.ts';
import { useUnit } from '../../lib/use-unit.ts';
import { EntityLink } from '../../ui/entity-link.tsx';
import { Pairs } from '../../ui/page/Pairs.tsx';
import { MachineRunLink } from '../../ui/run-links.tsx';
import { ReelState } from './ReelState.tsx';
import classes from './reels.module.css';

/** Shows the product, the place and the measures of a reel. @param children below the measures, such as buttons */
export function ReelCard({ reel, children }: { reel: Reel; children?: ReactNode }) {
  const { t } = useTranslation('reels');
  const formats = useFormats();
  const unit = useUnit()(reel.unit_of_measure);
  return (
    <section className={classes.card} aria-label={reel.code}>
      <div className={classes.cardHead}>
        <h2 className={classes.cardCode}>
          <EntityLink kind="reel" id={reel.batch_id} text={reel.code} />
        </h2>
        <ReelState state={reel.state} />
      </div>
      <Text c="dimmed">
        <EntityLink kind="product" id={reel.product_id} text={`${reel.product_code} · ${reel.product_name}`} />
      </Text>
      <p className={classes.measures}>
        <strong>{formats.quantity(reel.kg, 'kg', 3)}</strong>
        <strong>{formats.quantity(reel.m, 'm', 1)}</strong>
        <span>{formats.quantity(reel.width_mm, 'mm', 1)}</span>
      </p>
      {reel.hold_reason !== null && (
        <Alert color="red" variant="light" title={t('state.on_hold')} mb="sm">
          {reel.hold_reason}
        </Alert>
      )}
      {children}
      <Pairs
        label={reel.code}
        pairs={[
          ...(reel.machine_code === null
            ? []
            : [[t('reel.machine'), <MachineRunLink key="machine" code={reel.machine_code} />] as const]),
          [t('reel.where'), placesOf(reel, formats, unit) || EMPTY],
          [t('reel.m2'), formats.quantity(reel.m2, 'm²', 2)],
          [t('reel.gsm'), formats.quantity(reel.gsm, 'g/m²', 2)],
          [t('reel.supplier_lot'), formats.text(reel.supplier_lot)],
          [t('reel.mill_number'), formats.text(reel.mill_number)],
          [t('reel.expiry_date'), formats.day(reel.expiry_date)],
        ]}
      />
    </section>
  );
}

/** Where the reel is. A reel that lies in several warehouses names them all with their quantities. */
function placesOf({ warehouses, warehouse_name, location }: Reel, formats: Formats, unit: string): string {
  const parts = warehouses.filter(({ quantity }) => quantity > 0);
  if (parts.length < 2) return [warehouse_name, location].filter(Boolean).join(' · ');
  return parts
    .map((part) => {
      const place = part.warehouse_name === warehouse_name ? location : null;
      return [part.warehouse_name, place, formats.quantity(part.quantity, unit, 3)].filter(Boolean).join(' · ');
    })
    .join(', ');
}
