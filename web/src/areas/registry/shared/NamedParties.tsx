import { Text } from '@mantine/core';
import { Fragment } from 'react';
import { EntityLink } from '../../../ui/entity-link.tsx';

const MOST_NAMED = 3;

interface Props {
  kind: 'customer' | 'supplier' | 'product';
  /** What the named ones have in common with the typed text. */
  title: string;
  parties: readonly { id: number; text: string }[];
}

/** A note below a field that names the first records with the same text as links; nothing when there are none. */
export function NamedParties({ kind, title, parties }: Props) {
  if (parties.length === 0) return null;
  return (
    <Text component="output" display="block" size="xs" mt={4}>
      {title}{' '}
      {parties.slice(0, MOST_NAMED).map(({ id, text }, index) => (
        <Fragment key={id}>
          {index > 0 && '; '}
          <EntityLink kind={kind} id={id} text={text} />
        </Fragment>
      ))}
    </Text>
  );
}
