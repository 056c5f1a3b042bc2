import { expect, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { drugs } from '#reference/drugs.ts'
import { freshDatabase, pastDemoAsOf } from '../../testing/database.ts'
import { startApi } from '#testing/api.ts'
import { dayAt } from '#testing/new-york-day.ts'
import { claimOfWalkIn } from '../../tools/pharmacy/bill.ts'
import { carriersOf } from './carriers.ts'
import { placesOf } from './units.ts'
import { drugsOf } from './directory.ts'
import { organisationOf } from './organisation.ts'
import { staffOf } from './people.ts'
import { streams } from './prng.ts'
import type { Size } from './sizes.ts'
import { demoSeed } from './sizes.ts'
import { walkInClaims } from './walk-in-rows.ts'
import { walkIns } from './walk-ins.ts'

const claimsOn = (size: Size, today: string) => {
  const stream = streams(demoSeed)
  const nowMs = Date.parse(`${today}T15:00:00Z`)
  const staff = staffOf({ size }, stream, nowMs)
  const { groups } = organisationOf({ size }, stream, staff, {
    today,
    nowMs,
    bornMs: nowMs,
    seed: demoSeed,
    issuer: 'demo',
  })
  return walkInClaims({ stream, places: placesOf(carriersOf(size), size, groups, staff), staff })
}

test('a walk-in is the same person with the same claim on any day and in any size of world', () => {
  const made = (claims: ReturnType<typeof claimsOn>) =>
    // Employer and owner get their ids with the world.
    claims.map(({ claimant, row, icd, spans }) => ({
      claimant,
      row: { ...row, employer_id: null, owner_id: null },
      icd,
      spans,
    }))
  const one = made(claimsOn('test', '2026-03-02'))
  expect(made(claimsOn('test', '2027-11-30'))).toEqual(one)
  expect(made(claimsOn('demo', '2026-03-02'))).toEqual(one)
  expect(made(claimsOn('scale', '2026-03-02'))).toEqual(one)
  expect(one.map(({ row }) => row.subscriber_number)).toEqual(walkIns.map((who) => who.card))
  expect(new Set(walkIns.map((who) => who.card)).size).toBe(walkIns.length)
})

test('what they are prescribed is on the shelves of both worlds', () => {
  const wanted = new Set(walkIns.flatMap((who) => who.prescriptions.map(({ product }) => product)))
  const ndcs = [...wanted].map(
    (name) => drugs.find((drug) => drug.name === name && drug.brandFlag === 'G' && !drug.repackaged)!.ndc,
  )
  for (const size of ['test', 'demo', 'scale'] as const) {
    const shelf = new Set(drugsOf({ size }).map((drug) => drug.ndc))
    expect(ndcs.filter((ndc) => !shelf.has(ndc))).toEqual([])
  }
})

test('the engine pays or stops each prescription as it is said, and who owns the claim may approve what stopped', async () => {
  const day = dayAt(pastDemoAsOf)
  const api = await startApi({ url: await freshDatabase(false, 'past_demo') })
  api.clock.move(Date.parse(`${day}T15:45:00.000Z`) - Date.now())
  const owners = {
    'dana.ruiz': await api.signIn('dana.ruiz', 'NWM'),
    'lee.park': await api.signIn('lee.park', 'NWM'),
  }
  const found: { who: string; product: string; meets: string }[] = []
  for (const [at, who] of walkIns.entries()) {
    for (const [nth, what] of who.prescriptions.entries()) {
      const claim = claimOfWalkIn(who, what, { day, rxNumber: `${at + 10}${nth}0001` })
      const { body } = await api.service.ask(transactions.intake, claim)
      if (body.authorizationId !== null) {
        const { body: decided } = await owners[who.owner].ask(decision.approve, {
          id: body.authorizationId,
          version: 1,
        })
        expect(decided).toMatchObject({ authorizationStatusId: 30 })
        expect((await api.service.ask(transactions.intake, claim)).body).toMatchObject({
          status: 'P',
          priorAuthRef: expect.stringMatching(/^PA/),
        })
      }
      const meets =
        body.status === 'P'
          ? 'payment'
          : body.authorizationId === null
            ? body.rejects.map(({ code }) => code).join()
            : 'approval'
      found.push({ who: who.last, product: what.product, meets })
    }
  }
  expect(found).toEqual(
    walkIns.flatMap((who) => who.prescriptions.map(({ product, meets }) => ({ who: who.last, product, meets }))),
  )
})
