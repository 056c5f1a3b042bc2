import { lockClaim, lockClaimById } from '#features/claims/lock-sql.ts'
import { factProblems } from '#features/eligibility/claim-fact-rules.ts'
import { factsInForce } from '#features/eligibility/claim-fact-sql.ts'
import { factRows, holdsOn, writeFacts } from '#features/eligibility/claim-fact-writes.ts'
import { afterFacts } from '#features/eligibility/claim-facts-changed.ts'
import { editOff, whyNotChange, whyNotEdit } from '#features/eligibility/rules.ts'
import { isSupport } from '#features/permissions/rules.ts'
import { type CallContext, implement, oneTrip, seen } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { sql as s } from '#platform/database/sql.ts'
import { usDate } from '#platform/dates/day.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { icd10Description } from '#reference/icd10.ts'
import { claimFacts } from './contract.ts'
import { holdingChanges, whyNotHold } from './holding.ts'
import { shown } from './shown.ts'
import * as sql from './sql.ts'

async function change(context: CallContext<(typeof claimFacts)['change']>) {
  const { input, db, who, now, newId, write, note, publishChange, refuse } = context
  const at = now.toISOString()
  const isProvider = input.kind === 'PROVIDER'
  const [person, , claim, prescriber] = await Promise.all([
    who(),
    db.all(lockClaimById(input.claimId)),
    db.one(sql.forChange(input.claimId, at)),
    isProvider ? db.one(sql.prescriberNamed(input.subject)) : undefined,
  ])
  if (!claim) return notFound()
  refuse(whyNotEdit(person, { ownerId: claim.owner_id }))
  if (claim.edit_off) refuse(editOff)
  if (claim.version !== input.version)
    refuse({
      code: 'CONFLICT',
      message: `${claim.facts.at(-1)?.by ?? 'Somebody else'} changed this claim meanwhile. Look at it again.`,
      current: { version: claim.version },
    })
  const holds = holdsOn(claim, input)
  const problems = factProblems({ doi: claim.doi, dob: claim.dob, holds }, input, claim.today)
  if (isProvider && problems.length === 0 && !prescriber)
    problems.push({ path: 'subject', message: 'No prescriber has this NPI.' })
  if (problems.length > 0)
    refuse({
      code: 'VALIDATION',
      message: problems[0]!.message,
      fields: problems.map(({ path, message }) => ({ path, code: 'invalid', message })),
    })
  const onFile = claim.icd.find(({ code }) => input.kind === 'DIAGNOSIS' && code === input.subject)
  const description =
    prescriber?.name ?? onFile?.description ?? icd10Description(input.subject) ?? input.description ?? ''
  const [row] = factRows(claim, [{ ...input, description, before: holds }], {
    source: isSupport(person) ? 'SUPPORT' : 'PORTAL',
    by: person,
    reason: input.reason,
    at,
    newId,
  })
  const isNow = input.from <= claim.today
  for (const statement of writeFacts([{ claim, rows: [row!] }], claim.today)) write(statement)
  const concerned = input.kind === 'DEATH' ? claim.claims : [claim.id]
  write(
    insertOutbox(
      concerned.map((claimId) =>
        afterFacts({
          mc: person.mc,
          id: newId(),
          claimId,
          factIds: [row!.id],
          from: input.from,
          zone: claim.zone,
          now,
        }),
      ),
    ),
  )
  publishChange('authorizations')
  publishChange('eligibility')
  note({
    claims: [claim.id],
    type: 'claim_fact',
    id: row!.id,
    detail: { kind: row!.kind, before: row!.before, after: row!.value, from: row!.valid_from },
  })
  return { success: true as const, factId: row!.id, holds: isNow, openRequests: claim.open_requests }
}

/** Asks that a change that waits be held, or agrees to it: then what is on file stays, and the change begins after the hold. */
async function hold(context: CallContext<(typeof claimFacts)['hold']>) {
  const { input, db, who, now, newId, write, note, publishChange, refuse } = context
  const at = now.toISOString()
  const [person, , claim] = await Promise.all([
    who(),
    db.all(lockClaim(s`c.mc = app_mc() and app_sees(c.sub_carrier) and c.id = ${sql.claimOfFact(input.factId)}`)),
    db.one(sql.forChange(sql.claimOfFact(input.factId), at)),
  ])
  const fact = claim?.facts.find(({ id }) => id === input.factId)
  if (!claim || !fact) return notFound()
  refuse(whyNotEdit(person, { ownerId: claim.owner_id }))
  if (claim.edit_off) refuse(editOff)
  if (claim.version !== input.version)
    refuse({
      code: 'CONFLICT',
      message: `${claim.facts.at(-1)?.by ?? 'Somebody else'} changed this claim meanwhile. Look at it again.`,
      current: { version: claim.version },
    })
  const asked = claim.holds.find(({ fact_id: of }) => of === fact.id)
  refuse(whyNotHold(claim.facts, fact, asked, { until: input.until, today: claim.today, by: person.id }))
  const until = asked?.until ?? input.until!
  if (asked) {
    const reason = `Held until ${usDate(until)}: ${asked.reason} (asked by ${asked.asked_by_name}, agreed by ${person.name}: ${input.reason})`
    const source = isSupport(person) ? 'SUPPORT' : 'PORTAL'
    const by = { source, by: person, reason: reason.slice(0, 500), at, newId } as const
    const rows = factRows(claim, holdingChanges(claim.facts, fact, until), by)
    for (const statement of writeFacts([{ claim, rows }], claim.today)) write(statement)
    write(sql.agreeToHold(fact.id, person, at))
    const again = rows[1]!
    const of = { mc: person.mc, id: newId(), claimId: claim.id, factIds: [again.id], from: again.valid_from }
    write(insertOutbox([afterFacts({ ...of, zone: claim.zone, now })]))
  } else {
    const { id: claimOf, sub_carrier } = claim
    const by = { asked_at: at, asked_by: person.id, asked_by_name: person.name }
    write(
      sql.askForHold({ fact_id: fact.id, sub_carrier, stratus_claim_id: claimOf, until, reason: input.reason, ...by }),
    )
    // Its version moves: the second of two who ask hears of the first.
    write(factsInForce([claim.id], claim.today))
  }
  publishChange('eligibility')
  note({ claims: [claim.id], type: 'claim_fact', id: fact.id, detail: { held: until, agreed: asked !== undefined } })
  return { success: true as const, agreed: asked !== undefined, until }
}

export const handlers = implement(claimFacts)({
  of: oneTrip(
    ({ claimId }, { now }) => ({ found: seen(sql.factsShown(claimId, now.toISOString()), s`seen.id`) }),
    ({ found: [found] }, { person }) => {
      if (!found) return notFound()
      return shown(found, person.id, whyNotChange(person, { ownerId: found.owner_id, off: found.edit_off }).edit)
    },
  ),
  change,
  hold,
})
