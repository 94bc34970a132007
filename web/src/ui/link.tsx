import { ActionIcon, Anchor, Button, type ActionIconProps, type AnchorProps, type ButtonProps } from '@mantine/core';
import { defaultParseSearch, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type To = {
  to: string;
  replace?: boolean;
  children?: ReactNode;
  tabIndex?: number;
  'aria-label'?: string;
  title?: string;
};

/** Splits an in-app URL with optional search parameters (`/anagrafica/fornitori?edit=12`) into router arguments. */
export function placeOf(to: string) {
  const [path = '', search] = to.split('?');
  return { to: path, ...(search && { search: defaultParseSearch(search) as never }) };
}

/** A Mantine Anchor rendered as a real link, which opens in new tabs and is announced as a link. */
export function LinkAnchor({ to, replace, ...rest }: To & Omit<AnchorProps, 'to'>) {
  return (
    <Anchor {...rest} renderRoot={(props) => <Link {...placeOf(to)} {...(replace && { replace })} {...props} />} />
  );
}

/** A Mantine Button rendered as a real link. */
export function LinkButton({ to, replace, ...rest }: To & Omit<ButtonProps, 'to'>) {
  return (
    <Button {...rest} renderRoot={(props) => <Link {...placeOf(to)} {...(replace && { replace })} {...props} />} />
  );
}

/** A Mantine ActionIcon rendered as a real link. */
export function LinkIcon({ to, replace, ...rest }: To & Omit<ActionIconProps, 'to'>) {
  return (
    <ActionIcon {...rest} renderRoot={(props) => <Link {...placeOf(to)} {...(replace && { replace })} {...props} />} />
  );
}
