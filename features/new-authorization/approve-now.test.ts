import { beforeAll, expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { replay } from '#features/authorizations/transitions.ts'
import { priorAuths } from '#features/prior-auth-maintenance/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { day } from '#testing/new-york-day.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { decisionRows, startFixtureApi } from '#testing/fixture-api.ts'
import { newAuthorization } from './contract.ts'
import { build, claim, drug, emails, pregabalin } from './testing-drafts.ts'

let api: TestApi
let adjuster: Visitor
let email: string
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  adjuster = await api.signIn('adj.aaa')
  email = (await emails(api))['adj.aaa']!
  return () => api.close()
})

const built = async (at: number, more: object = {}) =>
  (await build(adjuster, { stratusClaimId: claim(at), ...more })).body
const approve = async (authorizationId: string, approveNow: object, who = adjuster) =>
  who.ask(newAuthorization.create, { authorizationId, selectedCaseOwners: [email], approveNow })
const billed = async (at: number, more: object = {}) =>
  (await api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at, drug: 'Pregabalin 75 mg', ...more })))
    .body
const priorAuthsOf = async (at: number) =>
  (
    await api.db.query(
      `select kind, status_id as status, override_ref as ref, codes_cleared as codes, terminated_reason as why from prior_auth
        where stratus_claim_id = $1 order by id`,
      [claim(at)],
    )
  ).rows
const block = async (at: number, drugLevel = 14) => {
  const { status, body } = await adjuster.ask(priorAuths.save, {
    stratusClaimId: claim(at),
    kind: 'BLOCK',
    ndc: pregabalin.ndc,
    drugLevel,
    reasonId: 3,
  })
  expect(status).toBe(200)
  return body.priorAuth.priorAuthOverrideRef
}

test('An approval over a block must lift it; when it is undone, the block is active again', async () => {
  const ref = await block(1)
  // Only an approval with a pharmacy that was not notified yet can be undone.
  const draft = await built(1, { pharmacyNabp: '1043391' })
  expect(draft.rejects.map((one) => one.rejectCode)).toEqual(['3Y', '75'])
  expect(draft.duplicates).toMatchObject([{ kind: 'BLOCK', reference: ref }])
  expect(draft.warnings).toContainEqual(expect.stringContaining(`A block (${ref}) covers this drug until`))
  expect(draft.warnings).toContainEqual(expect.stringContaining('Lift the block first, or clear code 3Y'))
  const before = await decisionRows(api)
  for (const approveNow of [{}, { rejects: [{ rejectCode: '75', override: true }] }]) {
    const { status, body } = await approve(draft.authorizationId, approveNow)
    expect([status, body.status.code, body.fields[0]?.path]).toEqual([422, 'RULE', 'approveNow.rejects'])
    expect(body.status.message).toContain(`A block (${ref}) covers this drug until`)
    expect(body.status.message).toContain('Lift the block first')
  }
  expect(await decisionRows(api)).toBe(before)

  const granted = await approve(draft.authorizationId, {
    rejects: ['75', '3Y'].map((rejectCode) => ({ rejectCode, override: true })),
  })
  expect(granted.body).toMatchObject({ authorizationStatusId: 30, priorAuth: { codesCleared: ['75'] } })
  expect(await priorAuthsOf(1)).toMatchObject([
    { kind: 'BLOCK', status: 8, why: 'Lifted by an approval' },
    { status: 3 },
  ])
  const log = async (id: string) =>
    (
      await api.db.query(
        `select event_code as "eventCode", old_status_id as "oldStatusId", new_status_id as "newStatusId" from authorization_event
          where authorization_id = $1 order by id`,
        [id],
      )
    ).rows
  expect(replay((await log(draft.authorizationId)) as never)).toBe(30)
  // The log of the denial that set the block says that it was lifted.
  const { rows } = await api.db.query(`select authorization_id as id from prior_auth where override_ref = $1`, [ref])
  expect((await log(rows[0].id)).at(-1)).toMatchObject({ eventCode: 190 })
  expect((await adjuster.ask(decision.undo, { id: draft.authorizationId })).status).toBe(200)
  expect(await priorAuthsOf(1)).toMatchObject([{ kind: 'BLOCK', status: 7, why: null }, { status: 6 }])
})

