import type { newAuthorization } from '#features/new-authorization/contract.ts'
import type { Profile } from '#features/patients/contract.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import type { Typed } from './typed.ts'

/** What every step is given. */
export type StepProps = {
  profile: Profile
  typed: Typed
  change: (part: Partial<Typed>) => void
  /** What the server says of the request as it is typed. */
  terms: AnswerOf<typeof newAuthorization.terms> | undefined
  today: string
  problemOf: (field: string) => string | undefined
}
