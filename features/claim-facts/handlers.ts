import { lockClaimById } from '#features/claims/lock-sql.ts'
import { factProblems } from '#features/eligibility/claim-fact-rules.ts'
import { factRows, holdsOn, writeFacts } from '#features/eligibility/claim-fact-writes.ts'
import { afterFacts } from '#features/eligibility/claim-facts-changed.ts'
import { editOff, whyNotChange, whyNotEdit } from '#features/eligibility/rules.ts'
import { isSupport } from '#features/permissions/rules.ts'
import { type CallContext, implement, oneTrip, seen } from '#platform/calls/handler.ts'
import { notFound } from '#platform/calls/refusal.ts'
import { sql as s } from '#platform/database/sql.ts'
import { insertOutbox } from '#platform/jobs/outbox.ts'
import { icd10Description } from '#reference/icd10.ts'
import { claimFacts } from './contract.ts'
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

export const handlers = implement(claimFacts)({
  of: oneTrip(
    ({ claimId }, { now }) => ({ found: seen(sql.factsShown(claimId, now.toISOString()), s`seen.id`) }),
    ({ found: [found] }, { person }) => {
      if (!found) return notFound()
      return shown(found, whyNotChange(person, { ownerId: found.owner_id, off: found.edit_off }).edit)
    },
  ),
  change,
})
