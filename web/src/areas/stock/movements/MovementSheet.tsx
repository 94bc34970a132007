import { useTranslation } from 'react-i18next';
import type { Movement } from '@bobina/contract/stock/movements.ts';
import { useFormats } from '../../../lib/formats.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { Pairs } from '../../../ui/page/Pairs.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { useUnit } from '../../../lib/use-unit.ts';
import { MovementSource } from './MovementSource.tsx';
import { KindBadge } from './types.tsx';

/** Shows a movement read-only, with the number of the document that booked it. */
export function MovementSheet({ movement }: { movement: Movement }) {
  const { t } = useTranslation('stock');
  const formats = useFormats();
  const unitOf = useUnit();
  const pairs = [
    [t('movement.movement_type'), <KindBadge key="kind" movement={movement} />],
    [t('movement.source'), <MovementSource key="source" movement={movement} />],
    [t('movement.movement_date'), formats.day(movement.movement_date)],
    [t('movement.product'), `${movement.product_code} · ${movement.product_description}`],
    [t('stock.warehouse'), movement.warehouse_name],
    [t('movement.destination'), formats.text(movement.destination_warehouse)],
    [t('stock.batch'), formats.text(movement.batch_number)],
    [t('movement.production_date'), formats.day(movement.production_date)],
    [t('movement.expiry_date'), formats.day(movement.expiry_date)],
    [t('movement.quantity'), formats.quantity(movement.quantity, unitOf(movement.unit_of_measure))],
    [t('movement.notes'), formats.text(movement.notes)],
  ] as const;
  return (
    <Page title={t('movementForm.title')} subtitle={t('movements.readOnly')}>
      <Panel p={18}>
        <Pairs pairs={pairs} />
      </Panel>
    </Page>
  );
}
