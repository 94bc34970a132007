/** The kinds of security events, without schemas, for screens that load none. */
export const SECURITY_EVENT_KINDS = [
  'sign_in',
  'sign_in_failed',
  'role_changed',
  'password_changed',
  'sessions_ended',
] as const;
