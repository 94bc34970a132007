import { Button } from '@mantine/core';
import { Suspense, useId, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenedMenu } from '../overlay/MenuAnchor.tsx';
import { prepared } from '../prepared.tsx';
import type { Layout } from '../table/use-layout.ts';
import type { ListViews } from './use-list-views.ts';
import classes from './views.module.css';

const ColumnsMenu = prepared(() => import('./ColumnsMenu.tsx')) as ComponentType<OpenedMenu & { layout: AnyLayout }>;
const ViewsMenu = prepared(() => import('./ViewsMenu.tsx'));

// oxlint-disable-next-line no-explicit-any -- the menu shows columns of every row type
type AnyLayout = Layout<any>;

/** The buttons of a list's saved views and columns. Their menus load when they open. */
export function ListTools({ layout, views }: { layout: AnyLayout; views: ListViews }) {
  const { t } = useTranslation();
  const { active } = views;
  return (
    <div className={classes.tools}>
      <MenuButton
        label={active ? `${active.name}${views.isChanged ? ' *' : ''}` : t('list.views')}
        {...(active && { name: `${t('list.views')}: ${active.name}` })}
        menu={(opened) => <ViewsMenu {...opened} views={views} />}
      />
      <MenuButton label={t('list.columns')} menu={(opened) => <ColumnsMenu {...opened} layout={layout} />} />
    </div>
  );
}

interface ButtonProps {
  label: string;
  /** Accessible name if the label alone does not say what the button opens. */
  name?: string;
  menu: (opened: OpenedMenu) => ReactNode;
}

function MenuButton({ label, name, menu }: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  // The menu unmounts at once, so it cannot return the focus itself.
  const close = () => {
    const focused = document.activeElement;
    setOpen(false);
    if (focused === document.body || focused?.closest('[data-portal]')) button.current?.focus();
  };
  return (
    <>
      <Button
        ref={button}
        id={id}
        variant="default"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...(name && { 'aria-label': name })}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={classes.label}>{label}</span>
      </Button>
      {isOpen && <Suspense fallback={null}>{menu({ button, id, onClose: close })}</Suspense>}
    </>
  );
}
