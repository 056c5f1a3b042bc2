import { expect, test } from 'vitest'
import type { z } from 'zod'
import { claimRequest } from '#features/adjudication/claim-request.ts'
import { readNabp, readNpi, readPhone, readZip, type ReadNumber } from '#features/claims/numbers.ts'
import { readLine } from '#features/eligibility-feed/line.ts'
import { eligibility } from '#features/eligibility/contract.ts'
import { lookFor, nothingTyped } from '#features/pages/add-worker/typed.ts'
import { pharmacies } from '#features/pharmacies/contract.ts'
import { whyNotSearch } from '#features/pharmacies/rules.ts'
import { nppesRow } from '#features/practitioners/nppes-file.ts'
import { noLimits, readLimits } from '#features/prior-auth-maintenance/typed-limits.ts'
import { CarrierFile } from '../../tools/carriers/file.ts'

// Every number of the trade in the forms people and files write, through every entry that takes it.

/** What an entry makes of a text: the number as it is kept, or undefined with its sentence. */
export type Entry = (text: string) => ReadNumber
export type Entries = Readonly<Record<string, Entry>>

/** A field of a call. */
export const field =
  (schema: z.ZodType): Entry =>
  (text) => {
    const read = schema.safeParse(text)
    return read.success ? { value: String(read.data) } : { why: read.error.issues[0]!.message }
  }
/** A rule that only says why not. */
export const rule =
  (whyNot: (text: string) => string | undefined, kept: (text: string) => string): Entry =>
  (text) => {
    const why = whyNot(text)
    return why === undefined ? { value: kept(text) } : { why }
  }
/** A column of a file: the line is right but for this cell. */
export const column =
  (
    line: Readonly<Record<string, string>>,
    name: string,
    read: (cell: (of: string) => string) => unknown,
    kept: (row: Record<string, unknown>) => unknown,
  ): Entry =>
  (text) => {
    const answer = read((of) => (of === name ? text : (line[of] ?? ''))) as {
      row?: Record<string, unknown>
      problems?: readonly { column: string; message: string }[]
    }
    const problem = answer.problems?.find((one) => one.column === name)
    if (problem) return { why: problem.message }
    const value = kept(answer.row!)
    return typeof value === 'string' ? { value } : { why: 'left out' }
  }

const feedLine = {
  claim_number: 'KM25-0000001',
  first_name: 'Ada',
  last_name: 'Moss',
  date_of_birth: '1970-01-31',
  date_of_injury: '2025-01-31',
  state: 'FL',
  group: 'KMFL01',
  effective_date: '2025-01-31',
}
export const ofFeed = (name: string, key: string) =>
  column(
    feedLine,
    name,
    (cell) => readLine(cell),
    (row) => row[key],
  )
export const nppesLine = {
  NPI: '1932102084',
  'Entity Type Code': '1',
  'Provider Last Name (Legal Name)': 'MOSS',
  'Healthcare Provider Taxonomy Code_1': '207Q00000X',
  'Healthcare Provider Primary Taxonomy Switch_1': 'Y',
  'Provider First Line Business Practice Location Address': '12 HARBOR ST',
  'Provider Business Practice Location Address City Name': 'TAMPA',
  'Provider Business Practice Location Address State Name': 'FL',
  'Provider Business Practice Location Address Postal Code': '33606',
}
export const ofNppes = (name: string, key: string) =>
  column(nppesLine, name, nppesRow, (row) => (row['of'] as Record<string, unknown>)[key])
export const ofPharmacyFile = CarrierFile.shape.pharmacies.unwrap().element.shape
export const ofPrescriberFile = CarrierFile.shape.prescribers.unwrap().element.shape
export const ofDrugFile = CarrierFile.shape.drugs.unwrap().element.shape
export const newClaim = eligibility.add.input.shape
/** A claim of a pharmacy: what is no number stays as it was sent, for its reject code. */
export const claim =
  (of: (text: string) => unknown, kept: (request: z.infer<typeof claimRequest>) => string | undefined): Entry =>
  (text) => {
    const request = claimRequest.parse({ channel: 1, ...(of(text) as object) })
    return { value: kept(request)! }
  }
export const workerForm =
  (name: 'ssn4' | 'zip' | 'phone'): Entry =>
  (text) => {
    const typed = { ...nothingTyped, firstName: 'Ada', lastName: 'Moss', dob: '01/31/1970', [name]: text }
    const found = (JSON.parse(lookFor(typed, '2026-11-30')) as Record<string, string>)[name]
    return found === undefined ? { why: 'left out' } : { value: found }
  }
export const searchPharmacies =
  (name: 'zipCode' | 'phone' | 'npi' | 'nabp'): Entry =>
  (text) => {
    const sent = pharmacies.search.input.parse({ page: 0, size: 20, [name]: text })[name]!
    const why = whyNotSearch({ [name]: sent })?.message
    return why === undefined
      ? { value: { zipCode: readZip, phone: readPhone, npi: readNpi, nabp: readNabp }[name](sent).value! }
      : { why }
  }
export const limit =
  (name: 'pharmacyNabp' | 'prescriberNpi'): Entry =>
  (text) => {
    const { limits, wrong } = readLimits({ ...noLimits, [name]: text }, noLimits)
    return wrong[0] ? { why: wrong[0].message } : { value: String(limits[name]) }
  }

export type Case = readonly [text: string, kept: string | undefined]
/** Runs a table through entries: what is read is read alike by all, what is none is none at any. */
export function everyEntry(kind: string, entries: Entries, cases: readonly Case[]) {
  test.each(cases.flatMap(([text, kept]) => Object.keys(entries).map((entry) => [text, kept, entry] as const)))(
    `${kind} %j is %s: %s`,
    (text, kept, entry) => {
      const read = entries[entry]!(text)
      expect([read.value, (read.why ?? '') !== '']).toEqual([kept, kept === undefined])
    },
  )
}
