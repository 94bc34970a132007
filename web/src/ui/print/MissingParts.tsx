import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Missing } from '@bobina/contract/core/errors.ts';
import { placeOf } from '../link.tsx';

/** Shows the missing data, each with a link to the screen where it can be entered. */
export function MissingParts({ missing }: { missing: readonly Missing[] }) {
  const { t } = useTranslation();
  return (
    <ul>
      {missing.map(({ field, message, path }) => (
        <li key={`${field} ${message}`}>
          {message}
          {path && (
            <>
              {' · '}
              <Anchor renderRoot={(props) => <Link {...placeOf(path)} {...props} />}>{t('print.complete')}</Anchor>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
