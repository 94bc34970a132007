import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { hoursAndDays, type Calendar } from '@bobina/contract/production/calendar.rules.ts';
import { useFormats } from '../../../lib/formats.ts';
import { LOCALES } from '../../../lib/i18n/i18n.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { timeShown } from '../item/time-shown.ts';
import { isDelivered, type Bar } from './geometry.ts';
import { useRunning } from './use-running.ts';

/** Returns functions for the texts of jobs and machines on the board, including texts for screen readers. */
export function useWords(calendar: Calendar) {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const unitOf = useUnit();
  const running = useRunning();
  return useMemo(() => {
    const weekday = new Intl.DateTimeFormat(LOCALES[formats.language], { weekday: 'short', timeZone: 'UTC' });
    const quantityOf = ({ job }: Bar) => formats.quantity(job.quantity_to_produce, unitOf(job.unit_of_measure));
    const leftOf = ({ job }: Bar) => formats.quantity(job.left_quantity, unitOf(job.unit_of_measure));
    const lateness = ({ late_days }: Bar) =>
      late_days > 0 ? t('board.late', { count: late_days, shown: formats.number(late_days) }) : '';
    const total = (minutes: number) => {
      const { hours, days } = hoursAndDays(minutes, calendar);
      return t('board.load', { hours: formats.number(hours, 2, 2), days: formats.number(days, 2, 2) });
    };
    return {
      quantityOf,
      /** What is left to make of a job that has begun, and all of it: `340 / 390 pz`. */
      progressOf: (bar: Bar) =>
        isBegun(bar) && !isMade(bar)
          ? `${formats.number(bar.job.left_quantity)} / ${quantityOf(bar)}`
          : quantityOf(bar),
      isRunning: ({ job }: Bar) => running.jobs.has(job.scheduling_id),
      /** Whether a machine runs, also without a job of the board. */
      isMachineRunning: (machine: number) => running.machines.has(machine),
      lateness,
      shortLateness: ({ late_days }: Bar) => t('board.lateShort', { shown: formats.number(late_days) }),
      total,
      /** Formats the delivery day as `cons. 23/03`. */
      delivery: ({ job }: Bar) => t('board.delivery', { day: formats.day(job.delivery_date).slice(0, 5) }),
      /** Formats a day as `lun 23/03`. */
      day: (day: string) => `${weekday.format(new Date(`${day}T00:00:00Z`))} ${formats.day(day).slice(0, 5)}`,
      /** Returns the full description of a bar. */
      name: (bar: Bar) =>
        [
          t('board.job', {
            order: bar.job.order_number,
            customer: bar.job.customer_name,
            code: bar.job.code,
            quantity: quantityOf(bar),
            time: timeShown(bar.job, formats.language),
            start: formats.day(bar.starts_on),
            end: formats.day(bar.ends_on),
            delivery: formats.day(bar.job.delivery_date),
          }),
          running.jobs.has(bar.job.scheduling_id) && t('board.running'),
          isDelivered(bar) && t('board.delivered'),
          isBegun(bar) && `${t('item.remaining')} ${leftOf(bar)}`,
          lateness(bar),
          bar.job.is_late && t('board.lineIsLate'),
        ]
          .filter(Boolean)
          .join(', '),
    };
  }, [t, formats, calendar, running]); // oxlint-disable-line react-hooks/exhaustive-deps -- unitOf changes only with the language
}

/** Whether the runs of a job made all of it. */
export function isMade({ job }: Pick<Bar, 'job'>): boolean {
  return job.left_minutes === 0;
}

export type BoardWords = ReturnType<typeof useWords>;

/** Whether the runs of a job made a part of it, or all. */
function isBegun({ job }: Pick<Bar, 'job'>): boolean {
  return job.left_minutes < job.production_minutes;
}
