/** Why a path led home: its text in the home, which says it once. */
export const ledHome: { why?: 'unknownPath' | 'refused' | undefined } = {};
