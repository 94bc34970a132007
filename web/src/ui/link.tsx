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

/** What the router takes for an address that may carry search parameters: `/anagrafica/fornitori?edit=12`. */
export function placeOf(to: string) {
  const [path = '', search] = to.split('?');
  return { to: path, ...(search && { search: defaultParseSearch(search) as never }) };
}

/** Real links: they open in a new tab, show their address and are read as links. */
export function LinkAnchor({ to, replace, ...rest }: To & Omit<AnchorProps, 'to'>) {
  return (
    <Anchor {...rest} renderRoot={(props) => <Link {...placeOf(to)} {...(replace && { replace })} {...props} />} />
  );
}
export function LinkButton({ to, replace, ...rest }: To & Omit<ButtonProps, 'to'>) {
  return (
    <Button {...rest} renderRoot={(props) => <Link {...placeOf(to)} {...(replace && { replace })} {...props} />} />
  );
}
export function LinkIcon({ to, replace, ...rest }: To & Omit<ActionIconProps, 'to'>) {
  return (
    <ActionIcon {...rest} renderRoot={(props) => <Link {...placeOf(to)} {...(replace && { replace })} {...props} />} />
  );
}
