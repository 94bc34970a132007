import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '@bobina/contract/registry/products.ts';
import { batchIn } from '@bobina/contract/core/read-scan.ts';
import { ScanField } from '../../../ui/scan/CameraButton.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';

interface Props {
  product: Product;
  onAdd: (batch: string) => void;
  onClose: () => void;
}

/** Shows the choice of the counted batch of a product; accepts a scan of its label. */
export function BatchPrompt({ product, onAdd, onClose }: Props) {
  const { t } = useTranslation('stock');
  const { t: common } = useTranslation();
  const [batch, setBatch] = useState('');
  const [isRefused, setRefused] = useState(false);
  const add = () => {
    if (batch.trim() === '') setRefused(true);
    else onAdd(batchIn(batch, product));
  };
  return (
    <Dialog onClose={onClose} onSave={add} title={t('sheet.batchOf', { code: product.code })}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          add();
        }}
      >
        <Stack>
          <ScanField>
            <TextInput
              label={t('stock.batch')}
              withAsterisk
              data-takes-codes
              autoComplete="off"
              maxLength={200}
              value={batch}
              error={isRefused && t('sheet.batchRequired')}
              onChange={(event) => (setBatch(event.currentTarget.value), setRefused(false))}
            />
          </ScanField>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common('action.cancel')}
            </Button>
            <Button type="submit">{t('sheet.addBatch')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
