/** Where invented people, pharmacies and clinics live. Cities and number ranges are public geography; nothing else is. */
export type Place = {
  state: string
  /** First two digits of a pharmacy number there. */
  pharmacyState: string
  /** IANA zone most of the state keeps. */
  zone: string
  areaCodes: readonly string[]
  /** City and the first three digits of its zip code. */
  cities: readonly (readonly [city: string, zip: string])[]
}

const east = 'America/New_York'
const central = 'America/Chicago'
const mountain = 'America/Denver'
const pacific = 'America/Los_Angeles'

const row = (state: string, pharmacyState: string, zone: string, areas: string, cities: string): Place => ({
  state,
  pharmacyState,
  zone,
  areaCodes: areas.split(' '),
  cities: cities.split(', ').map((text) => [text.slice(0, -4), text.slice(-3)] as const),
})

/** States claims come from, with the cities used there. */
const places: readonly Place[] = [
  row('AL', '01', central, '205 251 334', 'Birmingham 352, Mobile 366, Huntsville 358'),
  row('AK', '02', 'America/Anchorage', '907', 'Anchorage 995, Fairbanks 997'),
  row('AZ', '03', 'America/Phoenix', '480 602 520', 'Phoenix 850, Tucson 857, Mesa 852, Flagstaff 860'),
  row('AR', '04', central, '479 501', 'Little Rock 722, Fayetteville 727'),
  row(
    'CA',
    '05',
    pacific,
    '209 213 310 408 510 559 619 661 714 760 818 909 916',
    'Los Angeles 900, Fresno 937, Sacramento 958, San Diego 921, Oakland 946, Clovis 936, Bakersfield 933, Riverside 925, Stockton 952, Long Beach 908, Santa Rosa 954, Modesto 953',
  ),
  row('CO', '06', mountain, '303 719 970', 'Denver 802, Colorado Springs 809, Fort Collins 805'),
  row('CT', '07', east, '203 860', 'Hartford 061, New Haven 065, Waterbury 067'),
  row('DE', '08', east, '302', 'Wilmington 198, Dover 199'),
  row('DC', '09', east, '202', 'Washington 200'),
  row(
    'FL',
    '10',
    east,
    '305 352 407 561 727 772 813 850 904 941 954',
    'Tampa 336, Miami 331, Orlando 328, Jacksonville 322, Ocala 344, Fort Myers 339, Pensacola 325, Sarasota 342, Ybor City 336',
  ),
  row('GA', '11', east, '229 404 478 706 770 912', 'Atlanta 303, Savannah 314, Macon 312, Augusta 309, Columbus 319'),
  row('HI', '12', 'Pacific/Honolulu', '808', 'Honolulu 968, Hilo 967'),
  row('ID', '13', 'America/Boise', '208', 'Boise 837, Idaho Falls 834'),
  row(
    'IL',
    '14',
    central,
    '217 309 312 618 630 708 815',
    'Chicago 606, Peoria 616, Rockford 611, Springfield 627, Joliet 604',
  ),
  row('IN', '15', 'America/Indiana/Indianapolis', '219 260 317 765', 'Indianapolis 462, Fort Wayne 468, Muncie 473'),
  row('IA', '16', central, '319 515 563', 'Des Moines 503, Cedar Rapids 524, Davenport 528'),
  row('KS', '17', central, '316 785 913', 'Wichita 672, Topeka 666, Overland Park 662'),
  row('KY', '18', east, '502 606 859', 'Louisville 402, Lexington 405, Hazard 417'),
  row('LA', '19', central, '225 318 504', 'New Orleans 701, Baton Rouge 708, Shreveport 711'),
  row('ME', '20', east, '207', 'Portland 041, Bangor 044'),
  row('MD', '21', east, '301 410', 'Baltimore 212, Frederick 217, Salisbury 218'),
  row('MA', '22', east, '413 508 617 978', 'Boston 021, Worcester 016, Springfield 011, Lowell 018'),
  row(
    'MI',
    '23',
    'America/Detroit',
    '231 313 517 616 734',
    'Detroit 482, Grand Rapids 495, Lansing 489, Ann Arbor 481',
  ),
  row('MN', '24', central, '218 507 612 651', 'Minneapolis 554, Duluth 558, Rochester 559'),
  row('MS', '25', central, '601 662', 'Jackson 392, Tupelo 388'),
  row('MO', '26', central, '314 417 573 816', 'Kansas City 641, St. Louis 631, Springfield 658'),
  row('MT', '27', mountain, '406', 'Billings 591, Missoula 598'),
  row('NE', '28', central, '308 402', 'Omaha 681, Lincoln 685'),
  row('NV', '29', pacific, '702 775', 'Las Vegas 891, Reno 895, Elko 898'),
  row('NH', '30', east, '603', 'Manchester 031, Concord 033'),
  row('NJ', '31', east, '201 609 732 856 973', 'Newark 071, Trenton 086, Paterson 075, Camden 081, Edison 088'),
  row('NM', '32', mountain, '505 575', 'Albuquerque 871, Las Cruces 880'),
  row(
    'NY',
    '33',
    east,
    '212 315 516 518 585 607 631 716 718 914',
    'Buffalo 142, Rochester 146, Syracuse 132, Albany 122, Brooklyn 112, Queens 114, Yonkers 107, Utica 135, Ithaca 148',
  ),
  row(
    'NC',
    '34',
    east,
    '252 336 704 828 910 919',
    'Charlotte 282, Raleigh 276, Greensboro 274, Asheville 288, Wilmington 284',
  ),
  row('OH', '36', east, '216 330 419 513 614 937', 'Columbus 432, Cleveland 441, Dayton 454, Toledo 436'),
  row('OK', '37', central, '405 580 918', 'Oklahoma City 731, Tulsa 741, Lawton 735'),
  row('OR', '38', pacific, '503 541', 'Portland 972, Eugene 974, Bend 977, Salem 973'),
  row(
    'PA',
    '39',
    east,
    '215 412 570 610 717 814',
    'Philadelphia 191, Pittsburgh 152, Scranton 185, Erie 165, Harrisburg 171',
  ),
  row('RI', '41', east, '401', 'Providence 029, Warwick 028'),
  row('SC', '42', east, '803 843 864', 'Columbia 292, Charleston 294, Greenville 296'),
  row('SD', '43', central, '605', 'Sioux Falls 571, Rapid City 577'),
  row('TN', '44', central, '423 615 865 901', 'Nashville 372, Memphis 381, Knoxville 379, Chattanooga 374'),
  row(
    'TX',
    '45',
    central,
    '210 214 281 361 432 512 713 806 817 903 915 956',
    'Houston 770, Dallas 752, San Antonio 782, Austin 787, El Paso 799, Lubbock 794, Laredo 780, Waco 767, Amarillo 791',
  ),
  row('UT', '46', mountain, '435 801', 'Salt Lake City 841, Provo 846, St. George 847'),
  row('VT', '47', east, '802', 'Burlington 054, Rutland 057'),
  row('VA', '48', east, '276 434 540 703 757 804', 'Richmond 232, Norfolk 235, Roanoke 240, Fairfax 220'),
  row('WA', '49', pacific, '206 253 360 425 509', 'Seattle 981, Spokane 992, Tacoma 984, Yakima 989, Vancouver 986'),
  row('WV', '50', east, '304', 'Charleston 253, Morgantown 265'),
  row('WI', '51', central, '262 414 608 920', 'Milwaukee 532, Madison 537, Green Bay 543'),
]

