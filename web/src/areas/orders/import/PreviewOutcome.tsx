import { Alert, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import type { DryRun } from './use-dry-run.ts';

/** Codes and rows of one code that are named; the rest is counted. */
const MOST_CODES = 30;
const MOST_ROWS = 10;

/** The codes that no active product has, each with its rows: their orders would be refused. */
export function UnknownProducts({ unknown }: Pick<DryRun, 'unknown'>) {
  const { t } = useTranslation('orders');
  const formats = useFormats();
  if (unknown.length === 0) return null;
  const named = unknown.slice(0, MOST_CODES).map(({ code, rows }) => {
    const shown = rows.slice(0, MOST_ROWS).map((row) => formats.number(row));
    return t('import.codeAtRows', {
      code,
      count: rows.length,
      rows: [...shown, ...(rows.length > MOST_ROWS ? ['…'] : [])].join(', '),
    });
  });
  const more = unknown.length - named.length;
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle />} role="alert" title={t('import.unknownProducts')}>
      {named.join(' · ')}
      {more > 0 && ` · ${t('import.moreCodes', { count: more, shown: formats.number(more) })}`}
    </Alert>
  );
}

interface Props {
  customerId: number | null;
  /** Orders in the file. */
  inFile: number;
  /** Absent while the server is being asked. */
  result: DryRun | undefined;
  hasFailed: boolean;
}

/** What "confirm" will do, in large type: how many orders, and whose. */
export function Outcome({ customerId, inFile, result, hasFailed }: Props) {
  const { t } = useTranslation('orders');
  const formats = useFormats();
  const customer = useQuery({ ...api.customers.get.query({ id: customerId ?? 0 }), enabled: customerId !== null });
  const name = customerId === null ? undefined : customer.data?.business_name;
  const count = result?.orders ?? inFile;
  const values = { count, shown: formats.number(count) };
  const refused = inFile - count;
  return (
    <div aria-live="polite">
      <Text fz={24} fw={700} lh={1.25} style={{ overflowWrap: 'anywhere' }}>
        {name === undefined ? t('import.orders', values) : t('import.ordersFor', { ...values, customer: name })}
      </Text>
      {refused > 0 && (
        <Text size="sm" c="var(--mantine-color-error)">
          {t('import.notCreated', { count: refused, shown: formats.number(refused) })}
        </Text>
      )}
      {hasFailed && (
        <Text size="sm" c="var(--mantine-color-error)">
          {t('import.notChecked')}
        </Text>
      )}
    </div>
  );
}
