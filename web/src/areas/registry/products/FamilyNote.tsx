import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useFormHere } from '../../../ui/form/form-context.ts';

/** The number of letters that two families have in common to be alike. */
const LETTERS = 3;
const MOST_READ = 200;
const MOST_OFFERED = 3;

/**
 * Says that no product has the typed family, and offers those that begin alike: a mistyped family splits what is summed by
 * family. A new family is allowed.
 */
export function FamilyNote({ text }: { text: string }) {
  const { t } = useTranslation('registry');
  const form = useFormHere();
  const start = text.slice(0, LETTERS).toLowerCase();
  const same = useQuery(api.products.list.query({ query: { category: text, limit: 1, fields: 'category' } }));
  const near = useQuery(api.products.list.query({ query: { q: start, limit: MOST_READ, fields: 'category' } }));
  if (!same.data || !near.data || same.data.rows[0]?.category === text) return null;
  const families = [...same.data.rows, ...near.data.rows].map(({ category }) => category);
  const alike = new Set(families.filter((family) => family.toLowerCase().startsWith(start)));
  return (
    <Text component="output" display="block" size="xs" mt={4}>
      {t('product.newFamily')}{' '}
      {[...alike].slice(0, MOST_OFFERED).map((family) => (
        <Button key={family} variant="subtle" size="compact-xs" onClick={() => form.setFieldValue('category', family)}>
          {t('product.takeFamily', { family })}
        </Button>
      ))}
    </Text>
  );
}
