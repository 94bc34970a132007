import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowDown, IconArrowUp, IconEdit, IconTrash } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Calendar } from '@bobina/contract/production/calendar.rules.ts';
import { formatMinutes } from '@bobina/contract/production/time.rules.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { DeliveryDay } from '../../../ui/late.tsx';
import { Pairs, type Pair } from '../../../ui/page/Pairs.tsx';
import { toast } from '../../../ui/toasts.ts';
import { PriorityBadge } from '../item/badges.tsx';
import { useUnschedule } from '../scheduling/use-unschedule.tsx';
import { timeShown } from '../item/time-shown.ts';
import { machineName } from '../../../ui/machine-name.ts';
import classes from './board.module.css';
import { barsOf } from './geometry.ts';
import { moveTo, jobPlace, type Lane, type Move } from './moves.ts';
import { isMade, useWords } from './use-words.ts';
import { ChoicePicker } from '../../../ui/form/Picker.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';

interface Props {
  scheduling: number;
  lanes: readonly Lane[];
  calendar: Calendar;
  move: (move: Move) => void;
  onClose: () => void;
  onEdit: (item: number) => void;
}

/** Shows the details and dates of a job of the board, and moves it without dragging. */
export function JobDialog({ scheduling, lanes, calendar, move, onClose, onEdit }: Props) {
  const { t } = useTranslation('production');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const unitOf = useUnit();
  const words = useWords(calendar);
  const unschedule = useUnschedule();
  const place = jobPlace(lanes, scheduling);
  const isGone = place === undefined;
  const onGone = useEffectEvent(() => {
    toast.top.error(t('board.gone'));
    onClose();
  });
  useEffect(() => {
    if (isGone) onGone();
  }, [isGone]);
  if (!place) return null;
  const { lane, index, job } = place;
  const bar = barsOf(lane.jobs, calendar, 'days')[index]!;
  const left = [
    formats.quantity(job.left_quantity, unitOf(job.unit_of_measure)),
    ...(isMade(bar) ? [] : [formatMinutes(job.left_minutes, formats.language)]),
  ].join(' · ');
  const pairs: Pair[] = [
    [t('item.customer'), <EntityLink key="customer" kind="customer" id={job.customer_id} text={job.customer_name} />],
    [
      t('item.order_number'),
      <EntityLink key="order" kind="customer_order" id={job.order_id} text={job.order_number} />,
    ],
    [
      t('item.product'),
      <EntityLink key="product" kind="product" id={job.product_id} text={`${job.code} · ${job.product_name}`} />,
    ],
    [t('scheduling.toProduce'), formats.quantity(job.quantity_to_produce, unitOf(job.unit_of_measure))],
    ...(job.left_minutes < job.production_minutes ? [[t('item.remaining'), left] as const] : []),
    [t('item.item_priority'), <PriorityBadge key="priority" priority={job.item_priority} />],
    [t('scheduling.time'), timeShown(job, formats.language)],
    ...(job.not_before ? [[t('scheduling.notBefore'), formats.day(job.not_before)] as const] : []),
    [t('board.starts'), formats.day(bar.starts_on)],
    [
      t('board.ends'),
      bar.late_days > 0 ? (
        <>
          {formats.day(bar.ends_on)}{' '}
          <span className={classes.lateness}>
            <IconAlertTriangle size={15} aria-hidden />
            {words.lateness(bar)}
          </span>
        </>
      ) : (
        formats.day(bar.ends_on)
      ),
    ],
    [t('item.delivery_date'), <DeliveryDay key="delivery" day={job.delivery_date} isLate={job.is_late} />],
    ...(job.notes ? [[t('scheduling.notes'), job.notes] as const] : []),
  ];
  const toLane = (id: string | null) => {
    const target = lanes.find(({ machine_id }) => String(machine_id) === id);
    if (target && target !== lane) move(moveTo(target, scheduling, target.jobs.length));
  };
  /** Puts the job back among the lines to schedule. */
  const remove = async () => {
    const { machine_code, machine_description } = lane;
    const { scheduling_id: id, quantity_to_produce } = job;
    if (await unschedule(job, { id, machine_code, machine_description, quantity_to_produce })) onClose();
  };
  return (
    <Dialog onClose={onClose} size="lg" title={`${job.order_number} · ${job.code}`}>
      <div className={classes.facts}>
        <Pairs pairs={pairs} />
      </div>
      <div className={classes.moving}>
        <ChoicePicker
          label={t('scheduling.machine')}
          clearable={false}
          value={String(lane.machine_id)}
          data={lanes
            .filter((one) => one.is_active || one === lane)
            .map((one) => ({ value: String(one.machine_id), label: machineName(one) }))}
          onChange={toLane}
        />
        <Button
          variant="default"
          leftSection={<IconArrowUp size={17} aria-hidden />}
          disabled={index === 0}
          onClick={() => move(moveTo(lane, scheduling, index - 1))}
        >
          {t('board.earlier')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconArrowDown size={17} aria-hidden />}
          disabled={index === lane.jobs.length - 1}
          onClick={() => move(moveTo(lane, scheduling, index + 1))}
        >
          {t('board.later')}
        </Button>
        <span aria-live="polite">
          {t('board.place', { place: formats.number(index + 1), of: formats.number(lane.jobs.length) })}
        </span>
      </div>
      <div className={classes.foot}>
        <Button
          variant="subtle"
          color="red"
          me="auto"
          leftSection={<IconTrash size={17} aria-hidden />}
          onClick={() => void remove()}
        >
          {t('scheduling.remove')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {common('action.close')}
        </Button>
        <Button leftSection={<IconEdit size={17} aria-hidden />} onClick={() => onEdit(job.item_id)}>
          {t('board.edit')}
        </Button>
      </div>
    </Dialog>
  );
}
