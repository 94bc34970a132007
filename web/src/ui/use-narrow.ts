import { useMediaQuery } from '@mantine/hooks';

/**
 * Whether the window is at most this wide, known at the first drawing: asked in an effect, a screen would be drawn
 * twice, on a phone first as on a desk.
 * @param width for example `48em`
 */
export function useNarrow(width: `${number}em`): boolean {
  return useMediaQuery(`(max-width: ${width})`, undefined, { getInitialValueInEffect: false });
}
