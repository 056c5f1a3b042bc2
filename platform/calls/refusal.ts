/** The codes a refusal may have, each with its HTTP status. */
export const refusalStatus = {
  SESSION_REQUIRED: 401,
  SESSION_IDLE: 401,
  SESSION_EXPIRED: 401,
  SESSION_REVOKED: 401,
  STEP_UP_REQUIRED: 401,
  NOT_REGISTERED: 403,
  ACCOUNT_DISABLED: 403,
  REGISTRATION_REQUIRED: 403,
  REGISTRATION_EXPIRED: 403,
  TERMS_REQUIRED: 403,
  CARRIER_REQUIRED: 403,
  UPDATE_BLOCKED: 403,
  NOT_ALLOWED: 403,
  CROSS_SITE: 403,
  FEATURE_OFF: 403,
  CODE_NOT_YOURS_TO_CLEAR: 403,
  LEVEL_NOT_ALLOWED: 403,
  SAFETY_NEEDS_PHARMACIST: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  VALIDATION: 400,
  UNSUPPORTED_STATUS: 400,
  UNKNOWN_EXPORT_TYPE: 400,
  CARRIER_CHANGED: 409,
  CONFLICT: 409,
  ALREADY_DECIDED: 409,
  DUPLICATE: 409,
  UNDO_TOO_LATE: 409,
  IN_PROGRESS: 409,
  REQUEST_TIMEOUT: 408,
  TOO_LARGE: 413,
  ADDRESS_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RULE: 422,
  NEEDS_UR_DECISION: 422,
  DENIAL_TOO_LATE: 422,
  DATES_NOT_ALLOWED: 422,
  REASON_REQUIRED: 422,
  SNOOZE_PAST_DUE: 422,
  IDEMPOTENCY_MISMATCH: 422,
  HARD_STOP: 422,
  NOT_OVERRIDABLE: 422,
  PRECONDITION_REQUIRED: 428,
  RATE_LIMIT: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  PROVIDER_FAILED: 502,
  UNAVAILABLE: 503,
} as const
export type RefusalCode = keyof typeof refusalStatus

/** What a handler may refuse with although its contract does not declare it: every call reads input that can be wrong. */
export type HandlerRefusal = 'VALIDATION' | 'NOT_FOUND'

/** Texts for codes that say the same wherever they are met. */
export const refusalText: Partial<Record<RefusalCode, string>> = {
  SESSION_REQUIRED: 'Please log in.',
  SESSION_IDLE: 'For your security, your session has timed out.',
  SESSION_EXPIRED: 'Your session has expired.',
  SESSION_REVOKED: 'You have been logged out.',
  STEP_UP_REQUIRED: 'Confirm that it is you first.',
  NOT_REGISTERED: 'This is not a registered account.',
  ACCOUNT_DISABLED: 'This account is disabled.',
  TERMS_REQUIRED: 'Accept the Terms of Use and the Privacy Notice first.',
  REGISTRATION_REQUIRED: 'Complete your registration first.',
  REGISTRATION_EXPIRED:
    'Unable to complete user registration. Please try again, or call your account manager for help.',
  CARRIER_REQUIRED: 'Select a carrier first.',
  UPDATE_BLOCKED: 'Update functionality is blocked for user',
  NOT_ALLOWED: 'Your role does not include this.',
  CROSS_SITE: 'This request did not come from the portal.',
  NOT_FOUND: 'Not found.',
  METHOD_NOT_ALLOWED: 'This address does not take that method.',
  CARRIER_CHANGED: 'You changed the carrier in another tab. Nothing was saved.',
  CONFLICT: 'This was changed by somebody else in the meantime.',
  IDEMPOTENCY_MISMATCH: 'This request key was already used with other content.',
  TOO_LARGE: 'The request is too large.',
  REQUEST_TIMEOUT: 'The request took too long to arrive.',
  ADDRESS_TOO_LONG: 'The address is too long.',
  HEADERS_TOO_LARGE: 'The headers of the request are too large.',
  UNSUPPORTED_MEDIA_TYPE: 'Send JSON in UTF-8.',
  VALIDATION: 'Please check the highlighted fields.',
  RATE_LIMIT: 'Too many requests. Please wait a moment.',
  UNAVAILABLE: 'The service is busy. Please try again in a moment.',
  PROVIDER_FAILED: 'The service that knows your account did not do it. Nothing was changed.',
  INTERNAL: 'Something on our side failed. Your request was not carried out.',
}

export type FieldProblem = { path: string; code: string; message: string }

/** A refusal before it is answered; without a message it has the text of its code. */
export type Refusal<Code extends RefusalCode = RefusalCode> = {
  code: Code
  message?: string | undefined
  field?: string | undefined
  fields?: readonly FieldProblem[] | undefined
  /** The current state, for the loser of a race: who, when, what. */
  current?: unknown
  /** Too many requests: what is allowed, and when one more will be. */
  limit?: LimitMet | undefined
  /** A sign-in that failed: what the call wrote about it stays, and it is noted. */
  failedSignIn?: true
  /** The call commits although it refuses, so that a failed attempt is counted. */
  counted?: true
}

/** The reason for a refusal, as a value in words for users: rules return it, and nothing where the act is allowed. */
export type Why<Code extends RefusalCode = RefusalCode> = Refusal<Code> & { message: string }

/** So many calls of a class in so many seconds are allowed; the next one in `waitSeconds`. */
export type LimitMet = {
  name: string
  calls: number
  seconds: number
  waitSeconds: number
  /** The first refusal of this window: this one is noted, the thousand after it are not. */
  first: boolean
}

/** The words a person reads for a refusal. */
export const whyText = (why: Pick<Refusal, 'code' | 'message'>): string =>
  why.message ?? refusalText[why.code] ?? why.code

/** A refusal that the contract declares, as an error to throw. Everything else that is thrown is a fault. */
export class Refused extends Error {
  readonly why: Refusal
  constructor(why: Refusal) {
    super(whyText(why))
    this.why = why
  }
}

/** Ends a handler with the refusal a rule returned; nothing (`undefined`) lets it go on. */
export type Refuse<Code extends RefusalCode = RefusalCode> = {
  (why: Refusal<Code>): never
  (why: Refusal<Code> | undefined): void
}

/**
 * The `refuse` of a call. Handlers use the one of their context, which takes only the codes of their contract.
 */
export const refuse = ((why: Refusal | undefined): void => {
  if (why) throw new Refused(why)
}) as Refuse

/** The same for what every handler may refuse with: code that has no context at hand refuses input by it. */
export const refuseInput = ((why: Refusal<HandlerRefusal> | undefined): void => refuse(why)) as Refuse<HandlerRefusal>

/** Input that is wrong, with the field to mark. */
export const invalid = (field: string, message: string): never => {
  throw new Refused({ code: 'VALIDATION', field, message })
}

/** An object of another carrier and one that does not exist get the same answer, byte for byte. */
export const notFound = (): never => {
  throw new Refused({ code: 'NOT_FOUND' })
}
