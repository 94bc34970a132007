import { gsmOf, type ReelProduct } from '@bobina/contract/stock/reel.rules.ts';
import { FieldChecks } from '../../platform/problem.ts';

type Checked = ReelProduct & {
  is_reel?: boolean | undefined;
  has_batch?: boolean | undefined;
  unit_of_measure?: string | undefined;
};

/**
 * Checks that a reel product has batch tracking, the unit kg or m, and a grammage. The constraint `products_reel` holds
 * the same. @throws 400 `is_reel`
 */
export function checkReelProduct({ is_reel, has_batch, unit_of_measure = 'kg', ...technical }: Checked): void {
  if (!is_reel) return;
  const checks = new FieldChecks();
  if (!has_batch) checks.add('is_reel', 'has_batch');
  else if (unit_of_measure !== 'kg' && unit_of_measure !== 'm') checks.add('is_reel', 'unit');
  else if (gsmOf(technical) === null) checks.add('is_reel', 'no_grammage');
  checks.done();
}
