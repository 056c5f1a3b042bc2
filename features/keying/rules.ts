import { priorAuthStatus } from '#features/prior-auths/statuses.ts'
import type { Why } from '#platform/calls/refusal.ts'

/** Why a prior authorization cannot be keyed: only a queued one can. */
export const whyNotKey = (statusId: number): Why<'ALREADY_DECIDED'> | undefined =>
  statusId === priorAuthStatus.QUEUED
    ? undefined
    : { code: 'ALREADY_DECIDED', message: 'This prior authorization does not wait to be keyed any more.' }
