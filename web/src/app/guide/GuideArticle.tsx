import { Kbd, Skeleton, Text, Title, type TitleOrder } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { LoadFailed } from '../../ui/table/TableStates.tsx';
import classes from './guide.module.css';
import { guideQuery } from './guide-query.ts';
import { guidePicture } from './load-guide.ts';
import { guideKeys, KEYS, type PageName } from './pages.ts';
import { guideParts, useInterfaceText } from './interface-texts.ts';

/** One page of the guide: purpose, picture, tasks and keys. `order` is the level of its headings. */
export function GuideArticle({ name, order }: { name: PageName; order: TitleOrder }) {
  const { t } = useTranslation(['guide', 'app']);
  const language = useLanguage();
  const page = useQuery(guideQuery(name, language));
  const picture = guidePicture(name, language);
  const title = t(`screens.${name}`, { ns: 'app' });
  if (page.error) return <LoadFailed error={page.error} onRetry={() => void page.refetch()} />;
  return (
    <article className={classes.article} data-guide={name}>
      {page.data ? (
        <Text>
          <WithTexts text={page.data.purpose} />
        </Text>
      ) : (
        <Skeleton h={44} aria-busy />
      )}
      {picture && <img src={picture} width={1100} height={700} alt={t('picture', { title })} loading="lazy" />}
      <Title order={order} fz="md">
        {t('tasks')}
      </Title>
      <ol className={classes.tasks}>
        {page.data?.tasks.map(({ task, how }) => (
          <li key={task}>
            <strong>{task}</strong>
            <div>
              <WithTexts text={how} />
            </div>
          </li>
        ))}
      </ol>
      <Text c="dimmed" size="sm">
        {t('byRole')}
      </Text>
      <Title order={order} fz="md">
        {t('keysTitle')}
      </Title>
      <table className={classes.keys}>
        <tbody>
          {guideKeys(name).map((key) => (
            <tr key={key}>
              <th scope="row">{t(`keys.${key}`)}</th>
              <td>
                {KEYS[key].map((one, index) => (
                  <Fragment key={one}>
                    {index > 0 && ' '}
                    <Kbd>{isNamed(one) ? t(`keyNames.${one}`) : one}</Kbd>
                  </Fragment>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}

/** Whether the key has another name in other languages. */
function isNamed(key: string): key is 'Enter' | 'Esc' | 'Space' {
  return ['Enter', 'Esc', 'Space'].includes(key);
}

/** A text of the guide with the names of buttons and fields in bold. */
function WithTexts({ text }: { text: string }) {
  const read = useInterfaceText();
  return guideParts(text).map((part, index) =>
    typeof part === 'string' ? <Fragment key={index}>{part}</Fragment> : <strong key={index}>{read(part)}</strong>,
  );
}
