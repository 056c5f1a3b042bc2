import { claimOfRow } from '#features/claims/seen-sql.ts'
import { implement, oneTrip, seen } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { besideRequest } from './beside.ts'
import { medications } from './contract.ts'
import { hearingFile } from './hearing-file.ts'
import { timelineFrom } from './timeline.ts'
import * as sql from './sql.ts'

const subOf = (code: string | undefined): string | null => (code === undefined || code === 'ALL' ? null : code)

export const handlers = implement(medications)({
  timeline: oneTrip(
    ({ claimId, subCarrier, months }) => ({
      found: seen(sql.timeline(claimId, subOf(subCarrier), months), claimOfRow),
    }),
    ({ found: [found] }) => (found ? timelineFrom(found) : notFound()),
  ),
  hearing: (asked) => hearingFile(asked, subOf(asked.input.subCarrier)),
  beside: oneTrip(
    ({ authorizationId }) => ({ found: seen(sql.beside(authorizationId), claimOfRow) }),
    ({ found: [found] }) => (found ? besideRequest(found) : notFound()),
  ),
})
