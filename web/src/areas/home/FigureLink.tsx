import type { ReactNode } from 'react';
import { LinkAnchor } from '../../ui/link.tsx';
import { useScreen } from '../../ui/page/screen-context.ts';

interface Props {
  to: string;
  className?: string;
  children: ReactNode;
}

/** A link for roles that may open the screen; plain text for others. */
export function FigureLink({ to, className, children }: Props) {
  const { mayOpen } = useScreen();
  if (!mayOpen(to.split('?')[0]!)) return <span className={className}>{children}</span>;
  return (
    <LinkAnchor to={to} inherit {...(className && { className })}>
      {children}
    </LinkAnchor>
  );
}
