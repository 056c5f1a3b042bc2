import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { replay } from '#features/authorizations/transitions.ts'
import { transactions } from '#features/transactions/contract.ts'
import { pharmacyClaim } from '#testing/pharmacy-claim.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { newAuthorization } from './contract.ts'
import { claim, emails, build, log } from './testing-drafts.ts'

test('Another user reconsiders a denial in a new request of the next level', async () => {
  const api = await startFixtureApi()
  const mail = await emails(api)
  const [adjuster, second] = [await api.signIn('adj.aaa'), await api.signIn('adj.aaa2')]
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  expect(
    (
      await build(adjuster, {
        stratusClaimId: undefined,
        ndc: undefined,
        quantity: undefined,
        daysSupply: undefined,
        originalAuthId: id,
      })
    ).body.status.code,
  ).toBe('ALREADY_DECIDED')
  await adjuster.ask(decision.rejectThisFill, { id, version: 1, reasonId: 3 })
  const built = (await second.ask(newAuthorization.build, { originalAuthId: id })).body
  expect(built).toMatchObject({ reconsiderationLevel: 1, medication: { quantity: 60, daysSupply: 30 } })
  expect(built.caseOwners.map((owner) => owner.name)).toEqual(['Super aaa'])
  expect((await second.ask(newAuthorization.build, { originalAuthId: id, stratusClaimId: claim(2) })).status).toBe(404)
  expect(
    (await second.ask(newAuthorization.build, { originalAuthId: id, reconsiderationLevel: 2 })).body.fields,
  ).toMatchObject([{ path: 'reconsiderationLevel' }])
  const create = (owner: string, more: object = {}) =>
    second.ask(newAuthorization.create, {
      authorizationId: built.authorizationId,
      selectedCaseOwners: [mail[owner]!],
      reconsiderationLevel: 1,
      originalAuthId: id,
      ...more,
    })
  expect((await create('adj.aaa')).body.status).toMatchObject({
    code: 'RULE',
    message: expect.stringContaining('decided before'),
  })
  expect((await create('adj.aaa2', { approveNow: {} })).body.status.code).toBe('RULE')
  expect((await create('adj.aaa2')).body).toMatchObject({
    authorizationStatusId: 24,
    authorizationStatus: 'Reconsideration',
  })
  const lines = await log(api, built.authorizationId)
  expect(lines.at(-1)).toMatchObject({ eventCode: 200, text: 'Reconsideration level 1 opened by Adj aaa2' })
  expect(replay(lines)).toBe(24)
  expect((await api.db.query('select status_id from rx_authorization where id = $1', [id])).rows).toEqual([
    { status_id: 41 },
  ])
  const again = (await second.ask(newAuthorization.build, { originalAuthId: id })).body
  expect(
    (
      await second.ask(newAuthorization.create, {
        authorizationId: again.authorizationId,
        selectedCaseOwners: [mail['adj.aaa2']!],
      })
    ).body.status.code,
  ).toBe('DUPLICATE')
  // The user who decided before sees it but may not decide it: shown as not allowed, and refused.
  const reconsidered = built.authorizationId
  const shown = (await adjuster.ask(authorizations.one, { id: reconsidered })).body
  const why = { code: 'NOT_ALLOWED', message: 'You decided this before; another person decides the reconsideration.' }
  expect(shown.blockedReasons).toContainEqual({ action: 'approve', ...why })
  const asked = { id: reconsidered, version: shown.version }
  expect((await adjuster.ask(decision.approve, asked)).body.status).toMatchObject(why)
  expect((await second.ask(decision.approve, asked)).body).toMatchObject({ success: true, authorizationStatusId: 30 })
})

test('Approving the third reconsideration ends all blocks; at level 3 support records an outside decision', async () => {
  const api = await startFixtureApi()
  const mail = await emails(api)
  await api.db.query(`update user_carrier set roles = '{pbm_support}' where mc = 'AAA' and user_id = $1`, [
    idOf('multi'),
  ])
  const [adjuster, second] = [await api.signIn('adj.aaa'), await api.signIn('adj.aaa2')]
  const [pharmacist, support] = [await api.signIn('pharm.aaa'), await api.signIn('multi', 'AAA')]
  const denied = { reasonId: 6, note: 'Not related to the injury.' }
  const reconsidered = async (originalAuthId: string, owner: string) => {
    const { authorizationId } = (await second.ask(newAuthorization.build, { originalAuthId })).body
    const made = await second.ask(newAuthorization.create, { authorizationId, selectedCaseOwners: [mail[owner]!] })
    expect(made.body).toMatchObject({ authorizationStatusId: 24 })
    return { id: authorizationId, version: made.body.version }
  }
  const blocks = async () =>
    (
      await api.db.query(
        `select status_id, drug_name, terminated_reason as why from prior_auth where kind = 'BLOCK' order by created_at, id`,
      )
    ).rows.map((row) => `${row.status_id} ${row.why ?? ''}`.trim())
  const id = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  expect((await adjuster.ask(decision.reject, { id, version: 1, ...denied, drugLevel: 14 })).status).toBe(200)
  const first = await reconsidered(id, 'adj.aaa2')
  expect((await second.ask(decision.reject, { ...first, ...denied, drugLevel: 8 })).status).toBe(200)
  const next = await reconsidered(first.id, 'pharm.aaa')
  expect((await pharmacist.ask(decision.reject, { ...next, ...denied, drugLevel: 10 })).status).toBe(200)
  const last = await reconsidered(next.id, 'adj.aaa2')
  expect(await blocks()).toEqual(['7', '7', '7'])

  expect((await second.ask(decision.approve, last)).body.status).toMatchObject({
    code: 'NOT_ALLOWED',
    message: 'Level 3 is decided outside; support records the outcome.',
  })
  expect((await support.ask(decision.approve, last)).body).toMatchObject({
    status: { code: 'REASON_REQUIRED', message: 'Enter in the note who decided this outside, and when.' },
    fields: [{ path: 'note' }],
  })
  const shown = (await support.ask(authorizations.one, { id: last.id })).body
  expect(shown.rejects.map((one) => one.canCallerOverride)).toEqual(shown.rejects.map(() => true))
  const granted = await support.ask(decision.approve, { ...last, note: 'Granted by the board of appeals today.' })
  expect(granted.body).toMatchObject({
    authorizationStatusId: 30,
    priorAuth: { codesCleared: shown.rejects.map((one) => one.rejectCode).filter((code) => code !== '3Y') },
  })
  expect(await blocks()).toEqual(Array.from({ length: 3 }, () => '8 Approved on reconsideration'))
  const lines = await log(api, last.id)
  expect(lines.filter((line) => [201, 130].includes(line.eventCode)).map((line) => line.text)).toEqual([
    'Reconsideration level 3 decided: approved',
    expect.stringMatching(/^Approved by Multi/),
  ])
  expect(replay(lines)).toBe(30)
  expect((await support.ask(decision.undo, { id: last.id })).status).toBe(200)
  expect(await blocks()).toEqual(['7', '7', '7'])
  const { version } = (await support.ask(authorizations.one, { id: last.id })).body
  expect((await support.ask(decision.approve, { id: last.id, version, note: 'The board, today.' })).status).toBe(200)
  const paid = await api.service.ask(transactions.intake, pharmacyClaim({ sub: 'AAA1', at: 1 }))
  expect(paid.body).toMatchObject({ status: 'P', priorAuthRef: expect.stringMatching(/^PA/) })
})
