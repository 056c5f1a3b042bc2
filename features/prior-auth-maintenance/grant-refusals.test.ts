import { beforeAll, expect, test } from 'vitest'
import { drugs } from '#reference/drugs.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { decisionRows, raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { day } from '#testing/new-york-day.ts'
import { priorAuths } from './contract.ts'

// An approval or block in advance, refused: each reason once, at its field, and nothing is written.

const pregabalin = drugs.find((one) => one.name.startsWith('Pregabalin 75 mg') && one.brandFlag === 'G')!
const celecoxib = drugs.find((one) => one.name.startsWith('Celecoxib 200') && one.brandFlag === 'M')!
const claim = (at: number) => idOf(`AAA AAA1 claim ${at}`)

let api: TestApi
let references: { open: string; other: string }
const people: Record<string, Visitor> = {}
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  for (const name of ['adj.aaa', 'adj.aaa2', 'adj.sub1', 'read.only', 'pharm.aaa', 'super.aaa'])
    people[name] = await api.signIn(name)
  const open = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const other = await raiseAuthorization(api, { sub: 'AAA1', at: 2 })
  const { rows } = await api.db.query('select id, reference_number as ref from rx_authorization where id = any($1)', [
    [open, other],
  ])
  const ref = (id: string) => rows.find((row) => row.id === id).ref
  references = { open: ref(open), other: ref(other) }
  return () => api.close()
})

type Refusal = [code: string, field: string | undefined, words: RegExp]
const save = (who: string, more: object) =>
  people[who]!.ask(priorAuths.save, {
    stratusClaimId: claim(1),
    ndc: pregabalin.ndc,
    drugLevel: 14,
    oneTimeFill: false,
    reasonId: 1,
    ...more,
  })

/** What is refused, at which field, and whether anything was written all the same. */
async function refusalOf(who: string, more: object) {
  const before = await decisionRows(api)
  const { body } = await save(who, more)
  const { status, fields } = body as never as {
    status?: { code: string; message: string }
    fields?: { path: string }[]
  }
  const wrote = (await decisionRows(api)) !== before
  return { code: status?.code, message: status?.message, field: fields?.[0]?.path, wrote }
}
const refused = ([code, field, words]: Refusal) => ({
  code,
  message: expect.stringMatching(words),
  wrote: false,
  ...(field !== undefined && { field }),
})

test.each<[string, string, () => object, Refusal]>([
  [
    'two reasons that differ',
    'adj.aaa',
    () => ({ reason: 'One', priorauthReasonDesc: 'Another' }),
    ['VALIDATION', 'reason', /Give one of them/],
  ],
  ['no claim', 'adj.aaa', () => ({ stratusClaimId: undefined }), ['VALIDATION', 'stratusClaimId', /Enter a claim/]],
  ['no drug', 'adj.aaa', () => ({ ndc: undefined }), ['VALIDATION', 'ndc', /Enter a drug/]],
  [
    'a package without its NDC',
    'adj.aaa',
    () => ({ ndc: undefined, gpi: pregabalin.gpi, drugLevel: 11 }),
    ['VALIDATION', 'ndc', /A package is named by its NDC/],
  ],
  [
    'a drug code shorter than the level',
    'adj.aaa',
    () => ({ ndc: undefined, gpi: pregabalin.gpi.slice(0, 8), drugLevel: 10 }),
    ['VALIDATION', 'gpi', /Level 10 needs 10 digits/],
  ],
  [
    'a drug code shorter than the usual level',
    'adj.aaa',
    () => ({ ndc: undefined, gpi: pregabalin.gpi.slice(0, 10), drugLevel: undefined }),
    ['VALIDATION', 'gpi', /Level 14 needs 14 digits/],
  ],
  ['a claim that is not there', 'adj.aaa', () => ({ stratusClaimId: idOf('nobody') }), ['NOT_FOUND', undefined, /./]],
  [
    'another sub-carrier than the claim’s',
    'adj.aaa',
    () => ({ subCarrierCode: 'AAA2' }),
    ['NOT_FOUND', undefined, /./],
  ],
  [
    'the request of another claim',
    'adj.aaa',
    () => ({ referenceNumber: references.other }),
    ['NOT_FOUND', undefined, /./],
  ],
  [
    'a request that is open',
    'adj.aaa',
    () => ({ referenceNumber: references.open }),
    ['RULE', 'referenceNumber', /decide it instead/],
  ],
  ['a user who may not update', 'read.only', () => ({}), ['UPDATE_BLOCKED', undefined, /blocked/]],
  ['an NDC no product has', 'adj.aaa', () => ({ ndc: '99999999999' }), ['RULE', 'ndc', /No product has this code/]],
  [
    'a drug code no product has',
    'adj.aaa',
    () => ({ ndc: undefined, gpi: '99999999999999' }),
    ['RULE', 'gpi', /No product has this code/],
  ],
  [
    'a pharmacy that is not there',
    'adj.aaa',
    () => ({ pharmacyNabp: '1111111' }),
    ['VALIDATION', 'pharmacyNabp', /No pharmacy has this number/],
  ],
  [
    'a prescriber who is not there',
    'adj.aaa',
    () => ({ prescriberNpi: '1111111112' }),
    ['VALIDATION', 'prescriberNpi', /No prescriber has this NPI/],
  ],
  ['a code that is none', 'adj.aaa', () => ({ codes: ['ZZ'] }), ['VALIDATION', 'codes', /There is no reject code ZZ/]],
  ['a hard stop', 'adj.aaa', () => ({ codes: ['75', '43'] }), ['HARD_STOP', undefined, /hard stop/]],
  [
    'what the data must be corrected for',
    'adj.aaa',
    () => ({ codes: ['75', '07'] }),
    ['NOT_OVERRIDABLE', undefined, /correcting the data/],
  ],
  ['a safety code', 'adj.aaa', () => ({ codes: ['75', '88'] }), ['SAFETY_NEEDS_PHARMACIST', undefined, /pharmacist/]],
  [
    'a safety code without words',
    'pharm.aaa',
    () => ({ codes: ['88'] }),
    ['REASON_REQUIRED', 'safetyAck', /Confirm in words/],
  ],
  [
    'a level that is not the user’s',
    'adj.aaa',
    () => ({ drugLevel: 4 }),
    ['LEVEL_NOT_ALLOWED', 'drugLevel', /supervisor/],
  ],
  [
    'a last day past the longest',
    'adj.aaa',
    () => ({ authorizationExpirationDate: day(400) }),
    ['DATES_NOT_ALLOWED', undefined, /or earlier/],
  ],
  ['more fills than are allowed', 'adj.aaa', () => ({ paMaxFill: 12, drugLevel: 14 }), ['RULE', 'paMaxFill', /fill/i]],
  [
    'a pharmacy that would be notified of what does not pay',
    'adj.aaa',
    () => ({ pharmacyNabp: '1043391', codes: [] }),
    ['RULE', 'codes', /would be notified of an approval that does not pay: 75/],
  ],
  [
    'a block where the state leaves denials to reviewers',
    'adj.aaa',
    () => ({ stratusClaimId: claim(6), kind: 'BLOCK', reasonId: 3 }),
    ['NEEDS_UR_DECISION', undefined, /utilization review/],
  ],
  [
    'a block without a reason',
    'adj.aaa',
    () => ({ kind: 'BLOCK', reasonId: undefined }),
    ['REASON_REQUIRED', 'priorauthReasonDesc', /reason/i],
  ],
  [
    'a block of a brand for its generic that would stop the generic',
    'adj.aaa',
    () => ({
      kind: 'BLOCK',
      ndc: celecoxib.ndc,
      brandFlag: '*',
      reasonId: 6,
      note: 'Generic celecoxib is covered.',
    }),
    ['RULE', 'brandOnly', /Block this brand only/],
  ],
])('refused: %s', async (_, who, more, refusal) => {
  expect(await refusalOf(who, more())).toMatchObject(refused(refusal))
})

