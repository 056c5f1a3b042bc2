/**
 * What the portal asks of the provider that stores the passwords. A person is named by the subject of the provider's
 * tokens.
 */
export type AccountsAtProvider = {
  /** Has a new password demanded at the next sign-in, and ends the provider's own sessions of that person. */
  expirePassword(subject: string): Promise<void>
  /** Has the provider send its mail for choosing a new password. */
  sendRecovery(subject: string): Promise<void>
}

/** The provider did not do it. `detail` is fit for a log: it holds no name and no secret. */
export class AccountsFailure extends Error {
  /** unreachable: trying again later may help; refused: an operator has to look. */
  readonly reason: 'unreachable' | 'refused'

  constructor(reason: AccountsFailure['reason'], detail: string, cause?: unknown) {
    super(detail, { cause })
    this.name = 'AccountsFailure'
    this.reason = reason
  }
}

/** Refuses an answer that does not say that it was done. */
export function mustBeDone(response: Response, what: string): void {
  if (!response.ok) throw new AccountsFailure('refused', `${what}: answered ${response.status}`)
}
