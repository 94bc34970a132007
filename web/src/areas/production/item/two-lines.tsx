import type { SearchKind } from '@bobina/contract/system/search.ts';
import { FittedText } from '../../../ui/cut-text.tsx';
import { EntityLink } from '../../../ui/entity-link.tsx';
import classes from './item.module.css';

interface Props {
  /** The code, number or name of a record. */
  first: string;
  second: string | null;
  /** Whether the second value names the record too, as a product's name does, and links to it. */
  linksBoth?: boolean;
  kind: SearchKind;
  id: number | undefined;
}

/** Shows a link to a record with a secondary value below, such as an order number and the customer's own. */
export function TwoLines({ first, second, kind, id, linksBoth = false }: Props) {
  return (
    <span className={classes.two}>
      <span className={classes.strong}>
        <EntityLink kind={kind} id={id} text={first} size="fit" />
      </span>
      {second && (
        <span className={classes.less}>
          {linksBoth ? <EntityLink kind={kind} id={id} text={second} size="fit" /> : <FittedText value={second} />}
        </span>
      )}
    </span>
  );
}
