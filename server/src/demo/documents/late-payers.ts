import { invoiceAndSend, sell } from './sell.ts';
import type { Office, Topic } from './topic.ts';

/** The days of these sales. With the terms of payment, their invoices have been due for one to four months. */
const FIRST_DAYS_AGO = 240;
const LAST_DAYS_AGO = 75;

/** The customers that pay months after the due date: every seventh. */
export function latePayers({ weekly }: Office): readonly number[] {
  return weekly.filter((_, at) => at % 7 === 2);
}

/** A sale to one of the late payers every second Thursday, so that the reminders and the aging list have rows. */
export const sellToLatePayers: Topic = async (office, chance) => {
  const customers = latePayers(office);
  return async (day) => {
    const week = Math.floor(day.daysAgo / 7);
    if (day.weekday !== 4 || week % 2 === 1 || day.daysAgo > FIRST_DAYS_AGO || day.daysAgo < LAST_DAYS_AGO) return;
    const customer_id = customers[(week / 2) % customers.length]!;
    await invoiceAndSend(office, await sell(office, chance, day, { customer_id, lines: 1 }));
  };
};
