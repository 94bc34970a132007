/** A reel of paper, seen from the side. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="var(--mantine-color-anchor)"
      strokeWidth="2.4"
      strokeLinecap="round"
      aria-hidden
    >
      <circle cx="14" cy="15" r="10.5" />
      <circle cx="14" cy="15" r="6.6" strokeWidth="1.6" opacity=".75" />
      <circle cx="14" cy="15" r="2.8" />
      <path d="M14 25.5h15" />
    </svg>
  );
}
