import { FittedText } from '../../../ui/cut-text.tsx';
import classes from './item.module.css';

/** Shows a value with a secondary one below, such as an order number and the customer's own. */
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
