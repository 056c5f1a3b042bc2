import { claimOfRow } from '#features/claims/seen-sql.ts'
import { inZone } from '#platform/dates/zone-stamp.ts'
import { oneTrip, seen, implement } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { toProvenance } from './answer.ts'
import { provenance } from './contract.ts'
import { fileName, paper } from './paper.ts'
import * as sql from './sql.ts'

const questions = ({ id }: { id: string }) => ({
  request: seen(sql.requested(id), claimOfRow),
  records: sql.records(id),
  decisions: sql.decisions(id),
  notices: sql.notices(id),
})

export const handlers = implement(provenance)({
  of: oneTrip(questions, ({ request: [request], records, decisions, notices }) =>
    request ? toProvenance(request, records, decisions, notices) : notFound(),
  ),

  export: oneTrip(
    questions,
    async ({ request: [request], records, decisions, notices }, { input, person, now, portal }) => {
      if (!request) return notFound()
      const zone = inZone(input.timeZone ?? person.timeZone)
      const found = toProvenance(request, records, decisions, notices)
      const about = {
        carrier: request.carrier,
        claimNumber: request.claim_number,
        by: person.name,
        zone: zone.zone,
        now,
      }
      return { file: await portal.files.pdf(paper(found, about, zone)), name: fileName(found) }
    },
  ),
})
