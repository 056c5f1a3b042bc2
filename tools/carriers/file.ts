import { z } from 'zod'
import { day } from '#platform/dates/fields.ts'
import { isZoneOfPlace } from '#platform/dates/zone-name.ts'
import { roles } from '#features/permissions/roles.ts'
import { mcCode, subCode } from '#features/claims/fields.ts'
import { faxNumber, nabp, ndc, npi, phone, zip } from '#features/claims/number-shapes.ts'
import { phoneWords } from '#platform/text/phone-words.ts'
import { jurisdictionOf } from '#reference/jurisdictions/jurisdictions.ts'

// What a file for `npm run carriers` may hold. Every part may be left out; what is there already is changed, never doubled.

const text = (most: number) => z.string().trim().min(1).max(most)
const code = text(15)
const state = z.string().refine((given) => jurisdictionOf(given) !== undefined, 'Enter a state as FL or US-FECA.')
const timeZone = z.string().refine(isZoneOfPlace, 'Enter a time zone as America/New_York.')

const Worker = z.strictObject({
  patientId: code,
  firstName: text(60),
  lastName: text(60),
  dateOfBirth: day,
  gender: z.enum(['F', 'M', 'U', 'X']).default('U'),
})

const Claim = z.strictObject({
  claimNumber: text(30),
  /** On the pharmacy card. */
  subscriberNumber: text(20),
  group: code,
  worker: Worker,
  dateOfInjury: day,
  state,
  compensability: z.enum(['PENDING', 'ACCEPTED', 'PARTIAL', 'CONTROVERTED', 'DENIED']).default('ACCEPTED'),
  injury: text(200),
  bodyParts: z.array(z.int()).max(20).default([]),
  diagnoses: z
    .array(z.strictObject({ icd10: text(10), description: text(200) }))
    .max(20)
    .default([]),
  /** Mail address of a user of the carrier: the case owner. */
  owner: z.email().optional(),
})

export const CarrierFile = z.strictObject({
  carrier: z.strictObject({
    code: mcCode,
    name: text(100),
    timeZone: timeZone.optional(),
    /** As letters and texts write it: 813-555-0142. */
    phone: phone.transform(phoneWords).optional(),
  }),
  programs: z.array(z.strictObject({ code: subCode, name: text(100) })).default([]),
  groups: z
    .array(
      z.strictObject({
        code,
        program: subCode,
        name: text(100),
        state,
        employer: text(100),
        /** What a pharmacy sends to reach this carrier. */
        bin: z.string().regex(/^\d{6,8}$/, 'Enter the digits of a BIN.'),
        pcn: text(10),
      }),
    )
    .default([]),
  administrator: z
    .strictObject({
      email: z.email(),
      firstName: text(60),
      lastName: text(60),
      roles: z.array(z.enum(roles)).min(1).default(['account_admin', 'supervisor']),
    })
    .optional(),
  pharmacies: z
    .array(
      z.strictObject({
        nabp,
        npi,
        name: text(100),
        address: text(100),
        city: text(60),
        state,
        zip,
        phone,
        fax: faxNumber.optional(),
      }),
    )
    .default([]),
  prescribers: z
    .array(
      z.strictObject({
        npi,
        firstName: text(60),
        lastName: text(60),
        specialty: text(60),
        licenseState: state,
        phone: phone.optional(),
        fax: faxNumber.optional(),
        email: z.email().optional(),
      }),
    )
    .default([]),
  /** `invented`: the made-up catalogue and formulary of this repository, to try the portal with; not for real work. */
  catalogue: z.enum(['invented']).optional(),
  /** Products of a licensed catalogue; `facts` as features/adjudication/snapshot.ts names them. */
  drugs: z
    .array(
      z.strictObject({
        ndc,
        gpi: z.string().regex(/^\d{14}$/, 'Enter 14 digits.'),
        facts: z.record(z.string(), z.unknown()),
      }),
    )
    .default([]),
  claims: z.array(Claim).default([]),
})
export type CarrierFile = z.infer<typeof CarrierFile>