test('refused: what the carrier has switched off, left to its owner, or set two people for', async () => {
  await api.db.query(`update feature_flag set enabled = false where key = 'create_prior_auth'`)
  expect(await refusalOf('adj.aaa', {})).toMatchObject(refused(['FEATURE_OFF', undefined, /switched off/]))
  await api.db.query(`update feature_flag set enabled = true where key = 'create_prior_auth'`)
  await api.db.query(`insert into carrier_setting values ('AAA', '*', 'anyoneInGroupMayDecide', 'false')`)
  expect(await refusalOf('adj.aaa2', {})).toMatchObject(refused(['NOT_ALLOWED', undefined, /another case owner/]))
  await api.db.query(`insert into carrier_setting values ('AAA', '*', 'dualControlThreshold', '1')`)
  expect(await refusalOf('adj.aaa', {})).toMatchObject(refused(['RULE', undefined, /second person/]))
  await api.db.query(`delete from carrier_setting where key in ('anyoneInGroupMayDecide', 'dualControlThreshold')`)
})

test('refused: a claim that is not covered on the day', async () => {
  const covered = (more: string) =>
    api.db.query(`update eligibility_span set ${more} where stratus_claim_id = $1`, [claim(3)])
  await covered(`term_date = current_date - 20, reason_code = 'TERM_CLOSED'`)
  expect(await refusalOf('adj.aaa', { stratusClaimId: claim(3) })).toMatchObject(
    refused(['RULE', 'codes', /The claim is not covered/]),
  )
})

test('refused: what an approval or block in force covers already, and what the state lets nobody take back', async () => {
  expect((await save('adj.aaa', { stratusClaimId: claim(2) })).status).toBe(200)
  expect(await refusalOf('adj.aaa', { stratusClaimId: claim(2) })).toMatchObject(
    refused(['DUPLICATE', 'supersede', /already covers this/]),
  )
  // Texas: an approval stays.
  expect((await save('adj.aaa', { stratusClaimId: claim(4) })).status).toBe(200)
  expect(await refusalOf('adj.aaa', { stratusClaimId: claim(4), supersede: true })).toMatchObject(
    refused(['RULE', 'supersede', /stays in force/]),
  )
  // Under a block nothing is granted.
  expect((await save('adj.aaa', { kind: 'BLOCK', reasonId: 3 })).status).toBe(200)
  expect(await refusalOf('adj.aaa', {})).toMatchObject(refused(['RULE', 'kind', /Lift the block first/]))
})
