import { channel } from '#reference/channels.ts'
import type { Case } from '../case.ts'
import type { OpenRequest } from '../snapshot.ts'
import type { PendingVerdict } from '../answer.ts'
import { dayNumber } from '../day-number.ts'

// Decides whether rejects raise a request for a user to decide.

const none = (reason: string): PendingVerdict => ({
  verdict: 'NONE',
  authorizationId: null,
  referenceNumber: null,
  reason,
  pharmacyMustFix: [],
})

/** T01: the same drug (GPI-10) and prescription at the same pharmacy; a clinic line without number is the one of its day. */
function isSame(c: Case, row: OpenRequest): boolean {
  const { gpi } = c.product
  if (gpi === '' || row.gpi.slice(0, 10) !== gpi.slice(0, 10)) return false
  if (row.rxNumber !== c.rxNumber || row.pharmacyNabp !== c.pharmacyNabp) return false
  return c.rxNumber === '' ? dayNumber(row.dateOfService) === c.day : gpi.length >= 10
}

/** Raise a request, join an open one, or neither, and why. `identified` is false when gate G1 or G2 stopped the claim. */
export function pendingWorthy(c: Case, identified: boolean): PendingVerdict {
  const rejects = c.rejects
  if (rejects.length === 0) return none('The claim is paid')
  if (!identified) return none('The claim is not identified')
  if (c.block !== null) return none('A block is active: a reconsideration must be opened')
  const stop = rejects.find((made) => made.hardStop)
  if (stop !== undefined) return none(`${stop.rejectCode} cannot be overridden. ${stop.fixHint}`)
  const forAPerson = rejects.filter((made) => made.pendingWorthy)
  if (forAPerson.length === 0) return none('Only the data must be corrected')
  const pends = channel(c.request.channel)?.pends ?? 'NEVER'
  if (pends === 'NEVER') return none('Requests from this channel are created by a user')
  if (pends === 'CARRIER_OPTION' && !c.settings.pendBillChannels) {
    return none('The carrier decides bills from this channel without a request')
  }
  if (forAPerson.every((made) => c.settings.denyAndCall.includes(made.class))) {
    return none('The carrier takes a call instead of a request')
  }
  const pharmacyMustFix = rejects.filter((made) => made.overridableBy === 'K')
  const open = (c.snapshot.openRequests ?? []).find((row) => isSame(c, row))
  if (open !== undefined) {
    const { authorizationId, referenceNumber } = open
    const reason = `Request ${referenceNumber} is already open for this prescription`
    return { verdict: 'JOIN', authorizationId, referenceNumber, reason, pharmacyMustFix }
  }
  const fix = pharmacyMustFix.map((made) => made.rejectCode).join(', ')
  const reason = fix === '' ? 'A decision is required' : `A decision is required; pharmacy must also fix: ${fix}`
  return { verdict: 'RAISE', authorizationId: null, referenceNumber: null, reason, pharmacyMustFix }
}
