/** Every word a page may use for what failed: why a login failed, or the kind of an error in its code. */
export const faultCodes = [
  'SIGN_IN_EXPIRED',
  'STATE_MISMATCH',
  'PROVIDER_UNREACHABLE',
  'TOKEN_INVALID',
  'UNAVAILABLE',
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'timeout',
  'not-found',
] as const
