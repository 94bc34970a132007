import { FittedText } from '../../../ui/cut-text.tsx';
import classes from './item.module.css';

/** A value with a lesser one under it: an order's number and the customer's own. */
export function TwoLines({ first, second }: { first: string; second: string | null }) {
  return (
    <span className={classes.two}>
      <span className={classes.strong}>
        <FittedText value={first} />
      </span>
      {second && (
        <span className={classes.less}>
          <FittedText value={second} />
        </span>
      )}
    </span>
  );
}
