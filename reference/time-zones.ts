/**
 * Time zones of the states, with the parts of states that keep another time (49 CFR part 71), by the first three digits of their
 * ZIP codes. Where such a part has places of both times, both are named. America/Adak, Indiana's counties and the Navajo Nation
 * are in the IANA time zone database, https://www.iana.org/time-zones.
 */
const eastern = 'America/New_York'
const central = 'America/Chicago'
const mountain = 'America/Denver'
const arizona = 'America/Phoenix'
const pacific = 'America/Los_Angeles'
const alaska = 'America/Anchorage'
const adak = 'America/Adak'
const indiana = 'America/Indiana/Indianapolis'

/** Zones of a whole state; the first is that of most of its people. */
const ofState: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    'CT DC DE GA MA MD ME NC NH NJ NY OH PA RI SC VA VT WV'.split(' ').map((state) => [state, [eastern]]),
  ),
  ...Object.fromEntries('AL AR IA IL LA MN MO MS OK WI'.split(' ').map((state) => [state, [central]])),
  ...Object.fromEntries('CO MT NM UT WY'.split(' ').map((state) => [state, [mountain]])),
  ...Object.fromEntries('CA WA'.split(' ').map((state) => [state, [pacific]])),
  FL: [eastern, central],
  IN: [indiana, central],
  KY: [eastern, central],
  MI: ['America/Detroit', central],
  TN: [central, eastern],
  KS: [central, mountain],
  ND: [central, mountain],
  NE: [central, mountain],
  SD: [central, mountain],
  TX: [central, mountain],
  ID: [mountain, pacific],
  OR: [pacific, mountain],
  NV: [pacific, mountain],
  AZ: [arizona, mountain],
  AK: [alaska, adak],
  HI: ['Pacific/Honolulu'],
  PR: ['America/Puerto_Rico'],
  VI: ['America/Puerto_Rico'],
  GU: ['Pacific/Guam'],
  MP: ['Pacific/Guam'],
  AS: ['Pacific/Pago_Pago'],
}

const both = (...zones: string[]): readonly string[] => zones
/** Of the states with two times: those of the ZIP codes that begin with these digits; all others keep the first. */
const ofPrefix: Readonly<Record<string, readonly string[]>> = {
  // Florida west of the Apalachicola
  '324': both(central, eastern),
  '325': both(central),
  // Indiana around Gary and Evansville, and the counties beside them
  '463': both(central, indiana),
  '464': both(central),
  '465': both(indiana, central),
  '475': both(indiana, central),
  '476': both(central, indiana),
  '477': both(central),
  // Kentucky: Paducah, Bowling Green, Owensboro
  '420': both(central),
  '421': both(central),
  '422': both(central),
  '423': both(central),
  '424': both(central),
  '426': both(eastern, central),
  '427': both(eastern, central),
  // Michigan beside Wisconsin
  '498': both('America/Detroit', central),
  '499': both('America/Detroit', central),
  // Tennessee: Chattanooga, Johnson City, Knoxville
  '373': both(eastern, central),
  '374': both(eastern),
  '376': both(eastern),
  '377': both(eastern),
  '378': both(eastern, central),
  '379': both(eastern),
  '385': both(central, eastern),
  // Kansas, Nebraska, South and North Dakota in the west
  '677': both(central, mountain),
  '678': both(central, mountain),
  '691': both(central, mountain),
  '692': both(central, mountain),
  '693': both(mountain),
  '575': both(central, mountain),
  '576': both(central, mountain),
  '577': both(mountain),
  '585': both(central, mountain),
  '586': both(mountain, central),
  '588': both(central, mountain),
  // Texas around El Paso
  '798': both(central, mountain),
  '799': both(mountain),
  '885': both(mountain),
  // Idaho in the north
  '835': both(pacific, mountain),
  '838': both(pacific),
  // Oregon beside Idaho, Nevada beside Utah
  '979': both(mountain, pacific),
  '898': both(pacific, mountain),
  // The Navajo Nation in Arizona
  '860': both(arizona, mountain),
  '865': both(arizona, mountain),
  // The Aleutian Islands
  '995': both(alaska, adak),
}

/** Every zone a place may be in, the likeliest first, by its state and ZIP code; undefined for a state that is not known. */
export function zonesOf(state: string, zip: string | null): readonly string[] | undefined {
  const zones = ofState[state]
  if (!zones || zones.length === 1) return zones
  const prefix = /^\d{5}/.test(zip ?? '') ? zip!.slice(0, 3) : undefined
  if (prefix === undefined) return zones
  const found = ofPrefix[prefix]
  // A ZIP code of another state than the one on file says nothing.
  if (found) return found.every((zone) => zones.includes(zone)) ? found : zones
  return zones.slice(0, 1)
}
