import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApi } from '#testing/api.ts'
import { addFills } from '#testing/fills.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { transactionHistory } from '#features/transaction-history/contract.ts'
import { normalizeForSearch } from '#platform/text/search-form.ts'
import { patients } from './contract.ts'

let api: TestApi
beforeAll(async () => {
  api = await startFixtureApi({ keep: true })
  await person('AAA', 'AAA1', 'Wendell', 'Applegarth', '1972-09-30', 'w1')
  await person('AAA', 'AAA1', 'Wendell', 'Applegarth', '1979-09-03', 'w2')
  await person('AAA', 'AAA1', 'Tamsin', 'Applegarth-Moss', '1964-06-18', 'moss')
  await person('AAA', 'AAA1', 'Ines', 'Appelgarth', '1981-04-05', 'swapped')
  await person('AAA', 'AAA2', 'Odette', 'Applegarth', '1990-01-01', 'sub2')
  await person('BBB', 'BBB1', 'Zoe', 'Applegarth', '1990-01-02', 'bbb')
})
afterAll(() => api.close())

const claim = (at: number, sub = 'AAA1', mc = 'AAA') => idOf(`${mc} ${sub} claim ${at}`)
const search = normalizeForSearch

/** A patient with one claim: the claim's id is `idOf(key)`, its number the key in capitals. */
async function person(mc: string, sub: string, first: string, last: string, dob: string, key: string): Promise<void> {
  await api.db.query(
    `insert into claimant (mc, id, patient_id, first_name, last_name, last_folded, first_folded, dob) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [mc, idOf(`${key} person`), `7-${key.toUpperCase()}`, first, last, search(last), search(first), dob],
  )
  await api.db.query(
    `insert into wc_claim (mc, id, sub_carrier, group_code, claimant_id, esi_claim_id, client_claim_id, claim_number, subscriber_number, doi,
       juris_state, compensability, status)
     values ($1, $2, $3, $3 || 'GRP', $4, 'E' || $5, 'CL-' || $5, 'KM-' || $5, 'S' || $5, '2025-02-03', 'CA', 'ACCEPTED', 'OPEN')`,
    [mc, idOf(key), sub, idOf(`${key} person`), key.toUpperCase()],
  )
}

const shown = (rows: readonly { customerClaimNumber: string; match: string }[]) =>
  rows.map(({ customerClaimNumber, match }) => `${customerClaimNumber} ${match}`)

describe('An adjuster finds a patient', () => {
  test.each([
    ['C', ' km-moss ', ['KM-MOSS EXACT']],
    ['C', 'KMMOSS', ['KM-MOSS EXACT']],
    ['C', 'cl-moss', ['KM-MOSS EXACT']],
    ['C', 'SMOSS', ['KM-MOSS EXACT']],
    ['M', ' 7-moss', ['KM-MOSS EXACT']],
    ['N', 'applegarth', ['KM-SUB2 EXACT', 'KM-W1 EXACT', 'KM-W2 EXACT', 'KM-MOSS STARTS', 'KM-SWAPPED CLOSE']],
    ['N', 'Applegarth, Wend', ['KM-W1 EXACT', 'KM-W2 EXACT']],
    ['N', 'wendell applegarth', ['KM-W1 EXACT', 'KM-W2 EXACT']],
    ['N', 'Aplegarth', ['KM-SUB2 CLOSE', 'KM-W1 CLOSE', 'KM-W2 CLOSE']],
    ['N', 'Applegarth-mos', ['KM-MOSS STARTS']],
    ['N', 'Nobody', []],
    ['T', '000 000', []],
  ] as const)('by %s "%s"', async (searchType, value, expected) => {
    const adjuster = await api.signIn('adj.aaa')
    const { status, body } = await adjuster.ask(patients.search, { searchType, value })
    expect(status).toBe(200)
    expect(shown(body.content).toSorted()).toEqual([...expected].toSorted())
    expect(body.totalElements).toBe(expected.length)
    expect(body.content.map(({ match }) => match)).toEqual(
      body.content.map(({ match }) => match).toSorted((a, b) => 'ESC'.indexOf(a[0]!) - 'ESC'.indexOf(b[0]!)),
    )
  })

  test('of whose number two digits were swapped or zeros left out, only where it is nobody’s own', async () => {
    const adjuster = await api.signIn('adj.aaa')
    const ofSub = await api.signIn('adj.sub1')
    await person('AAA', 'AAA1', 'Near', 'By', '1980-01-01', 'n25-0048213')
    await person('AAA', 'AAA2', 'Other', 'Program', '1980-01-02', 'n25-0048231')
    const found = async (who: typeof adjuster, searchType: 'C' | 'M', value: string) =>
      shown((await who.ask(patients.search, { searchType, value })).body.content).toSorted()
    expect(await found(adjuster, 'C', 'km-n25-48213')).toEqual(['KM-N25-0048213 CLOSE'])
    expect(await found(adjuster, 'C', 'KM-N25-0048213')).toEqual(['KM-N25-0048213 EXACT'])
    expect(await found(adjuster, 'M', '7-N25-0048123')).toEqual(['KM-N25-0048213 CLOSE'])
    // A claim of another program is not confirmed by what is close to it.
    expect(await found(ofSub, 'C', 'KM-N25-48231')).toEqual([])
    const link = await adjuster.ask(transactionHistory.byClaimNumber, { a: 'AAA', b: 'ALL', c: 'KM-N25-48213' })
    expect(link.body.patients).toEqual([])
  })

  test.each([
    ['Dunmore', ['KM-QUILL']],
    ['Dunmore, Ida', ['KM-QUILL']],
    ['Quillfeather Dunmore', ['KM-QUILL']],
    ['dunmore quillfeather', ['KM-QUILL']],
    ['Piedrasol Arbolverde', ['KM-PIEDRA']],
    ['piedrasol', ['KM-PIEDRA']],
    ['Tormentosa', ['KM-TORM']],
    ['la tormentosa', ['KM-TORM']],
    ['de la Tormentosa, Rosa', ['KM-TORM']],
    ['Tormentosa Rosa', ['KM-TORM']],
    ['del Rosewater', ['KM-ROSE']],
    ['Muehlenbraeu', ['KM-MUEHL']],
    ['MÜHLENBRÄU', ['KM-MUEHL']],
    ['Muhlenbrau', ['KM-MUEHL']],
    ['Jürgensohn', ['KM-JUERG']],
    ['Dunless', []],
  ] as const)('of two words, with a particle or an umlaut, by "%s"', async (value, expected) => {
    for (const [first, last, key] of [
      ['Ida', 'Quillfeather-Dunmore', 'quill'],
      ['Ana', 'Arbolverde Piedrasol', 'piedra'],
      ['Rosa', 'de la Tormentosa', 'torm'],
      ['Eve', 'Rosewater', 'rose'],
      ['Max', 'Mühlenbräu', 'muehl'],
      ['Kai', 'Juergensohn', 'juerg'],
    ] as const)
      await person('AAA', 'AAA1', first, last, '1970-01-01', key).catch((reason: { code?: string }) => {
        if (reason.code !== '23505') throw reason // the case before has added them
      })
    const adjuster = await api.signIn('adj.aaa')
    const { body } = await adjuster.ask(patients.search, { searchType: 'N', value })
    expect(body.content.map(({ customerClaimNumber }) => customerClaimNumber)).toEqual(expected)
  })
  test('by an older number of the claim', async () => {
    const adjuster = await api.signIn('adj.aaa')
    await api.db.query(`insert into claim_identifier values ('AAA', $1, 'OLD', '99-OLD-1')`, [idOf('moss')])
    const { body } = await adjuster.ask(patients.byNumber, { mc: 'AAA', searchType: 'C', value: '99-old-1' })
    expect(shown(body.content)).toEqual(['KM-MOSS EXACT'])
  })

  test('by transaction number, spaces ignored', async () => {
    const adjuster = await api.signIn('adj.aaa')
    await api.db.query(
      `insert into rx_transaction (mc, id, tcn, reference_number, sub_carrier, stratus_claim_id, status, claim_channel_type, rx_number, fill_number,
         fill_date, submitted_at, adjudicated_at, ndc, gpi, drug_name, generic_or_brand, quantity, days_supply, pharmacy_nabp, prescriber_npi)
       values ('AAA', $1, '26110000000000017', '000000000017', 'AAA1', $2, 'P', 1, '1', 0, '2026-01-01', now(), now(), '00000000001', '65100000000000',
         'Drug', 'G', 1, 1, '1043391', '1')`,
      [idOf('fill'), idOf('moss')],
    )
    const { body } = await adjuster.ask(patients.search, { searchType: 'T', value: '2611 0000 0000 00017' })
    expect(shown(body.content)).toEqual(['KM-MOSS EXACT'])
  })

  test('by case owner: their own, and those of a colleague by name', async () => {
    const adjuster = await api.signIn('adj.aaa')
    const own = (await adjuster.ask(patients.byAdjuster, { mc: 'AAA', adjusterId: 'me' })).body
    expect(own.content.map((one) => one.claimId).toSorted()).toEqual(
      [1, 2, 3, 4, 5, 6].map((at) => claim(at)).toSorted(),
    )
    expect(own.content.every((one) => !one.delegated)).toBe(true)
    const other = (await adjuster.ask(patients.byAdjuster, { mc: 'AAA', adjusterId: 'aaa2, adj' })).body
    expect(other.content.map((one) => one.subCarrier)).toEqual(Array(6).fill('AAA2'))
  })

  test('and narrows a name by birth date, date of injury, state and coverage', async () => {
    const adjuster = await api.signIn('adj.aaa')
    const named = (more: object) => adjuster.ask(patients.byName, { mc: 'AAA', lastName: 'Applegarth', ...more })
    expect(shown((await named({ dob: '19790903' })).body.content)).toEqual(['KM-W2 EXACT'])
    expect((await named({ doi: '20250203', state: 'ca', firstName: 'Wendell' })).body.totalElements).toBe(2)
    expect((await named({ state: 'FL' })).body.totalElements).toBe(0)
    expect((await named({ covered: true })).body.totalElements).toBe(0)
    expect((await named({ covered: false, dob: '19790903' })).body.totalElements).toBe(1)
    const wrong = await named({ dob: '19790231' })
    expect([wrong.status, wrong.body.fields[0]?.path]).toEqual([400, 'dob'])
  })

  test('by coverage on the day of the search, whatever becomes of the periods of a claim', async () => {
    const adjuster = await api.signIn('adj.aaa')
    const found = async (covered: boolean) =>
      (await adjuster.ask(patients.byName, { mc: 'AAA', lastName: 'Applegarth', dob: '19790903', covered })).body
        .totalElements === 1
    const { rows } = await api.db.query<{ id: string }>(`select id from wc_claim where claim_number = 'KM-W2'`)
    const period = (id: string, from: number, to: number | null) =>
      api.db.query(
        `insert into eligibility_span (mc, id, stratus_claim_id, effective_date, term_date)
           values ('AAA', $1, $2, current_date + $3::int, current_date + $4::int)`,
        [idOf(id), rows[0]!.id, from, to],
      )
    // Ended, not begun, and a gap between the two.
    await period('past', -60, -30)
    await period('later', 30, null)
    expect([await found(true), await found(false)]).toEqual([false, true])
    await api.db.query(`update eligibility_span set term_date = current_date + 1 where id = $1`, [idOf('past')])
    expect([await found(true), await found(false)]).toEqual([true, false])
    await api.db.query('delete from eligibility_span where id = $1', [idOf('past')])
    expect([await found(true), await found(false)]).toEqual([false, true])
    await api.db.query(`update eligibility_span set effective_date = current_date - 1 where id = $1`, [idOf('later')])
    expect([await found(true), await found(false)]).toEqual([true, false])
    await api.db.query('delete from eligibility_span where id = $1', [idOf('later')])
  })

  test('page by page', async () => {
    const adjuster = await api.signIn('adj.aaa')
    const page = async (at: number) =>
      (await adjuster.ask(patients.search, { searchType: 'N', value: 'applegarth', page: at, size: 2 })).body
    const found = [await page(0), await page(1), await page(2)]
    expect(found.flatMap(({ content }) => content.map((one) => one.customerClaimNumber))).toEqual([
      'KM-SUB2',
      'KM-W1',
      'KM-W2',
      'KM-MOSS',
      'KM-SWAPPED',
    ])
    expect(found[0]).toMatchObject({ totalElements: 5, totalPages: 3, totalIsExact: true })
  })
})

test('a search finds nothing outside the sub-carriers of its user, nor of another carrier', async () => {
  const ofSub = await api.signIn('adj.sub1')
  for (const [searchType, value] of [
    ['N', 'applegarth, odette'],
    ['C', 'KM-SUB2'],
    ['M', '7-SUB2'],
    ['C', 'KM-BBB'],
    ['N', 'aplegarth, zoe'],
  ] as const)
    expect((await ofSub.ask(patients.search, { searchType, value })).body.content, value).toEqual([])
  const { body } = await ofSub.ask(transactionHistory.byClaimNumber, { a: 'AAA', b: 'ALL', c: 'KM-SUB2' })
  expect(body).toEqual({ patients: [], transactions: null })
  const adjuster = await api.signIn('adj.aaa')
  const ofNumber = async (b: string) =>
    (await adjuster.ask(transactionHistory.byClaimNumber, { a: 'AAA', b, c: 'KM-SUB2' })).body
  expect((await ofNumber('AAA1')).patients).toEqual([])
  const found = await ofNumber('AAA2')
  expect([found.patients.length, found.transactions]).toEqual([1, []])
})

test('a patient who was renamed, and a claim with another program, injury or patient, are found as they are now', async () => {
  const adjuster = await api.signIn('adj.aaa')
  const ofSub = await api.signIn('adj.sub1')
  await person('AAA', 'AAA1', 'Rue', 'Oldname', '1970-01-01', 'follow')
  const named = async (lastName: string, more: object = {}, who = adjuster) =>
    shown((await who.ask(patients.byName, { mc: 'AAA', lastName, ...more })).body.content)
  await api.db.query(
    `update claimant set last_name = 'Newname', last_folded = 'newname', dob = '1970-01-02' where id = $1`,
    [idOf('follow person')],
  )
  await api.db.query(`update wc_claim set doi = '2025-06-07', juris_state = 'TX' where id = $1`, [idOf('follow')])
  expect([await named('Oldname'), await named('Newname', { dob: '19700102', doi: '20250607', state: 'TX' })]).toEqual([
    [],
    ['KM-FOLLOW EXACT'],
  ])
  expect(await named('Newname', {}, ofSub)).toEqual(['KM-FOLLOW EXACT'])
  await api.db.query(`update wc_claim set sub_carrier = 'AAA2', group_code = 'AAA2GRP' where id = $1`, [idOf('follow')])
  expect([await named('Newname'), await named('Newname', {}, ofSub)]).toEqual([['KM-FOLLOW EXACT'], []])
  await api.db.query(`update wc_claim set claimant_id = $1 where id = $2`, [idOf('moss person'), idOf('follow')])
  expect([await named('Newname'), (await named('Applegarth-Moss')).toSorted()]).toEqual([
    [],
    ['KM-FOLLOW EXACT', 'KM-MOSS EXACT'],
  ])
  await api.db.query(`update wc_claim set claimant_id = $1 where id = $2`, [idOf('follow person'), idOf('follow')])
})

test.each([
  ['N', 'x', 'Enter at least two letters of a last name.'],
  ['N', '—', 'Enter at least two letters of a last name.'],
  ['A', '%', 'Enter at least two letters of a case owner’s name, or an e-mail address.'],
] as const)('a search for %s "%s" is refused in words', async (searchType, value, message) => {
  const adjuster = await api.signIn('adj.aaa')
  const { status, body } = await adjuster.ask(patients.search, { searchType, value })
  expect([status, body.fields[0]]).toMatchObject([400, { path: 'value', message }])
})

describe('The profile', () => {
  const open = (of: { mc?: string; sc?: string; claimId: string }) => ({ mc: 'AAA', sc: 'AAA1', ...of })

  test('shows who, which claim, coverage and the tabs the carrier allows, and goes on record once', async () => {
    const adjuster = await api.signIn('adj.aaa')
    const { body } = await adjuster.ask(patients.profile, open({ claimId: claim(1) }))
    expect(body).toMatchObject({
      patient: {
        claimantFirstName: 'Maria',
        claimantLastName: 'Ortega1',
        dob: '1979-03-14',
        patientId: 'PAAA11',
        ssnOnFile: true,
      },
      currentEligibility: { state: 'COVERED' },
      card: { bin: '610014', pcn: 'WCPBM', groupCode: 'AAA1GRP', subscriberNumber: 'SUBAAA11' },
      claim: { diagnoses: [{ code: 'S33.5XXA', primary: true }] },
    })
    expect(JSON.stringify(body)).not.toContain('1120')
    expect(body.tabs.map(({ key }) => key)).toContain('documents')
    const seen = await api.db.query(`select claim_ids from access_audit where call = 'patients.profile'`)
    expect(seen.rows.filter((row) => row.claim_ids.includes(claim(1)))).toHaveLength(1)
  })

  test('has no Documents tab where the file cabinet is off, and no Text messages where texts are', async () => {
    const adjuster = await api.signIn('adj.aaa')
    await api.db.query(
      `insert into feature_flag_override (mc, sub_carrier, key, enabled)
         values ('AAA', 'AAA2', 'patient_show_filecab', false), ('AAA', 'AAA2', 'textMessagesDisabled', true)`,
    )
    const { body } = await adjuster.ask(patients.profile, open({ sc: 'AAA2', claimId: claim(1, 'AAA2') }))
    const keys = body.tabs.map(({ key }) => key)
    expect([keys.includes('documents'), keys.includes('texts'), keys.includes('clinical')]).toEqual([
      false,
      false,
      true,
    ])
  })

  test('names who prescribed and filled lately, the newest prescriber and the usual pharmacy first, known to the directory or not', async () => {
    const adjuster = await api.signIn('adj.aaa')
    const fill = (at: number, npi: string, nabp: string) =>
      api.db.query(
        `insert into rx_transaction (mc, id, tcn, reference_number, sub_carrier, stratus_claim_id, status, claim_channel_type, rx_number, fill_number,
           fill_date, submitted_at, adjudicated_at, ndc, gpi, drug_name, generic_or_brand, quantity, days_supply, pharmacy_nabp, prescriber_npi)
         values ('AAA', $1, $2, $2, 'AAA1', $3, 'P', 1, '1', 0, date '2026-01-01' + $4::int, now(), now(), '00000000001', '65100000000000', 'Drug', 'G',
           1, 1, $5, $6)`,
        [idOf(`reach ${at}`), `2711000000000001${at}`, idOf('w1'), at, nabp, npi],
      )
    await fill(1, '9999999999', '1043391')
    await fill(2, '9999999999', '1043391')
    const { rows } = await api.db.query(
      `select npi, first_name || ' ' || last_name as name, fax from practitioner order by npi limit 1`,
    )
    await fill(3, rows[0].npi, '9999998')
    const { body } = await adjuster.ask(patients.profile, open({ claimId: idOf('w1') }))
    expect(body.contacts.prescribers).toMatchObject([
      { number: rows[0].npi, name: rows[0].name, fax: rows[0].fax },
      { number: '9999999999', name: '9999999999', phone: null },
    ])
    expect(body.contacts.pharmacies.map(({ name, city }) => [name, city])).toEqual([
      ['Meridian Pharmacy #112', expect.any(String)],
      ['9999998', null],
    ])
  })

  test('shows the days of surgery', async () => {
    const adjuster = await api.signIn('adj.aaa')
    await api.db.query(`update wc_claim set surgery_dates = '{2026-03-02,2026-06-30}' where id = $1`, [claim(6)])
    const { status, body } = await adjuster.ask(patients.profile, open({ claimId: claim(6) }))
    expect([status, body.claim.surgeryDates]).toEqual([200, ['2026-03-02', '2026-06-30']])
    await api.db.query(`update wc_claim set surgery_dates = '{}' where id = $1`, [claim(6)])
  })

  test('names what the drugs at hand call for, and nothing clinical where little is at hand', async () => {
    const adjuster = await api.signIn('adj.aaa')
    const clinical = async () =>
      (await adjuster.ask(patients.profile, open({ claimId: claim(5) }))).body.cautions
        .filter(({ key }) => key.startsWith('CARE_'))
        .map(({ key, title }) => [key, title])
    expect(await clinical()).toEqual([])
    await addFills(
      api,
      ['Oxycodone', 'Alprazolam', 'Carisoprodol'].map((drug) => ({ ago: 2, drug, claim: 5, quantity: 240, days: 30 })),
      9700,
    )
    const found = await clinical()
    expect(found).toContainEqual(['CARE_TRIO', 'Opioid, benzodiazepine and muscle relaxant'])
    expect(found).toContainEqual(['CARE_MME', expect.stringMatching(/^Opioid dose: [\d.]+ MME a day$/)])
  })

  test('names the drug asked for about which something grave was found', async () => {
    const adjuster = await api.signIn('adj.aaa')
    const id = await raiseAuthorization(api, { sub: 'AAA1', at: 4 })
    const { rows } = await api.db.query(
      `update rx_authorization set shown = jsonb_set(shown, '{considerations}', '[
           {"key": "trio", "severity": "ALERT", "title": "Opioid + benzodiazepine", "detail": "x", "evidence": []},
           {"key": "age", "severity": "INFO", "title": "Age", "detail": "x", "evidence": []}]')
        where id = $1 returning concat_ws(' ', drug_name, strength) as drug`,
      [id],
    )
    const requested = async () =>
      (await adjuster.ask(patients.profile, open({ claimId: claim(4) }))).body.cautions.filter(({ key }) =>
        key.startsWith('REQUEST_'),
      )
    expect(await requested()).toEqual([
      {
        key: `REQUEST_${id}`,
        severity: 'WARN',
        title: `${rows[0].drug} requested`,
        detail: 'Opioid + benzodiazepine.',
      },
    ])
  })

  test('names the cautions of a claim', async () => {
    const adjuster = await api.signIn('adj.aaa')
    await api.db.query(
      `update wc_claim set compensability = 'DENIED', status = 'CLOSED', lock_in_nabp = '1043391' where id = $1`,
      [claim(6)],
    )
    await api.db.query(`delete from eligibility_span where stratus_claim_id = $1`, [claim(6)])
    const { body } = await adjuster.ask(patients.profile, open({ claimId: claim(6) }))
    expect(body.cautions.map(({ key }) => key)).toEqual(['CLOSED', 'DENIED', 'NO_COVERAGE', 'LOCK_IN_PHARMACY'])
    expect(body.cautions.at(-1)!.detail).toBe('Fills pay at Meridian Pharmacy #112 only.')
    await api.db.query(
      `update wc_claim set compensability = 'ACCEPTED', status = 'OPEN', lock_in_nabp = null where id = $1`,
      [claim(6)],
    )
  })

  test.each([
    ['another sub-carrier than the claim’s', { sc: 'AAA2', claimId: claim(1) }, 'adj.aaa'],
    ['a sub-carrier outside the user’s', { sc: 'AAA2', claimId: claim(1, 'AAA2') }, 'adj.sub1'],
    ['another carrier', { mc: 'BBB', sc: 'BBB1', claimId: claim(1, 'BBB1', 'BBB') }, 'adj.aaa'],
    ['a claim of another carrier', { claimId: claim(1, 'BBB1', 'BBB') }, 'adj.aaa'],
    ['a claim that does not exist', { claimId: idOf('nothing') }, 'adj.aaa'],
  ])('is not found for %s', async (_, of, who) => {
    const user = await api.signIn(who)
    expect((await user.ask(patients.profile, open(of))).status).toBe(404)
  })

  test('shows the digits of a Social Security number for a reason that goes on record, not to a read-only user', async () => {
    const adjuster = await api.signIn('adj.aaa')
    const ask = (reason: string, who = adjuster) => who.ask(patients.revealSsn, { claimId: claim(2), reason })
    expect((await ask('  no ')).status).toBe(400)
    expect((await ask('Pharmacy asks on the phone')).body).toEqual({ success: true, ssnLast4: '1120' })
    const { rows } = await api.db.query(
      `select claim_ids, detail from access_audit where call = 'patients.revealSsn' and detail is not null`,
    )
    expect(rows).toEqual([{ claim_ids: [claim(2)], detail: { reason: 'Pharmacy asks on the phone' } }])
    expect((await ask('Curious about it', await api.signIn('read.only'))).body.status.code).toBe('UPDATE_BLOCKED')
    expect((await ask('Curious about it', await api.signIn('adj.bbb'))).status).toBe(404)
  })
})

describe('A link from the carrier’s own system', () => {
  test('opens by claim number, else by the client’s id, once the carrier allows it', async () => {
    const adjuster = await api.signIn('adj.aaa')
    const link = (claimNumber: string) =>
      adjuster.ask(patients.fromCarrier, { mc: 'AAA', claimNumber, isHartfordDeepLink: true })
    expect((await link('KM-W1')).body.status.code).toBe('FEATURE_OFF')
    await api.db.query(`insert into carrier_setting values ('AAA', '*', 'patientLinks', 'true')`)
    expect(shown((await link('km-w1')).body.matches)).toEqual(['KM-W1 EXACT'])
    expect(shown((await link('CL-W1')).body.matches)).toEqual(['KM-W1 EXACT'])
    expect((await link('KM-BBB')).status).toBe(404)
  })
})

describe('Recently viewed patients', () => {
  const recent = async (who: Awaited<ReturnType<TestApi['signIn']>>, name: string) =>
    (await who.ask(patients.recent, { id: idOf(name) })).body

  test('are the twenty a user opened last, named as the claim has them, without those they lost access to', async () => {
    const user = await api.signIn('adj.aaa2')
    for (let at = 0; at < 22; at += 1) await person('AAA', 'AAA2', 'Many', `Patient${at}`, '1980-01-01', `many${at}`)
    for (let at = 0; at < 22; at += 1)
      await user.ask(patients.addRecent, { claimId: idOf(`many${at}`), claimantLastName: 'Forged' })
    await user.ask(patients.addRecent, { claimId: idOf('many5') })
    const seen = await recent(user, 'adj.aaa2')
    expect(seen).toHaveLength(20)
    expect(seen.slice(0, 2).map((one) => one.claimantLastName)).toEqual(['Patient5', 'Patient21'])
    expect(await recent(await api.signIn('adj.aaa'), 'adj.aaa')).toEqual([])
    await api.db.query(`update user_carrier set sub_carriers = '{AAA1}' where user_id = $1`, [idOf('adj.aaa2')])
    expect(await recent(await api.signIn('adj.aaa2'), 'adj.aaa2')).toEqual([])
  })

  test('are kept for who may only read, too', async () => {
    for (const name of ['read.only', 'prog.spec']) {
      const reader = await api.signIn(name)
      expect((await reader.ask(patients.addRecent, { claimId: idOf('many5') })).status).toBe(200)
      expect((await recent(reader, name)).map((one) => one.claimantLastName)).toEqual(['Patient5'])
    }
  })

  test('of a colleague, and a claim out of scope, are not found', async () => {
    const user = await api.signIn('adj.sub1')
    expect((await user.ask(patients.recent, { id: idOf('adj.aaa') })).status).toBe(404)
    expect((await user.ask(patients.addRecent, { claimId: idOf('sub2') })).status).toBe(404)
  })
})
