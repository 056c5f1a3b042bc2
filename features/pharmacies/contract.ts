import { z } from 'zod'
import { mcCode, page, size } from '#features/claims/fields.ts'
import { nabp } from '#features/claims/number-shapes.ts'
import { calls, read } from '#platform/calls/contract.ts'
import type { FileAnswer } from '#platform/calls/handler.ts'
import { Page } from '#platform/calls/page.ts'
import { typedText } from '#platform/text/typed-text.ts'
import { MOST_NABPS } from './rules.ts'

const File = z.custom<FileAnswer>().transform((answer) => answer as unknown as Blob)

/** A pharmacy of the directory. */
export const Pharmacy = z.object({
  nabp: z.string(),
  npi: z.string(),
  name: z.string(),
  chain: z.string().nullable(),
  address: z.object({ line1: z.string(), city: z.string(), state: z.string(), zip: z.string() }),
  phone: z.string(),
  fax: z.string().nullable(),
  /** Seven days from Monday, each [opens, closes] as HH:MM on the pharmacy's clock, or null when closed; null: not known. */
  hours: z.array(z.tuple([z.string(), z.string()]).nullable()).nullable(),
  /** IANA zone of its clock. */
  timeZone: z.string().nullable(),
  /** Miles from the middle of the ZIP code searched for; null without one or where its place is not known. */
  distanceMiles: z.number().nullable(),
  /** From there, in eight directions: north, northeast, east, … */
  direction: z.string().nullable(),
  deliveryType: z.object({ id: z.int(), name: z.string() }),
  inNetwork: z.boolean(),
  physicianDispenser: z.boolean(),
  /** Whether it may fill a prescription today. */
  status: z.enum(['OPEN', 'CLOSED', 'SUSPENDED', 'SANCTIONED']),
  closedDate: z.string().nullable(),
})
export type Pharmacy = z.infer<typeof Pharmacy>

const text = (most: number) => z.string().trim().max(most, `Enter at most ${most} characters.`).optional()
/** Digits of a number; spaces, dashes, dots and parentheses do not matter. */
const digits = text(30).transform((value) =>
  value === undefined ? undefined : typedText(value).replaceAll(/[ ().-]/g, ''),
)

const searched = {
  masterCarrier: mcCode.optional(),
  /** Also those outside the network. */
  isExternal: z.boolean().default(false),
  /** Miles around the ZIP code. */
  radius: z.int().min(1, 'Enter 1 to 100 miles.').max(100, 'Enter 1 to 100 miles.').optional(),
  /** Its beginning, then any part of it. */
  name: text(100),
  phone: digits,
  npi: digits,
  nabp: digits,
  city: text(60),
  zipCode: text(30).transform((value) => (value === undefined ? undefined : typedText(value))),
  state: text(2).transform((value) => value?.toUpperCase()),
  /** Also physicians who dispense. */
  physicianDispenserFilterCheckboxChecked: z.boolean().default(false),
  /** Only those that are open at this moment, on their own clocks; those whose hours are not known are left out. */
  openNow: z.boolean().default(false),
}

export const pharmacies = calls('pharmacies', {
  search: read('POST /pharmacies/postgres/search', {
    id: 'C130',
    summary: 'Pharmacies by name, number, city or distance; nearest first, then by name',
    phi: 'none',
    limit: 'search',
    carrier: ['masterCarrier'],
    input: z.strictObject({ page, size, ...searched }),
    /** `zipHasNoPlace`: nothing is measured from the ZIP code; its own pharmacies are listed. */
    output: Page(Pharmacy).extend({ zipHasNoPlace: z.boolean() }),
  }),
  byNabp: read('POST /pharmacies/postgres/pharmacies-by-nabp', {
    id: 'C131',
    summary: 'Pharmacies by a list of NABP numbers; those the directory does not have are named',
    phi: 'none',
    input: z.strictObject({
      nabps: z.array(nabp).min(1, 'Enter at least one number.').max(MOST_NABPS, `Enter at most ${MOST_NABPS} numbers.`),
    }),
    output: z.object({ pharmacies: z.array(Pharmacy), notFound: z.array(z.string()) }),
  }),
  export: read('POST /pharmacies/postgres/search/excel', {
    id: 'C132',
    summary: 'What a search found, as a spreadsheet; at most 2,000 pharmacies',
    phi: 'none',
    limit: 'export',
    trips: { count: 2, why: 'the list of exports has it once it is made' },
    file: 'text/csv; charset=utf-8',
    carrier: ['masterCarrier'],
    input: z.strictObject(searched),
    output: File,
  }),
})
export type PharmacySearch = Omit<z.input<typeof pharmacies.search.input>, 'page' | 'size'>
