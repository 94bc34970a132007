/** Whether an unknown path led home; the home resets it when it has said so. */
export const unknownPath = { isOpened: false };
