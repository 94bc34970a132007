import { Alert, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import type { DryRun } from './use-dry-run.ts';

/** Maximum number of codes, and of rows per code, that are listed; the others are counted. */
const MOST_CODES = 30;
const MOST_ROWS = 10;

/** Shows the codes without an active product and their rows: the server would refuse their orders. */
export function UnknownProducts({ unknown }: Pick<DryRun, 'unknown'>) {
  const { t } = useTranslation('orderImport');
  const formats = useFormats();
  if (unknown.length === 0) return null;
  const named = unknown.slice(0, MOST_CODES).map(({ code, rows }) => {
    const shown = rows.slice(0, MOST_ROWS).map((row) => formats.number(row));
    return t('codeAtRows', {
      code,
      count: rows.length,
      rows: [...shown, ...(rows.length > MOST_ROWS ? ['…'] : [])].join(', '),
    });
  });
  const more = unknown.length - named.length;
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle />} role="alert" title={t('unknownProducts')}>
      {named.join(' · ')}
      {more > 0 && ` · ${t('moreCodes', { count: more, shown: formats.number(more) })}`}
    </Alert>
  );
}

interface Props {
  customerId: number | null;
  /** Number of orders in the file. */
  inFile: number;
  /** Absent until the dry run has returned. */
  result: DryRun | undefined;
  hasFailed: boolean;
}

/** Shows how many orders "confirm" will create, and for which customer. */
export function Outcome({ customerId, inFile, result, hasFailed }: Props) {
  const { t } = useTranslation('orderImport');
  const formats = useFormats();
  const customer = useQuery({ ...api.customers.get.query({ id: customerId ?? 0 }), enabled: customerId !== null });
  const name = customerId === null ? undefined : customer.data?.business_name;
  const count = result?.orders ?? inFile;
  const values = { count, shown: formats.number(count) };
  const refused = inFile - count;
  return (
    <div aria-live="polite">
      <Text fz={24} fw={700} lh={1.25} style={{ overflowWrap: 'anywhere' }}>
        {name === undefined ? t('orders', values) : t('ordersFor', { ...values, customer: name })}
      </Text>
      {refused > 0 && (
        <Text size="sm" c="var(--mantine-color-error)">
          {t('notCreated', { count: refused, shown: formats.number(refused) })}
        </Text>
      )}
      {hasFailed && (
        <Text size="sm" c="var(--mantine-color-error)">
          {t('notChecked')}
        </Text>
      )}
    </div>
  );
}
