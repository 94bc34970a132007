import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { companyToday } from '../../../lib/company-day.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { isExpired, type ProductStock } from './group.ts';
import classes from './levels.module.css';

/** Shows below a product its quantity by warehouse and batch. */
export function StockDetails({ product }: { product: ProductStock }) {
  const { t } = useTranslation('stock');
  const formats = useFormats();
  const unit = useUnit()(product.unit_of_measure);
  const today = companyToday();
  return (
    <div>
      <p className={classes.counts}>
        <span>
          {t('levels.warehouses')}: <strong>{formats.number(product.warehouses.length)}</strong>
        </span>
        <span>
          {t('levels.batches')}: <strong>{formats.number(product.batchCount)}</strong>
        </span>
      </p>
      <div className={classes.places}>
        {product.warehouses.map((warehouse) => (
          <section key={warehouse.id} className={classes.place} aria-label={warehouse.name}>
            <h2 className={classes.name}>
              <span>
                <EntityLink kind="warehouse" id={warehouse.id} text={warehouse.name} />
              </span>
              <span>{formats.quantity(warehouse.quantity, unit)}</span>
            </h2>
            {warehouse.batches.length > 0 && (
              <table className={classes.table}>
                <thead>
                  <tr>
                    <th scope="col">{t('stock.batch')}</th>
                    <th scope="col" className={classes.end}>
                      {t('levels.batchQuantity')}
                    </th>
                    <th scope="col">{t('levels.expiry')}</th>
                  </tr>
                </thead>
                <tbody>
                  {warehouse.batches.map((row) => (
                    <tr key={row.batch_number}>
                      <td>
                        <EntityLink kind="batch" id={row.batch_id} text={row.batch_number} />
                      </td>
                      <td className={classes.end}>{formats.quantity(row.quantity, unit)}</td>
                      <td>
                        {formats.day(row.expiry_date)}
                        {isExpired(row, today) && (
                          <Badge color="red" ml={8}>
                            {t('levels.expired')}
                          </Badge>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </section>
        ))}
      </div>
    </div>
  );
}
