import { addBusinessDays, defaultCalendar } from '#features/deadlines/business-time.ts'
import { defaultLadder } from '#features/deadlines/plan.ts'
import { waitForLetter } from '#features/authorizations/waiting-sql.ts'
import { dateIn } from '#platform/dates/zone.ts'
import type { Facts } from '#features/authorizations/facts.ts'
import type { Sql } from '#platform/database/sql.ts'
import { templateFor } from '#reference/letter-templates.ts'
import { letterRow } from './letter-row.ts'
import { letterStatus } from './machine.ts'
import { insertLetterByHand } from './sql.ts'

const ZONE = 'America/New_York'

/**
 * Records a letter that a user asked for outside the portal, by telephone or on paper (the move `lomn`). The authorization waits
 * for it as for any other letter; support enters the answer by its reference. A letter that is already open is kept.
 */
export function letterByHand(
  request: Pick<
    Facts,
    'mc' | 'id' | 'sub_carrier' | 'stratus_claim_id' | 'prescriber_npi' | 'gpi' | 'compound_code' | 'shown'
  >,
  by: { id: string; name: string },
  letterId: string,
  now: string,
): Sql[] {
  const template = templateFor({ compound: request.compound_code === 2, opioid: request.shown.facts.opioid })
  const until = addBusinessDays(now, defaultLadder.letterBusinessDays, defaultCalendar, ZONE)
  const { prescriber_name: _, ...row } = letterRow(request, {
    id: letterId,
    prescriber_npi: request.prescriber_npi,
    prescriber_name: '',
    template,
    questions: [],
    channel: 'PRINT',
    recipients: [],
    status: letterStatus.SENT,
    requested_at: now,
    requested_by: by.id,
    requested_by_name: by.name,
    answer_by: dateIn(Date.parse(until), ZONE),
    sent_at: now,
    sent_document_id: null,
  })
  return [insertLetterByHand(row), waitForLetter(request.mc, request.id, now)]
}