test('A lifted block no longer stops the pharmacy; an approval narrower than a block does not need to lift it', async () => {
  await block(2)
  const lifts = { rejects: ['75', '3Y'].map((rejectCode) => ({ rejectCode, override: true })) }
  expect((await approve((await built(2)).authorizationId, lifts)).status).toBe(200)
  expect(await billed(2)).toMatchObject({ status: 'P', priorAuthRef: expect.stringMatching(/^PA/) })
  await block(3, 8)
  expect((await approve((await built(3, { drugLevel: 14 })).authorizationId, {})).body.authorizationStatusId).toBe(30)
  expect((await priorAuthsOf(3))[0]).toMatchObject({ kind: 'BLOCK', status: 7 })
  expect(await billed(3)).toMatchObject({ status: 'P' })
  // A user who sends instead of approving gets the same warning.
  const sent = await adjuster.ask(newAuthorization.create, {
    authorizationId: (await built(3)).authorizationId,
    selectedCaseOwners: [email],
  })
  expect(sent.body).toMatchObject({ authorizationStatusId: 20, warnings: [expect.stringContaining('A block (PA')] })
})

/** A prior authorization that clears the rejects of a 95-day fill, replaced by one that clears today's rejects. */
async function replaced(at: number, ended = { status: 6, why: 'Replaced by a new approval' as string | null }) {
  const first = await built(at, { quantity: 190, daysSupply: 95, drugLevel: 12 })
  expect(first.rejects.map((one) => one.rejectCode)).toEqual(expect.arrayContaining(['75', '7X']))
  const old = await approve(first.authorizationId, {})
  expect(old.body.priorAuth).toMatchObject({ codesCleared: expect.arrayContaining(['75', '7X']) })
  // As one that was granted before the drug needed an authorization.
  await api.db.query(
    `update prior_auth p set codes_cleared = array['7X'],
       findings = (select jsonb_agg(f) from jsonb_array_elements(p.findings) f where f ->> 'rejectCode' = '7X') where override_ref = $1`,
    [old.body.priorAuth!.priorAuthOverrideRef],
  )
  const next = await built(at, { drugLevel: 12, authExpirationDate: day(30), pharmacyNabp: '1043391' })
  expect((await approve(next.authorizationId, {})).body.status.code).toBe('DUPLICATE')
  const done = await approve(next.authorizationId, { supersede: true })
  expect(done.body).toMatchObject({ authorizationStatusId: 30, priorAuth: { codesCleared: ['75', '7X'] } })
  expect(await priorAuthsOf(at)).toMatchObject([
    { ...ended, codes: ['7X'] },
    { status: 3, codes: ['75', '7X'] },
  ])
  return next.authorizationId
}

test('A prior authorization that replaces another keeps the codes that one cleared', async () => {
  const id = await replaced(5)
  // The decision itself names only what was decided (docs/decisions/0012).
  const { rows } = await api.db.query('select rejects from authorization_decision where authorization_id = $1', [id])
  expect(rows[0].rejects).toEqual([{ rejectCode: '75', override: true }])
  expect(await billed(5, { quantity: 190, days: 95 })).toMatchObject({ status: 'P' })
})

test('When it is undone, the one it replaced is in force again', async () => {
  expect((await adjuster.ask(decision.undo, { id: await replaced(6) })).status).toBe(200)
  expect(await priorAuthsOf(6)).toMatchObject([
    { status: 3, why: null },
    { status: 6, why: 'Decision undone' },
  ])
})

test('In Texas it is added beside the earlier one, which cannot be withdrawn', async () => {
  const id = await replaced(4, { status: 3, why: null })
  expect((await adjuster.ask(decision.undo, { id })).status).toBe(200)
  expect(await priorAuthsOf(4)).toMatchObject([
    { status: 3, why: null },
    { status: 6, why: 'Decision undone' },
  ])
})

test('What a pharmacist must clear is named in the draft; sent and approved in a row, it waits for the pharmacist', async () => {
  const oxycodone = drug('Oxycodone 30 mg').ndc
  const draft = await built(5, { ndc: oxycodone, quantity: 120 })
  const mine = draft.rejects.filter((one) => one.canCallerOverride).map((one) => one.rejectCode)
  expect(draft.leftToPharmacist.length).toBeGreaterThan(0)
  expect(draft.whyNotApprove).toBe(`A pharmacist must clear ${draft.leftToPharmacist.join(', ')}.`)
  expect(draft.leftToPharmacist.every((code) => !mine.includes(code))).toBe(true)
  const sent = await adjuster.ask(newAuthorization.create, {
    authorizationId: draft.authorizationId,
    selectedCaseOwners: [email],
  })
  const { id, version } = { id: draft.authorizationId, version: sent.body.version }
  const rejects = draft.rejects.map(({ rejectCode, canCallerOverride }) => ({
    rejectCode,
    override: canCallerOverride,
  }))
  const saved = await adjuster.ask(decision.approve, { id, version, maxQty: 120, maxDays: 30, rejects, reasonId: 1 })
  expect(saved.body).toMatchObject({ authorizationStatusId: 22, priorAuth: null })
  // Where nothing is left to a pharmacist, nothing is named.
  expect((await built(6)).leftToPharmacist).toEqual([])
})
