/** The word and the badge of every movement type. */
export {};
