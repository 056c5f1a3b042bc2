import type { zipPlaces } from './coordinates.ts'
import type { PharmacyRow } from './directory.ts'
import { placeOf } from './places.ts'

type Day = readonly [opens: string, closes: string] | null

const week = (weekday: Day, saturday: Day, sunday: Day): readonly Day[] => [
  ...Array.from({ length: 5 }, () => weekday),
  saturday,
  sunday,
]
const chain = week(['08:00', '21:00'], ['09:00', '18:00'], ['10:00', '17:00'])
const long = week(['07:00', '22:00'], ['08:00', '20:00'], ['09:00', '18:00'])
const always = week(['00:00', '24:00'], ['00:00', '24:00'], ['00:00', '24:00'])
const own = week(['09:00', '18:00'], ['09:00', '13:00'], null)
const office = week(['08:00', '17:00'], null, null)

function hoursOf({ chain: of, delivery_type_id, physician_dispenser, nabp }: PharmacyRow): readonly Day[] | null {
  if (delivery_type_id === 2 || delivery_type_id === 3) return null
  if (physician_dispenser || delivery_type_id === 8) return office
  if (of === null) return own
  return [chain, chain, chain, long, always][Number(nabp.slice(2, 6)) % 5]!
}

/** A pharmacy with the place of its postal code, its opening hours and the clock they are on. */
export const withPlaceAndHours = (zips: ReturnType<typeof zipPlaces>) => {
  const places = new Map(zips.map((one) => [one.zip, one]))
  return (row: PharmacyRow) => ({
    ...row,
    lat: places.get(row.zip)?.lat ?? null,
    lng: places.get(row.zip)?.lng ?? null,
    hours: hoursOf(row),
    time_zone: placeOf(row.state).zone,
  })
}
