import { settings } from '#features/settings/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import { patients } from '../contract.ts'
import type { SentSearch } from '../remembered.ts'

/** Rows of a page of what was found. */
export const PAGE_SIZE = 50
const flagName = 'PatientSearchFlag'

type Search = typeof patients.search

/** The call for a search: one of three where the carrier has the newer search, else the one for all. */
function callOf(asked: SentSearch, mc: string, newer: boolean): { call: Search; input: InputOf<Search> } {
  const { type, text, dob, state, covered, page } = asked
  const paged = { page, size: PAGE_SIZE }
  const more = { ...(dob && { dob }), ...(state && { state }), ...(covered !== undefined && { covered }) }
  const all = { call: patients.search, input: { masterCarrier: mc, searchType: type, value: text, ...more, ...paged } }
  // They differ in what they take, not in what they answer.
  const one = (call: unknown, input: unknown) => ({ call: call as Search, input: input as InputOf<Search> })
  if (!newer || type === 'T') return all
  if (type === 'N') return one(patients.byName, { mc, lastName: text, ...more, ...paged })
  if (type === 'A') return one(patients.byAdjuster, { mc, adjusterId: text, ...paged })
  return one(patients.byNumber, { mc, searchType: type, value: text, ...paged })
}

/** What a search found. Nothing is asked while nothing was sent. */
export function usePatientSearch(asked: SentSearch | undefined) {
  const { carrier } = useUser()
  const flags = useRead(settings.features, { f: [flagName], masterCarrier: carrier.code })
  const newer = flags.data?.enabled ?? true
  const { call, input } = callOf(asked ?? { type: 'C', text: '', page: 0 }, carrier.code, newer)
  return useRead(call, input, { off: asked === undefined || flags.isPending, keepPrevious: false })
}
