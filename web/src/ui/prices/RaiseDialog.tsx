import { Alert, Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { BULK_MOST } from '@bobina/contract/core/bulk.ts';
import { addDays, type Day } from '@bobina/contract/core/dates.ts';
import { LEAST_RAISE_DECIMALS, MOST_RAISE_DECIMALS } from '@bobina/contract/core/price-period.ts';
import { isDay } from '@bobina/contract/core/read-day.ts';
import { problemText } from '../../lib/api/problem.ts';
import { companyToday } from '../../lib/company-day.ts';
import { EMPTY, useFormats } from '../../lib/formats.ts';
import { DayBox } from '../form/DayBox.tsx';
import { NumberBox, type Entered } from '../form/NumberBox.tsx';
import { Select } from '../form/Select.tsx';
import { DialogActions } from '../overlay/DialogActions.tsx';
import { askAboutDoubts } from '../overlay/ask-about-doubts.tsx';
import { Dialog } from '../overlay/Dialog.tsx';
import { PRICE_DECIMALS } from './price-columns.tsx';
import { invalidatePrices, type PriceKind, type RaisedPrice, type SeenPrice } from './price-kind.ts';
import { toast } from '../toasts.ts';
import { useNarrow } from '../use-narrow.ts';

interface Raise {
  percent: number;
  start_date: string;
  decimals: number;
}

type Kind = Pick<PriceKind<never>, 'raise' | 'partyName' | 'shownIn'>;

const DECIMALS = Array.from({ length: MOST_RAISE_DECIMALS - LEAST_RAISE_DECIMALS + 1 }, (_, more) => {
  const value = String(LEAST_RAISE_DECIMALS + more);
  return { value, label: value };
});
/** Time-out of one request in milliseconds. */
const TIMEOUT = 60_000;
/** The rows that are shown; the others are raised as well. */
const MOST_SHOWN = 200;

/** A larger raise is asked about: 550 may be meant as 5,50. */
const LIKELY_PERCENT = 50;

/**
 * Raises the selected prices by a percentage from a day on. Shows old and new prices before the user confirms. Prices that
 * have ended are left out: a selection of all prices contains the earlier periods of each product.
 */
function RaiseDialog({
  kind,
  prices: selected,
  party,
  onClose,
}: {
  kind: Kind;
  prices: readonly SeenPrice[];
  /** The label of the supplier or customer. */
  party: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('lists');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const isNarrow = useNarrow('48em');
  const [percent, setPercent] = useState<Entered>(null);
  const [start, setStart] = useState<string | null>(() => firstOfNextMonth(companyToday()));
  const [decimals, setDecimals] = useState(MOST_RAISE_DECIMALS);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const raise =
    typeof percent === 'number' && percent > -100 && isDay(start) ? { percent, start_date: start, decimals } : null;
  const today = companyToday();
  const last = raise && raise.start_date < today ? raise.start_date : today;
  const prices = selected.filter(({ end_date }) => end_date === null || end_date >= last);
  const ended = selected.length - prices.length;
  const preview = useQuery({
    queryKey: [kind.shownIn[0], 'raise', prices.map(({ id }) => id), raise],
    queryFn: () => send(kind, prices, { ...raise!, dry_run: true }),
    enabled: raise !== null && !isBusy,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  const results = new Map(raise ? preview.data?.map((result) => [result.id, result]) : []);
  const count = [...results.values()].filter(({ code }) => code === null).length;
  const fields = useRef<HTMLDivElement>(null);
  const confirmButton = useRef<HTMLButtonElement>(null);
  /** Enter moves from field to field, then to the button, so that the preview is seen before the prices change. */
  const onKeyDown = (event: KeyboardEvent) => {
    const [percentField, dayField] = fields.current?.querySelectorAll('input') ?? [];
    const isIn = (field: HTMLInputElement | undefined) => event.target === field;
    if (event.key !== 'Enter' || event.defaultPrevented || !(isIn(percentField) || isIn(dayField))) return;
    event.preventDefault();
    if (typeof percent !== 'number') percentField?.focus();
    else if (!raise || isIn(percentField)) dayField?.focus();
    else void preview.refetch({ cancelRefetch: false }).then(() => setTimeout(() => confirmButton.current?.focus()));
  };
  const confirm = async () => {
    const far = { percent: formats.number(raise!.percent), count, shown: formats.number(count) };
    const doubts =
      Math.abs(raise!.percent) > LIKELY_PERCENT ? [{ path: 'percent', text: t('raise.unlikely', far) }] : [];
    if ((await askAboutDoubts(doubts)).length > 0) return fields.current?.querySelector('input')?.focus();
    setBusy(true);
    setProblem(undefined);
    try {
      const done = await send(kind, prices, raise!);
      const ids = done.flatMap(({ activity_id }) => activity_id ?? []);
      toast.success(t('raise.done', { count: ids.length, shown: formats.number(ids.length) }), { ids });
      onClose();
    } catch (error) {
      setProblem(problemText(error, t('raise.sendFailed')));
      setBusy(false);
    }
    void invalidatePrices(kind);
  };
  return (
    <Dialog
      onClose={onClose}
      title={common('prices.raise')}
      size={900}
      fullScreen={isNarrow}
      closeOnClickOutside={false}
      // As the button: a disabled one does nothing, nor does one that is at work.
      onSave={() => confirmButton.current?.click()}
    >
      <Stack gap="sm">
        {(problem !== undefined || preview.isError) && (
          <Alert color="red" variant="light" icon={<IconAlertCircle />} role="alert">
            {problem ?? problemText(preview.error, t('raise.failed'))}
          </Alert>
        )}
        <Group align="flex-start" ref={fields} onKeyDown={onKeyDown}>
          <NumberBox label={t('raise.percent')} unit="%" withAsterisk value={percent} onChange={setPercent} w={160} />
          <DayBox label={t('raise.start')} required value={start} onChange={setStart} w={200} />
          <Select
            label={t('raise.decimals')}
            data={DECIMALS}
            value={String(decimals)}
            onChange={(value) => setDecimals(Number(value))}
            allowDeselect={false}
            w={120}
          />
        </Group>
        {raise === null && (
          <Text size="sm" c="dimmed">
            {t('raise.hint')}
          </Text>
        )}
        {ended > 0 && <Text size="sm">{t('raise.ended', { count: ended, shown: formats.number(ended) })}</Text>}
        <Table.ScrollContainer minWidth={560} mah="50dvh">
          <Table stickyHeader>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{common('prices.field.product_code')}</Table.Th>
                <Table.Th>{party}</Table.Th>
                <Table.Th ta="end">{t('raise.old')}</Table.Th>
                <Table.Th ta="end">{t('raise.new')}</Table.Th>
                <Table.Th>{t('raise.outcome')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {prices.slice(0, MOST_SHOWN).map((price) => (
                <RaisedRow key={price.id} price={price} party={price[kind.partyName]} result={results.get(price.id)} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        {prices.length > MOST_SHOWN && <Text size="sm">…</Text>}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {common('action.cancel')}
          </Button>
          <Button
            ref={confirmButton}
            loading={isBusy}
            disabled={count === 0 || preview.isPlaceholderData}
            onClick={() => void confirm()}
          >
            {t('raise.confirm', { count, shown: formats.number(count) })}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
export default RaiseDialog;

function RaisedRow({
  price,
  party,
  result,
}: {
  price: SeenPrice;
  party: string | undefined;
  result: RaisedPrice | undefined;
}) {
  const { t } = useTranslation('lists');
  const formats = useFormats();
  const { product_code, currency } = price;
  const shown = (amount: number) => formats.money(amount, currency, PRICE_DECIMALS);
  return (
    <Table.Tr>
      <Table.Td>{product_code}</Table.Td>
      <Table.Td>{party}</Table.Td>
      <Table.Td ta="end">{shown(price.price)}</Table.Td>
      <Table.Td ta="end">{typeof result?.new_price === 'number' ? shown(result.new_price) : EMPTY}</Table.Td>
      <Table.Td>
        {result &&
          (result.code === null ? (
            <Badge color="green">{t('raise.ok')}</Badge>
          ) : (
            <Text size="sm" c="var(--mantine-color-error)">
              {result.message}
            </Text>
          ))}
      </Table.Td>
    </Table.Tr>
  );
}

function firstOfNextMonth(day: Day): Day {
  return `${addDays(`${day.slice(0, 8)}01`, 31).slice(0, 8)}01`;
}

/** Sends the prices in portions and returns the results in their order. */
async function send(
  { raise: call }: Kind,
  prices: readonly SeenPrice[],
  raise: Raise & { dry_run?: boolean },
): Promise<RaisedPrice[]> {
  const results: RaisedPrice[] = [];
  for (let at = 0; at < prices.length; at += BULK_MOST) {
    const ids = prices.slice(at, at + BULK_MOST).map(({ id }) => id);
    const answer = await call({ body: { ids, ...raise } }, { timeout: TIMEOUT });
    results.push(...answer.results);
  }
  return results;
}