const byState = new Map(places.map((place) => [place.state, place]))

/** The place row of a state; one without a row is a fault of the data. */
export function placeOf(state: string): Place {
  const place = byState.get(state)
  if (!place) throw new Error(`No places are listed for ${state}.`)
  return place
}

/** Where 74 of a hundred claims come from. */
const namedStates: readonly (readonly [weight: number, state: string])[] = [
  [16, 'CA'],
  [9, 'NY'],
  [9, 'TX'],
  [8, 'FL'],
  [5, 'IL'],
  [5, 'PA'],
  [3, 'OH'],
  [4, 'GA'],
  [4, 'NJ'],
  [3, 'NC'],
  [2, 'WA'],
  [3, 'AZ'],
  [3, 'TN'],
]

/** The other states, by their size. */
const otherStates: readonly (readonly [weight: number, state: string])[] = [
  [2.2, 'MA'],
  [2, 'VA'],
  [2, 'MI'],
  [1.8, 'MD'],
  [1.8, 'MO'],
  [1.6, 'IN'],
  [1.6, 'WI'],
  [1.5, 'CO'],
  [1.4, 'MN'],
  [1.3, 'SC'],
  [1.2, 'AL'],
  [1.1, 'LA'],
  [1.1, 'KY'],
  [1, 'OR'],
  [0.9, 'OK'],
  [0.9, 'CT'],
  [0.8, 'NV'],
  [0.7, 'IA'],
  [0.6, 'KS'],
  [0.5, 'UT'],
  [0.4, 'MS'],
  [0.4, 'AR'],
  [0.4, 'NM'],
  [0.3, 'NE'],
  [0.3, 'ID'],
  [0.3, 'WV'],
  [0.3, 'NH'],
  [0.2, 'ME'],
  [0.2, 'RI'],
  [0.2, 'HI'],
  [0.2, 'MT'],
  [0.2, 'DE'],
  [0.2, 'DC'],
  [0.2, 'SD'],
  [0.2, 'VT'],
  [0.2, 'AK'],
]

const sizeOfOthers = otherStates.reduce((sum, [weight]) => sum + weight, 0)

/** Share of claims by state, parts of a hundred; the 26 of "others" lie on the states after TN. */
export const stateMix: readonly (readonly [weight: number, state: string])[] = [
  ...namedStates,
  ...otherStates.map(([weight, state]) => [(weight * 26) / sizeOfOthers, state] as const),
]
