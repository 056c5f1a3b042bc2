import { addBusinessDays, defaultCalendar, defaultLadder } from '#features/deadlines/rules.ts'
import { dateIn } from '#platform/dates/zone.ts'
import type { Held } from '#features/authorizations/sql.ts'
import { sql as s, type Sql } from '#platform/database/sql.ts'
import { templateFor } from '#reference/letter-templates.ts'
import { letterRow } from './letter-row.ts'
import { letterStatus } from './machine.ts'
import { waitForLetter } from './sql.ts'

const ZONE = 'America/New_York'

/**
 * The move `lomn`: somebody asked for a letter outside the portal, by telephone or on paper of their own. It is waited for as any
 * other; when it comes, support enters it by the reference. One that is on its way already stays the one.
 */
export function askedByHand(
  request: Pick<
    Held,
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
  return [
    s`insert into lomn_request select l.* from jsonb_populate_record(null::lomn_request, ${JSON.stringify(row)}::jsonb || jsonb_build_object('prescriber_name',
      coalesce((
        select trim(q.first_name || ' ' || q.last_name) || case when q.credential = '' then ''
          else ', ' || q.credential end
        from practitioner q where q.npi = ${request.prescriber_npi}),
        ${request.prescriber_npi}::text))) l
      on conflict (mc, authorization_id, prescriber_npi) where status between 1 and 4 do nothing`,
    waitForLetter(request.mc, request.id, now),
  ]
}
