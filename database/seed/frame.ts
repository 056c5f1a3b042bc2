import { zipPlaces } from './coordinates.ts'
import { withPlaceAndHours } from './opening-hours.ts'
import { DAY_MS } from '#platform/dates/instant.ts'
import { dateIn } from './calendar.ts'
import { carriersOf } from './carriers.ts'
import type { Makings, Population } from './claims.ts'
import { placesOf } from './units.ts'
import type { Table } from './copy.ts'
import { blocksOf, drugsOf, formularyRows, pharmaciesOf, practitionersOf } from './directory.ts'
import { organisationOf } from './organisation.ts'
import type { Staff } from './people.ts'
import { staffOf } from './people.ts'
import { stateMix } from './places.ts'
import { practicesOf } from './practices.ts'
import { streams } from './prng.ts'
import type { Directory } from './routines.ts'
import { directoryOf } from './routines.ts'
import type { Setting } from './setting.ts'
import { settingOf } from './setting.ts'
import type { Extent, Size, SizeTargets } from './sizes.ts'
import { targetsOf } from './sizes.ts'
import { unusualPrescribers, walkInPharmacies, walkInPrescribers } from './walk-in-rows.ts'

/** Which world: its size, its number, and the instant it stands at. */
export type WorldOptions = Extent & { seed: number; asOf: Date; issuer: string }

/** What all people of a world share: carriers, staff, drugs, counters, clinics. Their own lives are written slice by slice. */
export type Frame = {
  size: Size
  targets: SizeTargets
  population: Population
  setting: Setting
  directory: Directory
  /** Claims of any carrier. */
  makings: Makings
  /** Claims of the demo's carriers, owned by the demo's staff: what the named people have on their lists. */
  demoMakings: Makings
  staff: readonly Staff[]
  /** Who is away at the as-of instant, and whose delegate decides. */
  awayUsername: string
  /** A prescriber on NWM's block list. */
  blockedNpi: string
  tables: readonly Table[]
}

/** People and claims of the scenario cards; number 18 has two injuries. */
const cardPeople = 26
const cardClaims = 27

/** Everything was set up so long before the as-of date. */
const bornDays = 900

/** The frame of a world. Pure: same options, same rows. */
export function frameOf({ size, fraction, seed, asOf, issuer }: WorldOptions): Frame {
  const extent: Extent = { size, ...(fraction !== undefined && { fraction }) }
  const targets = targetsOf(extent)
  const stream = streams(seed)
  const nowMs = asOf.getTime()
  const today = dateIn(nowMs, 'America/New_York')
  const bornMs = Date.parse(`${today}T12:00:00Z`) - bornDays * DAY_MS
  const plans = carriersOf(size)
  const staff = staffOf(extent, stream, bornMs)
  const organisation = organisationOf(extent, stream, staff, { today, nowMs, bornMs, seed, issuer })
  const drugs = drugsOf(extent)
  const pharmacies = pharmaciesOf(extent, stream)
  const practitioners = practitionersOf(extent, stream, bornMs)
  const walkIn = walkInPrescribers(stream)
  const unusual = unusualPrescribers(stream)
  // Claims come from where somebody can fill and prescribe.
  const served = new Set(pharmacies.filter((row) => row.chain !== null).map((row) => row.state))
  const attended = new Set(practitioners.map((row) => row.state))
  const states = stateMix.filter(([, state]) => served.has(state) && attended.has(state))
  const blocks = blocksOf(
    plans.map((plan) => plan.mc),
    practitioners,
  )
  const away = organisation.tables
    .find((table) => table.name === 'out_of_office')!
    .rows.map((row) => ({
      mc: row['mc'] as string,
      userId: row['user_id'] as string,
      startAt: row['start_at'] as string,
      endAt: row['end_at'] as string,
      startMs: Date.parse(row['start_at'] as string),
      endMs: Date.parse(row['end_at'] as string),
      delegates: row['delegates'] as string[],
    }))
  const setting = settingOf({
    size,
    stream,
    nowMs,
    today,
    drugs,
    pharmacies,
    practitioners: [...practitioners, ...unusual],
    blocks,
    staff,
    groups: organisation.groups,
    employerNames: organisation.employerNames,
    away,
  })
  const common = { size, stream, today, bornMs, states }
  const makings = { ...common, places: placesOf(plans, size, organisation.groups, staff) }
  const ofDemo = staff.filter((person) => person.ofDemo)
  const demoMakings =
    size === 'scale' ? { ...common, places: placesOf(carriersOf('demo'), size, organisation.groups, ofDemo) } : makings
  const absent = away.find((one) => one.mc === 'NWM' && one.startMs < nowMs && one.endMs > nowMs)!
  const zips = zipPlaces()
  return {
    size,
    targets,
    population: { people: targets.claimants - cardPeople, claims: targets.claims - cardClaims },
    setting,
    directory: directoryOf(pharmacies, practitioners, blocks),
    makings,
    demoMakings,
    staff,
    awayUsername: staff.find((person) => person.id === absent.userId)!.username,
    blockedNpi: blocks.find((block) => block.mc === 'NWM' && !block.fraud)!.npi,
    tables: [
      ...organisation.tables,
      { name: 'drug', rows: drugs.map((drug) => ({ ndc: drug.ndc, gpi: drug.gpi, facts: drug })) },
      { name: 'zip_place', rows: zips },
      { name: 'pharmacy', rows: [...pharmacies, ...walkInPharmacies].map(withPlaceAndHours(zips)) },
      { name: 'practitioner', rows: [...practitioners, ...walkIn, ...unusual] },
      { name: 'practitioner_address', rows: practicesOf([...practitioners, ...walkIn], stream) },
      { name: 'formulary_item', rows: formularyRows(plans.map((plan) => plan.mc)) },
      { name: 'practitioner_block', rows: blocks },
    ],
  }
}
