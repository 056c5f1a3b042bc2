import { expect, onTestFinished, test } from 'vitest'
import { decision } from '#features/decisions/contract.ts'
import { clinical } from '#features/clinical/contract.ts'
import { noticesOwed } from '#features/notifications/duties.ts'
import { pagesOf } from '#testing/browser/pdf-text.ts'
import { holidaysIn } from '#reference/holidays.ts'
import { allPacks } from '#reference/jurisdictions/packs.ts'
import { opioidFactors } from '#reference/opioid-factors.ts'
import { ruleBook } from '#features/adjudication/rule-book.ts'
import { clearingAll } from '#testing/clear-all.ts'
import type { TestApi, Visitor } from '#testing/api.ts'
import { startFixtureApi, raiseAuthorization } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { dayAt } from '#testing/new-york-day.ts'
import { DecisionRecord, provenance, type StoredRecord } from './contract.ts'
import { workedOutAgain } from './recompute.ts'
import { sectionsOf } from './sections.ts'

const HOUR = 3_600_000
const opioid = { sub: 'AAA1', at: 1, drug: 'oxycodone 30 mg tablet', quantity: 100, days: 30 } as const

/** A request of Texas with a pharmacist's advice, approved in two steps. */
async function decidedInTexas(api: TestApi): Promise<{ id: string; adjuster: Visitor }> {
  await api.db.query(`update wc_claim set juris_state = 'TX' where id = $1`, [idOf('AAA AAA1 claim 1')])
  const id = await raiseAuthorization(api, opioid)
  const adjuster = await api.signIn('adj.aaa')
  const pharmacist = await api.signIn('pharm.aaa')
  const ok = (answer: { status: number; body: unknown }) => expect(answer).toMatchObject({ status: 200 })
  ok(await adjuster.ask(decision.move, { id, status: 'clinical', version: 1 }))
  ok(
    await pharmacist.ask(clinical.advise, {
      authorizationId: id,
      version: 2,
      action: 'APPROVE_MODIFIED',
      rationale: 'Half of it would do.',
      modified: { days: 15 },
    }),
  )
  ok(
    await adjuster.ask(
      decision.approve,
      { id, version: 3, note: 'Known patient' },
      { headers: { 'x-screen-version': '1.2.3' } },
    ),
  )
  ok(
    await pharmacist.ask(decision.approve, {
      id,
      version: 4,
      ...(await clearingAll(pharmacist, id, 'Dose reviewed')),
      note: 'Spoke with the office',
    }),
  )
  return { id, adjuster }
}

/** What the paper says, but for who printed it when; a line longer than a page's column is one again. */
async function printed(api: TestApi, who: Visitor, id: string): Promise<string> {
  const answer = await api.built.app.inject({
    method: 'GET',
    url: `/api/authorizations/${id}/provenance/export/pdf?timeZone=America/Chicago`,
    headers: { cookie: who.cookie!, 'x-portal-request': '1', 'x-master-carrier': 'AAA' },
  })
  expect(answer.statusCode).toBe(200)
  return pagesOf(answer.rawPayload)
    .map((page) => page.replace(/Confidential health information\. Printed by[\s\S]*/, ''))
    .join('\n')
}

test('years later the answer and the PDF say what was shown, whatever changed since', async () => {
  const api = await startFixtureApi()
  const { id, adjuster } = await decidedInTexas(api)
  const then = (await adjuster.ask(provenance.of, { id })).body
  const [half, whole] = then.records
  expect(half!.record!.advice).toMatchObject({ source: 'PHARMACIST', action: 'APPROVE_MODIFIED', by: 'Pharm aaa' })
  expect(whole!.notices).toMatchObject([
    { by: expect.any(String), source: '28 TAC 134.600(j)', content: expect.arrayContaining(['the approval number']) },
  ])
  const paper = await printed(api, adjuster, id)
  for (const words of [
    'Half of it would do.',
    'the approval number',
    'TX/prospective/2004',
    'CDC-2022.2',
    'Dose reviewed',
  ])
    expect(paper.replaceAll(/\s+/g, ' ')).toContain(words)

  const record = half!.record!
  const pack = allPacks.find((one) => `${one.id} v${one.version}` === record.clock.pack)!
  const factor = opioidFactors.find((row) => row.key === 'oxycodone')!
  const rule = ruleBook[record.rejects[0]!.rule]!
  const days = holidaysIn('texas', Number(whole!.record!.at.slice(0, 4))) as Map<string, string>
  const next = holidaysIn('texas', Number(whole!.record!.at.slice(0, 4)) + 1) as Map<string, string>
  const before = { pack: { ...pack }, factor: { ...factor }, rule: { ...rule }, days: [...days], next: [...next] }
  onTestFinished(() => {
    Object.assign(pack, before.pack)
    Object.assign(factor, before.factor)
    Object.assign(rule, before.rule)
    for (const [calendar, was] of [
      [days, before.days],
      [next, before.next],
    ] as const) {
      calendar.clear()
      for (const [date, name] of was) calendar.set(date, name)
    }
  })
  Object.assign(pack, { amount: 9, text: 'Another rule', version: 99, noticeDuties: [], whoMayDeny: 'adjuster' })
  Object.assign(factor, { factor: 3 })
  Object.assign(rule, { trigger: 'something else', citation: 'another source' })
  // A week of new holidays around the decision: the notice that is owed was counted without them.
  for (let ms = Date.parse(whole!.record!.at); ms < Date.parse(whole!.record!.at) + 7 * 24 * HOUR; ms += 24 * HOUR) {
    const date = dayAt(new Date(ms))
    for (const calendar of [days, next]) calendar.set(date, 'New day')
  }
  for (const statement of [
    `insert into carrier_setting (mc, key, value) values ('AAA', 'dualControlThreshold', '1'), ('AAA', 'mmeLimit', '10')
      on conflict (mc, sub_carrier, key) do update set value = excluded.value`,
    `update user_carrier set approval_limit = 1, license_states = '{}' where user_id in ('${idOf('adj.aaa')}', '${idOf('pharm.aaa')}')`,
    `update app_user set last_name = 'Renamed', time_zone = 'Pacific/Honolulu' where username in ('adj.aaa', 'pharm.aaa')`,
    `update drug set facts = facts || '{"awpUnit": 99, "name": "Another name"}'`,
    `update formulary_item set status = 'EXCLUDED', facts = facts || '{"note": "Not any more"}'`,
    `update claimant set last_name = 'Married', dob = '1990-01-01'`,
    `update pharmacy set name = 'Under new owners'`,
    `update practitioner set last_name = 'Elsewhere'`,
    `update wc_claim set juris_state = 'CA', compensability = 'DENIED'`,
    `update rph_recommendation set rationale = 'I never said so', action = 'REJECT', pharmacist = 'Nobody'`,
    `update prior_auth set end_date = end_date + 30, drug_name = 'Another'`,
  ])
    await api.db.query(statement)
  api.clock.move(4 * 365 * 24 * HOUR)
  const later = await api.signIn('super.aaa')
  expect((await later.ask(provenance.of, { id })).body).toEqual(then)
  expect(await printed(api, later, id)).toBe(paper)
})

