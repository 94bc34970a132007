/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the ARIA combobox pattern: the search box keeps the focus and handles the keys */
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '@bobina/contract/core/permissions.ts';
import { isNewForm } from '../../lib/screen.ts';
import { useLayerHandler } from '../../ui/overlay/use-layer.ts';
import { ScanField } from '../../ui/scan/CameraButton.tsx';
import classes from './palette.module.css';
import { useOffers } from './use-offers.ts';

interface Props {
  role: Role;
  start: string;
  onDone: () => void;
}

/**
 * A search box with a result list. Arrow keys move, Enter opens; the first match is preselected. Enter before the answer
 * opens the first match when it arrives, but not a name that only resembles the text.
 */
export function PaletteSearch({ role, start, onDone }: Props) {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const id = useId();
  const [query, setQuery] = useState(start);
  const [wanted, setWanted] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  // Loads while the user types, so that it is not in the first load of every screen.
  const carry = useRef<() => void>(null);
  useEffect(() => {
    // Without the network the code may not load; the keys are then not carried.
    import('../../ui/page/carry-keys.ts').then(
      ({ carryKeys }) => {
        carry.current = carryKeys;
      },
      () => {},
    );
  }, []);
  const { groups, isFirstKnown, isSimilar } = useOffers(role, query);
  const [isEntered, setEntered] = useState(false);
  const offers = groups.flatMap((group) => group.offers);
  const active = Math.min(wanted, Math.max(offers.length - 1, 0));
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const search = (text: string) => {
    setQuery(text);
    setWanted(0);
    setEntered(false);
  };
  const go = (does: string | (() => void) | undefined) => {
    if (does === undefined) return;
    onDone();
    if (typeof does === 'function') return does();
    if (opensNewForm(does)) carry.current?.();
    void navigate({ to: does });
  };
  /** Opens what a code names exactly, else searches for it. The code that reads labels is loaded with the first scan. */
  const searchScanned = async (code: string) => {
    const { searchTermOf } = await import('@bobina/contract/core/read-scan.ts');
    search(searchTermOf(code));
    const { findScanned } = await import('../../lib/barcodes/find-scanned.ts');
    // Without an answer the search says what fails.
    const path = await findScanned(code).catch(() => null);
    // The user may have closed the palette meanwhile.
    if (path !== null && list.current) go(path);
  };
  useLayerHandler(
    'scan',
    ({ code }) =>
      () =>
        void searchScanned(code),
  );
  const openFirst = useEffectEvent(() => go(offers[0]?.does));
  useEffect(() => {
    if (isEntered && isFirstKnown && !isSimilar) openFirst();
  }, [isEntered, isFirstKnown, isSimilar]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && offers.length > 0) setWanted((active + step + offers.length) % offers.length);
    else if (event.key === 'Enter' && (wanted > 0 || isSimilar)) go(offers[active]?.does);
    else if (event.key === 'Enter') setEntered(true);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={classes.search}>
        <ScanField>
          <TextInput
            data-autofocus
            role="combobox"
            aria-expanded
            aria-controls={id}
            aria-activedescendant={offers[active] && `${id}-${offers[active].key}`}
            aria-label={t('palette.placeholder')}
            placeholder={t('palette.placeholder')}
            variant="unstyled"
            size="lg"
            leftSection={<IconSearch size={20} aria-hidden />}
            autoComplete="off"
            maxLength={200}
            value={query}
            onChange={(event) => search(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </ScanField>
      </div>
      {/* Before the answer of the server nothing is said. */}
      {(isSimilar || (offers.length === 0 && isFirstKnown)) && (
        <output className={classes.nothing}>{t(offers.length > 0 ? 'palette.similar' : 'palette.nothing')}</output>
      )}
      <div role="listbox" id={id} ref={list} className={classes.list} aria-label={t('palette.results')} tabIndex={-1}>
        {groups.map(({ key: group, title, offers: those }) => (
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <div id={`${id}-${group}`} className={classes.group}>
              {title}
            </div>
            {those.map(({ key, name, detail, does, icon: Icon }) => (
              <div
                key={key}
                id={`${id}-${key}`}
                role="option"
                aria-selected={offers[active]?.key === key}
                className={classes.option}
                onClick={() => go(does)}
                onPointerMove={() => setWanted(offers.findIndex((offer) => offer.key === key))}
              >
                <Icon size={18} aria-hidden />
                <span>
                  {name}
                  {detail && <span className={classes.detail}>{detail}</span>}
                </span>
              </div>
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

/** Search parameters of lists that open their form for a new record. */
const OPENS_FORM = /[?&](edit=new|new=true)/;
/** Whether an address opens a form for a new record that is not open already. */
function opensNewForm(to: string): boolean {
  return (isNewForm(to) || OPENS_FORM.test(to)) && location.pathname + location.search !== to;
}
