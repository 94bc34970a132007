import type { ReactNode } from 'react';
import { pageOfRecord } from '@bobina/contract/system/search-screens.ts';
import type { SearchKind } from '@bobina/contract/system/search.ts';
import { EMPTY } from '../lib/formats.ts';
import { useUser } from '../lib/session.ts';
import { CutText, FittedText } from './cut-text.tsx';
import { RowLink } from './table/RowLink.tsx';

interface Props {
  kind: SearchKind;
  /** Null or undefined if there is no such record. For a goods receipt, the id of the order line. */
  id: number | null | undefined;
  /** The number of an order; its screen is the list, searched by the number. */
  code?: string | null | undefined;
  /** The code, number or name that is shown. */
  text?: string | null | undefined;
  /** Truncates the text like a `cut` column; `fit` truncates it to the width. By default it wraps. */
  size?: 'cut' | 'fit';
  /** Shown instead of `text`. */
  children?: ReactNode;
}

/** Links a code, number, name or batch to the page of its record; plain text if the reader may not open the page. */
export function EntityLink({ kind, id, code, text, size, children }: Props) {
  const user = useUser();
  // An empty value is no link: a screen reader would announce a link named "—".
  const href =
    id && user && (children || text) ? pageOfRecord(user.role, kind, { id, code: code ?? text ?? null }) : null;
  const shown =
    children ??
    (size === 'cut' ? <CutText value={text} /> : size === 'fit' ? <FittedText value={text} /> : text || EMPTY);
  return href === null ? <>{shown}</> : <RowLink href={href}>{shown}</RowLink>;
}
