import { Badge, Button, Checkbox } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Proposal } from '@bobina/contract/purchasing/proposals.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { NumberBox } from '../../../ui/form/NumberBox.tsx';
import { canBeOrdered, toLot, type Choice, type Typed } from './proposal-choice.ts';
import classes from './proposals.module.css';
import type { Faults } from './use-proposals.ts';
import { Why } from './Why.tsx';
import FullSelect from '../../../ui/form/FullSelect.tsx';

interface Props {
  choice: Choice;
  isSelected: boolean;
  faults: Faults;
  columns: number;
  onSelect: (isOn: boolean) => void;
  onType: (change: Typed) => void;
}

/** One proposal: product, last day to order, quantity, price and supplier; it expands to its reason. */
export function ProposalRow({ choice, isSelected, faults, columns, onSelect, onType }: Props) {
  const { t } = useTranslation('purchaseProposals');
  const formats = useFormats();
  const unitOf = useUnit();
  const can = useCan();
  const [isOpen, setOpen] = useState(false);
  const why = useId();
  const { proposal, quantity, unit_price, currency, total, arrival_day } = choice;
  const unit = unitOf(proposal.unit_of_measure);
  const name = `${proposal.product_code} · ${proposal.need_day ? formats.day(proposal.need_day) : t('proposals.floor')}`;
  const mayWrite = can('purchase_orders.write');
  const isEditable = mayWrite && canBeOrdered(choice);
  const amounts = can('purchase_orders.amounts');
  const lots = lotHint(proposal, { t, number: (value) => formats.number(value) });
  return (
    <>
      <tr data-late={proposal.late || undefined}>
        {mayWrite && (
          <td className={classes.check}>
            {isEditable && (
              <Checkbox
                aria-label={t('proposals.select', { name })}
                checked={isSelected}
                onChange={(event) => onSelect(event.currentTarget.checked)}
              />
            )}
          </td>
        )}
        <th scope="row" className={classes.item}>
          <EntityLink kind="product" id={proposal.product_id} text={proposal.product_code} />
          <div className={classes.dimmed}>
            <EntityLink kind="product" id={proposal.product_id} text={proposal.product_name} />
          </div>
          {faults.row && (
            <div className={classes.late} role="alert">
              {faults.row}
            </div>
          )}
        </th>
        <td data-whole className={classes.orderBy} data-label={t('proposals.orderBy')}>
          {formats.day(proposal.order_by)}
          {proposal.late && (
            <div>
              <Badge color="red" size="sm" miw="max-content">
                {t('proposals.late')}
              </Badge>
            </div>
          )}
        </td>
        <td data-whole className={classes.needDay} data-label={t('proposals.needDay')}>
          {proposal.need_day ? formats.day(proposal.need_day) : t('proposals.floor')}
          <div className={classes.dimmed}>{t('proposals.arrives', { day: formats.day(arrival_day) })}</div>
        </td>
        <td data-end className={classes.shortage} data-label={t('proposals.shortage')}>
          {formats.quantity(proposal.shortage, unit, 3)}
        </td>
        <td className={classes.quantity} data-label={t('proposals.quantity')}>
          {isEditable ? (
            <NumberBox
              aria-label={t('proposals.quantityOf', { name })}
              value={quantity}
              unit={unit}
              error={faults.quantity}
              onChange={(next) => onType({ quantity: next })}
              onBlur={() => quantity !== toLot(quantity, proposal) && onType({ quantity: toLot(quantity, proposal) })}
              {...(proposal.lot_multiple && { step: proposal.lot_multiple })}
            />
          ) : (
            formats.quantity(proposal.quantity, unit, 3)
          )}
          {lots && <div className={classes.dimmed}>{lots}</div>}
        </td>
        {amounts && (
          <td className={classes.price} data-label={t('proposals.price')}>
            {isEditable ? (
              <NumberBox
                aria-label={t('proposals.priceOf', { name })}
                value={unit_price}
                least={2}
                unit={currency}
                error={faults.unit_price}
                onChange={(next) => onType({ unit_price: next })}
              />
            ) : (
              formats.money(proposal.unit_price || null, currency, 5)
            )}
            {proposal.problem === 'no_price' && <div className={classes.late}>{t('proposals.noPrice')}</div>}
          </td>
        )}
        {amounts && (
          <td data-end className={classes.total} data-label={t('proposals.total')}>
            {formats.money(total, currency)}
          </td>
        )}
        <td className={classes.offers} data-label={t('proposals.alternatives')}>
          <Offers choice={choice} name={name} isEditable={isEditable} onType={onType} />
        </td>
        <td className={classes.unfold}>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={isOpen}
            aria-controls={why}
            aria-label={t('proposals.whyOf', { name })}
            leftSection={isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
            onClick={() => setOpen(!isOpen)}
          >
            {t('proposals.why')}
          </Button>
        </td>
      </tr>
      {isOpen && (
        <tr id={why}>
          <td colSpan={columns}>
            <Why proposal={proposal} />
          </td>
        </tr>
      )}
    </>
  );
}

/** The suppliers that offer the product, with cost and arrival of each. */
function Offers({
  choice: { proposal, supplier_id, currency },
  name,
  isEditable,
  onType,
}: Pick<Props, 'choice' | 'onType'> & { name: string; isEditable: boolean }) {
  const { t } = useTranslation('purchaseProposals');
  const formats = useFormats();
  const { alternatives } = proposal;
  if (alternatives.length === 0) return <span className={classes.dimmed}>{t('proposals.noAlternative')}</span>;
  const offers = [
    { ...proposal, arrives_on: proposal.arrival_day, in_time: !proposal.late, saves: null },
    ...alternatives,
  ];
  const data = offers.map((offer) => ({
    value: String(offer.supplier_id),
    label: [
      offer.supplier_name,
      ...(offer.unit_price === undefined ? [] : [formats.money(offer.unit_price, offer.currency, 5)]),
      t(offer.in_time ? 'proposals.inTime' : 'proposals.tooLate', { day: formats.day(offer.arrives_on) }),
    ].join(' · '),
  }));
  const saving = alternatives.find(({ saves }) => saves);
  return (
    <>
      {isEditable ? (
        <FullSelect
          aria-label={t('proposals.supplierOf', { name })}
          allowDeselect={false}
          value={String(supplier_id)}
          data={data}
          onChange={(value) => onType({ supplier_id: Number(value), unit_price: undefined })}
        />
      ) : (
        alternatives.map((offer) => (
          <div key={offer.supplier_id}>
            <EntityLink kind="supplier" id={offer.supplier_id} text={offer.supplier_name} />
          </div>
        ))
      )}
      {saving?.saves && (
        <div className={classes.dimmed}>
          {t('proposals.saves', { supplier: saving.supplier_name, amount: formats.money(saving.saves, currency) })}
        </div>
      )}
    </>
  );
}

function lotHint(
  { min_lot, lot_multiple }: Proposal,
  { t, number }: { t: ReturnType<typeof useTranslation<'purchaseProposals'>>['t']; number: (value: number) => string },
): string {
  return [
    ...(min_lot > 0 ? [t('proposals.minLot', { quantity: number(min_lot) })] : []),
    ...(lot_multiple ? [t('proposals.multiple', { quantity: number(lot_multiple) })] : []),
  ].join(' · ');
}
