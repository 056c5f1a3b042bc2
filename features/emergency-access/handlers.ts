import { claimOfRow } from '#features/claims/seen-sql.ts'
import { queueMessages } from '#features/notifications/queue-messages.ts'
import { noticesToActive } from '#features/notifications/sql.ts'
import { cautionsOf } from '#features/patients/rules.ts'
import { toPatient } from '#features/patients/patient-columns.ts'
import { brand } from '#platform/brand.ts'
import { implement, oneTrip, seen } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#platform/dates/instant.ts'
import { emergencyAccess } from './contract.ts'
import {
  MOST_OPENINGS,
  MOST_WRONG,
  noticeMail,
  noticeTitle,
  numbersOf,
  OPEN_MINUTES,
  whyNotNotified,
  whyNotOpen,
  whyTooManyWrong,
  wrongTitle,
} from './rules.ts'
import * as sql from './sql.ts'

export const handlers = implement(emergencyAccess)({
  allowed: oneTrip(
    () => ({ rows: sql.allowed() }),
    ({ rows: [row] }) => ({ allowed: row?.allowed ?? false }),
  ),

  open: async ({ input, db, who, now, newId, write, note, publishChange, refuse, portal }) => {
    const at = now.toISOString()
    const [person, , allowed, wrong, claim, people] = await Promise.all([
      who(),
      db.all(sql.lockGuesses()),
      db.one(sql.allowed()),
      db.one(sql.guessesSince(addMs(now, -HOUR_MS))),
      db.one(sql.claimOf(numbersOf(input.number), input.dob)),
      db.all(sql.notified(numbersOf(input.number), input.dob)),
    ])
    refuse(whyNotOpen(person, { allowed: allowed?.allowed ?? false }))
    const before = wrong?.count ?? 0
    refuse(whyTooManyWrong(before))
    if (!claim) {
      await db.all(sql.guessed({ id: newId(), number: input.number, at, count: before + 1 }))
      if (before + 1 === MOST_WRONG)
        await db.all(
          noticesToActive(
            people.map((one) => ({ id: newId(), userId: one.id })),
            { kind: 'emergency_access', title: wrongTitle(person.name), at },
          ),
        )
      return refuse({ code: 'NOT_FOUND', counted: true })
    }
    const { reason } = input
    const opened = { success: true as const, claimId: claim.id, subCarrier: claim.sub_carrier }
    if (claim.in_scope) {
      note({ claims: [claim.id], type: 'emergency_access', id: claim.id, detail: { reason, inScope: true } })
      return { ...opened, until: null, notified: 0 }
    }
    refuse(whyNotNotified(people.length))
    const until = addMs(now, OPEN_MINUTES * MINUTE_MS)
    const id = newId()
    const { sub_carrier: subCarrier, claim_number: claimNumber } = claim
    write(
      sql.insert({
        id,
        stratus_claim_id: claim.id,
        sub_carrier: subCarrier,
        claim_number: claimNumber,
        reason,
        granted_at: at,
        until,
      }),
    )
    write(
      noticesToActive(
        people.map((one) => ({ id: newId(), userId: one.id })),
        { kind: 'emergency_access', title: noticeTitle({ name: person.name, claimNumber, subCarrier, reason }), at },
      ),
    )
    const mail = noticeMail({
      brand: brand.name,
      name: person.name,
      username: person.username,
      claimNumber,
      subCarrier,
      origin: portal.settings.origin,
    })
    const messages = people.map(({ name, email }) => ({
      id: newId(),
      channel: 'MAIL' as const,
      address: email,
      recipient: name,
      ...mail,
      authorization_id: null,
      created_at: at,
    }))
    for (const statement of queueMessages({ mc: claim.mc, newId, now: at }, messages)) write(statement)
    note({ claims: [claim.id], type: 'emergency_access', id, detail: { reason, until, notified: people.length } })
    publishChange('notifications')
    return { ...opened, until, notified: people.length }
  },

  openings: oneTrip(
    ({ page, size }) => ({ rows: seen(sql.openings({ page, size }), claimOfRow) }),
    ({ rows }, { input: { page, size } }) => {
      const { total = 0 } = rows[0] ?? {}
      return {
        content: rows.map((row) => ({
          openingId: row.id,
          at: new Date(row.granted_at).toISOString(),
          until: new Date(row.until).toISOString(),
          userId: row.user_id,
          name: row.name,
          subCarrier: row.sub_carrier,
          claimId: row.stratus_claim_id,
          claimNumber: row.claim_number,
          reason: row.reason,
          open: row.open,
        })),
        page,
        size,
        sort: 'at,desc',
        totalElements: total,
        totalPages: Math.ceil(total / size),
        totalIsExact: total < MOST_OPENINGS,
        next: null,
      }
    },
  ),

  claim: oneTrip(
    ({ claimId }) => ({ grant: sql.enter(claimId), rows: seen(sql.summary(claimId), claimOfRow) }),
    ({ grant: [grant], rows: [row] }) => {
      if (!row) return notFound()
      const patient = toPatient(row)
      return {
        patient,
        cautions: cautionsOf({
          status: row.status,
          compensability: row.compensability,
          coverage: row.coverage,
          termDate: row.term_date,
          planLevel: row.plan_level,
          lockInPharmacy: row.lock_in_pharmacy ?? row.lock_in_nabp,
          lockInPrescriber: row.lock_in_prescriber ?? row.lock_in_npi,
          caseManagement: row.case_management,
          language: row.language,
          inSevenDays: row.in_seven_days,
        }),
        diagnoses: row.diagnoses,
        fills: row.fills,
        until: grant?.until ? new Date(grant.until).toISOString() : null,
      }
    },
  ),
})
