import { isoOf } from '#platform/dates/instant.ts'
import { claimOfRow } from '#features/claims/seen-sql.ts'
import { discard as discardDraft } from '#features/drafts/sql.ts'
import { eventCode } from '#features/authorizations/events.ts'
import { insertNotices } from '#features/notifications/sql.ts'
import { touch } from '#features/authorizations/lifecycle.ts'
import { oneTrip, seen, type CallContext, implement } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { documentTypeName } from '#reference/document-types.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { loadForAct, recordAct, refuseStale, type LoadedForAct } from '#features/authorizations/load.ts'
import { licenceWords } from '#features/permissions/license-words.ts'
import { lineOf } from '#features/authorizations/rows.ts'
import * as rows from '#features/authorizations/sql.ts'
import { toDetermined } from '#features/authorizations/determination-columns.ts'
import { determinations, type Entry } from './contract.ts'
import { whyNotNow, whyNotRecordKind } from './rules.ts'
import { authorityInside, loggedAs, currentOf, whyNotSay } from './saying.ts'
import { reviewNotice, whyNotWriteReview } from './review.ts'
import { whyNotByLicense } from '#features/decision-rights/license.ts'
import * as sql from './sql.ts'

type Calls = typeof determinations

const toEntry = (found: sql.EntryFound): Omit<Entry, 'stands'> => ({
  ...toDetermined(found.of),
  withdrawn:
    found.withdrawn_at === null
      ? null
      : { at: isoOf(found.withdrawn_at), by: found.withdrawn_by_name!, reason: found.withdrawn_reason! },
})

/** Notifies the owners and publishes a change: a form that is open reads its limits again. */
function tell(
  context: CallContext<Calls['record' | 'withdraw']>,
  { request, person, now }: LoadedForAct,
  title: string,
): void {
  const notified = request.owner_ids.filter((id) => id !== person.id)
  if (notified.length === 0) return
  context.write(
    insertNotices(
      notified.map((userId) => ({
        id: context.newId(),
        user_id: userId,
        kind: 'determined',
        title,
        authorization_id: request.id,
        at: now,
      })),
    ),
  )
  context.publishChange('notifications')
}

