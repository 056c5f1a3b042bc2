import type { Area } from './areas/area.ts'
import { authorizations, decisions } from './areas/authorizations.ts'
import { eligibility, patients } from './areas/claims.ts'
import { letters } from './areas/letters.ts'
import { priorAuthorizations } from './areas/prior-authorizations.ts'
import { transactions } from './areas/transactions.ts'
import { users } from './areas/users.ts'

/** The subject areas in the order of the list. A new one is a line here and a description in `areas/`. */
export const areas: readonly Area[] = [
  authorizations,
  decisions,
  transactions,
  eligibility,
  patients,
  priorAuthorizations,
  letters,
  users,
]
export const areaOf = (id: string): Area | undefined => areas.find((area) => area.id === id)
