/** Reports at a year's end: the value of the stock, and the numbers of the documents. */
import { decimalOf, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import type { Language } from '@bobina/contract/core/languages.ts';
import { NUMBER_SERIES, type Sequence, type YearEndStock } from '@bobina/contract/sales/accounting.ts';
import { sql } from 'kysely';
import { valueStock } from '../../areas/purchasing/valuation.ts';
import { companyToday } from '../../areas/registry/index.ts';
import { documentTexts } from '../../areas/sales/documents/document-texts.ts';
import type { Db } from '../../platform/database/db.ts';

/** Values the stock of each product at the end of a year as the valuation does; of today in the current year. */
export async function readYearEndStock(
  db: Db,
  { year, language }: { year: number; language: Language },
): Promise<YearEndStock> {
  const today = await companyToday(db);
  const end = `${String(year).padStart(4, '0')}-12-31`;
  const day = end < today ? end : today;
  const { items } = await valueStock(db, { endDate: day, showZeroPrices: true });
  const products = Map.groupBy(items, ({ product_id }) => product_id);
  const rows = [...products.values()]
    .map((same) => {
      const { product_id, product_code, product_description, unit_of_measure, unit_price, currency } = same[0]!;
      const quantity = toNumber(sum(same.map((row) => decimalOf(row.quantity))));
      const value = toNumber(sum(same.map((row) => decimalOf(row.value))));
      return {
        product_id,
        product_code,
        product_description,
        unit_of_measure,
        quantity,
        unit_price,
        currency,
        value,
      };
    })
    .toSorted((a, b) => (a.product_code < b.product_code ? -1 : 1));
  const currencies = Map.groupBy(
    rows.filter(({ unit_price }) => unit_price > 0),
    ({ currency }) => currency,
  );
  return {
    year,
    day,
    method: 'purchase_price_on_day',
    method_text: documentTexts(language).accounting.methods.purchase_price_on_day,
    rows,
    totals: [...currencies].map(([currency, same]) => ({
      currency,
      value: toNumber(sum(same.map(({ value }) => decimalOf(value)))),
    })),
    without_price: rows.filter(({ unit_price }) => unit_price === 0).length,
  };
}

type Series = Sequence['series'][number];

/** Reads the numbers of a year by series. */
export async function readSequence(db: Db, year: number): Promise<Sequence> {
  const { rows } = await sql<Series>`
    with numbered as (
      select id, 'DDT' as series, packing_list_number as number, packing_date as day from packing_lists where packing_list_number like ${`DDT-${year}/%`}
      union all
      select id, case type when 'invoice' then 'FT' else 'NC' end, invoice_number, invoice_date from invoices
      where invoice_number like ${`FT-${year}/%`} or invoice_number like ${`NC-${year}/%`}
    ), counted as (
      select id, series, number, day, split_part(number, '/', 2)::integer as place from numbered
    ), ordered as (
      select c.*, lag(day) over (partition by series order by place) as before from counted c
    ), ends as (
      select s.kind as series, s.last from number_series s where s.year = ${year}
    )
    select s.series, count(o.number)::integer as count,
      (array_agg(o.id order by o.place))[1] as first_id, (array_agg(o.id order by o.place desc))[1] as last_id,
      (array_agg(o.number order by o.place))[1] as first_number, (array_agg(o.number order by o.place desc))[1] as last_number,
      min(o.day) as first_day, max(o.day) as last_day,
      coalesce((select json_agg(s.series || '-' || ${year}::integer || '/' || lpad(g::text, greatest(5, length(g::text)), '0') order by g)
        from generate_series(1, greatest(coalesce((select last from ends e where e.series = s.series), 0), coalesce(max(o.place), 0))) g
        where not exists (select from counted c where c.series = s.series and c.place = g)), '[]') as gaps,
      coalesce(json_agg(o.number order by o.place) filter (where o.day < o.before), '[]') as out_of_order
    from unnest(${[...NUMBER_SERIES]}::text[]) with ordinality s (series, position)
    left join ordered o on o.series = s.series
    group by s.series, s.position order by s.position`.execute(db);
  return { year, series: rows };
}
