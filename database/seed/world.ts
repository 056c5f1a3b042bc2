import { dateIn } from './calendar.ts'
import { carriersOf } from './carriers.ts'
import type { Makings } from './claims.ts'
import { ordinaryClaims } from './claims.ts'
import type { Table } from './copy.ts'
import { blocksOf, drugsOf, formularyRows, pharmaciesOf, practitionersOf } from './directory.ts'
import { directoryOf } from './routines.ts'
import { organisationOf } from './organisation.ts'
import { staffOf } from './people.ts'
import { streams } from './prng.ts'
import { tellCards } from './scenarios.ts'
import { settingOf } from './setting.ts'
import type { Size } from './sizes.ts'
import { sizes } from './sizes.ts'
import { emptyLedger } from './tale.ts'
import { age, chronological, tell } from './tales.ts'
import { walkInClaims, walkInPharmacies, walkInPrescribers } from './walk-in-rows.ts'
import { fillWorklists } from './worklists.ts'

export type WorldOptions = { size: Size; seed: number; asOf: Date; issuer: string }

/** People and claims of the scenario cards; number 18 has two injuries. */
const cardPeople = 25
const cardClaims = 26

/** Everything was set up so long before the as-of date. */
const bornDays = 900

/** A whole demo world as rows, tables in the order in which they may be loaded. Pure: same options, same rows. */
export function worldOf({ size, seed, asOf, issuer }: WorldOptions): { tables: Table[] } {
  const stream = streams(seed)
  const nowMs = asOf.getTime()
  const today = dateIn(nowMs, 'America/New_York')
  const bornMs = Date.parse(`${today}T12:00:00Z`) - bornDays * 86_400_000
  const staff = staffOf(size, stream, bornMs)
  const organisation = organisationOf(size, stream, staff, { today, nowMs, bornMs, seed, issuer })
  const drugs = drugsOf(size)
  const pharmacies = pharmaciesOf(size, stream)
  const practitioners = practitionersOf(size, stream, bornMs)
  const makings: Makings = {
    size,
    stream,
    today,
    bornMs,
    groups: organisation.groups,
    staff,
    // Claims come from where somebody can fill and prescribe.
    states: new Set(
      pharmacies
        .filter((row) => row.chain !== null && practitioners.some((doctor) => doctor.state === row.state))
        .map((row) => row.state),
    ),
  }
  const people = ordinaryClaims(makings, sizes[size].claimants - cardPeople, sizes[size].claims - cardClaims)
  const claims = people.flat()
  const blocks = blocksOf(
    carriersOf(size).map((plan) => plan.mc),
    practitioners,
  )
  const away = organisation.tables
    .find((table) => table.name === 'out_of_office')!
    .rows.map((row) => ({
      mc: row['mc'] as string,
      userId: row['user_id'] as string,
      startAt: row['start_at'] as string,
      endAt: row['end_at'] as string,
      delegates: row['delegates'] as string[],
    }))
  const setting = settingOf({
    size,
    stream,
    nowMs,
    today,
    drugs,
    pharmacies,
    practitioners,
    blocks,
    staff,
    groups: organisation.groups,
    employerNames: organisation.employerNames,
    away,
  })
  const ledger = emptyLedger()
  const directory = directoryOf(pharmacies, practitioners, blocks)
  const tales = people.map((own) => tell(setting, ledger, directory, own))
  const username = (id: string): string => staff.find((person) => person.id === id)!.username
  const cards = tellCards(
    {
      setting,
      makings,
      directory,
      id: (name) => staff.find((person) => person.username === name)!.id,
      awayUsername: username(away.find((one) => Date.parse(one.startAt) < nowMs)!.userId),
      blockedNpi: blocks.find((block) => block.mc === 'NWM' && !block.fraud)!.npi,
    },
    ledger,
  )
  tales.push(...cards.tales)
  claims.push(...cards.claims, ...walkInClaims(makings))
  fillWorklists(setting, tales, directory)
  age(ledger, today)
  return {
    tables: [
      ...organisation.tables,
      { name: 'drug', rows: drugs.map((drug) => ({ ndc: drug.ndc, gpi: drug.gpi, facts: drug })) },
      { name: 'pharmacy', rows: [...pharmacies, ...walkInPharmacies] },
      { name: 'practitioner', rows: [...practitioners, ...walkInPrescribers(stream)] },
      { name: 'formulary_item', rows: formularyRows(carriersOf(size).map((plan) => plan.mc)) },
      { name: 'claimant', rows: [...new Map(claims.map(({ claimant }) => [claimant.id, claimant])).values()] },
      { name: 'wc_claim', rows: claims.map((claim) => claim.row) },
      {
        name: 'claim_case_owner',
        rows: claims.flatMap(({ row, secondary }) =>
          secondary.map((user, index) => ({
            mc: row.mc,
            stratus_claim_id: row.id,
            user_id: user,
            kind: 'SECONDARY',
            position: index + 1,
          })),
        ),
      },
      { name: 'claim_icd', rows: claims.flatMap((claim) => claim.icd) },
      { name: 'eligibility_span', rows: claims.flatMap((claim) => claim.spans) },
      { name: 'practitioner_block', rows: blocks },
      { name: 'rx_authorization', rows: ledger.authorizations },
      { name: 'authorization_owner', rows: ledger.owners },
      { name: 'authorization_decision', rows: ledger.decisions },
      { name: 'authorization_event', rows: chronological(ledger) },
      { name: 'prior_auth', rows: ledger.priorAuths },
      { name: 'auth_bypass', rows: ledger.bypasses },
      { name: 'rph_recommendation', rows: ledger.recommendations },
      { name: 'pharmacy_callback', rows: ledger.callbacks },
      { name: 'outbox', rows: ledger.outbox },
      { name: 'pharmacy_message', rows: ledger.messages },
      { name: 'user_notification', rows: ledger.notices },
      { name: 'rx_transaction', rows: ledger.transactions },
    ],
  }
}
