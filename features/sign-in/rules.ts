import type { Why } from '#platform/calls/refusal.ts'
import { DAY_MS } from '#platform/dates/instant.ts'
export type TermsStatus = 'termsNeedToAccept' | 'updatedTermsNotAccepted' | 'termsAccepted'

/** Whether the user must accept the Terms of Use or the Privacy Notice before working. */
export function termsStatus(of: {
  terms: string | null
  privacy: string | null
  currentTerms: string
  currentPrivacy: string
}): TermsStatus {
  if (of.terms === null) return 'termsNeedToAccept'
  return of.terms === of.currentTerms && of.privacy === of.currentPrivacy ? 'termsAccepted' : 'updatedTermsNotAccepted'
}

/**
 * Why a session cannot go on at another carrier: the carrier whose own identity provider vouched for its user speaks for
 * itself alone. Undefined for a session of the user's own sign-in.
 */
export const whyNotCarrier = (vouched: { mc: string; name: string } | null, wanted: string): Why<'RULE'> | undefined =>
  vouched === null || vouched.mc === wanted
    ? undefined
    : {
        code: 'RULE',
        message: `Your organization logged you in for ${vouched.name} alone. To work at another carrier, log out and log in with your own username and password.`,
      }

/** When the Session Warning is shown, in seconds before the end; test mode is recognized by its short idle limit. */
export const warnBeforeSeconds = (promptAfterSeconds: number): number => (promptAfterSeconds <= 60 ? 90 : 600)

/** Days until the password of a direct account must be changed, or undefined while that is more than 15 away. */
export function passwordDaysLeft(of: {
  ssoUser: boolean
  pwdExpirationDays: number | null
  pwdExpLimit: number | null
}): number | undefined {
  if (of.ssoUser || of.pwdExpirationDays === null || of.pwdExpLimit === null) return undefined
  return of.pwdExpirationDays >= of.pwdExpLimit - 15 ? Math.max(0, of.pwdExpLimit - of.pwdExpirationDays) : undefined
}

/** Whether a notice of this day ('YYYY-MM-DD') is less than 31 days old. */
export function isNoticeNew(revised: string, now: Date): boolean {
  const days = (now.getTime() - Date.parse(`${revised}T00:00:00Z`)) / DAY_MS
  return days >= 0 && days < 31
}
