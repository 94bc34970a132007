/** The value that a share of them do not exceed (nearest rank). @param sorted ascending @returns NaN for none */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}
