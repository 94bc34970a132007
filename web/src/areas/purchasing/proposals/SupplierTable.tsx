import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import tableClasses from '../../../ui/table/plain-table.module.css';
import { canBeOrdered, totalsOf, type SupplierGroup } from './proposal-choice.ts';
import { ProposalRow } from './ProposalRow.tsx';
import classes from './proposals.module.css';
import type { useProposals } from './use-proposals.ts';

type Proposals = Pick<ReturnType<typeof useProposals>, 'selected' | 'faults' | 'select' | 'type'>;

/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- scrollable areas need a Tab stop */
/** The proposals of one supplier, with their totals by currency. */
export function SupplierTable({ group, proposals }: { group: SupplierGroup; proposals: Proposals }) {
  const { t } = useTranslation('purchaseProposals');
  const formats = useFormats();
  const can = useCan();
  const { selected, faults, select, type } = proposals;
  const name = nameOf(group, t);
  const keys = group.choices.filter(canBeOrdered).map(({ key }) => key);
  const count = keys.filter((key) => selected.has(key)).length;
  const mayWrite = can('purchase_orders.write');
  const amounts = can('purchase_orders.amounts');
  const heads = [
    { label: t('proposals.product') },
    { label: t('proposals.orderBy'), className: classes.day },
    { label: t('proposals.needDay'), className: classes.day },
    { label: t('proposals.shortage'), className: classes.shortage, end: true },
    { label: t('proposals.quantity'), className: classes.quantity, end: true },
    ...(amounts
      ? [
          { label: t('proposals.price'), className: classes.price, end: true },
          { label: t('proposals.total'), className: classes.total, end: true },
        ]
      : []),
    { label: t('proposals.alternatives'), className: classes.offers },
  ];
  const columns = heads.length + (mayWrite ? 2 : 1);
  return (
    <Panel>
      <section aria-label={name} className={classes.group}>
        <div className={classes.head}>
          <h2>
            {group.supplier_id === null || group.production ? (
              name
            ) : (
              <EntityLink kind="supplier" id={group.supplier_id} text={name} />
            )}
          </h2>
          {amounts &&
            totalsOf(group.choices).map(({ currency, total }) => (
              <strong key={currency}>{formats.money(total, currency)}</strong>
            ))}
        </div>
        <div className={tableClasses.scroll} role="group" aria-label={name} tabIndex={0}>
          <table className={`${tableClasses.table} ${classes.table}`}>
            <thead>
              <tr>
                {mayWrite && (
                  <td className={classes.check}>
                    {keys.length > 0 && (
                      <Checkbox
                        aria-label={t('proposals.selectAllOf', { name })}
                        checked={count === keys.length}
                        indeterminate={count > 0 && count < keys.length}
                        onChange={(event) => select(keys, event.currentTarget.checked)}
                      />
                    )}
                  </td>
                )}
                {heads.map(({ label, className, end }) => (
                  <th key={label} scope="col" className={className} data-end={end || undefined}>
                    {label}
                  </th>
                ))}
                <th scope="col" className={classes.unfold}>
                  <span className="visually-hidden">{t('proposals.why')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {group.choices.map((choice) => (
                <ProposalRow
                  key={choice.key}
                  choice={choice}
                  columns={columns}
                  isSelected={selected.has(choice.key)}
                  faults={faults.get(choice.key) ?? {}}
                  onSelect={(isOn) => select([choice.key], isOn)}
                  onType={(change) => type(choice.key, change)}
                />
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </Panel>
  );
}

function nameOf(
  { production, supplier_name }: SupplierGroup,
  t: ReturnType<typeof useTranslation<'purchaseProposals'>>['t'],
) {
  if (production) return t('proposals.toMake');
  return supplier_name ?? t('proposals.noSupplier');
}
