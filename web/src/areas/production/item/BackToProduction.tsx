import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LinkButton, LinkIcon } from '../../../ui/link.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';

const HUB = '/produzione';

/** The way back to the hub; an arrow alone where there is no room. */
export function BackToProduction() {
  const { t } = useTranslation('production');
  const isNarrow = useNarrow('62em');
  return isNarrow ? (
    <LinkIcon to={HUB} variant="default" size="lg" aria-label={t('item.back')}>
      <IconArrowLeft size={18} />
    </LinkIcon>
  ) : (
    <LinkButton to={HUB} variant="default" leftSection={<IconArrowLeft size={18} />}>
      {t('item.back')}
    </LinkButton>
  );
}
