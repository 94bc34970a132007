import { TextInput } from '@mantine/core';
import { useRef, useState, type ComponentProps, type HTMLAttributes, type KeyboardEvent } from 'react';
import { useDraggable } from '@dnd-kit/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { useLayerHandler } from '../../../ui/overlay/use-layer.ts';
import { useTyped } from '../../../ui/page/use-typed.ts';
import classes from './board.module.css';
import type { Bar } from './geometry.ts';
import type { BoardWords } from './use-words.ts';

const WAIT = 200;

export interface TraySearch {
  q: string;
  setSearch: (q: string) => void;
  /** The number of all lines to schedule that match the search. */
  total: number | undefined;
}
interface Props {
  bars: readonly Bar[];
  search: TraySearch;
  words: BoardWords;
  current: number | null;
  lifted: number | null;
  held: number | null;
  press: (element: EventTarget) => HTMLElement | null;
  onOpen: (scheduling: number) => void;
  /** The key handlers of the board. */
  handlers: Pick<HTMLAttributes<HTMLElement>, 'onKeyDown' | 'onKeyUp' | 'onFocus'>;
}

/**
 * Shows the lines to schedule beside the board. They are dragged onto a machine, or lifted by keyboard: `/` goes to the
 * search, and the down arrow from there to the first line.
 */
export function Tray({ bars, search, words, current, lifted, held, press, onOpen, handlers }: Props) {
  const { t } = useTranslation('production');
  const [typed, type] = useTyped(search.q, search.setSearch, WAIT);
  const input = useRef<HTMLInputElement>(null);
  const cards = useRef<HTMLUListElement>(null);
  useLayerHandler('search', () => input.current?.focus());
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') cards.current?.querySelector<HTMLElement>('[data-job]')?.focus();
    else if (event.key === 'Escape' && typed) type('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const { setNodeRef, listeners = {} } = useDraggable({ id: 'tray' });
  const take = (name: 'onMouseDown' | 'onTouchStart') => (event: React.SyntheticEvent) => {
    const card = press(event.target);
    if (!card) return;
    setNodeRef(card);
    listeners[name]?.(event);
  };
  const stop = bars.some(({ job }) => job.scheduling_id === current) ? current : bars[0]?.job.scheduling_id;
  return (
    <aside className={classes.tray} aria-label={t('tray.title')}>
      <h2 className={classes.trayTitle}>{t('tray.title')}</h2>
      <TextInput
        ref={input}
        type="search"
        size="xs"
        aria-keyshortcuts="/"
        aria-label={t('tray.search')}
        placeholder={t('tray.search')}
        value={typed}
        maxLength={200}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onSearchKey}
      />
      <TrayCount search={search} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles events that bubble up from the cards */}
      <ul
        ref={cards}
        className={classes.cards}
        aria-label={t('tray.help')}
        {...handlers}
        onMouseDown={take('onMouseDown')}
        onTouchStart={take('onTouchStart')}
      >
        {bars.map((bar) => {
          const id = bar.job.scheduling_id;
          return (
            <li key={id}>
              <TrayCard
                bar={bar}
                words={words}
                data-lifted={lifted === id || undefined}
                data-dragging={held === id || undefined}
                tabIndex={id === stop ? 0 : -1}
                aria-pressed={lifted === id}
                onClick={() => onOpen(id)}
              />
            </li>
          );
        })}
      </ul>
    </aside>
  );
}

/** The lines to schedule on a phone: a list that is closed at first. A press opens the form of a line. */
export function PhoneTray({ bars, search, words, onOpen }: Pick<Props, 'bars' | 'search' | 'words' | 'onOpen'>) {
  const { t } = useTranslation('production');
  const [typed, type] = useTyped(search.q, search.setSearch, WAIT);
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes.group} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {t('tray.title')} · <TrayCount search={search} />
      </summary>
      {isOpen && (
        <>
          <TextInput
            mt={8}
            type="search"
            aria-label={t('tray.search')}
            placeholder={t('tray.search')}
            value={typed}
            maxLength={200}
            onChange={(event) => type(event.currentTarget.value)}
          />
          <ol aria-label={t('tray.title')}>
            {bars.map((bar) => (
              <li key={bar.job.scheduling_id}>
                <TrayCard bar={bar} words={words} onClick={() => onOpen(bar.job.scheduling_id)} />
              </li>
            ))}
          </ol>
        </>
      )}
    </details>
  );
}

function TrayCount({ search: { total, q } }: { search: TraySearch }) {
  const { t } = useTranslation('production');
  const formats = useFormats();
  return (
    <span className={classes.less} aria-live="polite">
      {total === undefined
        ? ''
        : total === 0 && q === ''
          ? t('tray.empty')
          : t('tray.count', { count: total, shown: formats.number(total) })}
    </span>
  );
}

type CardProps = Pick<Props, 'words'> & { bar: Bar } & ComponentProps<'button'>;

function TrayCard({ bar, words, ...rest }: CardProps) {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const { job } = bar;
  const name = t('tray.job', {
    order: job.order_number,
    customer: job.customer_name,
    code: job.code,
    quantity: words.quantityOf(bar),
    delivery: formats.day(job.delivery_date),
  });
  return (
    <button
      type="button"
      className={classes.bar}
      data-job={job.scheduling_id}
      data-priority={job.item_priority}
      data-late-line={job.is_late || undefined}
      {...rest}
    >
      <span className="visually-hidden">{name}</span>
      <span className={classes.face} aria-hidden>
        <span className={classes.order}>{job.order_number}</span>
        <span className={classes.delivery}>{formats.day(job.delivery_date)}</span>
        <span className={classes.less}>{`${job.code} · ${words.quantityOf(bar)}`}</span>
        <span className={classes.less}>{job.customer_name}</span>
      </span>
    </button>
  );
}
