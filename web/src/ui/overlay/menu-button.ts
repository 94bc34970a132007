/** The attributes of a button with an `AnchoredMenu`. */
export function menuButton(id: string, isOpen: boolean) {
  return {
    id,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    ...(isOpen && { 'aria-controls': `${id}-dropdown` }),
  } as const;
}
