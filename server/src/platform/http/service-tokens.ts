/** A service token cannot give its owner's access to others, or change how the owner signs in. */
export function isClosedToServiceTokens(path: string): boolean {
  return path !== '/auth/me' && /^\/(auth|tokens)(\/|$)/.test(path);
}
