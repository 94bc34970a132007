import { Breadcrumbs, Group, Text, Title } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { arriveAt } from '../focus/keep-focus.ts';
import { LinkAnchor } from '../link.tsx';
import classes from './page.module.css';
import { useScreen } from './screen-context.ts';

interface Props {
  /** Overrides the title of the screen, for example with a product code. */
  title?: string | undefined;
  subtitle?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Limits the page to the window height, for a table that scrolls inside it. */
  fill?: boolean;
  children: ReactNode;
}

/** The frame of every screen: breadcrumbs, title (also the document title), buttons and content. */
export function Page({ title, subtitle, actions, fill, children }: Props) {
  const screen = useScreen();
  const { t } = useTranslation();
  const shown = title ?? screen.title;
  useEffect(() => {
    document.title = `${shown} · ${t('app.name')}`;
  }, [shown, t]);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => arriveAt(`${path} ${screen.title}`), [path, screen.title]);
  return (
    <div className={`${classes.page} ${fill ? classes.fill : ''}`}>
      <div>
        {screen.crumbs.length > 0 && (
          <nav aria-label={shown}>
            <Breadcrumbs separatorMargin={6} fz="xs" className={classes.crumbs!}>
              {screen.crumbs.map(({ title: name, to }) => (
                <LinkAnchor key={to} to={to} inherit>
                  {name}
                </LinkAnchor>
              ))}
              <Text span inherit c="dimmed" aria-current="page">
                {shown}
              </Text>
            </Breadcrumbs>
          </nav>
        )}
        <div className={classes.head}>
          <div className={classes.titles}>
            <Title order={1} tabIndex={-1} className={classes.title!}>
              {shown}
            </Title>
            {subtitle && (
              <Text c="dimmed" size="sm" component="div" className={classes.subtitle!}>
                {subtitle}
              </Text>
            )}
          </div>
          {actions && (
            <Group gap={8} className={classes.actions!}>
              {actions}
            </Group>
          )}
        </div>
      </div>
      {children}
    </div>
  );
}
