import { oneTrip, type Handlers } from '#platform/handler.ts'
import { rejectCodes } from '#reference/reject-codes.ts'
import type { directory } from './contract.ts'

const dictionary = rejectCodes.map((code) => ({
  rejectCodeId: code.code,
  rejectCode: code.code,
  description: code.meaning,
  class: code.class,
  safety: code.safety,
  pendingWorthy: code.pend === 'y',
  overridableBy: code.by,
  fixHint: code.fixHint,
}))

export const handlers: Handlers<typeof directory> = {
  rejectCodes: oneTrip(
    () => ({}),
    () => dictionary,
  ),
}
