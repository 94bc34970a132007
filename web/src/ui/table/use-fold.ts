import { useElementSize } from '@mantine/hooks';

const PHONE = 640;
const TABLET = 1000;

/** How much a table folds, by its own width: 1 keeps priority-1 columns beside each other, 3 all. */
export const useFold = () => {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const level: 1 | 2 | 3 = width === 0 ? 3 : width < PHONE ? 1 : width < TABLET ? 2 : 3;
  return { ref, level };
};
