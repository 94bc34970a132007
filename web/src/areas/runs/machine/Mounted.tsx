import { Button, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RunInput } from '@bobina/contract/production/runs.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import classes from '../runs.module.css';

interface Props {
  inputs: readonly RunInput[];
  isBusy: boolean;
  onReturn: (input: RunInput) => void;
  /** Undoes a mount. */
  onRemove: (input: RunInput) => void;
}

/** Shows the reels on the machine: number, product, what is left, and since when. */
export function Mounted({ inputs, ...rest }: Props) {
  const { t } = useTranslation('runs');
  return (
    <section aria-label={t('mounted.title')} className={classes.part}>
      <Title order={2} fz="md">
        {t('mounted.title')}
      </Title>
      {inputs.length === 0 ? (
        <Text c="dimmed">{t('mounted.none')}</Text>
      ) : (
        <ul className={classes.cards}>
          {inputs.map((input) => (
            <MountedReel key={input.id} input={input} {...rest} />
          ))}
        </ul>
      )}
    </section>
  );
}

function MountedReel({ input, isBusy, onReturn, onRemove }: Omit<Props, 'inputs'> & { input: RunInput }) {
  const { t } = useTranslation('runs');
  const formats = useFormats();
  const unitOf = useUnit();
  // Keeps the data of the return dialog loaded, so that it opens with its field at once and no key is lost.
  useQuery(api.reels.get.query({ id: input.batch_id }));
  return (
    <li className={classes.card} aria-label={input.batch_number}>
      <div>
        <div className={classes.cardHead}>
          <EntityLink kind="reel" id={input.batch_id} text={input.batch_number} />
          <span>{formats.quantity(input.m_left, 'm', 1)}</span>
        </div>
        <Text component="div">
          <EntityLink kind="product" id={input.product_id} text={`${input.product_code} · ${input.product_name}`} />
        </Text>
        <Text size="sm" c="dimmed">
          {[
            formats.quantity(input.quantity_left, unitOf(input.unit_of_measure), 3),
            t('mounted.since', { when: formats.instant(input.mounted_at) }),
          ].join(' · ')}
        </Text>
      </div>
      <div className={classes.cardActs}>
        <Button size="lg" aria-label={t('return.of', { reel: input.batch_number })} onClick={() => onReturn(input)}>
          {t('return.action')}
        </Button>
        <Button
          size="lg"
          variant="subtle"
          color="red"
          disabled={isBusy}
          aria-label={t('mounted.removeNamed', { reel: input.batch_number })}
          onClick={() => onRemove(input)}
        >
          {t('mounted.remove')}
        </Button>
      </div>
    </li>
  );
}
