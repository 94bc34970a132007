import { ActionIcon, Button, Popover } from '@mantine/core';
import {
  IconArrowsHorizontal,
  IconGripVertical,
  IconMinus,
  IconPin,
  IconPinFilled,
  IconPlus,
} from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  chosenOrNull,
  type ColumnChoice,
  completeOrder,
  isShown,
  moveKey,
  readChoice,
} from '../table/column-choice.ts';
import { clampWidth, leastOf, PX_PER_REM } from '../table/tracks.ts';
import { MenuAnchor, type OpenedMenu } from '../overlay/MenuAnchor.tsx';
import type { Layout } from '../table/use-layout.ts';
import { useNarrow } from '../use-narrow.ts';
import classes from './views.module.css';

/** Pixels at a root font of 16 px by which a press widens or narrows a column. */
const STEP = 2 * PX_PER_REM;

/** The menu that chooses, orders, widens and pins the columns of a list, by pointer and keyboard. */
function ColumnsMenu<Row>({ button, id, onClose, layout }: OpenedMenu & { layout: Layout<Row> }) {
  const { t } = useTranslation('lists');
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  const isNarrow = useNarrow('48em');
  const choice = readChoice(layout.choice);
  const { columnVisibility, columnPinning } = choice;
  const order = completeOrder(
    layout.declared.map(({ key }) => key),
    choice.columnOrder,
  );
  const all = order.map((key) => layout.declared.find((column) => column.key === key)!);
  const shown = all.filter((column) => isShown(column, choice)).length;
  const change = (part: Partial<ColumnChoice>) => layout.setChoice(chosenOrNull({ ...choice, ...part }));
  const togglePin = (key: string) => {
    const { start } = columnPinning;
    const others = start.filter((pinned) => pinned !== key);
    change({ columnPinning: { start: start.includes(key) ? others : [...others, key], end: [] } });
  };

  const move = (key: string, label: string, to: number) => {
    const index = Math.max(0, Math.min(all.length - 1, to));
    change({ columnOrder: moveKey(order, key, index) });
    setAnnouncement(t('columns.moved', { name: label, place: index + 1, total: all.length }));
  };
  const onGripKey = (event: KeyboardEvent, key: string, label: string, index: number) => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(key, label, to);
  };
  /** The place in the list at a vertical position of the pointer. */
  const placeAt = (event: PointerEvent) => {
    const items = [...list.current!.children].map((item) => item.getBoundingClientRect());
    return items.filter(({ top, height }) => event.clientY > top + height / 2).length;
  };
  const widthOf = (key: string) =>
    document.querySelector(`[role=columnheader][data-column="${CSS.escape(key)}"]`)?.getBoundingClientRect().width;

  return (
    <Popover opened onChange={(isOpen) => !isOpen && onClose()} trapFocus returnFocus width={340} position="bottom-end">
      <Popover.Target>
        <MenuAnchor button={button} />
      </Popover.Target>
      <Popover.Dropdown aria-labelledby={id}>
        <p className={classes.hint}>{t('columns.hint')}</p>
        <ul className={classes.list} ref={list}>
          {all.map((column, index) => {
            const { key, label, width } = column;
            const isVisible = isShown(column, choice);
            const isPinned = columnPinning.start.includes(key);
            const widen = (by: number) =>
              layout.setWidth(key, clampWidth((widthOf(key) ?? leastOf(width) * PX_PER_REM) + by));
            return (
              <li key={key} className={classes.item} {...(dragged === key && { 'data-dragged': true })}>
                <ActionIcon
                  className={classes.grip!}
                  color="gray"
                  aria-label={t('columns.move', { name: label })}
                  onKeyDown={(event) => onGripKey(event, key, label, index)}
                  onPointerDown={(event) => {
                    event.currentTarget.setPointerCapture(event.pointerId);
                    setDragged(key);
                  }}
                  onPointerMove={(event) => {
                    if (dragged !== key) return;
                    const place = placeAt(event);
                    const to = place > index ? place - 1 : place;
                    if (to !== index) move(key, label, to);
                  }}
                  onPointerUp={() => setDragged(undefined)}
                  onPointerCancel={() => setDragged(undefined)}
                >
                  <IconGripVertical size={17} />
                </ActionIcon>
                <label>
                  <input
                    type="checkbox"
                    checked={isVisible}
                    // A table without columns could not be read.
                    disabled={isVisible && shown === 1}
                    onChange={() => change({ columnVisibility: { ...columnVisibility, [key]: !isVisible } })}
                  />
                  {label}
                </label>
                {!isNarrow && isVisible && (
                  <>
                    <ActionIcon
                      color="gray"
                      aria-label={t('columns.narrower', { name: label })}
                      onClick={() => widen(-STEP)}
                    >
                      <IconMinus size={16} />
                    </ActionIcon>
                    <IconArrowsHorizontal size={15} aria-hidden />
                    <ActionIcon
                      color="gray"
                      aria-label={t('columns.wider', { name: label })}
                      onClick={() => widen(STEP)}
                    >
                      <IconPlus size={16} />
                    </ActionIcon>
                  </>
                )}
                <ActionIcon
                  color="gray"
                  aria-label={t('columns.pin', { name: label })}
                  aria-pressed={isPinned}
                  onClick={() => togglePin(key)}
                >
                  {isPinned ? <IconPinFilled size={16} /> : <IconPin size={16} />}
                </ActionIcon>
              </li>
            );
          })}
        </ul>
        <output className="visually-hidden">{announcement}</output>
        <div className={classes.foot}>
          <Button
            variant="subtle"
            size="sm"
            disabled={chosenOrNull(choice) === null}
            onClick={() => layout.setChoice(null)}
          >
            {t('columns.reset')}
          </Button>
          <Button variant="default" size="sm" onClick={onClose}>
            {t('close')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
export default ColumnsMenu;
