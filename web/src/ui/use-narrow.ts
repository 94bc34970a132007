import { useMediaQuery } from '@mantine/hooks';

/**
 * Whether the window is at most this wide. Evaluated in the first render: an effect would render the screen twice.
 * @param width for example `48em`
 */
export function useNarrow(width: `${number}em`): boolean {
  return useMediaQuery(`(max-width: ${width})`, undefined, { getInitialValueInEffect: false });
}