/** Parts of a record that need no line of their own. */
const elsewhere = [
  /^format$/, // of the record, not of what was known
  /^decisionId$/, // an id; the paper has the time and the person
  /^mme\.(items\.\d+|previous)\.(strength|unit|how|perDay|factor|mme)$/, // the arithmetic spells them out
  /^determination\.determinationId$/, // its kind, authority and number tell it
  /^considerations\.\d+\.key$/, // the title is its words
]

test('every value of a record is in its PDF: changing any value changes the PDF', async () => {
  const api = await startFixtureApi()
  const { id, adjuster } = await decidedInTexas(api)
  const kept = (await adjuster.ask(provenance.of, { id })).body.records[1]!
  // What this request happens not to have.
  const record = DecisionRecord.parse({
    ...kept.record!,
    warnings: [{ rule: 'R14', message: 'This package left the market' }],
    determination: {
      determinationId: idOf('determination'),
      kind: 'IMR',
      authority: 'A board',
      number: '17',
      determinedOn: '2026-01-02',
      result: 'CERTIFIED',
      startDate: '2026-01-03',
      endDate: '2026-02-03',
      oneTimeFill: false,
      drugLevel: 14,
      maxFills: 3,
      maxQty: 30,
      maxDays: 10,
      documentId: null,
      note: 'By mail',
      recordedBy: 'Somebody',
      recordedAt: '2026-01-04T10:00:00.000Z',
    },
  })
  const words = { instant: (iso: string) => `at ${iso}` }
  const paperOf = (changed: DecisionRecord) =>
    JSON.stringify(sectionsOf({ ...kept, record: changed } as StoredRecord, words))
  const whole = paperOf(record)
  const silent: string[] = []
  const other = (value: unknown): unknown =>
    typeof value === 'number'
      ? value + 1
      : typeof value === 'boolean'
        ? !value
        : value === 'PHARMACIST'
          ? 'RULE'
          : /^\d{4}-\d\d-\d\d$/.test(String(value))
            ? '1999-01-02'
            : `${String(value)}X`
  const change = (value: unknown, path: readonly string[]): void => {
    if (value === null) return
    if (typeof value === 'object') return Object.entries(value).forEach(([key, inner]) => change(inner, [...path, key]))
    const copy = structuredClone(record)
    const parent = path
      .slice(0, -1)
      .reduce((at, key) => at[key] as Record<string, unknown>, copy as Record<string, unknown>)
    parent[path.at(-1)!] = other(value)
    if (paperOf(copy) === whole && !elsewhere.some((part) => part.test(path.join('.')))) silent.push(path.join('.'))
  }
  change(record, [])
  expect(silent).toEqual([])
  // A record of the first release, which kept less, is still read, counted again and printed.
  const { determination: _new, ...first } = structuredClone(record)
  const rule = first.clock.inputs!.rule as { noticeDuties: Record<string, unknown>[] }
  rule.noticeDuties = [
    {
      when: 'anyDecision',
      to: ['worker'],
      within: { amount: 1, unit: 'businessDays' },
      written: true,
      source: '134.600(j)',
    },
  ]
  for (const item of first.mme!.items) Object.assign(item, { quantity: null, daysSupply: null, how: null })
  Object.assign(first, { price: { ...first.price!, inputs: null } })
  const old = DecisionRecord.parse(JSON.parse(JSON.stringify(first)))
  const [due, counted, ...notKept] = workedOutAgain(old)
  expect([due, counted]).toMatchObject([{ agrees: true }, { agrees: true }])
  expect(notKept.map(({ agrees }) => agrees)).toEqual([null, null])
  expect(noticesOwed(old.clock.inputs!.rule as never, 'approved', old.at)).toMatchObject([
    { content: [], to: ['worker'] },
  ])
  expect(paperOf(old)).toContain('134.600(j)')
  // The test would find a value that is left out.
  expect(paperOf({ ...record, at: '2020-01-01T00:00:00.000Z' })).not.toBe(whole)
})
