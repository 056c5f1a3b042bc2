import type { ClaimantRow } from './claim-rows.ts'
import { addressIn, phoneIn } from './directory.ts'
import { normalizeForSearch } from '#platform/text/search-form.ts'
import { familyNames, mensNames, womensNames } from './names.ts'
import type { Stream } from './prng.ts'

/** Letters and digits nobody confuses on the telephone. */
const cardAlphabet = '23456789ACDEFHJKLMNPQRTUVWXY'

/** A card number: five letters that count, six that do not; unique without asking anybody. */
export function cardNumber(serial: number, random: Stream): string {
  let counted = ''
  for (let left = (serial * 10_007 + 777) % 28 ** 5, at = 0; at < 5; at += 1) {
    counted += cardAlphabet[left % 28]
    left = Math.floor(left / 28)
  }
  let noise = ''
  for (let at = 0; at < 6; at += 1) noise += cardAlphabet[random.int(0, 27)]
  return `${counted.slice(0, 2)}${noise}${counted.slice(2)}`
}

/** A person who claims; `serial` numbers all claimants of the world. */
export function claimantRow(
  mc: string,
  state: string,
  serial: number,
  dob: string,
  random: Stream,
  bornMs: number,
): ClaimantRow {
  const gender = random.weighted([
    [58, 'M'],
    [41.6, 'F'],
    [0.2, 'X'],
    [0.2, 'U'],
  ] as const)
  const first = random.pick(gender === 'F' ? womensNames : gender === 'M' ? mensNames : [...womensNames, ...mensNames])
  const last = random.pick(familyNames)
  const address = addressIn(state, random)
  const phone = phoneIn(state, random)
  const mobile = random.chance(0.7) ? phoneIn(state, random) : null
  return {
    mc,
    id: random.id(bornMs),
    patient_id: `P${String(300_000 + serial).padStart(9, '0')}`,
    first_name: first,
    middle_name: random.chance(0.4) ? 'ABCDEGHJKLMNPRSTW'[random.int(0, 16)]! : null,
    last_name: last,
    suffix: gender === 'M' && random.chance(0.03) ? random.pick(['Jr', 'Sr', 'III']) : null,
    last_folded: normalizeForSearch(last),
    first_folded: normalizeForSearch(first),
    dob,
    gender,
    ssn_last4: random.chance(0.93) ? random.digits(4) : null,
    ...address,
    state,
    phone,
    mobile,
    email: random.chance(0.5) ? `worker${serial}@mail.example` : null,
    language: random.weighted([
      [86, 'en'],
      [12, 'es'],
      [1, 'vi'],
      [1, 'zh'],
    ] as const),
    // A third of all people are subscribed; who has no mobile phone cannot be.
    sms_state:
      mobile === null
        ? 0
        : random.weighted([
            [39, 0],
            [48, 2],
            [6, 3],
            [7, 4],
          ] as const),
  }
}
