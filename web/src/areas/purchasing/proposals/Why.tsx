import { useTranslation } from 'react-i18next';
import { decimalOf, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import type { Proposal } from '@bobina/contract/purchasing/proposals.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import classes from './proposals.module.css';

/** The needs and the supply behind a proposal, and the line that sums them. */
export function Why({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation('purchaseProposals');
  const formats = useFormats();
  const unit = useUnit()(proposal.unit_of_measure);
  const { why, needs, supply } = proposal;
  const number = (value: number) => formats.number(value, 3);
  // The parts of the sum that are not in the lists: earlier needs, and the proposals before this one.
  const earlierNeeds = rest(
    why.needs,
    needs.filter(({ day }) => proposal.need_day !== null && day <= proposal.need_day),
  );
  const earlierProposals = rest(
    why.coming,
    supply.filter(({ kind }) => kind === 'order'),
  );
  // An order that arrives after the need finds what arrives until then: it counts.
  const isLate = why.coming > 0 && proposal.arrival_day > (proposal.need_day ?? companyToday());
  const until = proposal.need_day
    ? t('proposals.untilDay', { day: formats.day(proposal.need_day) })
    : t('proposals.untilToday');
  return (
    <div className={classes.why}>
      <p className={classes.sum}>
        {t('proposals.sum', {
          until,
          stock: number(why.stock),
          coming: number(why.coming),
          needs: number(why.needs),
          balance: number(why.balance),
          floor: number(why.floor),
          shortage: number(proposal.shortage),
        })}
        {isLate && ` ${t('proposals.comingUntil', { day: formats.day(proposal.arrival_day) })}`}
        {why.cover > 0 && ` ${t('proposals.cover', { cover: number(why.cover) })}`}
        {` ${t('proposals.ordered', { quantity: formats.quantity(proposal.quantity, unit, 3) })}`}
      </p>
      <div className={classes.sides}>
        {(needs.length > 0 || earlierNeeds > 0) && (
          <PlainTable
            label={t('proposals.needs')}
            heads={[
              { label: t('proposals.needs') },
              { label: t('proposals.customer') },
              { label: t('proposals.needDay') },
              { label: unit, end: true },
            ]}
          >
            {earlierNeeds > 0 && (
              <tr>
                <td colSpan={3}>{t('proposals.earlierNeeds')}</td>
                <td data-end>{number(earlierNeeds)}</td>
              </tr>
            )}
            {needs.map((need) => (
              <tr key={`${need.order_item_id}|${need.day}`}>
                <td data-whole>
                  <EntityLink kind="customer_order" id={need.order_id} text={need.order_number} />
                </td>
                <td>{need.customer_name}</td>
                <td data-whole>{formats.day(need.day)}</td>
                <td data-end>
                  {number(need.quantity)}
                  {need.trim_mm > 0 && (
                    <div className={classes.dimmed}>{t('proposals.trim', { mm: formats.number(need.trim_mm) })}</div>
                  )}
                </td>
              </tr>
            ))}
          </PlainTable>
        )}
        {(supply.length > 0 || earlierProposals > 0) && (
          <PlainTable
            label={t('proposals.supply')}
            heads={[{ label: t('proposals.supply') }, { label: t('proposals.arrival') }, { label: unit, end: true }]}
          >
            {supply.map((row) => (
              <tr key={`${row.kind}|${row.order_id}|${row.day}|${row.quantity}`}>
                <td data-whole>
                  {row.kind === 'stock' ? (
                    t('proposals.stock')
                  ) : (
                    <EntityLink kind="purchase_order" id={row.order_id} text={row.order_number} />
                  )}
                </td>
                <td data-whole>
                  {formats.day(row.day)}
                  {row.is_late && <div className={classes.late}>{t('proposals.chase')}</div>}
                </td>
                <td data-end>{number(row.quantity)}</td>
              </tr>
            ))}
            {earlierProposals > 0 && (
              <tr>
                <td colSpan={2}>{t('proposals.earlierProposals')}</td>
                <td data-end>{number(earlierProposals)}</td>
              </tr>
            )}
          </PlainTable>
        )}
      </div>
    </div>
  );
}

function rest(total: number, rows: readonly { quantity: number }[]): number {
  return toNumber(decimalOf(total).minus(sum(rows.map(({ quantity }) => decimalOf(quantity)))));
}