export const handlers = implement(determinations)({
  list: oneTrip(
    ({ id }) => ({
      request: seen(sql.subject(id), claimOfRow),
      entries: sql.entriesOf(id),
      referrals: sql.referralsOf(id),
      papers: sql.papersOf(id),
    }),
    ({ request, entries, referrals, papers }, { person }) => {
      if (!request[0]) return notFound()
      const all = entries.map(toEntry)
      const current = currentOf(all)
      return {
        determinations: all.map((one) => ({ ...one, stands: one === current })),
        license: request[0].my_license,
        referrals: referrals.map((one) => ({
          referralId: one.id,
          jurisState: one.juris_state,
          sentAt: isoOf(one.sent_at),
          sentBy: one.sent_by_name,
          dueAt: isoOf(one.due_at),
          closedAt: one.closed_at && isoOf(one.closed_at),
          result: one.result,
          reviewer: one.reviewer_name,
          licence: one.license,
          review: one.review,
        })),
        documents: papers.map((paper) => ({
          documentId: paper.id,
          fileName: paper.file_name,
          typeName: documentTypeName(paper.type_id),
          receivedOn: dateIn(Date.parse(paper.received_at), person.timeZone),
        })),
      }
    },
  ),

  record: async (context) => {
    const { input, db, newId, write } = context
    const [at, papers] = await Promise.all([loadForAct(context, input.id), db.all(sql.papersOf(input.id))])
    const { person, request, now } = at
    if (input.documentId !== undefined && !papers.some((paper) => paper.id === input.documentId)) return notFound()
    context.refuse(whyNotRecordKind(person, input.kind, request))
    const unlicensed =
      input.kind === 'UR' && input.result !== 'CERTIFIED' ? whyNotByLicense(person, request, now) : undefined
    context.refuse(unlicensed === undefined ? undefined : { code: 'NOT_ALLOWED', message: unlicensed })
    refuseStale(context, request, input.version)
    context.refuse(whyNotNow(request))
    context.refuse(whyNotSay(person, request.doi, input, now))
    const { mc, id } = request
    const grants = input.result !== 'DENIED'
    const row: sql.DeterminationRow = {
      mc,
      id: newId(),
      sub_carrier: request.sub_carrier,
      authorization_id: id,
      kind: input.kind,
      authority: input.authority,
      number: input.number,
      determined_on: input.determinedOn,
      result: input.result,
      start_date: input.startDate ?? null,
      end_date: input.endDate ?? null,
      one_time: grants ? (input.oneTimeFill ?? false) : null,
      drug_level: input.drugLevel ?? null,
      max_fills: grants && input.oneTimeFill ? 1 : (input.maxFills ?? null),
      max_qty: input.maxQty ?? null,
      max_days: input.maxDays ?? null,
      document_id: input.documentId ?? null,
      note: input.note ?? '',
      recorded_by: person.id,
      recorded_by_name: person.name,
      recorded_at: now,
      withdrawn_at: null,
      withdrawn_by: null,
      withdrawn_by_name: null,
      withdrawn_reason: null,
    }
    write(sql.insertDetermination(row))
    touch({ write }, { mc, id }, now)
    const logged = loggedAs({ ...row, startDate: row.start_date, endDate: row.end_date })
    write(rows.insertEvents([lineOf(at, eventCode.DETERMINATION_RECORDED, logged)]))
    tell(
      context,
      at,
      `A determination of ${authorityInside(row.kind)} was recorded on request ${request.reference_number}: ${logged.result}.`,
    )
    recordAct(context, at, { determination: row.id, kind: row.kind, result: row.result })
    return { success: true, authorizationId: id, version: request.version + 1, determinationId: row.id }
  },

  review: async (context) => {
    const { input, write } = context
    const at = await loadForAct(context, input.id)
    const { person, request, now } = at
    context.refuse(whyNotWriteReview(person, request))
    const { id, ...text } = input
    write(sql.keepReview(request.mc, id, { ...text, byId: person.id, byName: person.name, at: now }))
    write(discardDraft(id, 'review'))
    const no = licenceWords(person.licenseStates)
    write(rows.insertEvents([lineOf(at, eventCode.REVIEW_WRITTEN, { user: person.name, no })]))
    recordAct(context, at, { review: true })
    return { success: true, notice: reviewNotice(text) }
  },

  withdraw: async (context) => {
    const { input, db, write } = context
    const [at, found] = await Promise.all([
      loadForAct(context, input.id),
      db.one(sql.entryOf(input.id, input.determinationId)),
    ])
    if (!found) return notFound()
    const { person, request, now } = at
    const { mc, id } = request
    const { of } = found
    context.refuse(whyNotRecordKind(person, of.kind, request))
    if (found.withdrawn_at !== null)
      return context.refuse({
        code: 'CONFLICT',
        message: `${found.withdrawn_by_name} withdrew this determination already.`,
        current: { by: found.withdrawn_by_name, at: isoOf(found.withdrawn_at), reason: found.withdrawn_reason },
      })
    refuseStale(context, request, input.version)
    context.refuse(whyNotNow(request))
    write(sql.withdrawDetermination({ mc, id: of.determinationId, by: person, reason: input.reason, now }))
    touch({ write }, { mc, id }, now)
    write(rows.insertEvents([lineOf(at, eventCode.DETERMINATION_WITHDRAWN, { ...loggedAs(of), reason: input.reason })]))
    tell(
      context,
      at,
      `A determination of ${authorityInside(of.kind)} was withdrawn from request ${request.reference_number}.`,
    )
    recordAct(context, at, { withdrawn: of.determinationId, kind: of.kind, result: of.result })
    return { success: true, authorizationId: id, version: request.version + 1, determinationId: of.determinationId }
  },
})
